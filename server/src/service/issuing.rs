//! Issuing gift cards and coupons.

use super::invoices::{gift_card_hash, money};
use crate::http::error::{AppError, AppResult, Refusal};
use crate::state::AppState;
use crate::store::coupons::{self, CouponRow};
use crate::store::discounts::{self, GiftCardRow};
use axum::http::StatusCode;
use stylebox_core::business_time::Date;
use stylebox_core::coupon::Coupon;
use stylebox_core::money::Money;
use stylebox_core::policy;

/// What every gift card's number begins with: no payment card does.
const ISSUER: &str = "9035";
/// How many digits follow.
const DIGITS: usize = 16;

/// A coupon that cannot be issued.
pub const COUPON_INVALID: Refusal =
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "coupon_invalid", "This coupon cannot be issued");

/// Issues a gift card. Its number, in groups of four: it is told once, here; only a hash of it is kept.
///
/// # Errors
/// Where the database fails.
pub async fn issue(state: &AppState, amount: Money) -> AppResult<String> {
    let number = format!("{ISSUER}{}", state.random.text(b"0123456789", DIGITS));
    let card = GiftCardRow {
        id: state.new_id(),
        number_hash: gift_card_hash(&number),
        last_four: number.chars().skip(number.len().saturating_sub(4)).collect(),
        balance: amount.to_cents(),
        created_at: state.clock.now(),
    };
    let mut tx = state.db.write().await?;
    discounts::add_gift_card(&mut tx, &card).await?;
    tx.commit().await?;
    let digits: Vec<char> = number.chars().collect();
    Ok(digits.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" "))
}

/// A coupon that is to be issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCoupon {
    /// Its code.
    pub code: String,
    /// What it takes off.
    pub coupon: Coupon,
    /// The first day; today where it is left out.
    pub valid_from: Option<Date>,
    /// The last day; none where it does not end.
    pub valid_until: Option<Date>,
    /// How often it can be used, by all customers together.
    pub max_uses: Option<u32>,
}

/// Issues a coupon: each customer can use it once.
///
/// # Errors
/// [`COUPON_INVALID`] with the reason: the code is no code or is taken, or the coupon takes nothing off or ends before it begins.
pub async fn issue_coupon(state: &AppState, new: NewCoupon) -> AppResult<CouponRow> {
    let NewCoupon { code, coupon, valid_from, valid_until, max_uses } = new;
    let is_code =
        (3..=30).contains(&code.len()) && code.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if !is_code {
        return Err(COUPON_INVALID.saying("A coupon's code has 3 to 30 letters, digits and dashes."));
    }
    let reserved = [policy::WELCOME_COUPON_CODE, policy::REFERRAL_COUPON_CODE, policy::MULTI_ITEM_DISCOUNT_CODE];
    let taken = || COUPON_INVALID.saying(format!("There is a coupon {code} already."));
    if reserved.iter().any(|known| known.eq_ignore_ascii_case(&code)) {
        return Err(taken());
    }
    if coupon.value().is_zero() {
        return Err(COUPON_INVALID.saying("A coupon takes something off."));
    }
    let valid_from = valid_from.unwrap_or_else(|| state.clock.now().today());
    if valid_until.is_some_and(|until| until < valid_from) {
        return Err(COUPON_INVALID.saying("A coupon ends on the day on which it begins, or later."));
    }
    let row = CouponRow {
        code_key: code.to_uppercase(),
        code: code.clone(),
        kind: coupon.kind(),
        value: coupon.value().to_cents(),
        valid_from: valid_from.to_string(),
        valid_until: valid_until.map(|day| day.to_string()),
        uses: 0,
        max_uses: max_uses.map(i64::from),
        created_at: state.clock.now(),
    };
    let mut tx = state.db.write().await?;
    coupons::add(&mut tx, &row)
        .await
        .map_err(|error| if error.is_duplicate() { taken() } else { AppError::from(error) })?;
    tx.commit().await?;
    Ok(row)
}

/// What a coupon takes off, in words.
///
/// # Errors
/// Where what is stored is none.
pub fn in_words(row: &CouponRow) -> AppResult<String> {
    Ok(Coupon::new(row.kind, money(row.value)).map_err(AppError::unexpected)?.in_words())
}
