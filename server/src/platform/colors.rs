//! The colors of the page, for what is shown outside it: emails and the pages of demo mode.

use std::sync::LazyLock;

/// The page's own list.
pub const TOKENS: &str = include_str!("../../../ui/src/styles/tokens.css");

/// The colors that emails have.
pub static COLORS: LazyLock<Colors> = LazyLock::new(|| Colors {
    white: token("white"),
    paper: token("paper"),
    paper_deep: token("paper-deep"),
    ink: token("ink"),
    ink_soft: token("ink-soft"),
    hairline: token("hairline"),
    accent: token("accent"),
    accent_tint: token("accent-tint"),
});

/// Colors as CSS writes them.
#[derive(Debug)]
pub struct Colors {
    pub(crate) white: &'static str,
    pub(crate) paper: &'static str,
    pub(crate) paper_deep: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) ink_soft: &'static str,
    pub(crate) hairline: &'static str,
    pub(crate) accent: &'static str,
    pub(crate) accent_tint: &'static str,
}

/// The value of a custom property of the list; empty if it is not there.
fn token(name: &str) -> &'static str {
    let value = TOKENS.split(&format!("--{name}: ")).nth(1).and_then(|rest| rest.split(';').next());
    value.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::COLORS;

    #[test]
    fn each_color_is_one() {
        let colors = format!("{:?}", *COLORS);
        assert_eq!(colors.matches('#').count(), 8, "{colors}");
    }
}
