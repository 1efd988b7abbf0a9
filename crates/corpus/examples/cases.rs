//! Runs the cases in the files named on the command line without a rebuild, for writing cases.

fn main() -> std::io::Result<()> {
    let mut outcome = corpus::Outcome::default();
    for path in std::env::args().skip(1) {
        corpus::run_text(&path, &std::fs::read_to_string(&path)?, "", &mut outcome);
    }
    for failure in &outcome.failures {
        println!("{failure}");
    }
    println!("{} passed, {} failed", outcome.passed, outcome.failures.len());
    Ok(())
}
