//! `bundle <folder>…`: prints the bundles of exercise folders as a JSON array, including wrong answers and
//! unlisted designs. Links to other exercises are not checked, so that an exercise can be tried while
//! others are unfinished.

use std::path::Path;

use exercise::{Bundle, Exercise};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bundles = std::env::args()
        .skip(1)
        .map(|folder| Exercise::read(Path::new(&folder)).map(|exercise| Bundle::with_wrong(&exercise)))
        .collect::<Result<Vec<_>, _>>()?;
    println!("{}", serde_json::to_string(&bundles)?);
    Ok(())
}
