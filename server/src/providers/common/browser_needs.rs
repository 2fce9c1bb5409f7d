//! What a party needs in the customer's browser. The content policy allows that and nothing more; the embedded defaults need
//! nothing, so that nothing is loaded from outside.

/// The origins that a party's script needs, such as `https://collector.example`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrowserNeeds {
    /// Where its scripts come from.
    pub scripts: Vec<String>,
    /// What it shows in frames.
    pub frames: Vec<String>,
    /// What its scripts call.
    pub connections: Vec<String>,
    /// Where its pictures come from.
    pub images: Vec<String>,
}

impl BrowserNeeds {
    /// What several parties need together.
    #[must_use]
    pub fn joined(all: impl IntoIterator<Item = Self>) -> Self {
        let mut joined = Self::default();
        for Self { scripts, frames, connections, images } in all {
            joined.scripts.extend(scripts);
            joined.frames.extend(frames);
            joined.connections.extend(connections);
            joined.images.extend(images);
        }
        joined
    }

    /// Whether nothing is needed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.scripts.is_empty() && self.frames.is_empty() && self.connections.is_empty() && self.images.is_empty()
    }

    /// Adds them to a content policy, each to its directive. A directive that is missing would fall back to `default-src`, so
    /// it is added.
    #[must_use]
    pub fn allowed_by(&self, policy: &str) -> String {
        let mut directives: Vec<String> = policy.split(';').map(|directive| directive.trim().to_owned()).collect();
        for (name, origins) in [
            ("script-src", &self.scripts),
            ("frame-src", &self.frames),
            ("connect-src", &self.connections),
            ("img-src", &self.images),
        ] {
            if origins.is_empty() {
                continue;
            }
            let added = origins.join(" ");
            match directives.iter_mut().find(|directive| directive.split(' ').next() == Some(name)) {
                Some(directive) => *directive = format!("{directive} {added}"),
                None => directives.push(format!("{name} {added}")),
            }
        }
        directives.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::BrowserNeeds;

    const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'none'";

    #[test]
    fn a_policy_allows_what_a_party_needs_and_nothing_more() {
        let needs = BrowserNeeds {
            scripts: vec!["https://a.example".to_owned(), "https://b.example".to_owned()],
            frames: vec!["https://c.example".to_owned()],
            connections: Vec::new(),
            images: vec!["https://d.example".to_owned()],
        };
        assert_eq!(
            needs.allowed_by(POLICY),
            "default-src 'none'; script-src 'self' https://a.example https://b.example; connect-src 'self'; \
             form-action 'none'; frame-src https://c.example; img-src https://d.example"
        );
        assert_eq!(BrowserNeeds::default().allowed_by(POLICY), POLICY);
    }
}
