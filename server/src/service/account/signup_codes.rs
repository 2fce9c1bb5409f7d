//! Codes for a sign-up: the welcome coupon's, those of issued coupons, and referral codes.

use crate::platform::error::{AppError, AppResult};
use crate::platform::source::Source;
use crate::service::access::rate_limit::Limit;
use crate::service::checkout::coupons::{self, CouponSource, FoundCoupon, Holder, percentage, referral_code};
use crate::service::order::kept_wish::{self, CouponOfNextBox};
use crate::state::AppState;
use crate::store::account::customers;
use stylebox_core::checkout::coupon::{self, WelcomeRequest, welcome};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;

/// Codes tried by one caller, so that nobody guesses a referral code.
const TRIES: Limit = Limit::new("signup-codes", limits::SIGNUP_CODES);

/// A code of a new customer.
#[derive(Debug)]
pub struct SignupCode {
    /// What it takes off.
    pub(crate) found: FoundCoupon,
    /// The first name of the customer whose referral code it is.
    pub(crate) invited_by: Option<String>,
}

impl From<FoundCoupon> for SignupCode {
    fn from(found: FoundCoupon) -> Self {
        Self { found, invited_by: None }
    }
}

/// The discount of a code. For a customer, it is what their order would be given, by the same rule; a visitor counts as a new
/// customer.
///
/// # Errors
/// [`Refusal::PromoCodeNotRecognized`] or too many tries.
pub async fn validate(
    state: &AppState,
    typed: &str,
    customer_id: Option<&str>,
    caller: Source,
) -> AppResult<SignupCode> {
    TRIES.count(state, &caller.to_string()).await?;
    if let Some(customer_id) = customer_id {
        let found = coupons::find(state, &mut state.db.read().await?, Holder::from(customer_id), typed).await?;
        return Ok(found.ok_or(Refusal::PromoCodeNotRecognized)?.into());
    }
    let request = WelcomeRequest { code: typed.to_owned(), first_timer: true, used: false };
    if let Some(found) = welcome(&request, &state.data.terms) {
        return Ok(coupons::of_sign_up(found)?.into());
    }
    let mut tx = state.db.read().await?;
    if let Some(found) = coupons::of_the_shop(state, &mut tx, typed).await? {
        return Ok(found.into());
    }
    let friend = customers::by_referral_code(&mut tx, &referral_code(typed)).await?;
    let friend = friend.filter(|friend| friend.closing_since.is_none()).ok_or(Refusal::PromoCodeNotRecognized)?;
    let coupon = percentage(coupons::referral_percent(&state.data.terms)?)?;
    let found = FoundCoupon { code: friend.referral_code, coupon, source: CouponSource::FriendsCode };
    Ok(SignupCode { found, invited_by: Some(friend.first_name) })
}

/// The discount that the customer's next box has if no code is typed, and what is said of a code that came with the card if it has
/// ended.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none, [`Refusal::SignupCodeEnded`] if there is none because such a code has ended.
pub async fn by_default(state: &AppState, customer_id: &str) -> AppResult<(FoundCoupon, Option<String>)> {
    let mut tx = state.db.read().await?;
    let CouponOfNextBox { found, ended } = kept_wish::coupon_of_next_box(state, &mut tx, customer_id).await?;
    let ended = ended.map(|code| coupon::ended(&code));
    match (found, ended) {
        (Some(found), ended) => Ok((found, ended)),
        (None, Some(ended)) => Err(AppError::refused(Refusal::SignupCodeEnded, ended)),
        (None, None) => Err(Refusal::NotFound.into()),
    }
}
