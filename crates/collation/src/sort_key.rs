//! Sort keys: strings of weights that compare like the texts under the collation.
//!
//! European scripts have the order of the Unicode CLDR's root collation, other
//! scripts sort by code point: white space, punctuation, symbols, currencies,
//! digits, letters by base letter; then accents, then case.
//! Reference: <https://www.unicode.org/reports/tr35/tr35-collation.html#Root_Collation>.

use std::sync::OnceLock;

use super::Collation;
use super::letters::{decomposed, is_combining_mark};
use super::tailoring::{self, Rule};
use values::sort;

/// The order of white space; other spaces have the weight of the last one.
const SPACES: &str = "\t\n\u{B}\u{C}\r\u{85}\u{2028}\u{2029} ";
/// The order of punctuation; `alternate: "shifted"` ignores it, with `maxVariable: "punct"`.
const PUNCTUATION: &str = "_-‐‑‒–—―,;:!¡?¿.…·'‘’‚‛‹›\"“”„‟«»()[]{}§¶@*/\\&#%‰†‡•";
/// The order of the most common symbols; others follow by code point.
const SYMBOLS: &str = "`´¨^¯°©®+±÷×<=>|¦~¬";
/// The order of currencies, which sort right before digits.
const CURRENCIES: &str = "¤¢$£¥€";
/// Lower-case letters in the order of the root collation: Latin, Greek, Cyrillic.
/// Without letters that decompose or have a rule in [`ROOT`].
const ALPHABET: &str = "aɐɑɒbʙƀɓƃcȼƈɕdɖɗƌȡeɇǝəɛɘɚɜɝɞʚɤfƒgɡɢǥɠʛɣƣhʜƕɦɧiɪɨɩjȷɉʝɟʄkƙʞlʟƚɫɬɭȴɮƛʎmɱnɴɲƞɳȵŋoɶɔɵɷȣpƥɸqʠɋĸrʀɍɹɺɻɼɽɾɿʁsʂȿʃƪʅʆtŧƫƭʈȶʇuʉɥʮʯɯɰʊvʋʌwʍxyʏɏƴȝzƶȥʐʑɀʒƹƺʓþƿƻƨƽƅʔɂŉʕʡʢʖǀǁǂǃʗʘʬʭαβγδεϝͷϛζͱηθιϳκϗλμνξοπϻϟϙρϼσͼͻͽτυφχψωϡͳϸϣϥϧϩϫϭϯаәӕбвгғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇиҋійјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽѻцҵчԭҷӌҹҽҿџшщъыьҍѣэюяԙѥѧѫѩѭѯѱѳѵҩԝӏ";
/// Accents in the order of the root collation.
const MARKS_IN_ORDER: &str = "\u{301}\u{300}\u{306}\u{302}\u{30C}\u{30A}\u{308}\u{30B}\u{303}\u{307}\u{338}\u{327}\u{328}\u{304}\u{335}\u{305}\u{309}\u{30F}\u{310}\u{311}\u{31B}\u{321}\u{322}\u{323}\u{324}\u{325}\u{326}\u{32D}\u{32E}\u{330}\u{331}";
/// The tailoring of all locales: letters that sort like other letters, with a minor difference.
const ROOT: &str = "ae:æ oe:œ ss:ß ij:ĳ dz:ǳ lj:ǉ nj:ǌ d~đ~ð h~ħ i<ı l~ł~ŀ o~ø s=ſ г~ґ σ=ς β=ϐ θ=ϑ φ=ϕ й=й";

/// Separates the levels of a sort key; less than every weight.
const LEVEL: char = '\u{1}';
// The first weights of the groups of the root collation, ascending.
const SPACES_FROM: u32 = 0x10;
const LAST_SPACE: u32 = 8;
const PUNCTUATION_FROM: u32 = 0x20;
const SYMBOLS_FROM: u32 = 0x80;
const OTHER_SYMBOL: u32 = 0xF0;
const CURRENCIES_FROM: u32 = 0x100;
const DIGITS: u32 = 0x200;
const NUMBERS: u32 = 0x240;
const FIRST_SCRIPT: u32 = 0x400;
const ALPHABET_FROM: u32 = 0x580;
const OTHER_LETTERS: u32 = 0x800;
const MARKS_FROM: u32 = 0x200;
/// The weights of U+FFFE and U+FFFF, which sort before and after all other
/// characters: texts that begin with `p` are those from `p` to `p` plus U+FFFF.
/// <https://www.unicode.org/reports/tr35/tr35-collation.html#tailored-noncharacter-weights>
const LOWEST: u32 = 0x8;
const HIGHEST: u32 = 0x10_FFFF;
/// After a letter's weight, makes a tailored letter sort after all texts that begin with that letter.
const AFTER_LETTER: u32 = 0x10_F000;

/// A character of the text, decomposed and in lower case.
#[derive(Clone, Copy)]
struct Unit {
    lower: char,
    upper: bool,
}

/// Returns the sort key of a text: its weights, level by level.
pub(super) fn of(collation: &Collation, text: &str) -> String {
    if collation.by_code_point {
        return text.to_owned();
    }
    let mut levels = Levels { collation, primary: String::new(), secondary: Vec::new(), case: String::new() };
    levels.text(text);
    levels.finish(text)
}

/// The weights of a text so far.
struct Levels<'c> {
    collation: &'c Collation,
    primary: String,
    secondary: Vec<String>,
    case: String,
}

impl<'c> Levels<'c> {
    fn text(&mut self, text: &str) {
        let units: Vec<Unit> = text.chars().flat_map(|c| self.units(c)).collect();
        let lower: Vec<char> = units.iter().map(|unit| unit.lower).collect();
        let mut at = 0;
        while let Some(unit) = units.get(at) {
            at += match self.rule(&lower[at..]) {
                Some(rule) => {
                    self.add_rule(rule, unit.upper);
                    rule.sequence.len()
                }
                None if self.collation.numeric && unit.lower.is_ascii_digit() => self.number(&lower[at..]),
                None => {
                    self.add(*unit);
                    1
                }
            };
        }
    }

    /// Splits a character into units. Turkish has two letters i.
    fn units(&self, c: char) -> impl Iterator<Item = Unit> {
        let dotless = self.collation.dotless;
        let parts = decomposed(if dotless && c == 'İ' { 'i' } else { c });
        parts.flat_map(move |part| {
            let small = if dotless && part == 'I' { 'ı' } else { part };
            small.to_lowercase().map(move |lower| Unit { lower, upper: c.is_uppercase() })
        })
    }

    /// Returns the rule that applies to the start of the text. The locale's rules take precedence over the root's.
    fn rule(&self, text: &[char]) -> Option<&'c Rule> {
        let own = &self.collation.tailoring;
        if own.is_empty() && text.first().is_none_or(char::is_ascii) {
            // No rule of the root begins with an ASCII letter.
            return None;
        }
        tailoring::matching_rule(own, text).or_else(|| tailoring::matching_rule(root_rules(), text))
    }

    fn add_rule(&mut self, rule: &Rule, upper: bool) {
        for letter in &rule.anchor {
            self.push(letter_weight(self.collation, *letter), upper);
        }
        if rule.distance > 0 {
            self.primary.extend(char::from_u32(AFTER_LETTER + rule.distance));
        }
        if let Some(mark) = rule.mark {
            self.mark(mark);
        }
    }

    fn push(&mut self, weight: u32, upper: bool) {
        self.primary.extend(char::from_u32(weight));
        self.secondary.push(String::new());
        let first = upper == self.collation.upper_first;
        self.case.push(if first { '\u{2}' } else { '\u{3}' });
    }

    fn mark(&mut self, mark: char) {
        match self.secondary.last_mut() {
            Some(marks) => marks.push(mark),
            None => self.secondary.push(mark.into()),
        }
    }

    /// Adds a run of digits by its numeric value: the number of digits, then the digits.
    /// Returns the length of the run.
    fn number(&mut self, text: &[char]) -> usize {
        let run = text.iter().take_while(|c| c.is_ascii_digit());
        let length = run.clone().count();
        let significant: Vec<char> = run.copied().skip_while(|digit| *digit == '0').collect();
        self.push(NUMBERS + significant.len().min(0x100) as u32, false);
        for digit in significant {
            self.push(DIGITS + (digit as u32 - '0' as u32), false);
        }
        length
    }

    fn add(&mut self, unit: Unit) {
        let c = unit.lower;
        if is_combining_mark(c) {
            return self.mark(mark_weight(c));
        }
        if c.is_control() && !c.is_whitespace() {
            // Ignorable in the root collation.
            return;
        }
        let (weight, variable) = if c == '\u{FFFF}' {
            (HIGHEST, false)
        } else if c == '\u{FFFE}' {
            (LOWEST, false)
        } else if c.is_whitespace() {
            (SPACES_FROM + place(SPACES, c).unwrap_or(LAST_SPACE), true)
        } else if c.is_alphabetic() {
            (letter_weight(self.collation, c), false)
        } else if let Some(digit) = c.to_digit(10) {
            (DIGITS + digit, false)
        } else if let Some(at) = place(PUNCTUATION, c) {
            (PUNCTUATION_FROM + at, !self.collation.spaces_only)
        } else if let Some(at) = place(SYMBOLS, c) {
            (SYMBOLS_FROM + at, false)
        } else if let Some(at) = place(CURRENCIES, c) {
            (CURRENCIES_FROM + at, false)
        } else {
            self.push(OTHER_SYMBOL, false);
            return self.primary.push(c);
        };
        if !(variable && self.collation.shifted) {
            self.push(weight, unit.upper);
        }
    }

    fn finish(self, text: &str) -> String {
        let collation = self.collation;
        let mut key = self.primary;
        if collation.strength >= 2 {
            key.push(LEVEL);
            let join = |out: &mut String, marks: &String| {
                out.push('\u{2}');
                out.push_str(marks);
            };
            if collation.backwards {
                self.secondary.iter().rev().for_each(|marks| join(&mut key, marks));
            } else {
                self.secondary.iter().for_each(|marks| join(&mut key, marks));
            }
        }
        if collation.strength >= 3 || collation.case_level {
            key.push(LEVEL);
            key.push_str(&self.case);
        }
        if collation.strength >= 5 || (collation.strength == 4 && collation.shifted) {
            key.push(LEVEL);
            key.push_str(text);
        }
        key
    }
}

fn root_rules() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut rules = tailoring::parse(ROOT);
        // A locale's letters sort before the root's at the same position.
        rules.iter_mut().filter(|rule| rule.distance > 0).for_each(|rule| rule.distance += 0x40);
        rules
    })
}

/// Returns the positions of letters in [`ALPHABET`], sorted by letter.
fn alphabet() -> &'static [(char, u32)] {
    static PLACES: OnceLock<Vec<(char, u32)>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let mut places: Vec<(char, u32)> = ALPHABET.chars().zip(0..).collect();
        sort(&mut places);
        places
    })
}

fn place(of: &str, c: char) -> Option<u32> {
    of.chars().zip(0..).find(|(other, _)| *other == c).map(|(_, at)| at)
}

fn letter_weight(collation: &Collation, letter: char) -> u32 {
    let known = alphabet().binary_search_by_key(&letter, |(c, _)| *c).ok().map(|at| alphabet()[at].1);
    if let Some((first, last)) = collation.first_script
        && (first..=last).contains(&letter)
    {
        return FIRST_SCRIPT + known.unwrap_or(letter as u32 - first as u32);
    }
    match known {
        Some(at) => ALPHABET_FROM + at,
        None => OTHER_LETTERS + other_place(letter as u32),
    }
}

/// Returns the position of a letter outside of the alphabet: by code point, but with Hangul
/// before Kana and Han, and skipping the surrogates.
fn other_place(letter: u32) -> u32 {
    const KANA: u32 = 0x3041;
    const HANGUL: u32 = 0xAC00;
    const HANGUL_END: u32 = 0xD7A4;
    let place = match letter {
        KANA..HANGUL => letter + (HANGUL_END - HANGUL),
        HANGUL..HANGUL_END => letter - HANGUL + KANA,
        _ => letter,
    };
    let past_surrogates = if place + OTHER_LETTERS >= 0xD800 { 0x800 } else { 0 };
    // The last planes have no letters.
    (place + past_surrogates).min(AFTER_LETTER - OTHER_LETTERS - 1)
}

fn mark_weight(mark: char) -> char {
    match place(MARKS_IN_ORDER, mark) {
        Some(at) => char::from_u32(MARKS_FROM + at).unwrap_or(mark),
        None => mark,
    }
}
