//! The review that a customer leaves after a checkout: stars and a text (spec B, section 2).

use crate::{
    messages::orders as texts,
    policy,
    values::{
        count::Count,
        issue::{Issue, Issues},
        message::Message,
    },
    wire::{Input, or_empty},
};

/// The content of the review form.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ReviewForm {
    /// The free text; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub text: String,
    /// The stars; null while none are given.
    pub rating: Option<f64>,
}

/// `review.button`: what the button of the review form reads.
#[must_use]
pub fn button(form: &ReviewForm) -> &'static str {
    let is_empty = form.text.trim().is_empty() && form.rating.is_none();
    if is_empty { texts::GO_TO_DASHBOARD } else { texts::SUBMIT_REVIEW }
}

/// A review as it is sent with an order.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SentReview {
    /// The free text; null leaves it as it is.
    pub order_review: Option<String>,
    /// The stars; null leaves them as they are.
    pub review_rating: Option<Count>,
}

/// A review that can be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// The free text.
    pub text: Option<String>,
    /// The stars, 0 to 5.
    pub rating: Option<Count>,
}

/// Parses a review.
///
/// # Errors
/// The first issue of each field.
pub fn parse(sent: &SentReview) -> Result<Review, Vec<Issue>> {
    let SentReview { order_review: text, review_rating: rating } = sent.clone();
    let mut issues = Issues::default();
    let length = text.as_deref().unwrap_or_default().chars().count();
    let longest = policy::REVIEW_MAX_LENGTH;
    issues.check("order_review", if length > longest { Err(Message::too_long(longest)) } else { Ok(()) });
    let most = Count::of(policy::REVIEW_MAX_STARS);
    issues.check("review_rating", if rating > Some(most) { Err(Message::number_too_large(most)) } else { Ok(()) });
    let issues = issues.into_vec();
    if issues.is_empty() { Ok(Review { text, rating }) } else { Err(issues) }
}

/// `review.validate`: a review has at most five stars and 5000 characters (spec B, section 2).
#[must_use]
pub fn validate(sent: &SentReview) -> Vec<Issue> {
    parse(sent).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{SentReview, parse};

    #[test]
    fn a_review_has_at_most_5000_characters_however_many_bytes() {
        let review = |length: usize| SentReview { order_review: Some("é".repeat(length)), review_rating: None };
        assert!(parse(&review(5000)).is_ok());
        let issues = parse(&review(5001)).unwrap_err();
        assert_eq!(
            (issues[0].field.as_ref(), issues[0].message.text().as_ref()),
            ("order_review", "Max. 5000 characters.")
        );
    }
}
