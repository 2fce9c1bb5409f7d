//! Reviews: one for each order, by its customer. If there is a third party's service, the outbox hands them on to it.

use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::providers::reviews::{Invitation, WrittenReview};
use crate::service::account::customer;
use crate::service::mail::{self, Mail};
use crate::service::order::read::owned;
use crate::state::AppState;
use crate::store::checkout::refused_reviews;
use crate::store::checkout::reviews::ReviewRow;
use crate::store::mail::outbox::Channel;
use crate::store::order::orders::OrderRow;
use stylebox_core::checkout::review::{self, Review, SentReview};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::count::Count;
use stylebox_core::values::message::Message;
use stylebox_core::values::reading::name::clean;
use stylebox_core::{Issue, policy};

#[derive(Debug, Clone)]
pub struct PostedReview {
    /// The invitation that came with the order.
    pub(crate) invitation: Invitation,
    pub(crate) display_name: String,
    pub(crate) email: String,
    pub(crate) content: String,
    pub(crate) title: String,
    pub(crate) score: Option<Count>,
    /// `verified_reviewer`.
    pub(crate) reviewer_type: &'static str,
}

/// Stores a review, and queues it for a third party's service. Returns its id.
///
/// # Errors
/// If the invitation is not signed by us or of another customer's order, the order has a review, or a field does not pass.
pub async fn post(state: &AppState, customer_id: &str, posted: PostedReview) -> AppResult<String> {
    let now = state.clock.now();
    let order_id = state.providers.reviews.order_of(&posted.invitation, now).ok_or(Refusal::SignatureInvalid)?;
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let order = owned(&mut tx, customer_id, &order_id).await?;
    let posted = PostedReview { display_name: clean(&posted.display_name), ..posted };
    let score = check(&posted, &customer.email)?;
    let PostedReview { invitation, display_name, email, content, title, reviewer_type, .. } = posted;
    let review = ReviewRow {
        id: state.new_id(),
        order_id: order.id,
        customer_id: customer.id,
        site_key: invitation.site_key,
        domain: invitation.domain,
        sku: invitation.sku,
        product_title: invitation.product_title,
        display_name,
        email,
        review_content: content,
        review_title: title,
        review_score: score,
        reviewer_type: reviewer_type.to_owned(),
        created_at: now,
    };
    if !review.insert_if_new(&mut tx).await? {
        return Err(Refusal::AlreadyReviewed.into());
    }
    if state.providers.reviews.third_party().is_some() && for_third_party(&review).is_some() {
        mail::queue_as(state, &mut tx, review.id.clone(), message(&review)).await?;
    }
    tx.commit().await?;
    Ok(review.id)
}

/// The message by which the outbox knows of a review. It has no text: that stands in the review alone.
fn message(review: &ReviewRow) -> Mail {
    Mail {
        kind: "review",
        channel: Channel::Review,
        customer_id: Some(review.customer_id.clone()),
        recipient: String::new(),
        subject: "Review for the reviews service".to_owned(),
        body: String::new(),
        html: String::new(),
        true_until: None,
    }
}

/// The review as a third party's service takes it; `None` if it stays here, because it has no text or no stars.
pub(crate) fn for_third_party(review: &ReviewRow) -> Option<WrittenReview> {
    let stars = review.review_score?.get();
    let ReviewRow { product_title, review_content: content, review_title: title, email, .. } = review;
    let is_whole = stars > 0 && !content.trim().is_empty() && !email.is_empty();
    is_whole.then(|| WrittenReview {
        key: review.id.clone(),
        domain: review.domain.clone(),
        sku: review.sku.clone(),
        product_title: product_title.clone(),
        display_name: review.display_name.clone(),
        email: email.clone(),
        content: content.clone(),
        title: if title.trim().is_empty() { product_title } else { title }.clone(),
        stars,
    })
}

/// Staff have noted that the third party's service refused the review of an order.
pub async fn note_refusal(state: &AppState, order: &OrderRow) -> StaffResult<()> {
    let mut tx = state.db.write().await?;
    if !refused_reviews::dismiss(&mut tx, &order.id, state.clock.now()).await? {
        return Err(StaffError::refused(format!("No review of order {} was refused.", order.code)));
    }
    Ok(tx.commit().await?)
}

/// Checks the fields, text and stars by the rule of the review form. Returns the stars.
fn check(posted: &PostedReview, customers_email: &str) -> AppResult<Option<Count>> {
    let mut issues = Vec::new();
    let mut fault = |field: &'static str, message: Message| issues.push(Issue::new(field, message));
    let longest = policy::SHORT_TEXT_MAX_LENGTH;
    if posted.display_name.is_empty() {
        fault("display_name", Message::REQUIRED);
    } else if posted.display_name.chars().count() > longest {
        fault("display_name", Message::too_long(longest));
    }
    if !posted.email.trim().eq_ignore_ascii_case(customers_email) {
        fault("email", Message::EMAIL_MISMATCH);
    }
    if posted.title.chars().count() > longest {
        fault("review_title", Message::too_long(longest));
    }
    let sent = SentReview { order_review: Some(posted.content.clone()), review_rating: posted.score };
    match review::parse(&sent) {
        Ok(Review { rating: None, .. }) if posted.content.trim().is_empty() => {
            fault("review_content", Message::REQUIRED)
        }
        Ok(_) => {}
        Err(faults) => {
            for Issue { field, message } in faults {
                fault(if field == "review_rating" { "review_score" } else { "review_content" }, message);
            }
        }
    }
    if issues.is_empty() { Ok(posted.score) } else { Err(AppError::Form(issues)) }
}
