//! What a new password must have.

use crate::policy;

// Hints beside the field.
pub(crate) const ONE_UPPERCASE: &str = "One uppercase letter";
pub(crate) const ONE_NUMBER: &str = "One number";
pub(crate) const ONE_SPECIAL: &str = "One special character, such as ! or #";
pub(crate) const NOT_COMMON: &str = "Not a password that many people use";

/// Says how long a password may be.
pub(crate) fn length() -> String {
    format!("{} to {} characters", policy::PASSWORD_MIN_LENGTH, policy::PASSWORD_MAX_LENGTH)
}
