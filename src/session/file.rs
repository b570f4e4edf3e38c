//! Files named over the wire or on the command line: regular ones only, since a pipe or a device could hang or flood
//! the program.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The content of a regular file of at most 256 MiB.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let facts = fs::metadata(path)?;
    if !facts.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    if facts.len() > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large"));
    }
    fs::read(path)
}

/// Is the path free, or that of a regular file?
pub fn may_write(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(facts) if facts.is_file() => Ok(()),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a file as a whole: on failure what was there before is still there.
pub fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    may_write(path)?;
    // Through a link to the file it names, so that the link stays one.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let fresh = path.with_file_name(name);
    let written = fs::File::create(&fresh)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // Nothing more can be done about a leftover.
        let _ = fs::remove_file(&fresh);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_files_only() {
        let folder = std::env::temp_dir().join(format!("tesuji-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("folder");
        let file = folder.join("game.sgf");
        assert!(read_file(&file).is_err());
        for content in [&b"(;)"[..], b"(;GM[1])"] {
            write_file(&file, content).expect("written");
            assert_eq!(read_file(&file).expect("read"), content);
        }
        assert_eq!(fs::read_dir(&folder).expect("folder").count(), 1, "no temporary file is left");
        assert!(read_file(&folder).is_err());
        assert!(write_file(&folder, b"").is_err());
        assert!(write_file(&folder.join("no/such.sgf"), b"").is_err());
        #[cfg(unix)]
        for device in ["/dev/zero", "/dev/null"] {
            assert!(read_file(Path::new(device)).is_err(), "{device}");
            assert!(write_file(Path::new(device), b"").is_err(), "{device}");
        }
        fs::remove_dir_all(&folder).expect("cleaned up");
    }
}
