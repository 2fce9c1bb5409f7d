//! The kit of a fraud check that watches customers' browsers.

use crate::providers::common::browser_needs::BrowserNeeds;
use std::fmt;
use std::sync::Arc;

/// The largest script of the collector, in bytes. That of Kount has 36,000.
const LARGEST_SCRIPT: usize = 1024 * 1024;

/// The kit of the fraud check that watches a customer's browser: a script, an ES module, which this server serves. Its default
/// export is called with the client and the environment, and with the session's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collector {
    pub script: CollectorScript,
    /// The shop's id at the fraud check. It is public.
    pub client_id: String,
    /// `TEST` or `PROD`.
    pub environment: &'static str,
    /// The origins that it needs.
    pub needs: BrowserNeeds,
}

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
    pub fn text(&self) -> &str {
        &self.0
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
