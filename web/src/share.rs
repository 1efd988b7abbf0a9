//! Code in a link, to be replaced by the codec of `protocol`.
#[derive(Debug, PartialEq)]
pub struct Shared {
    pub exercise: Option<String>,
    pub code: String,
}
impl Shared {
    pub fn encode(&self) -> String {
        let text = serde_json::json!({"e": self.exercise, "c": self.code}).to_string();
        text.bytes().map(|b| format!("{b:02x}")).collect()
    }
    pub fn decode(payload: &str) -> Result<Shared, String> {
        let bytes: Option<Vec<u8>> = payload
            .as_bytes()
            .chunks(2)
            .map(|c| u8::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok())
            .collect();
        let v: serde_json::Value =
            bytes.and_then(|b| serde_json::from_slice(&b).ok()).ok_or("This link is damaged.")?;
        Ok(Shared {
            exercise: v["e"].as_str().map(str::to_owned),
            code: v["c"].as_str().unwrap_or_default().to_owned(),
        })
    }
}
