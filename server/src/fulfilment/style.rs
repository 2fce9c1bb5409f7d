//! The stylist: charges the styling fee, and composes and packs the box.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::order::{late, transition};
use crate::service::payment::styling_fee;
use crate::service::style::compose::wishes::Wishes;
use crate::service::style::compose::{Piece, StyledBox, Supply, compose};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::items::{self, LineItemRow, OutfitRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use std::collections::{HashMap, HashSet};
use stylebox_core::order::{Actor, Status};

/// Charges the styling fee, then has a stylist compose the box.
///
/// # Errors
/// [`StaffError::Refused`] with the reason: the order has another status, the fee is not paid, too little is in stock, or the order is
/// late and its customer is asked whether to keep it.
pub async fn style(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    if is_just_ordered(state, order_id).await? {
        styling_fee::charge(state, order_id, actor).await?;
    }
    late::refuse_unsettled(state, order_id).await?;
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    if order.status != Status::Styling {
        return Err(StaffError::refused(format!("Order {} is {} and cannot be styled.", order.code, order.status)));
    }
    let styled = composed(state, &mut tx, &order, &customer).await?;
    pack(state, &mut tx, &order, &styled).await?;
    order.stylist_note = Some(styled.stylist_note);
    transition::step(state, &mut tx, &mut order, Status::Styled, actor, "The stylist has chosen").await?;
    Ok(tx.commit().await?)
}

/// Whether the fee has still to be charged. Fails if no box can be composed, so that the fee is not charged for nothing.
async fn is_just_ordered(state: &AppState, order_id: &str) -> StaffResult<bool> {
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, order_id).await?;
    if order.status != Status::Created {
        return Ok(false);
    }
    composed(state, &mut tx, &order, &customer).await?;
    Ok(true)
}

async fn composed(state: &AppState, tx: &mut Tx, order: &OrderRow, customer: &CustomerRow) -> StaffResult<StyledBox> {
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let mut seed = [0; 8];
    state.random.fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    let vocabulary = &state.data.vocabulary;
    let wishes = Wishes::read(&answers, vocabulary).of_customer(&customer.first_name).or_any_stylist(vocabulary, seed);
    let free: HashMap<(String, String), i64> =
        stock::free(tx).await?.into_iter().map(|row| ((row.product_id, row.size), row.free)).collect();
    let in_stock = |id: &str, size: &str| free.get(&(id.to_owned(), size.to_owned())).copied().unwrap_or(0);
    let sent_before: HashSet<String> = items::products_sent(tx, &customer.id).await?.into_iter().collect();
    let supply = Supply { catalogue: &state.data.catalogue, stock: &in_stock, sent_before: &sent_before };
    compose(supply, &wishes, seed).map_err(|error| StaffError::refused(format!("Order {}: {error}", order.code)))
}

/// Takes the garments out of the stock and adds them to the order.
async fn pack(state: &AppState, tx: &mut CustomerTx, order: &OrderRow, styled: &StyledBox) -> StaffResult<()> {
    // Every transaction locks garments in the same order, so that there is no deadlock.
    let mut pieces: Vec<&Piece> = styled.outfits.iter().flat_map(|outfit| &outfit.pieces).collect();
    pieces.sort_by(|one, other| (&one.product_id, &one.size).cmp(&(&other.product_id, &other.size)));
    for Piece { product_id, size } in pieces {
        if !stock::take(tx, product_id, size).await? {
            return Err(StaffError::refused(format!(
                "{product_id} in {size} has just sold out: style order {} again.",
                order.code
            )));
        }
    }
    let mut place = 0;
    for (position, outfit) in (0..).zip(&styled.outfits) {
        let row = OutfitRow {
            id: state.new_id(),
            order_id: order.id.clone(),
            position,
            title: outfit.title.clone(),
            stylist_note: outfit.stylist_note.clone(),
        };
        row.insert(tx).await?;
        for piece in &outfit.pieces {
            let garment = state.data.catalogue.find(&piece.product_id);
            let garment = garment.ok_or_else(|| StaffError::unexpected("a garment that is not in the catalogue"))?;
            let line = LineItemRow {
                id: state.new_id(),
                order_id: order.id.clone(),
                outfit_id: row.id.clone(),
                position: place,
                product_id: garment.id.clone(),
                description: garment.description.clone(),
                brand: garment.brand.clone(),
                color: garment.color.name.clone(),
                size: piece.size.clone(),
                retail_price: garment.retail_price,
                original_price: garment.original_price,
                claimed_kept: None,
                exchange_size: None,
                customer_feedback: None,
                paid_for: false,
                received_at: None,
                written_off: None,
            };
            line.insert(tx).await?;
            place += 1;
        }
    }
    Ok(())
}
