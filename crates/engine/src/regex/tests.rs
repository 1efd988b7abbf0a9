use super::*;

fn matches(pattern: &str, options: &str, text: &str) -> bool {
    Regex::new(pattern, options).unwrap().is_match(text)
}

#[test]
fn classes_are_ascii_and_case_folding_is_unicode() {
    assert!(!matches(r"^\w+$", "", "é"));
    assert!(!matches(r"\d", "", "٣"));
    assert!(matches("ÉCOLE", "i", "école"));
    assert!(matches(r"\bfoo\b", "", "a foo b"));
    assert!(!matches(r"\bfoo\b", "", "afoob"));
    assert!(matches(r"o\Bo", "", "foo"));
}

#[test]
fn dollar_matches_before_a_final_newline() {
    assert!(matches("ab$", "", "ab\n"));
    assert!(!matches("ab$", "", "ab\nc"));
    assert!(matches("ab$", "m", "ab\nc"));
    assert!(!matches("ab$(?!\n)", "", "ab\n"));
    assert!(matches("(a|b$)", "", "xb\n"));
}

#[test]
fn options_mean_what_the_manual_says() {
    assert!(!matches("a.c", "", "a\nc"));
    assert!(matches("a.c", "s", "a\nc"));
    assert!(matches("^c", "m", "a\nc"));
    assert!(matches("a b # note ( \n c", "x", "abc"));
    assert!(matches("(?i)ABC", "", "abc"));
    assert!(matches("a(?i:B)c", "", "abc"));
    assert!(!matches("a(?i:B)C", "", "abc"));
    assert_eq!(Regex::new("a", "g").unwrap_err().code(), 51108);
    assert_eq!(
        Regex::new("(a", "").unwrap_err().message(),
        "Regular expression is invalid: missing closing parenthesis"
    );
}

#[test]
fn patterns_that_come_again_keep_their_options() {
    for _ in 0..2 {
        assert!(!matches("st.*A", "", "a star"));
        assert!(matches("st.*A", "i", "a star"));
        // More than are kept.
        for length in 1..20 {
            assert!(matches(&format!("^a{{{length}}}$"), "", &"a".repeat(length)));
            assert!(!matches(&format!("^a{{{length}}}$"), "", &"a".repeat(length + 1)));
        }
    }
}

#[test]
fn perl_features_work() {
    assert!(matches(r"(a)\1", "", "aa"));
    assert!(matches(r"foo(?!bar)", "", "foobaz"));
    assert!(matches(r"(?<=\$)\d+", "", "cost $42"));
    assert!(matches(r"^(?>a+)b", "", "aaab"));
    assert!(matches(r"[[:alpha:]]+\.[^\]]", "", "abc.x"));
    assert!(matches(r"\Qa.b\E+", "", "a.bb"));
    assert!(matches(r"\x41\x{42}\t", "", "AB\t"));
    assert!(matches(r"[\w.-]+@[a-z&&~[]+", "", "a-b@c&["));
    assert!(matches(r"a{,3}", "", "a{,3}"));
    assert!(matches(r"\p{Lu}", "", "É"));
    assert!(matches(r"(?'n'x)\k<n>", "", "xx"));
}

#[test]
fn conditions_ask_about_groups_that_exist() {
    assert!(matches(r"^(a)?(?(1)b|c)$", "", "ab"));
    assert!(matches(r"^(a)?(?(1)b|c)$", "", "c"));
    assert!(!matches(r"^(a)?(?(1)b|c)$", "", "b"));
    assert!(matches(r"^(?<n>a)?(?(<n>)b|c)$", "", "ab"));
    assert!(matches(r"^(?<n>a)?(?(n)b|c)$", "", "c"));
    assert!(matches(r"^(a)?(?(-1)b|c)$", "", "ab"));
    for pattern in
        [r"(?(9)a)", r"(?(2)a)(b)", r"(?(n)a)", r"(?(0)a)", r"(?(-1)a)", r"(?(99999999999999999999)a)"]
    {
        assert_eq!(
            Regex::new(pattern, "").unwrap_err().message(),
            "Regular expression is invalid: reference to non-existent subpattern",
            "{pattern}"
        );
    }
    assert_eq!(Regex::new(r"(?(1", "").unwrap_err().code(), 51091);
    assert_eq!(Regex::new(r"(?(R)a)", "").unwrap_err().code(), 51091);
}

#[test]
fn prefixes_for_index_bounds() {
    let prefix = |pattern: &str, options: &str| {
        let found = index_prefix(pattern, options);
        (found.prefix, found.exact)
    };
    assert_eq!(prefix("^abc", ""), ("abc".to_owned(), true));
    assert_eq!(prefix("^abc.*", ""), ("abc".to_owned(), false));
    assert_eq!(prefix("^abc.*", "s"), ("abc".to_owned(), true));
    assert_eq!(prefix("^abc?", ""), ("ab".to_owned(), false));
    assert_eq!(prefix("^a\\.b", ""), ("a.b".to_owned(), true));
    assert_eq!(prefix("^a|b", ""), (String::new(), false));
    assert_eq!(prefix("^abc", "i"), (String::new(), false));
    assert_eq!(prefix("abc", ""), (String::new(), false));
    assert_eq!(prefix("^abc", "m"), (String::new(), false));
    assert_eq!(prefix("\\Aabc", "m"), ("abc".to_owned(), true));
}
