//! Referring a friend (spec B, section 2).

use crate::values::url;

/// `referral.link`: the path that a friend is sent, below the base path.
#[must_use]
pub fn link(referral_code: &str) -> String {
    ["/register?referral=", &url::encoded(referral_code)].concat()
}
