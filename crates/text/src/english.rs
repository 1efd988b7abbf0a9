//! English: stop words, and Porter's second stemmer for Snowball
//! (<https://snowballstem.org/algorithms/english/stemmer.html>).

/// Words too frequent to search for.
const STOP_WORDS: &str = "a about above after again against all am an and any are aren't as at be because been \
before being below between both but by can't cannot could couldn't did didn't do does doesn't doing don't down \
during each few for from further had hadn't has hasn't have haven't having he he'd he'll he's her here here's \
hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself let's me more \
most mustn't my myself no nor not of off on once only or other ought our ours ourselves out over own same \
shan't she she'd she'll she's should shouldn't so some such than that that's the their theirs them themselves \
then there there's these they they'd they'll they're they've this those through to too under until up very was \
wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while who who's whom \
why why's with won't would wouldn't you you'd you'll you're you've your yours yourself yourselves";

/// Whether a word in lower case is a stop word.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.split_ascii_whitespace().any(|known| known == word)
}

const EXCEPTIONS: &[(&str, &str)] = &[
    ("skis", "ski"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("idly", "idl"),
    ("gently", "gentl"),
    ("ugly", "ugli"),
    ("early", "earli"),
    ("only", "onli"),
    ("singly", "singl"),
    ("sky", "sky"),
    ("news", "news"),
    ("howe", "howe"),
    ("atlas", "atlas"),
    ("cosmos", "cosmos"),
    ("bias", "bias"),
    ("andes", "andes"),
];

/// Words that are final after step 1a.
const FINAL_AFTER_STEP_1A: &[&str] =
    &["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"];

const STEP_2: &[(&str, &str)] = &[
    ("ization", "ize"),
    ("ational", "ate"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "ive"),
    ("tional", "tion"),
    ("biliti", "ble"),
    ("lessli", "less"),
    ("entli", "ent"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("ousli", "ous"),
    ("iviti", "ive"),
    ("fulli", "ful"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("abli", "able"),
    ("izer", "ize"),
    ("ator", "ate"),
    ("alli", "al"),
    ("bli", "ble"),
    ("ogi", "og"),
    ("li", ""),
];

const STEP_3: &[(&str, &str)] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ative", ""),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
];

const STEP_4: &[&str] = &[
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "ion", "al", "er", "ic",
];

const DOUBLES: &[&[u8]] = &[b"bb", b"dd", b"ff", b"gg", b"mm", b"nn", b"pp", b"rr", b"tt"];

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// Returns the stem of a word; a word with letters outside of the English alphabet is unchanged.
pub(super) fn stem(word: &str) -> String {
    if let Some((_, stem)) = EXCEPTIONS.iter().find(|(known, _)| *known == word) {
        return (*stem).to_owned();
    }
    if word.len() <= 2 {
        return word.to_owned();
    }
    let mut stemmer = Stemmer::new(word);
    stemmer.step_0();
    stemmer.step_1a();
    let text = String::from_utf8_lossy(&stemmer.word).into_owned();
    if FINAL_AFTER_STEP_1A.contains(&text.as_str()) {
        return text;
    }
    stemmer.step_1b();
    stemmer.step_1c();
    stemmer.step_2();
    stemmer.step_3();
    stemmer.step_4();
    stemmer.step_5();
    String::from_utf8_lossy(&stemmer.word).replace('Y', "y")
}

struct Stemmer {
    /// The word; a consonant `y` is written as `Y`.
    word: Vec<u8>,
    /// The starts of the regions R1 and R2, in which suffixes are removed.
    r1: usize,
    r2: usize,
}

impl Stemmer {
    fn new(word: &str) -> Self {
        let mut word = word.strip_prefix('\'').unwrap_or(word).as_bytes().to_vec();
        for at in 0..word.len() {
            if word[at] == b'y' && (at == 0 || is_vowel(word[at - 1])) {
                word[at] = b'Y';
            }
        }
        let special = [&b"gener"[..], b"commun", b"arsen"].into_iter().find(|start| word.starts_with(start));
        let r1 = special.map_or_else(|| after_syllable(&word, 0), <[u8]>::len);
        let r2 = after_syllable(&word, r1);
        Stemmer { word, r1, r2 }
    }

    fn ends(&self, suffix: &str) -> bool {
        self.word.ends_with(suffix.as_bytes())
    }

    fn cut(&mut self, count: usize) {
        self.word.truncate(self.word.len().saturating_sub(count));
    }

    fn replace(&mut self, suffix: &str, with: &str) {
        self.cut(suffix.len());
        self.word.extend_from_slice(with.as_bytes());
    }

    fn in_r1(&self, suffix: &str) -> bool {
        self.word.len() >= self.r1 + suffix.len()
    }

    fn in_r2(&self, suffix: &str) -> bool {
        self.word.len() >= self.r2 + suffix.len()
    }

    fn has_vowel_before(&self, suffix: &str) -> bool {
        self.word[..self.word.len() - suffix.len()].iter().any(|letter| is_vowel(*letter))
    }

    /// Whether the word up to `end` ends with a short syllable.
    fn short_syllable(&self, end: usize) -> bool {
        let word = &self.word[..end];
        match word {
            [.., a, b, c] => {
                !is_vowel(*a) && is_vowel(*b) && !is_vowel(*c) && !matches!(c, b'w' | b'x' | b'Y')
            }
            [a, b] => is_vowel(*a) && !is_vowel(*b),
            _ => false,
        }
    }

    fn is_short(&self) -> bool {
        self.r1 >= self.word.len() && self.short_syllable(self.word.len())
    }

    /// Removes the possessive.
    fn step_0(&mut self) {
        for suffix in ["'s'", "'s", "'"] {
            if self.ends(suffix) {
                return self.cut(suffix.len());
            }
        }
    }

    /// Removes the plural.
    fn step_1a(&mut self) {
        if self.ends("sses") {
            self.cut(2);
        } else if self.ends("ied") || self.ends("ies") {
            self.cut(if self.word.len() > 4 { 2 } else { 1 });
        } else if self.ends("us") || self.ends("ss") {
        } else if self.ends("s") && self.word.len() > 2 {
            let before = &self.word[..self.word.len() - 2];
            if before.iter().any(|letter| is_vowel(*letter)) {
                self.cut(1);
            }
        }
    }

    /// Removes endings of past tense and participles.
    fn step_1b(&mut self) {
        for suffix in ["eedly", "eed"] {
            if self.ends(suffix) {
                if self.in_r1(suffix) {
                    self.replace(suffix, "ee");
                }
                return;
            }
        }
        let found = ["ingly", "edly", "ing", "ed"].into_iter().find(|suffix| self.ends(suffix));
        let Some(suffix) = found.filter(|suffix| self.has_vowel_before(suffix)) else { return };
        self.cut(suffix.len());
        if self.ends("at") || self.ends("bl") || self.ends("iz") {
            self.word.push(b'e');
        } else if DOUBLES.iter().any(|double| self.word.ends_with(double)) {
            self.cut(1);
        } else if self.is_short() {
            self.word.push(b'e');
        }
    }

    /// Replaces a final `y` after a consonant by `i`.
    fn step_1c(&mut self) {
        if let [_, .., before, last @ (b'y' | b'Y')] = self.word.as_mut_slice()
            && !is_vowel(*before)
        {
            *last = b'i';
        }
    }

    /// Shortens derivational suffixes.
    fn step_2(&mut self) {
        let Some((suffix, with)) = STEP_2.iter().find(|(suffix, _)| self.ends(suffix)) else { return };
        if !self.in_r1(suffix) {
            return;
        }
        let before = self.word.len().checked_sub(suffix.len() + 1).map(|at| self.word[at]);
        let fits = match *suffix {
            "ogi" => before == Some(b'l'),
            "li" => before.is_some_and(|letter| b"cdeghkmnrt".contains(&letter)),
            _ => true,
        };
        if fits {
            self.replace(suffix, with);
        }
    }

    /// Shortens further derivational suffixes.
    fn step_3(&mut self) {
        let Some((suffix, with)) = STEP_3.iter().find(|(suffix, _)| self.ends(suffix)) else { return };
        if self.in_r1(suffix) && (*suffix != "ative" || self.in_r2(suffix)) {
            self.replace(suffix, with);
        }
    }

    /// Removes derivational suffixes.
    fn step_4(&mut self) {
        let Some(suffix) = STEP_4.iter().find(|suffix| self.ends(suffix)) else { return };
        if !self.in_r2(suffix) {
            return;
        }
        let before = self.word.len().checked_sub(suffix.len() + 1).map(|at| self.word[at]);
        if *suffix != "ion" || matches!(before, Some(b's' | b't')) {
            self.cut(suffix.len());
        }
    }

    /// Removes a final `e` or doubled `l`.
    fn step_5(&mut self) {
        let end = self.word.len().saturating_sub(1);
        let silent = self.ends("e") && (self.in_r2("e") || (self.in_r1("e") && !self.short_syllable(end)));
        if silent || (self.ends("ll") && self.in_r2("l")) {
            self.cut(1);
        }
    }
}

/// Returns the position after the first consonant that follows a vowel.
fn after_syllable(word: &[u8], from: usize) -> usize {
    let rest = word.get(from..).unwrap_or_default();
    let found = rest.windows(2).position(|pair| is_vowel(pair[0]) && !is_vowel(pair[1]));
    found.map_or(word.len(), |at| from + at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_of_the_published_vocabulary() {
        let pairs = [
            ("consign", "consign"),
            ("consigned", "consign"),
            ("consistency", "consist"),
            ("consolation", "consol"),
            ("consolingly", "consol"),
            ("constancy", "constanc"),
            ("constables", "constabl"),
            ("knack", "knack"),
            ("kneeling", "kneel"),
            ("knightly", "knight"),
            ("knives", "knive"),
            ("generically", "generic"),
            ("generate", "generat"),
            ("coffee", "coffe"),
            ("shopping", "shop"),
            ("baking", "bake"),
            ("cake", "cake"),
            ("cakes", "cake"),
            ("dying", "die"),
            ("happily", "happili"),
            ("ties", "tie"),
            ("cries", "cri"),
            ("hopping", "hop"),
            ("hoping", "hope"),
            ("falling", "fall"),
            ("relational", "relat"),
            ("university", "univers"),
            ("running", "run"),
            ("runs", "run"),
            ("news", "news"),
            ("says", "say"),
            ("beautiful", "beauti"),
            ("owner's", "owner"),
            ("replacement", "replac"),
            ("controlling", "control"),
        ];
        for (word, expected) in pairs {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    #[test]
    fn stemming_never_panics() {
        for word in ["", "'", "''", "y", "yy", "ied", "s", "ing", "eed", "é", "naïve", "日本"] {
            stem(word);
        }
    }
}
