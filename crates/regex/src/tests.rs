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
fn options_follow_the_manual() {
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
fn cached_patterns_keep_their_options() {
    for _ in 0..2 {
        assert!(!matches("st.*A", "", "a star"));
        assert!(matches("st.*A", "i", "a star"));
        // More patterns than the cache holds.
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
    for pattern in [r"(?(9)a)", r"(?(2)a)(b)", r"(?(n)a)", r"(?(-1)a)"] {
        assert_eq!(
            Regex::new(pattern, "").unwrap_err().message(),
            "Regular expression is invalid: reference to non-existent subpattern",
            "{pattern}"
        );
    }
    assert_eq!(Regex::new(r"(?(1", "").unwrap_err().code(), 51091);
    assert!(matches(r"^(?(R)a|b)$", "", "b"));
    assert!(matches(r"^(?(?=a)ab|cd)$", "", "cd"));
    assert!(matches(r"(?(DEFINE)(?<byte>\d{1,3}))^(?&byte)\.(?&byte)$", "", "10.255"));
}

/// Returns the first match and its groups; empty for groups that did not match.
fn found(pattern: &str, text: &str) -> Option<Vec<String>> {
    let regex = Regex::capturing(pattern, "").unwrap();
    let captures = regex.captures_from(text, 0).unwrap()?;
    Some(
        captures
            .into_iter()
            .map(|range| range.map_or_else(String::new, |range| text[range].to_owned()))
            .collect(),
    )
}

fn reason(pattern: &str) -> String {
    let error = Regex::new(pattern, "").unwrap_err();
    error.message().trim_start_matches("Regular expression is invalid: ").to_owned()
}

#[test]
fn groups_contain_their_last_iteration() {
    let all = |texts: &[&str]| Some(texts.iter().map(|text| (*text).to_owned()).collect());
    assert_eq!(found("(a|b)+", "xab"), all(&["ab", "b"]));
    assert_eq!(found("(a*)*", "aaa"), all(&["aaa", ""]));
    assert_eq!(found("(?:(a)|b)*", "ab"), all(&["ab", "a"]));
    assert_eq!(found("(|a){1,2}b", "ab"), all(&["ab", "a"]));
    assert_eq!(found("(a|)+b", "ab"), all(&["ab", ""]));
    assert_eq!(found("a$", "a\n"), all(&["a"]));
    assert_eq!(found(r"a\Kb", "ab"), all(&["b"]));
    assert_eq!(found("(?|(a)|(b))c", "bc"), all(&["bc", "b"]));
    assert_eq!(found("(?U)a+", "aaa"), all(&["a"]));
    assert_eq!(found("(?n)(a)", "a"), all(&["a"]));
    assert_eq!(found("(?:a|ab)c", "abc"), all(&["abc"]));
    assert_eq!(found("(?>a|ab)c", "abc"), None);
    assert_eq!(found("x*?y", "xxy"), all(&["xxy"]));
}

#[test]
fn patterns_call_themselves() {
    let balanced = r"^(\((?:[^()]|(?1))*\))$";
    assert!(matches(balanced, "", "(a(b)(c(d)))"));
    assert!(!matches(balanced, "", "(a(b)"));
    let deep = "(".repeat(200) + &")".repeat(200);
    assert!(matches(balanced, "", &deep));
    assert!(matches(r"^(.)(?:(?R)|.?)\1$", "", "bb"));
    assert!(matches(r"(?<n>a|b)\g<n>\k<n>", "", "aba"));
    assert!(!matches("(?R)?a|b", "", "c"));
    // An aborted search is no match.
    assert!(!matches("(?:a+)+b|(?:a+)+c|(a|aa)+$", "", &("a".repeat(40) + "d")));
}

#[test]
fn lines_begin_and_end_where_pcre_says() {
    assert!(!matches("^$", "m", "a\n"));
    assert!(matches("^$", "m", "a\n\nb"));
    assert!(matches("^b", "m", "a\nb"));
    assert!(matches("a$", "m", "a\nb"));
    assert!(matches(r"\Ra", "", "\r\na"));
}

#[test]
fn characters_have_numbers() {
    for pattern in [r"^\101$", r"^\x41$", r"^\x{41}$", r"^\o{101}$", r"^\N{U+41}$", r"^[\101]$"] {
        assert!(matches(pattern, "", "A"), "{pattern}");
    }
    assert!(matches(r"^\12$", "", "\n"));
    assert!(matches(r"^\p{Greek}\p{^Lu}\P{N}$", "", "αb-"));
    assert!(matches(r"[[:<:]]b", "", "a b"));
    assert!(!matches(r"\w", "i", "ſ"));
    assert!(matches("s", "i", "ſ"));
}

#[test]
fn errors_have_pcre2_texts() {
    for (pattern, why) in [
        ("a**", "quantifier does not follow a repeatable item"),
        ("^*", "quantifier does not follow a repeatable item"),
        ("a{2,1}", "numbers out of order in {} quantifier"),
        ("a{65536}", "number too big in {} quantifier"),
        ("[z-a]", "range out of order in character class"),
        (r"[\d-z]", "invalid range in character class"),
        ("[[:no:]]", "unknown POSIX class name"),
        ("[:alpha:]", "POSIX named classes are supported only within a class"),
        ("[a", "missing terminating ] for character class"),
        ("(a", "missing closing parenthesis"),
        ("a)", "unmatched closing parenthesis"),
        ("(?z)", "unrecognized character after (? or (?-"),
        ("(?<1>a)", "subpattern name must start with a non-digit"),
        ("(?<n>a)(?<n>b)", "two named subpatterns have the same name (PCRE2_DUPNAMES not set)"),
        (r"\2(a)", "reference to non-existent subpattern"),
        ("(?<=a+)b", "lookbehind assertion is not fixed length"),
        (r"\u0041", "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u"),
        (r"\p{None}", "unknown property after \\P or \\p"),
        (r"\X", "\\X is not supported by this playground"),
        ("a(*NO)", "(*VERB) not recognized or malformed"),
    ] {
        assert_eq!(reason(pattern), why, "{pattern}");
    }
}

#[test]
fn prefixes_for_index_bounds() {
    let prefix = |pattern: &str, options: &str| {
        let found = index_prefix(pattern, options);
        (found.prefix, found.exact)
    };
    assert_eq!(prefix("^abc", ""), ("abc".to_owned(), true));
    assert_eq!(prefix("^abc.*", ""), ("abc".to_owned(), true));
    assert_eq!(prefix("^abc.*d", ""), ("abc".to_owned(), false));
    assert_eq!(prefix("^abc.*", "s"), ("abc".to_owned(), true));
    assert_eq!(prefix("^abc?", ""), ("ab".to_owned(), false));
    assert_eq!(prefix("^a\\.b", ""), ("a.b".to_owned(), true));
    assert_eq!(prefix("^a|b", ""), (String::new(), false));
    assert_eq!(prefix("^abc", "i"), (String::new(), false));
    assert_eq!(prefix("abc", ""), (String::new(), false));
    assert_eq!(prefix("^abc", "m"), (String::new(), false));
    assert_eq!(prefix("\\Aabc", "m"), ("abc".to_owned(), true));
}
