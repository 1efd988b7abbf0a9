//! Collation: comparison of strings by the rules of a language.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/collation/>. A
//! string is replaced by its sort key, a string whose code points are weights.
//! Comparison, index keys and grouping then work as without a collation.

use std::borrow::Cow;

use values::arguments::Arguments;
use values::{
    ArrayBuilder, DocBuilder, Error, ErrorCode, RawDoc, RawValue, Result, Value, display_document,
    display_value, key,
};

mod letters;
mod locale;
mod sort_key;
mod tailoring;

pub use letters::{is_combining_mark, without_marks};
use locale::{Defaults, Locale};
use tailoring::Rule;

/// The fields of a collation document.
const FIELDS: &[&str] = &[
    "locale",
    "caseLevel",
    "caseFirst",
    "strength",
    "numericOrdering",
    "alternate",
    "maxVariable",
    "normalization",
    "backwards",
    "version",
];

/// The version of the rules, shown in replies and accepted in collations.
const VERSION: &str = "57.1";

/// Checks the requested version.
///
/// # Errors
/// `TypeMismatch`; `IncompatibleCollationVersion` (161) for another version.
fn check_version(fields: &Arguments<'_>) -> Result<()> {
    match fields.string("version")?.filter(|version| *version != VERSION) {
        None => Ok(()),
        Some(other) => Err(Error::new(
            ErrorCode::INCOMPATIBLE_COLLATION_VERSION,
            format!(
                "Requested collation version {other} but the only available collator version was {VERSION}. Requested collation spec: {}",
                display_document(fields.body())
            ),
        )),
    }
}

/// A collation other than the simple one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collation {
    document: Vec<u8>,
    strength: i64,
    case_level: bool,
    upper_first: bool,
    numeric: bool,
    shifted: bool,
    spaces_only: bool,
    backwards: bool,
    tailoring: Vec<Rule>,
    first_script: Option<(char, char)>,
    /// Whether `i` and `ı` are separate letters with capitals `İ` and `I`, as in Turkish.
    dotless: bool,
    /// Whether strings compare by code point.
    by_code_point: bool,
}

impl Collation {
    /// Parses a collation document; `None` for `{ locale: "simple" }`.
    ///
    /// # Errors
    /// 40414 without a locale, 40415 for an unknown field, `BadValue`,
    /// `FailedToParse`, `TypeMismatch` for wrong values.
    pub fn parse(doc: RawDoc<'_>) -> Result<Option<Self>> {
        let fields = Arguments::new("collation", doc);
        fields.only(FIELDS)?;
        let locale = fields.required("locale")?;
        let Some(locale) = locale.as_str() else {
            return Err(wrong_type("locale", locale, "string"));
        };
        if locale == "simple" {
            return match doc.count() {
                1 => Ok(None),
                _ => Err(Error::bad_value(
                    "If 'locale' is 'simple', no other fields may be specified in the collation",
                )),
            };
        }
        check_version(&fields)?;
        let (Locale { defaults, first_script, .. }, tailoring) = known_locale(locale, doc)?;
        let strength = strength(doc)?;
        let case_first = match choice(doc, "caseFirst", &["off", "upper", "lower"])? {
            None if *defaults == Defaults::UpperFirst => "upper",
            given => given.unwrap_or("off"),
        };
        let alternate = match choice(doc, "alternate", &["non-ignorable", "shifted"])? {
            None if *defaults == Defaults::Shifted => "shifted",
            given => given.unwrap_or("non-ignorable"),
        };
        let max_variable = choice(doc, "maxVariable", &["punct", "space"])?.unwrap_or("punct");
        let case_level = flag(doc, "caseLevel")?.unwrap_or(false);
        let numeric = flag(doc, "numericOrdering")?.unwrap_or(false);
        let normalization = flag(doc, "normalization")?
            .unwrap_or(matches!(defaults, Defaults::Normalized | Defaults::Shifted));
        let backwards = flag(doc, "backwards")?.unwrap_or(*defaults == Defaults::Backwards);
        if doc.get("backwards").is_some() && backwards && strength == 1 {
            return Err(Error::bad_value(format!(
                "'backwards' is invalid with 'strength' of 1 in: {}",
                display_document(doc)
            )));
        }
        if doc.get("caseFirst").is_some() && case_first != "off" && !case_level && strength < 3 {
            return Err(Error::bad_value(format!(
                "'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: {}",
                display_document(doc)
            )));
        }
        let mut shown = DocBuilder::new();
        shown
            .append_str("locale", locale)
            .append_bool("caseLevel", case_level)
            .append_str("caseFirst", case_first)
            .append_i32("strength", strength as i32)
            .append_bool("numericOrdering", numeric)
            .append_str("alternate", alternate)
            .append_str("maxVariable", max_variable)
            .append_bool("normalization", normalization)
            .append_bool("backwards", backwards)
            .append_str("version", VERSION);
        Ok(Some(Collation {
            document: shown.finish(),
            strength,
            case_level,
            upper_first: case_first == "upper",
            numeric,
            shifted: alternate == "shifted",
            spaces_only: max_variable == "space",
            backwards,
            tailoring: tailoring::parse(tailoring),
            first_script: *first_script,
            dotless: matches!(locale.split('@').next(), Some("tr" | "az")),
            by_code_point: locale == "en_US_POSIX",
        }))
    }

    /// Returns the collation with all fields, as `listIndexes` shows it.
    pub fn document(&self) -> RawDoc<'_> {
        RawDoc::new(&self.document)
    }

    /// Folds a value: folded values compare without a collation like the originals
    /// under this one.
    pub fn fold<'a>(&self, value: RawValue<'a>) -> Value<'a> {
        if let Some(text) = value.text() {
            return Value::String(Cow::Owned(self.sort_key(text)));
        }
        if let Some(doc) = value.as_document() {
            let mut out = DocBuilder::new();
            for element in doc {
                let folded = self.fold(element.value);
                let mut scratch = Vec::new();
                out.append_raw_bytes(element.key, folded.to_raw(&mut scratch));
            }
            return Value::Document(Cow::Owned(out.finish()));
        }
        if let Some(array) = value.as_array() {
            let mut out = ArrayBuilder::new();
            for item in array.values() {
                out.push(&self.fold(item));
            }
            return Value::Array(Cow::Owned(out.finish()));
        }
        Value::from(value)
    }

    /// Returns the sort key of a text: its weights, level by level.
    pub fn sort_key(&self, text: &str) -> String {
        sort_key::of(self, text)
    }
}

fn known_locale(name: &str, doc: RawDoc<'_>) -> Result<(&'static Locale, &'static str)> {
    locale::find(name).map_err(|meant| {
        let shown = display_document(doc);
        Error::bad_value(match meant {
            _ if name.is_empty() => format!("Field 'locale' cannot be the empty string in: {shown}"),
            Some(meant) => format!("Field 'locale' is invalid in: {shown}. Did you mean '{meant}'?"),
            None => format!("Field 'locale' is invalid in: {shown}"),
        })
    })
}

fn wrong_type(field: &str, value: RawValue<'_>, expected: &str) -> Error {
    Error::wrong_field_type("collation", field, value, expected)
}

/// Parses the number of levels to compare, by default 3.
fn strength(doc: RawDoc<'_>) -> Result<i64> {
    let Some(value) = doc.get("strength") else { return Ok(3) };
    let number = value.as_number().ok_or_else(|| wrong_type("strength", value, "int"))?;
    number.to_i64_exact().filter(|n| (1..=5).contains(n)).ok_or_else(|| {
        Error::failed_to_parse(format!(
            "Field 'strength' must be an integer 1 through 5. Got: {}",
            display_value(value.view())
        ))
    })
}

fn flag(doc: RawDoc<'_>, field: &str) -> Result<Option<bool>> {
    let Some(value) = doc.get(field) else { return Ok(None) };
    value
        .as_bool()
        .or_else(|| value.as_number().map(|number| !number.is_zero()))
        .map(Some)
        .ok_or_else(|| wrong_type(field, value, "bool"))
}

/// Parses an optional field with one of these words.
fn choice<'a>(doc: RawDoc<'_>, field: &str, words: &[&'a str]) -> Result<Option<&'a str>> {
    let Some(value) = doc.get(field) else { return Ok(None) };
    let text = value.as_str().ok_or_else(|| wrong_type(field, value, "string"))?;
    words
        .iter()
        .copied()
        .find(|word| *word == text)
        .map(Some)
        .ok_or_else(|| Error::unknown_enumeration_value(&format!("collation.{field}"), text))
}

/// Appends the order-preserving key of a value under a collation.
pub fn encode_under(collation: Option<&Collation>, value: RawValue<'_>, out: &mut Vec<u8>) {
    match collation {
        None => key::encode(value.view(), out),
        Some(collation) => key::encode(collation.fold(value).view(), out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts extended JSON to a document.
    fn doc(json: &str) -> Vec<u8> {
        let parsed: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).unwrap();
        bson::Document::try_from(parsed).unwrap().to_vec().unwrap()
    }

    fn sorted(options: &str, mut texts: Vec<&'static str>) -> Vec<&'static str> {
        let collation = Collation::parse(RawDoc::new(&doc(options))).unwrap().unwrap();
        texts.sort_by_key(|text| collation.sort_key(text));
        texts
    }

    fn equal(options: &str, a: &str, b: &str) -> bool {
        let collation = Collation::parse(RawDoc::new(&doc(options))).unwrap().unwrap();
        collation.sort_key(a) == collation.sort_key(b)
    }

    #[test]
    fn higher_strengths_distinguish_more() {
        assert!(equal(r#"{"locale": "en", "strength": 1}"#, "Resume", "résumé"));
        assert!(!equal(r#"{"locale": "en", "strength": 2}"#, "resume", "résumé"));
        assert!(equal(r#"{"locale": "en", "strength": 2}"#, "Resume", "resume"));
        assert!(!equal(r#"{"locale": "en"}"#, "Resume", "resume"));
        assert!(!equal(r#"{"locale": "en", "strength": 1, "caseLevel": true}"#, "Resume", "resume"));
        assert!(equal(r#"{"locale": "en", "strength": 1, "caseLevel": true}"#, "résumé", "resume"));
        assert!(equal(r#"{"locale": "de", "strength": 1}"#, "Straße", "STRASSE"));
    }

    #[test]
    fn words_sort_alphabetically() {
        let words = vec!["b", "B", "a", "A", "á", "côte", "cote", "10", "9", "_x", "-y", " z"];
        assert_eq!(
            sorted(r#"{"locale": "en"}"#, words.clone()),
            [" z", "_x", "-y", "10", "9", "a", "A", "á", "b", "B", "cote", "côte"]
        );
        let upper = sorted(r#"{"locale": "en", "caseFirst": "upper"}"#, vec!["a", "A", "b"]);
        assert_eq!(upper, ["A", "a", "b"]);
        let numbers = sorted(r#"{"locale": "en", "numericOrdering": true}"#, vec!["a10", "a9", "a2b", "a02"]);
        assert_eq!(numbers, ["a02", "a2b", "a9", "a10"]);
        assert!(equal(r#"{"locale": "en", "alternate": "shifted"}"#, "black-bird", "blackbird"));
    }

    /// Each list has the locale's order in the Unicode CLDR.
    #[test]
    fn locales_have_their_own_alphabets() {
        for (locale, order) in [
            ("en", "a å ä b n ñ o ö z"),
            ("sv", "a b o z å ä æ ö ø"),
            ("da", "A a z æ ä ø ö Å å aa"),
            ("nb", "a z æ ø å"),
            ("et", "s š z ž t w õ ä ö ü x y"),
            ("de", "a ä ad æ b o ö s ß t"),
            ("de@collation=phonebook", "ad ae ä af od oe ö of"),
            ("de_AT@collation=phonebook", "a az ä b o oz ö p"),
            ("es", "llama luz n nz ñ o"),
            ("es@collation=traditional", "c cz ch d l lz ll m n ñ"),
            ("cs", "c č d h hz ch i r ř s š"),
            ("pl", "a az ą b l łz m z zz ź ż"),
            ("hu", "c cz cs d o oz ö ő p z zs"),
            ("tr", "c ç ğ h ı i o ö s ş u ü"),
            ("hr", "c č ć d dž đ e l lj m"),
            ("lt", "c č i y iz j z ž"),
            ("is", "a az á b d ð e þ æ ö"),
            ("vi", "a à ả ã á ạ ă â b d đ"),
            ("ru", "а я a z α"),
            ("uk", "г ґ д е є и і ї й к a"),
            ("el", "α ω a z а"),
            ("he", "א ת a"),
            ("fr", "cote coté côte côté"),
            ("fr_CA", "cote côte coté côté"),
            ("th", "a ab a-c"),
            ("ko", "a 가 あ 漢"),
        ] {
            let words: Vec<&'static str> = order.split(' ').collect();
            let reversed = words.iter().rev().copied().collect();
            assert_eq!(sorted(&format!(r#"{{"locale": "{locale}"}}"#), reversed), words, "{locale}");
        }
    }

    #[test]
    fn symbols_sort_before_digits_and_digits_before_letters() {
        let order = vec![" ", "_", "-", "–", ",", "«", "&", "+", "|", "☃", "$", "€", "0", "9", "a", "Z", "я"];
        assert_eq!(sorted(r#"{"locale": "en"}"#, order.iter().rev().copied().collect()), order);
    }

    #[test]
    fn each_kind_of_white_space_has_its_own_weight() {
        let order = vec!["a\tb", "a\nb", "a\rb", "a\u{85}b", "a\u{2029}b", "a ", "a b", "a_"];
        assert_eq!(
            sorted(r#"{"locale": "de", "strength": 2}"#, order.iter().rev().copied().collect()),
            order
        );
        assert!(equal(r#"{"locale": "en", "strength": 1}"#, "a b", "a\u{A0}b"));
        assert!(equal(r#"{"locale": "en", "alternate": "shifted", "maxVariable": "space"}"#, "a\tb", "ab"));
    }

    #[test]
    fn last_code_point_of_the_plane_ends_every_range() {
        let order = vec!["ad", "ad\u{FFFE}z", "ad☃", "ada", "adz", "adя", "ad漢", "ad\u{FFFF}", "ae"];
        for options in [r#"{"locale": "en", "strength": 2}"#, r#"{"locale": "ru"}"#] {
            let found = sorted(options, order.iter().rev().copied().collect());
            assert_eq!((found[0], &found[7..]), ("ad", &order[7..]), "{options}");
        }
        assert_eq!(sorted(r#"{"locale": "en"}"#, order.iter().rev().copied().collect()), order);
    }

    #[test]
    fn wrong_collations_are_refused() {
        let refused = |text: &str| Collation::parse(RawDoc::new(&doc(text))).unwrap_err().code();
        assert_eq!(refused("{}"), 40414);
        assert_eq!(refused(r#"{"locale": "xx"}"#), 2);
        assert_eq!(refused(r#"{"locale": "en_GB"}"#), 2);
        assert_eq!(refused(r#"{"locale": "fr", "backwards": true, "strength": 1}"#), 2);
        assert_eq!(refused(r#"{"locale": "en", "caseFirst": "upper", "strength": 2}"#), 2);
        assert_eq!(refused(r#"{"locale": "en", "strength": 6}"#), 9);
        assert_eq!(refused(r#"{"locale": "en", "color": 1}"#), 40415);
        assert_eq!(Collation::parse(RawDoc::new(&doc(r#"{"locale": "simple"}"#))), Ok(None));
    }
}
