//! From bytes to text: byte order marks, the `CA` property, and a guess where a file does not say.
//!
//! Decoding comes before parsing, since in Shift-JIS, GBK and Big5 the second byte of a character may be `\` or `]`.

use super::Tree;
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};
use std::borrow::Cow;

/// One way to read the bytes of a file as text: runs of bytes, each with its encoding.
pub(super) struct Reading {
    runs: Vec<(std::ops::Range<usize>, &'static Encoding)>,
    /// Does it rest on what looked like a `CA` property?
    declared: bool,
}

impl Reading {
    fn whole(bytes: &[u8], from: usize, encoding: &'static Encoding) -> Reading {
        Reading { runs: vec![(from..bytes.len(), encoding)], declared: false }
    }

    /// Do the trees that came of it bear it out? What looked like a `CA` property may have been text in a comment.
    pub(super) fn agrees(&self, trees: &[Tree]) -> bool {
        if !self.declared || self.runs.iter().all(|&(_, encoding)| encoding == UTF_8) {
            return true;
        }
        let nodes = trees.iter().flat_map(|tree| tree.preorder().map(|(_, id)| tree.node(id)));
        let mut said: Vec<_> = nodes
            .filter_map(|node| by_label(node.value("CA")?.to_simple_text().as_bytes()))
            .collect();
        said.dedup();
        said.iter().eq(self.runs.iter().map(|(_, encoding)| encoding))
    }

    /// Name of the first encoding.
    pub(super) fn name(&self) -> &'static str {
        self.runs.first().map_or("UTF-8", |(_, encoding)| encoding.name())
    }

    /// The text. Bytes that mean nothing become U+FFFD.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        let piece = |(range, encoding): &(std::ops::Range<usize>, &'static Encoding)| {
            encoding.decode_without_bom_handling(bytes.get(range.clone()).unwrap_or_default()).0
        };
        match self.runs.as_slice() {
            [run] => piece(run),
            runs => Cow::Owned(runs.iter().map(|run| piece(run).into_owned()).collect()),
        }
    }

    /// The byte of the source that byte `text_offset` of the decoded text came from.
    pub(super) fn source_offset(&self, bytes: &[u8], text_offset: usize) -> usize {
        let mut written = 0;
        for (range, encoding) in &self.runs {
            let source = bytes.get(range.clone()).unwrap_or_default();
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let mut buffer = [0u8; 64];
            for (at, byte) in source.iter().enumerate() {
                if written >= text_offset {
                    return range.start + at;
                }
                let (_, _, len, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, false);
                written += len;
            }
            let (_, _, len, _) = decoder.decode_to_utf8(&[], &mut buffer, true);
            written += len;
        }
        self.runs.last().map_or(0, |(range, _)| range.end)
    }
}

/// The ways to read these bytes, the likeliest first. Later ones are for the case that the first does not parse.
pub(super) fn readings(bytes: &[u8]) -> Vec<Reading> {
    if let Some((encoding, len)) = Encoding::for_bom(bytes) {
        return vec![Reading::whole(bytes, len, encoding)];
    }
    match bytes {
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => return vec![Reading::whole(bytes, 0, UTF_16LE)],
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => return vec![Reading::whole(bytes, 0, UTF_16BE)],
        _ => {}
    }
    let utf8 = std::str::from_utf8(bytes).is_ok();
    let mut readings = Vec::new();
    let declared = declared(bytes);
    if let Some(&(_, first)) = declared.first() {
        let runs = runs(bytes, &declared);
        let valid = |(range, encoding): &(std::ops::Range<usize>, &'static Encoding)| {
            let source = bytes.get(range.clone()).unwrap_or_default();
            encoding.decode_without_bom_handling_and_without_replacement(source).is_some()
        };
        // A legacy name on UTF-8 bytes is a converter's slip if they make no sense as what the name says. Four or more
        // characters are enough too: a legacy one passes for UTF-8 by chance once in eight.
        let sound = runs.iter().all(valid);
        let slip = utf8 && first != UTF_8 && (!sound || wide_characters(bytes) >= 4);
        if !slip && (sound || first != UTF_8) {
            readings.push(Reading { runs, declared: true });
        }
    } else if bytes.windows(3).any(|w| matches!(w, [0x1b, b'$', b'B' | b'@'])) {
        readings.push(Reading::whole(bytes, 0, ISO_2022_JP));
    }
    if bytes.is_ascii() {
        // Escape sequences of ISO-2022-JP apart, there is only one reading.
        readings.push(Reading::whole(bytes, 0, UTF_8));
        return readings;
    }
    if utf8 {
        readings.push(Reading::whole(bytes, 0, UTF_8));
    } else {
        readings.push(Reading::whole(bytes, 0, guess(bytes)));
    }
    // Any bytes are Latin-1, and in it the structure of the file is what a byte-wise reader would see.
    readings.push(Reading::whole(bytes, 0, WINDOWS_1252));
    readings
}

/// Number of characters outside ASCII in UTF-8 text.
fn wide_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&b| b >= 0xc0).count()
}

/// The encodings that `CA` properties name, with their positions. Unknown names are left out, and so are those that
/// contradict the fact that the name could be read as ASCII.
fn declared(bytes: &[u8]) -> Vec<(usize, &'static Encoding)> {
    let mut found = Vec::new();
    for (at, window) in bytes.windows(3).enumerate() {
        if window != b"CA[" {
            continue;
        }
        let before = bytes.get(..at).unwrap_or_default().trim_ascii_end();
        if !matches!(before.last(), Some(b']' | b';')) || before.ends_with(b"\\]") {
            continue;
        }
        let label = bytes.get(at + 3..).unwrap_or_default();
        let label = &label[..label.len().min(40)];
        let Some(end) = label.iter().position(|&b| b == b']') else { continue };
        if let Some(encoding) = by_label(&label[..end]) {
            found.push((at, encoding));
        }
    }
    found
}

fn by_label(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii().to_ascii_lowercase();
    let encoding = match label.as_slice() {
        b"cp932" | b"windows-932" => SHIFT_JIS,
        b"cp936" | b"windows-936" => GBK,
        b"cp949" | b"ks_c_5601" | b"uhc" => EUC_KR,
        b"cp950" | b"windows-950" => BIG5,
        label => Encoding::for_label(label)?,
    };
    let ascii_compatible = encoding != UTF_16LE && encoding != UTF_16BE && encoding != REPLACEMENT;
    ascii_compatible.then_some(encoding)
}

/// Cuts a file whose trees name different encodings in front of the trees that change it.
fn runs(
    bytes: &[u8],
    declared: &[(usize, &'static Encoding)],
) -> Vec<(std::ops::Range<usize>, &'static Encoding)> {
    let mut runs: Vec<(std::ops::Range<usize>, &'static Encoding)> = Vec::new();
    let mut previous = 0;
    for &(at, encoding) in declared {
        match runs.last_mut() {
            None => runs.push((0..bytes.len(), encoding)),
            Some((_, current)) if *current == encoding => {}
            Some((range, _)) => {
                // The tree that says so begins at the last `(;` before, and after the last one that said something.
                let between = bytes.get(previous..at).unwrap_or_default();
                if let Some(start) = between.windows(2).rposition(|w| w == b"(;") {
                    let cut = previous + start;
                    range.end = cut;
                    runs.push((cut..bytes.len(), encoding));
                }
            }
        }
        previous = at;
    }
    runs
}

/// The likeliest legacy encoding of bytes that are no UTF-8, by a small model of each: how often texts in it use which
/// kind of character. Costs are negative natural logarithms of probabilities, in hundredths, rounded: integers, so the
/// guess is the same on every machine.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let models: [(&'static Encoding, u64, Step); 6] = [
        (GBK, 0, gbk),
        (SHIFT_JIS, 50, shift_jis),
        (WINDOWS_1252, 50, latin),
        (EUC_KR, 300, euc_kr),
        (BIG5, 250, big5),
        (EUC_JP, 300, euc_jp),
    ];
    let cost = |&(_, prior, step): &(&'static Encoding, u64, Step)| prior + text_cost(bytes, step);
    models.iter().min_by_key(|model| cost(model)).map_or(WINDOWS_1252, |model| model.0)
}

/// Length in bytes (1 or 2) and cost of a character whose first byte is not ASCII; the second byte is 0 at the end.
type Step = fn(u8, u8) -> (usize, u64);

/// A byte that no text in the encoding has.
const INVALID: (usize, u64) = (1, 2000);
/// Cost of an ASCII character, and of leaving ASCII.
const ASCII: u64 = 400;
const LEAVE_ASCII: u64 = 300;
/// Cost of one more character of the same script.
const STAY: u64 = 20;

fn text_cost(bytes: &[u8], step: Step) -> u64 {
    let (mut cost, mut at, mut inside) = (0u64, 0, false);
    while let Some(&first) = bytes.get(at) {
        if first.is_ascii() {
            cost += ASCII;
            at += 1;
            inside = false;
        } else {
            let (len, character) = step(first, bytes.get(at + 1).copied().unwrap_or(0));
            cost += character + if inside && len == 2 { STAY } else { LEAVE_ASCII };
            at += len;
            inside = true;
        }
    }
    cost
}

/// Is the second byte one of those that GB 2312, KS X 1001 and JIS X 0208 use in their EUC forms?
fn high(second: u8) -> bool {
    second >= 0xa1 && second != 0xff
}

fn gbk(first: u8, second: u8) -> (usize, u64) {
    match (first, second) {
        // black, white, dan, middle, country, side: on every other title page
        (0xba, 0xda) | (0xb0, 0xd7) | (0xb6, 0xce) | (0xd6, 0xd0) | (0xb9, 0xfa) | (0xb7, 0xbd) => {
            (2, 450)
        }
        (0xb0..=0xd7, _) if high(second) => (2, 830),
        (0xd8..=0xf7, _) if high(second) => (2, 1150),
        (0xa1..=0xa9, _) if high(second) => (2, 1000),
        (0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe) => (2, 1540),
        _ => INVALID,
    }
}

fn shift_jis(first: u8, second: u8) -> (usize, u64) {
    match (first, second) {
        (0xa1..=0xdf, _) => (1, 870),
        (_, 0..=0x3f | 0x7f | 0xfd..=0xff) => INVALID,
        (0x82, 0x9f..=0xf1) => (2, 560),
        (0x83, 0x40..=0x96) => (2, 610),
        (0x81..=0x84, _) => (2, 800),
        (0x88..=0x97, _) => (2, 890),
        (0x98..=0x9f | 0xe0..=0xea, _) => (2, 1200),
        (0x85..=0x87 | 0xeb..=0xfc, _) => (2, 1600),
        _ => INVALID,
    }
}

fn euc_kr(first: u8, second: u8) -> (usize, u64) {
    match (first, second) {
        // dan, Yi, Kim, Pak, Choe, Cho
        (0xb4, 0xdc) | (0xc0, 0xcc) | (0xb1, 0xe8) | (0xb9, 0xda) | (0xc3, 0xd6) | (0xc1, 0xb6) => {
            (2, 450)
        }
        (0xb0..=0xc8, _) if high(second) => (2, 780),
        (0xca..=0xfd, _) if high(second) => (2, 1200),
        (0xa1..=0xac, _) if high(second) => (2, 1000),
        (0x81..=0xc6, 0x41..=0x5a | 0x61..=0x7a | 0x81..=0xfe) => (2, 1370),
        _ => INVALID,
    }
}

fn big5(first: u8, second: u8) -> (usize, u64) {
    match (first, second) {
        (_, 0..=0x3f | 0x7f..=0xa0 | 0xff) => INVALID,
        (0xa4..=0xc6, _) => (2, 865),
        (0xc9..=0xf9, _) => (2, 1290),
        (0xa1..=0xa3, _) => (2, 950),
        (0x81..=0xfe, _) => (2, 1600),
        _ => INVALID,
    }
}

fn euc_jp(first: u8, second: u8) -> (usize, u64) {
    match (first, second) {
        (0x8e, 0xa1..=0xdf) => (2, 1000),
        (0xa4, 0xa1..=0xf3) => (2, 560),
        (0xa5, 0xa1..=0xf6) => (2, 610),
        (0xb0..=0xcf, _) if high(second) => (2, 890),
        (0xd0..=0xf4, _) if high(second) => (2, 1200),
        (0xa1..=0xa3, _) if high(second) => (2, 850),
        _ => INVALID,
    }
}

fn latin(first: u8, _: u8) -> (usize, u64) {
    match first {
        0xd7 | 0xf7 => (1, 800),
        0xc0..=0xff => (1, 420),
        0x81 | 0x8d | 0x8f | 0x90 | 0x9d => (1, 1500),
        0x80..=0x9f => (1, 700),
        _ => (1, 650),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{text}");
        bytes.into_owned()
    }

    #[test]
    fn undeclared_encodings_are_guessed() {
        let cases = [
            ("(;PB[山田]PW[鈴木]EV[名人戦])", SHIFT_JIS),
            ("(;PB[高尾紳路 九段]C[黒の勝ちです。よろしくお願いします])", SHIFT_JIS),
            ("(;PB[表示ソ]C[能力十分])", SHIFT_JIS),
            ("(;PB[黑方]PW[白方]C[围棋])", GBK),
            ("(;PB[黑方]PW[白方])", GBK),
            ("(;PB[柯洁]PW[古力]EV[第三届百灵杯世界围棋公开赛])", GBK),
            ("(;PB[Zoë]PW[ßa])", WINDOWS_1252),
            ("(;PB[Jörg Müller]PW[François Béla])", WINDOWS_1252),
            ("(;PB[Åsa]C[Ça va? Où est l'été?])", WINDOWS_1252),
            ("(;PB[이창호]PW[조훈현]WR[9단]EV[제1기 배달왕전])", EUC_KR),
            ("(;PB[林海峰]PW[張栩]EV[中環盃圍棋公開賽決賽第一局])", BIG5),
            ("(;PB[あいはら]C[つよいですね、まけました])", EUC_JP),
        ];
        for (text, encoding) in cases {
            assert_eq!(guess(&encoded(text, encoding)).name(), encoding.name(), "{text}");
        }
    }

    #[test]
    fn declared_encoding_is_taken_from_property_position_only() {
        let cases: [(&[u8], Option<&'static Encoding>); 9] = [
            (b"(;CA[gb2312]SZ[9])", Some(GBK)),
            (b"(;FF[4]\r\n CA[ Shift_JIS ])", Some(SHIFT_JIS)),
            (b"(;CA[cp936])", Some(GBK)),
            (b"(;CA[UTF-16])", None),
            (b"(;CA[klingon])", None),
            (b"(;C[see CA[gbk\\]])", None),
            (b"(;C[x\\]CA[gbk])", None),
            (b"(;CA[", None),
            (b"(;LOCA[gbk])", None),
        ];
        for (bytes, encoding) in cases {
            let found = declared(bytes).first().map(|&(_, e)| e.name());
            assert_eq!(found, encoding.map(|e| e.name()), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn source_offsets() {
        let text = "(;PB[山田]PW[x]";
        for encoding in [SHIFT_JIS, GBK, EUC_KR, UTF_8] {
            let bytes = encoded(text, encoding);
            let reading = Reading::whole(&bytes, 0, encoding);
            for at in [0, 4, 5] {
                assert_eq!(reading.source_offset(&bytes, at), at);
            }
            assert_eq!(
                reading.source_offset(&bytes, text.len()),
                bytes.len(),
                "{}",
                encoding.name()
            );
        }
    }
}
