//! Resume tokens: positions of change streams, stored by clients.
//!
//! Tokens are opaque to clients: `{ _data: <hexadecimal> }`; later tokens are greater strings
//! (<https://www.mongodb.com/docs/manual/changeStreams/#resume-tokens>). Tokens from clients are untrusted.

use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, display_document, from_hexadecimal, hexadecimal};

/// The first byte of every token, as on a server.
const MARK: u8 = 0x82;

/// The kind of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A returned event.
    Event,
    /// The `invalidate` event that follows a returned event.
    Invalidate,
    /// A time up to which all events were examined.
    HighWater,
}

/// A position in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The cluster time of the event.
    pub(super) time: u64,
    /// The number of the event at that time.
    pub(super) ordinal: u32,
    pub(super) kind: Kind,
    /// The part of a split event, from 1; 0 for the whole event.
    pub(super) fragment: u32,
}

impl Token {
    /// Returns the position after all events up to a time.
    pub(super) fn high_water(time: u64) -> Self {
        Token { time, ordinal: u32::MAX, kind: Kind::HighWater, fragment: 0 }
    }

    /// Returns the position of a part of the same event.
    pub(crate) fn part(self, fragment: u32) -> Self {
        Token { fragment, ..self }
    }

    /// Returns the position after which events remain.
    pub(super) fn place(self) -> (u64, u32) {
        (self.time, self.ordinal)
    }

    /// Parses the token of an event.
    pub(crate) fn of_event(event: RawDoc<'_>) -> Option<Self> {
        Self::parse(event.get("_id")?.as_document()?).ok()
    }

    /// Returns the position directly before this event.
    pub(crate) fn before(self) -> Self {
        match (self.kind, self.fragment, self.ordinal.checked_sub(1)) {
            (Kind::Invalidate, ..) => Token { kind: Kind::Event, ..self },
            (_, 2.., _) => self.part(self.fragment - 1),
            (_, _, Some(ordinal)) => Token { ordinal, kind: Kind::HighWater, fragment: 0, ..self },
            _ => Token::high_water(self.time.saturating_sub(1)),
        }
    }

    /// Whether the token belongs to an `invalidate` event.
    pub(crate) fn is_of_end(self) -> bool {
        self.kind == Kind::Invalidate
    }

    /// Writes the token as a field.
    pub(crate) fn write(self, out: &mut DocBuilder) {
        let mut bytes = vec![MARK];
        bytes.extend(self.time.to_be_bytes());
        bytes.extend(self.ordinal.to_be_bytes());
        bytes.push(match self.kind {
            Kind::Event => 1,
            Kind::Invalidate => 2,
            Kind::HighWater => 3,
        });
        bytes.extend(self.fragment.to_be_bytes());
        out.append_str("_data", &hexadecimal(&bytes).to_uppercase());
    }

    /// Parses a client's token.
    ///
    /// # Errors
    /// 40647 without `_data`, `FailedToParse` for invalid hexadecimal text, `InvalidResumeToken` (260) for
    /// a token that no stream returned.
    pub(crate) fn parse(token: RawDoc<'_>) -> Result<Self> {
        let text = token.get("_data").and_then(RawValue::as_str).ok_or_else(|| {
            let shown = display_document(token);
            Error::new(40647, format!("Bad resume token: _data of missing or of wrong type{shown}"))
        })?;
        let bytes = from_hexadecimal(text)
            .ok_or_else(|| Error::failed_to_parse("resume token string was not a valid hex string"))?;
        Self::from_bytes(&bytes).ok_or_else(|| {
            Error::new(
                ErrorCode::INVALID_RESUME_TOKEN,
                format!("the resume token {text} is not from a change stream of this server"),
            )
        })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&mark, rest) = bytes.split_first()?;
        let (time, rest) = rest.split_first_chunk()?;
        let (ordinal, rest) = rest.split_first_chunk()?;
        let (&kind, rest) = rest.split_first()?;
        let kind = match kind {
            1 => Kind::Event,
            2 => Kind::Invalidate,
            3 => Kind::HighWater,
            _ => return None,
        };
        let fragment = u32::from_be_bytes(<[u8; 4]>::try_from(rest).ok()?);
        let (time, ordinal) = (u64::from_be_bytes(*time), u32::from_be_bytes(*ordinal));
        (mark == MARK).then_some(Token { time, ordinal, kind, fragment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(token: Token) -> Vec<u8> {
        let mut out = DocBuilder::new();
        token.write(&mut out);
        out.finish()
    }

    #[test]
    fn round_trips_and_orders_by_time() {
        let event = Token { time: 7 << 32 | 1, ordinal: 2, kind: Kind::Event, fragment: 0 };
        let all =
            [event, event.part(1), Token { kind: Kind::Invalidate, ..event }, Token::high_water(7 << 32 | 1)];
        let mut last = String::new();
        for token in all {
            let doc = written(token);
            let text = RawDoc::new(&doc).get("_data").and_then(RawValue::as_str).unwrap().to_owned();
            assert!(last < text);
            last = text;
            assert_eq!(Token::parse(RawDoc::new(&doc)).unwrap(), token);
        }
    }

    #[test]
    fn rejects_invalid_tokens() {
        let code = |data: &str| {
            let mut doc = DocBuilder::new();
            doc.append_str("_data", data);
            Token::parse(RawDoc::new(&doc.finish())).unwrap_err().code()
        };
        assert_eq!(code("zz"), ErrorCode::FAILED_TO_PARSE);
        assert_eq!(code(""), ErrorCode::INVALID_RESUME_TOKEN);
        assert_eq!(code("82"), ErrorCode::INVALID_RESUME_TOKEN);
        assert_eq!(code(&"82".repeat(18)), ErrorCode::INVALID_RESUME_TOKEN);
        assert_eq!(Token::parse(RawDoc::empty()).unwrap_err().code(), 40647);
    }
}
