//! Generates the Unicode tables of regular expressions: categories, scripts and case variants. They are
//! encoded as bytes of differences, a third of a table's size, and decoded when a pattern first needs them.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange, HirKind};

/// The general categories, by number.
const CATEGORIES: [&str; 30] = [
    "Cc", "Cf", "Cn", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc",
    "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs",
];

/// The scripts that a pattern may name.
const SCRIPTS: &str = "Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali \
    Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee \
    Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan \
    Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi \
    Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi \
    Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki \
    Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean \
    Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi \
    Mongolian Mro Multani Myanmar Nabataean Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki \
    Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic \
    Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic \
    Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri \
    Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh \
    Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let tables = [("categories.bin", categories()), ("scripts.bin", scripts()), ("cases.bin", cases())];
    for (name, bytes) in tables {
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(path, bytes).expect("cargo's folder can be written");
    }
}

/// Encodes runs of characters with one category, from the first character on: length, category.
fn categories() -> Vec<u8> {
    let mut all: Vec<(u32, u32, u8)> = Vec::new();
    // The library lacks surrogates, which fill the remaining gap.
    for (number, name) in (0..).zip(CATEGORIES).filter(|(_, name)| *name != "Cs") {
        all.extend(ranges(&format!(r"\p{{{name}}}")).iter().map(|&(first, last)| (first, last, number)));
    }
    all.sort_unstable();
    let mut out = Vec::new();
    let mut next = 0;
    for (first, last, category) in all {
        if first > next {
            write(first - next, &mut out);
            out.push(4);
        }
        write(last - first + 1, &mut out);
        out.push(category);
        next = last + 1;
    }
    out
}

/// Encodes the name and ranges of each script, including its extensions: the name in lower case without
/// underscores, the number of ranges, and per range the distance from the previous one and the number of
/// characters.
fn scripts() -> Vec<u8> {
    let mut out = Vec::new();
    for name in SCRIPTS.split_whitespace() {
        let plain = name.replace('_', "").to_lowercase();
        out.push(plain.len() as u8);
        out.extend_from_slice(plain.as_bytes());
        let ranges = ranges(&format!(r"\p{{scx={name}}}"));
        write(ranges.len() as u32, &mut out);
        let mut next = 0;
        for (first, last) in ranges {
            write(first - next, &mut out);
            write(last - first + 1, &mut out);
            next = last + 1;
        }
    }
    out
}

/// Encodes sets of characters that differ only in case, each set once: the distance of its first character
/// from the previous set's, the number of other characters, and the distance of each from the one before.
fn cases() -> Vec<u8> {
    let mut out = Vec::new();
    let mut before = 0;
    for c in (0..0x1_F000).filter_map(char::from_u32) {
        let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
        class.case_fold_simple();
        let all: Vec<u32> =
            class.iter().flat_map(|range| u32::from(range.start())..=u32::from(range.end())).collect();
        if all.len() < 2 || all[0] != u32::from(c) {
            continue;
        }
        write(all[0] - before, &mut out);
        before = all[0];
        out.push(all.len() as u8 - 1);
        all.windows(2).for_each(|pair| write(pair[1] - pair[0], &mut out));
    }
    out
}

/// Returns the ranges of a class.
fn ranges(class: &str) -> Vec<(u32, u32)> {
    let parsed = regex_syntax::parse(class).expect("a property that the library knows");
    match parsed.kind() {
        HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => {
            class.iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
        _ => Vec::new(),
    }
}

/// Writes a variable-length integer: seven bits per byte, the lowest first.
fn write(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
