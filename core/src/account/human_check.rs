//! The human check of the forms that anybody can send (spec A, section 2).

use crate::values::{issue::Issue, message::Message};

/// `human_check.validate`: the check must be passed; its token proves that to the server.
#[must_use]
pub fn validate(token: &str) -> Vec<Issue> {
    if token.is_empty() { vec![Issue::new("recaptchaToken", Message::HUMAN_CHECK_REQUIRED)] } else { vec![] }
}
