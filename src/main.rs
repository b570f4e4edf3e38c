//! The binary: arguments to [`tesuji::cli`], its exit code to the system.

fn main() -> std::process::ExitCode {
    tesuji::cli::run(std::env::args_os())
}
