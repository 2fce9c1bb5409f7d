//! Issuing gift cards and coupons.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::checkout::invoice::gift_card_hash;
use crate::state::AppState;
use crate::store::checkout::coupons::CouponRow;
use crate::store::checkout::discounts::GiftCardRow;
use stylebox_core::checkout::coupon::{Coupon, NewCoupon, Unissuable, unissuable};
use stylebox_core::money::Money;
use stylebox_core::values::count::Count;
use stylebox_core::{messages, policy};

/// A coupon that cannot be issued.
fn refused(reason: Unissuable) -> StaffError {
    StaffError::refused(messages::text(reason.as_str()).unwrap_or(reason.as_str()))
}

/// Issues a gift card. Returns its number in groups of four. Only a hash is stored, so this is the only time that it is known.
pub async fn issue(state: &AppState, amount: Money) -> StaffResult<String> {
    let number = format!("{}{}", policy::GIFT_CARD_PREFIX, state.random.text(b"0123456789", policy::GIFT_CARD_DIGITS));
    let card = GiftCardRow {
        id: state.new_id(),
        number_hash: gift_card_hash(&number),
        last_four: number.chars().skip(number.len().saturating_sub(4)).collect(),
        balance: amount,
        created_at: state.clock.now(),
    };
    let mut tx = state.db.write().await?;
    card.insert(&mut tx).await?;
    tx.commit().await?;
    let digits: Vec<char> = number.chars().collect();
    Ok(digits.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" "))
}

/// Issues a coupon. Each customer can use it once, all customers together `max_uses` times.
///
/// # Errors
/// Core's reason, or that there already is a coupon with that code.
pub async fn issue_coupon(state: &AppState, new: NewCoupon, max_uses: Option<u32>) -> StaffResult<CouponRow> {
    if let Some(reason) = unissuable(&new) {
        return Err(refused(reason));
    }
    let NewCoupon { code, coupon, valid_from, valid_until } = new;
    let row = CouponRow {
        code_key: code.to_uppercase(),
        code,
        kind: coupon.kind(),
        value: coupon.value(),
        valid_from,
        valid_until,
        uses: Count::default(),
        max_uses: max_uses.map(u64::from).and_then(Count::new),
        created_at: state.clock.now(),
    };
    let mut tx = state.db.write().await?;
    row.insert(&mut tx)
        .await
        .map_err(|error| if error.is_duplicate() { refused(Unissuable::Taken) } else { StaffError::from(error) })?;
    tx.commit().await?;
    Ok(row)
}

/// The discount of a coupon, in words.
///
/// # Errors
/// If the stored coupon is invalid.
pub fn in_words(row: &CouponRow) -> StaffResult<String> {
    Ok(Coupon::new(row.kind, row.value).map_err(StaffError::unexpected)?.in_words())
}
