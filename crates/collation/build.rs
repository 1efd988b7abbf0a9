//! Generates the tables of decomposed letters and of combining marks. Only those
//! that European scripts need are included: the full Unicode tables would be the
//! largest part of the engine.

use std::fmt::Write as _;

use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// The last code point in the tables. Later letters have no marks or sort by code point anyway.
const LAST: u32 = 0x1FFF;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut table =
        String::from("/// Letters taken apart, ascending.\nconst DECOMPOSED: &[(char, &str)] = &[\n");
    let mut marks = String::from(
        "/// Ranges of characters that are marks on the letter before, ascending.\nconst MARKS: &[(char, char)] = &[\n",
    );
    let mut range: Option<(u32, u32)> = None;
    for code in 0..=LAST {
        let Some(c) = char::from_u32(code) else { continue };
        let mut parts = String::new();
        decompose_canonical(c, |part| parts.push(part));
        if parts.chars().count() > 1 {
            // Writing to a string can't fail.
            let _ = writeln!(table, "    ({c:?}, {parts:?}),");
        }
        if is_combining_mark(c) {
            range = match range {
                Some((first, last)) if last + 1 == code => Some((first, code)),
                Some((first, last)) => {
                    write_range(&mut marks, first, last);
                    Some((code, code))
                }
                None => Some((code, code)),
            };
        }
    }
    if let Some((first, last)) = range {
        write_range(&mut marks, first, last);
    }
    table.push_str("];\n");
    marks.push_str("];\n");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&folder).join("letters.rs");
    std::fs::write(path, table + &marks).expect("cargo's folder can be written");
}

fn write_range(out: &mut String, first: u32, last: u32) {
    let _ = writeln!(out, "    ('\\u{{{first:X}}}', '\\u{{{last:X}}}'),");
}
