//! The version of the rules.

/// The version of these rules, 16 hexadecimal digits. A page and a server with the same version answer every rule alike.
///
/// It is a hash of core's sources, calculated while core is built (`core/build.rs`), and the same natively and in WebAssembly, on
/// any machine and in any checkout. Hashing the sources instead of the fixtures' answers costs nothing and misses no change.
/// If only a comment has changed, a page offers a reload that it would not need.
#[must_use]
pub const fn rules_version() -> &'static str {
    env!("STYLEBOX_RULES_VERSION")
}

#[cfg(test)]
mod tests {
    use super::rules_version;

    #[test]
    fn the_version_is_sixteen_hexadecimal_digits() {
        let version = rules_version();
        assert_eq!(version.len(), 16, "{version}");
        assert!(version.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f')), "{version}");
    }
}
