//! The locales of collations, with their differences from the root collation:
//! defaults of options, the first script, and tailored letters.
//!
//! The names, variants and defaults are those of
//! <https://www.mongodb.com/docs/manual/reference/collation-locales-defaults/>,
//! the orders those of the Unicode CLDR. Orders of Han characters, and of scripts
//! that sort by code point here, aren't distinguished.

/// A locale's differences from the root collation.
#[derive(Debug)]
pub(super) struct Locale {
    /// The value of the option `locale`, without a variant.
    pub name: &'static str,
    /// The variants: values after `@collation=`.
    variants: &'static [&'static str],
    /// Letters with another position, in the notation of [`super::tailoring`].
    pub tailoring: &'static str,
    /// The first and the last letter of the block that sorts before Latin.
    pub first_script: Option<(char, char)>,
    /// Differences from the options' usual defaults.
    pub defaults: Defaults,
}

/// Defaults of options that depend on the locale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defaults {
    /// The defaults of the root collation.
    Usual,
    /// `caseFirst: "upper"`.
    UpperFirst,
    /// `backwards: true`.
    Backwards,
    /// `normalization: true`.
    Normalized,
    /// `alternate: "shifted"` and `normalization: true`.
    Shifted,
}

const ARABIC: Option<(char, char)> = Some(('\u{600}', '\u{6FF}'));
const CYRILLIC: Option<(char, char)> = Some(('\u{400}', '\u{52F}'));
const HEBREW: Option<(char, char)> = Some(('\u{590}', '\u{5FF}'));

const fn plain(name: &'static str) -> Locale {
    Locale { name, variants: &[], tailoring: "", first_script: None, defaults: Defaults::Usual }
}

impl Locale {
    const fn order(mut self, tailoring: &'static str) -> Self {
        self.tailoring = tailoring;
        self
    }

    const fn or(mut self, variants: &'static [&'static str]) -> Self {
        self.variants = variants;
        self
    }

    const fn script(mut self, block: Option<(char, char)>) -> Self {
        self.first_script = block;
        self
    }

    /// Sets the block that sorts first, and normalization, for Indic and similar scripts.
    const fn block(mut self, first: char, last: char) -> Self {
        self.first_script = Some((first, last));
        self.defaults = Defaults::Normalized;
        self
    }

    const fn with(mut self, defaults: Defaults) -> Self {
        self.defaults = defaults;
        self
    }
}

const SEARCH: &[&str] = &["search"];
const DANISH: &str = "d~đ~ð th:þ y~ü~ű ƿ<æ~ä<ø~ö~ő<å~aa";
const NORWEGIAN: &str = "d~đ~ð th:þ y~ü~ű ƿ<æ~ä~ę<ø~ö~ő~œ<å~aa";
/// Vietnamese accents are tones with their own order.
const VIETNAMESE: &str = "a<ă<â d<đ e<ê o<ô<ơ u<ư ~\u{300}~\u{309}~\u{303}~\u{301}~\u{323}";
const CROATIAN: &str = "c<č<ć d<dž<đ l<lj n<nj s<š z<ž";

/// All locales, sorted by name.
const LOCALES: &[Locale] = &[
    plain("af"),
    plain("am").script(Some(('\u{1200}', '\u{137F}'))),
    plain("ar").script(ARABIC).or(&["compat"]),
    plain("as").block('\u{980}', '\u{9FF}'),
    plain("az").order("c<ç e<ə g<ğ h<x<ı k<q o<ö s<ş u<ü z<w").or(SEARCH),
    plain("be").script(CYRILLIC).order("е<ё у<ў"),
    plain("bg").script(CYRILLIC),
    plain("bn").block('\u{980}', '\u{9FF}').or(&["traditional"]),
    plain("bo").with(Defaults::Normalized),
    plain("bs").order(CROATIAN).or(SEARCH),
    plain("bs_Cyrl").script(CYRILLIC).order("и~й"),
    plain("ca").or(SEARCH),
    plain("chr"),
    plain("cs").order("c<č h<ch r<ř s<š z<ž").or(SEARCH),
    plain("cy").order("c<ch d<dd f<ff g<ng l<ll p<ph r<rh t<th"),
    plain("da").order(DANISH).or(SEARCH).with(Defaults::UpperFirst),
    plain("de").or(&["eor", "phonebook", "search"]),
    plain("de_AT").or(&["phonebook"]),
    plain("dsb").order("c<č<ć e<ě h<ch k<ł n<ń r<ŕ s<š<ś z<ž<ź"),
    plain("dz").with(Defaults::Normalized),
    plain("ee").order("d<dz<ɖ e<ɛ f<ƒ g<gb<ɣ h<x k<kp n<ny<ŋ o<ɔ t<ts v<ʋ"),
    plain("el").script(Some(('\u{370}', '\u{3FF}'))),
    plain("en"),
    plain("en_US"),
    plain("en_US_POSIX"),
    plain("eo").order("c<ĉ g<ĝ h<ĥ j<ĵ s<ŝ u<ŭ"),
    plain("es").order("n<ñ").or(&["search", "traditional"]),
    plain("et").order("s<š<z<ž w<õ<ä<ö<ü"),
    plain("fa").script(ARABIC).with(Defaults::Normalized),
    plain("fa_AF").script(ARABIC).with(Defaults::Normalized),
    plain("fi").order("d~đ~ð n~ŋ t~ŧ y~ü z~ʒ ƿ<å<ä~æ<ö~ø").or(&["search", "traditional"]),
    plain("fil").order("n<ñ<ng"),
    plain("fo").order(NORWEGIAN),
    plain("fr"),
    plain("fr_CA").with(Defaults::Backwards),
    plain("ga"),
    plain("gl").order("n<ñ").or(SEARCH),
    plain("gu").block('\u{A80}', '\u{AFF}'),
    plain("ha").order("b<ɓ d<ɗ k<ƙ s<sh t<ts y<ƴ"),
    plain("haw").order("a<e<i<o<u"),
    plain("he").script(HEBREW).or(SEARCH).with(Defaults::Normalized),
    plain("hi").block('\u{900}', '\u{97F}'),
    plain("hr").order(CROATIAN).or(SEARCH),
    plain("hsb").order("c<č<ć d<dź e<ě h<ch k<ł r<ř s<š z<ž<ź"),
    plain("hu").order("c<cs d<dz<dzs g<gy l<ly n<ny o<ö~ő s<sz t<ty u<ü~ű z<zs"),
    plain("hy").script(Some(('\u{530}', '\u{58F}'))),
    plain("id"),
    plain("ig").order("b<ch g<gb<gh<gw i<ị k<kp<kw n<ṅ<nw<ny o<ọ s<sh u<ụ"),
    plain("is").order("a<á d~đ<ð e<é i<í o<ó u<ú y<ý ƿ<æ~ä<ö~ø<å").or(SEARCH),
    plain("it"),
    plain("ja").or(&["unihan"]),
    plain("ka").script(Some(('\u{10A0}', '\u{10FF}'))),
    plain("kk").script(CYRILLIC).order("е<ё"),
    plain("kl").order(DANISH).or(SEARCH),
    plain("km").block('\u{1780}', '\u{17FF}'),
    plain("kn").block('\u{C80}', '\u{CFF}').or(&["traditional"]),
    plain("ko").or(&["search", "searchjl", "unihan"]),
    plain("kok").block('\u{900}', '\u{97F}'),
    plain("ky").script(CYRILLIC).order("е<ё"),
    plain("lb"),
    plain("lkt"),
    plain("ln").or(&["phonetic"]),
    plain("lo").block('\u{E80}', '\u{EFF}'),
    plain("lt").order("c<č i~y s<š z<ž"),
    plain("lv").order("c<č g<ģ i~y k<ķ l<ļ n<ņ r<ŗ s<š z<ž"),
    plain("mk").script(CYRILLIC).order("ԃ<ѓ и~й ћ<ќ"),
    plain("ml").block('\u{D00}', '\u{D7F}'),
    plain("mn").script(CYRILLIC),
    plain("mr").block('\u{900}', '\u{97F}'),
    plain("ms"),
    plain("mt").order("b<ċ f<ġ g<għ h<ħ y<ż").with(Defaults::UpperFirst),
    plain("my").script(Some(('\u{1000}', '\u{109F}'))),
    plain("nb").order(NORWEGIAN).or(SEARCH),
    plain("ne").block('\u{900}', '\u{97F}'),
    plain("nl"),
    plain("nn").order(NORWEGIAN).or(SEARCH),
    plain("om").order("z<ch<dh<kh<ny<ph<sh"),
    plain("or").block('\u{B00}', '\u{B7F}'),
    plain("pa").block('\u{A00}', '\u{A7F}'),
    plain("pl").order("a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż"),
    plain("ps").script(ARABIC).with(Defaults::Normalized),
    plain("pt"),
    plain("ro").order("a<ă<â i<î s<ş=ș t<ţ=ț"),
    plain("ru").script(CYRILLIC),
    plain("se").order("a<á c<č<đ~d n<ŋ s<š t<ŧ z<ž ƿ<ø~œ<æ~ä<å<ö").or(SEARCH),
    plain("si").block('\u{D80}', '\u{DFF}').or(&["dictionary"]),
    plain("sk").order("a<ä c<č h<ch o<ô r<ř s<š z<ž").or(SEARCH),
    plain("sl").order("c<č<ć d<đ s<š z<ž"),
    plain("smn").order("a<á c<č d<đ n<ŋ s<š z<ž ƿ<æ<ø~ö<å<ä").or(SEARCH),
    plain("sq").order("c<ç d<dh e<ë g<gj l<ll n<nj r<rr s<sh t<th x<xh z<zh"),
    plain("sr").script(CYRILLIC).order("и~й"),
    plain("sr_Latn").order(CROATIAN).or(SEARCH),
    plain("sv").order("d~đ~ð th:þ y~ü~ű ƿ<å<ä~æ~ę<ö~ø~ő~œ~ô").or(SEARCH),
    plain("sw"),
    plain("ta").block('\u{B80}', '\u{BFF}'),
    plain("te").block('\u{C00}', '\u{C7F}'),
    plain("th").script(Some(('\u{E00}', '\u{E7F}'))).with(Defaults::Shifted),
    plain("to"),
    plain("tr").order("c<ç g<ğ h<ı o<ö s<ş u<ü").or(SEARCH),
    plain("ug").script(ARABIC),
    plain("uk").script(CYRILLIC).order("г<ґ і<ї"),
    plain("ur").script(ARABIC).with(Defaults::Normalized),
    plain("vi").order(VIETNAMESE).or(&["traditional"]).with(Defaults::Normalized),
    plain("wae"),
    plain("yi").script(HEBREW).or(SEARCH).with(Defaults::Normalized),
    plain("yo").order("e<ẹ g<gb o<ọ s<ṣ"),
    plain("zh").or(&["big5han", "gb2312han", "unihan", "zhuyin"]),
    plain("zh_Hant"),
    plain("zu"),
];

/// The tailorings of variants.
const VARIANTS: &[(&str, &str)] = &[
    ("de@collation=phonebook", "ae:ä oe:ö ue:ü"),
    ("de_AT@collation=phonebook", "a<ä o<ö u<ü"),
    ("es@collation=traditional", "c<ch l<ll n<ñ"),
    ("fi@collation=traditional", "d~đ~ð n~ŋ t~ŧ v~w y~ü z~ʒ ƿ<å<ä~æ<ö~ø"),
];

/// Returns the locale with this name and its tailoring.
///
/// # Errors
/// A suggested name, if there is one: ICU falls back from a region to its
/// language and normalizes names.
pub(super) fn find(name: &str) -> Result<(&'static Locale, &'static str), Option<String>> {
    let (language, variant) = match name.split_once("@collation=") {
        Some((language, variant)) => (language, Some(variant)),
        None => (name, None),
    };
    if let Some(locale) = named(language) {
        return match variant {
            None => Ok((locale, locale.tailoring)),
            Some(variant) if locale.variants.contains(&variant) => {
                let own = VARIANTS.iter().find(|(of, _)| *of == name);
                Ok((locale, own.map_or(locale.tailoring, |(_, order)| order)))
            }
            Some(_) => Err(Some(language.to_owned())),
        };
    }
    let mut meant = canonical(language);
    loop {
        if let Some(locale) = named(&meant) {
            return Err(Some(locale.name.to_owned()));
        }
        match meant.rfind('_') {
            Some(at) => meant.truncate(at),
            None => return Err(None),
        }
    }
}

fn named(name: &str) -> Option<&'static Locale> {
    let at = LOCALES.binary_search_by_key(&name, |locale| locale.name).ok()?;
    LOCALES.get(at)
}

/// Normalizes a name like ICU: `language_Script_REGION`.
fn canonical(name: &str) -> String {
    let name = name.split('@').next().unwrap_or_default().to_ascii_lowercase();
    let mut out = String::new();
    for (at, part) in name.split(['-', '_']).enumerate() {
        if at > 0 {
            out.push('_');
        }
        let mut letters = part.chars();
        match (at, part.len(), letters.next()) {
            (0, _, _) | (_, _, None) => out.push_str(part),
            (_, 4, Some(first)) => {
                out.push(first.to_ascii_uppercase());
                out.push_str(letters.as_str());
            }
            _ => out.push_str(&part.to_ascii_uppercase()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_are_ascending_by_name() {
        assert!(LOCALES.windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn errors_suggest_what_was_meant() {
        assert!(find("de_AT").is_ok());
        assert!(find("de@collation=phonebook").is_ok());
        let meant = |name: &str| find(name).unwrap_err();
        assert_eq!(meant("en_GB").as_deref(), Some("en"));
        assert_eq!(meant("en-us").as_deref(), Some("en_US"));
        assert_eq!(meant("zh_hant_TW").as_deref(), Some("zh_Hant"));
        assert_eq!(meant("de@collation=telephone").as_deref(), Some("de"));
        assert_eq!(meant("xx"), None);
        assert_eq!(meant(""), None);
    }
}
