//! What a new password must have, as hints beside its field (spec A, section 5; spec B, section 5).

use crate::{messages::passwords as texts, values::fields};
use serde::Serialize;

/// One thing that a new password must have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PasswordHint {
    /// The requirement, in words.
    pub text: String,
    /// Whether the text typed so far meets it.
    pub is_met: bool,
}

/// `password.hints`: all requirements of a new password. A password that meets each of them is accepted.
#[must_use]
pub fn hints(text: &str) -> Vec<PasswordHint> {
    let is_long_enough = fields::is_long_enough(text);
    let hint = |text: &str, is_met| PasswordHint { text: text.to_owned(), is_met };
    vec![
        hint(&texts::length(), is_long_enough && fields::is_short_enough(text)),
        hint(texts::ONE_UPPERCASE, fields::has_uppercase(text)),
        hint(texts::ONE_NUMBER, fields::has_digit(text)),
        hint(texts::ONE_SPECIAL, fields::has_special(text)),
        // A short text is not in the list of common passwords, so an empty field would already meet this hint.
        hint(texts::NOT_COMMON, is_long_enough && !fields::is_common(text)),
    ]
}

#[cfg(test)]
mod tests {
    use super::hints;
    use crate::values::fields::new_password;

    #[test]
    fn a_password_is_accepted_exactly_if_all_hints_are_met() {
        let long = format!("Aa1#{}", "x".repeat(124));
        let too_long = format!("{long}x");
        let passwords = [
            ("", false),
            ("Short#1", false),
            ("Stylebox#2026", true),
            ("stylebox#2026", false),
            ("Stylebox#box", false),
            ("Stylebox2026", false),
            ("Stylebox 2026", false),
            ("Ärzte und 1 Ø!", true),
            ("Stylebox#٣٣٣", false),
            ("Password1!", false),
            ("        ", false),
            (&long, true),
            (&too_long, false),
        ];
        for (password, is_accepted) in passwords {
            assert_eq!(new_password(password).is_ok(), is_accepted, "{password}");
            assert_eq!(hints(password).iter().all(|hint| hint.is_met), is_accepted, "{password}");
        }
    }
}
