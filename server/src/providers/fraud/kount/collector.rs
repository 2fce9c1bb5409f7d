//! Kount's collector, the kit that watches customers' browsers. Kount wants the shop's own domain to serve it, and its license does
//! not let us distribute it, so the operator provides the file.

use std::fmt;
use std::sync::Arc;

/// The largest script, in bytes. Kount's has 36,000.
const LARGEST_SCRIPT: usize = 1024 * 1024;

/// The collector's script, an ES module.
#[derive(Clone, PartialEq, Eq)]
pub struct CollectorScript(Arc<str>);

impl CollectorScript {
    /// The script in a text; `None` if it cannot be Kount's: it is too large, or has no default export.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() <= LARGEST_SCRIPT && text.contains("export default")).then(|| Self(text.into()))
    }

    #[must_use]
    pub fn text(&self) -> Arc<str> {
        self.0.clone()
    }
}

/// Shows its length alone: the settings are logged as a whole.
impl fmt::Debug for CollectorScript {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CollectorScript({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::{CollectorScript, LARGEST_SCRIPT};

    const KIT: &str = "export default function kountSDK(config, sessionID) {}";

    #[test]
    fn a_script_shows_its_length_alone_and_is_not_too_large() {
        assert_eq!(
            format!("{:?}", CollectorScript::parse(KIT).unwrap()),
            format!("CollectorScript({} bytes)", KIT.len())
        );
        assert_eq!(CollectorScript::parse(&format!("{KIT}{}", " ".repeat(LARGEST_SCRIPT))), None);
    }
}
