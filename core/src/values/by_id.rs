//! Values by id.

/// A map in a sorted list. The standard library's trees would add four kilobytes to the browser's WebAssembly, and a box has only
/// a dozen lines.
pub(crate) struct ById<'a, V>(Vec<(&'a str, V)>);

impl<'a, V> ById<'a, V> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the value of an id. Returns false if the id is known already: its first value stays.
    pub(crate) fn insert(&mut self, id: &'a str, value: V) -> bool {
        let place = self.0.binary_search_by(|(known, _)| (*known).cmp(id));
        place.map_err(|place| self.0.insert(place, (id, value))).is_err()
    }

    /// The value of an id.
    pub(crate) fn get(&self, id: &str) -> Option<&V> {
        let place = self.0.binary_search_by(|(known, _)| (*known).cmp(id)).ok()?;
        self.0.get(place).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::ById;

    #[test]
    fn an_id_keeps_its_first_value() {
        let mut values = ById::new();
        assert!(values.insert("b", 1) && values.insert("a", 2) && values.insert("c", 3));
        assert!(!values.insert("a", 4));
        assert_eq!(["a", "b", "c", "d"].map(|id| values.get(id).copied()), [Some(2), Some(1), Some(3), None]);
    }
}
