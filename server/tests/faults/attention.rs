//! What waits for staff, as `ops attention` names it.

use super::shop::Shop;
use serde_json::Value;
use std::collections::BTreeSet;

pub struct Attention {
    /// The kinds, and what each names.
    named: BTreeSet<(String, String)>,
}

impl Attention {
    /// Asks for everything that waits.
    ///
    /// # Errors
    /// A sentence, if a part of it cannot be read.
    pub fn of(shop: &Shop) -> Result<Self, String> {
        let printed = shop.ops("attention --json")?;
        let read: Value = serde_json::from_str(&printed).map_err(|_| format!("ops attention prints {printed}"))?;
        if read["unread"].as_array().is_none_or(|unread| !unread.is_empty()) {
            return Err(format!("ops attention cannot read everything: {printed}"));
        }
        let text = |found: &Value, name: &str| found[name].as_str().unwrap().to_owned();
        let waiting = read["waiting"].as_array().unwrap().iter();
        Ok(Self { named: waiting.map(|found| (text(found, "kind"), text(found, "what"))).collect() })
    }

    /// Whether it names this, as something of this kind.
    pub fn names(&self, kind: &str, what: &str) -> bool {
        self.named.contains(&(kind.to_owned(), what.to_owned()))
    }

    /// Whether it names something of this kind.
    pub fn has(&self, kind: &str) -> bool {
        self.named.iter().any(|(found, _)| found == kind)
    }
}
