//! What a checkout reserves until the gateway has answered.

use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::coupons::CouponSource;
use crate::service::checkout::invoice::Invoice;
use crate::state::AppState;
use crate::store::checkout::coupons;
use crate::store::checkout::discounts::{self, DrawRow};
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::stock;
use crate::store::{CustomerTx, Tx};
use stylebox_core::checkout::coupon::{TakenOff, is_used_up};
use stylebox_core::messages::refusals;
use stylebox_core::messages::refusals::Refusal;

/// The prefix of a referral reward among the used coupons. Its id follows.
const REWARD: &str = "referral:";

/// Reserves the coupon if it takes something off, the gift card's part and the other sizes.
///
/// # Errors
/// If one of them is gone.
pub async fn reserve(state: &AppState, tx: &mut CustomerTx, invoice: &Invoice) -> AppResult<()> {
    let (now, row) = (state.clock.now(), &invoice.row);
    let takes_off = is_used_up(&TakenOff { discount: row.discount_amount });
    if let Some(code) = row.coupon_code.as_ref().filter(|_| takes_off) {
        let used = match &invoice.coupon_source {
            Some(CouponSource::Reward(id)) => {
                if !discounts::use_reward(tx, id, now).await? {
                    return Err(Refusal::InvoiceChanged.into());
                }
                format!("{REWARD}{id}")
            }
            Some(CouponSource::Shop) => {
                if !coupons::use_one(tx, code).await? {
                    return Err(Refusal::PromoCodeNotRecognized.into());
                }
                code.clone()
            }
            Some(CouponSource::Welcome | CouponSource::FriendsCode) => code.clone(),
            None => return Err(AppError::unexpected("an invoice with a coupon of no known source")),
        };
        discounts::use_coupon(tx, &row.customer_id, &used, &row.id, now).await.map_err(|error| {
            if error.is_duplicate() { Refusal::PromoCodeNotRecognized.into() } else { AppError::from(error) }
        })?;
    }
    if let Some(gift_card_id) = row.gift_card_id.as_ref().filter(|_| !row.gift_card_amount.is_zero()) {
        let draw = DrawRow {
            id: state.new_id(),
            gift_card_id: gift_card_id.clone(),
            invoice_id: row.id.clone(),
            amount: row.gift_card_amount,
            created_at: now,
        };
        if !discounts::draw(tx, &draw).await? {
            return Err(Refusal::InvoiceChanged.into());
        }
    }
    for (line, size) in exchanges(tx, invoice).await? {
        if !stock::reserve(tx, &line.product_id, &size).await? {
            return Err(AppError::refused(
                Refusal::ExchangeSizeUnavailable,
                refusals::sold_out(&line.description, &size),
            ));
        }
    }
    Ok(())
}

/// Releases everything, because the checkout was declined.
pub async fn release(state: &AppState, tx: &mut CustomerTx, invoice: &Invoice) -> AppResult<()> {
    let row = &invoice.row;
    release_coupon(tx, &row.id).await?;
    discounts::release_draw(tx, &row.id, state.clock.now()).await?;
    for (line, size) in exchanges(tx, invoice).await? {
        stock::release(tx, &line.product_id, &size).await?;
    }
    Ok(())
}

/// Releases the coupon of an invoice, and the reward behind it: it can be used again.
pub async fn release_coupon(tx: &mut CustomerTx, invoice_id: &str) -> AppResult<()> {
    for code in discounts::coupons_of_invoice(tx, invoice_id).await? {
        match code.strip_prefix(REWARD) {
            Some(reward) => discounts::give_back_reward(tx, reward).await?,
            None => coupons::give_back_one(tx, &code).await?,
        }
    }
    Ok(discounts::give_back_coupon(tx, invoice_id).await?)
}

/// The exchanged items and their new sizes.
async fn exchanges(tx: &mut Tx, invoice: &Invoice) -> AppResult<Vec<(LineItemRow, String)>> {
    let kept = invoice.lines.iter().filter(|line| line.claimed_kept == Some(true));
    let exchanged: Vec<_> = kept.filter_map(|line| Some((&line.line_item_id, line.exchange_size.as_ref()?))).collect();
    if exchanged.is_empty() {
        return Ok(Vec::new());
    }
    let items = items::lines(tx, &invoice.row.order_id).await?;
    let mut exchanges = Vec::with_capacity(exchanged.len());
    for (id, size) in exchanged {
        let item = items.iter().find(|item| item.id == *id).ok_or(Refusal::NotFound)?;
        exchanges.push((item.clone(), size.clone()));
    }
    // Every transaction locks garments in the same order, so that there is no deadlock.
    exchanges.sort_by(|(one, size), (other, other_size)| (&one.product_id, size).cmp(&(&other.product_id, other_size)));
    Ok(exchanges)
}
