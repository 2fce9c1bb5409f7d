//! Which coupon a code stands for: a referral's percentage, the welcome coupon, or one that the shop issued.

use super::count;
use super::invoices::money;
use crate::http::error::{AppError, AppResult, NOT_FOUND};
use crate::state::AppState;
use crate::store::coupons::{self, CouponRow};
use crate::store::{Tx, customers, discounts};
use stylebox_core::business_time::Date;
use stylebox_core::coupon::{Coupon, CouponKind, IssuedCoupon, WelcomeRequest, usable, welcome};
use stylebox_core::policy;

/// A coupon that the customer may use now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCoupon {
    /// Its code, as it is written everywhere.
    pub code: String,
    /// What it takes off.
    pub coupon: Coupon,
}

/// The coupon of a code that the customer may use now.
///
/// # Errors
/// Where the database fails.
pub async fn find(state: &AppState, tx: &mut Tx, customer_id: &str, code: &str) -> AppResult<Option<FoundCoupon>> {
    if code.trim().eq_ignore_ascii_case(policy::REFERRAL_COUPON_CODE) {
        let reward = discounts::open_reward(tx, customer_id, state.clock.now()).await?;
        let Some((_, percent)) = reward else { return Ok(None) };
        let coupon = Coupon::new(CouponKind::PercentageOff, money(percent * 100)).map_err(AppError::unexpected)?;
        return Ok(Some(FoundCoupon { code: policy::REFERRAL_COUPON_CODE.to_owned(), coupon }));
    }
    let customer = customers::by_id(tx, customer_id).await?.ok_or(NOT_FOUND)?;
    let used = discounts::coupon_is_used(tx, customer_id, policy::WELCOME_COUPON_CODE).await?;
    let request = WelcomeRequest { code: code.to_owned(), first_timer: customer.first_timer, used };
    if let Some(found) = welcome(&request) {
        let coupon = Coupon::new(found.kind, found.value).map_err(AppError::unexpected)?;
        return Ok(Some(FoundCoupon { code: found.code.to_owned(), coupon }));
    }
    let Some(row) = coupons::by_code(tx, code).await? else { return Ok(None) };
    let used = discounts::coupon_is_used(tx, customer_id, &row.code).await?;
    found(state, row, used)
}

/// The coupon of a code that the shop issued and that somebody can use today who has used none yet.
///
/// # Errors
/// Where the database fails.
pub async fn of_the_shop(state: &AppState, tx: &mut Tx, code: &str) -> AppResult<Option<FoundCoupon>> {
    coupons::by_code(tx, code).await?.map_or(Ok(None), |row| found(state, row, false))
}

/// A coupon of the shop's, where core says that it can be used now.
fn found(state: &AppState, row: CouponRow, used: bool) -> AppResult<Option<FoundCoupon>> {
    let day = |text: &str| text.parse::<Date>().map_err(AppError::unexpected);
    let issued = IssuedCoupon {
        valid_from: day(&row.valid_from)?,
        valid_until: row.valid_until.as_deref().map(day).transpose()?,
        uses: count(row.uses),
        max_uses: row.max_uses.map(count),
        used,
        now: state.clock.now().instant(),
    };
    if !usable(&issued) {
        return Ok(None);
    }
    let coupon = Coupon::new(row.kind, money(row.value)).map_err(AppError::unexpected)?;
    Ok(Some(FoundCoupon { code: row.code, coupon }))
}
