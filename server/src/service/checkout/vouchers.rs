//! Issuing gift cards and coupons.

use crate::platform::digest::sha256;
use crate::platform::error::{StaffError, StaffResult};
use crate::platform::keys::{Keys, Mark, Purpose};
use crate::state::AppState;
use crate::store::checkout::coupons::{self, CouponRow};
use crate::store::checkout::discounts::{self, GiftCardRow};
use crate::store::{self, Tx};
use stylebox_core::checkout::coupon::{Coupon, NewCoupon, Unissuable, unissuable};
use stylebox_core::policy;
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

/// A coupon that cannot be issued.
fn refused(reason: Unissuable) -> StaffError {
    StaffError::refused(reason.label())
}

/// How many gift cards a transaction brings under another key.
const PAGE: i64 = 500;

/// The hash of a gift card's number without a key. Only the number's letters and digits count.
fn plain_hash(number: &str) -> String {
    let plain: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    sha256(&format!("stylebox gift card {}", plain.to_ascii_uppercase()))
}

#[must_use]
pub fn new_gift_card(state: &AppState, number: &str, balance: Money) -> GiftCardRow {
    let id = state.new_id();
    let Mark { hash, sealed, key_id } = state.keys.mark(Purpose::GiftCards, &plain_hash(number), &id);
    GiftCardRow {
        id,
        number_hash: hash,
        sealed,
        key_id,
        last_four: number.chars().skip(number.chars().count().saturating_sub(4)).collect(),
        balance,
        created_at: state.clock.now(),
    }
}

pub async fn find_gift_card(keys: &Keys, tx: &mut Tx, number: &str) -> store::Result<Option<GiftCardRow>> {
    for hash in keys.hashes(Purpose::GiftCards, &plain_hash(number)) {
        if let Some(card) = discounts::gift_card_by_hash(tx, &hash).await? {
            return Ok(Some(card));
        }
    }
    Ok(None)
}

/// Brings all gift cards that are under a listed old key under the current one. Afterwards the old key is no longer needed for them.
/// It can be stopped at any point; the next start continues.
pub async fn follow_key(state: &AppState) -> store::Result<()> {
    for key_id in state.keys.old_ids() {
        loop {
            let mut tx = state.db.write().await?;
            let page = discounts::gift_cards_under(&mut tx, &key_id, PAGE).await?;
            let mut followed = 0;
            for (id, hash, sealed) in page {
                let before = Mark { hash, sealed, key_id: key_id.clone() };
                if let Some(mark) = state.keys.follow(Purpose::GiftCards, &before, &id) {
                    discounts::bring_gift_card_under(&mut tx, &id, &mark).await?;
                    followed += 1;
                }
            }
            tx.commit().await?;
            if followed == 0 {
                break;
            }
        }
    }
    Ok(())
}

/// Issues a gift card. Returns its number in groups of four. Only a keyed hash is stored, so this is the only time that it is known.
pub async fn issue(state: &AppState, amount: Money) -> StaffResult<String> {
    let number = format!("{}{}", policy::GIFT_CARD_PREFIX, state.random.text(b"0123456789", policy::GIFT_CARD_DIGITS));
    let card = new_gift_card(state, &number, amount);
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
    if let Some(reason) = unissuable(&new, &state.data.terms) {
        return Err(refused(reason));
    }
    let NewCoupon { code, coupon, valid_from, valid_until, .. } = new;
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

/// All coupons, the newest first.
pub async fn coupons(state: &AppState) -> store::Result<Vec<CouponRow>> {
    coupons::all(&mut state.db.read_single().await?).await
}

/// The discount of a coupon, in words.
///
/// # Errors
/// If the stored coupon is invalid.
pub fn in_words(row: &CouponRow) -> StaffResult<String> {
    Ok(Coupon::new(row.kind, row.value).map_err(StaffError::unexpected)?.in_words())
}
