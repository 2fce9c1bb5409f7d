//! What is suggested beside a box: pieces that suit the customer and were not in any of her boxes.

use crate::data::catalogue::Garment;
use crate::fulfilment::styling::taste;
use crate::fulfilment::styling::wishes::{Vocabulary, Wishes};
use crate::http::error::{AppError, AppResult, NOT_FOUND};
use crate::state::AppState;
use crate::store::orders::OrderRow;
use crate::store::{Tx, boxes, customers, stock, style_profiles, suggested_items};
use std::cmp::Reverse;
use std::collections::HashSet;
use stylebox_core::{brand, policy};

/// The ids of the garments that are suggested beside an order: while the customer has the box, and until it is done.
///
/// # Errors
/// Where the database fails.
pub async fn beside(state: &AppState, tx: &mut Tx, order: &OrderRow) -> AppResult<Vec<String>> {
    if order.delivery_date.is_none() || order.status.is_finished() {
        return Ok(Vec::new());
    }
    let customer = customers::by_id(tx, &order.customer_id).await?.ok_or(NOT_FOUND)?;
    let Some(profile) = style_profiles::of_customer(tx, &customer.id).await? else { return Ok(Vec::new()) };
    let answers = style_profiles::answers(tx, &profile.id).await?;
    let vocabulary = Vocabulary::of(&state.data.questionnaire).map_err(AppError::unexpected)?;
    let wishes = Wishes::read(&customer.first_name, &answers, &vocabulary);
    let sent: HashSet<String> = boxes::products_sent(tx, &customer.id).await?.into_iter().collect();
    let free: HashSet<(String, String)> =
        stock::free(tx).await?.into_iter().filter(|row| row.free > 0).map(|row| (row.product_id, row.size)).collect();
    let is_there = |garment: &Garment| {
        let size = wishes.size(garment.attributes.sizing);
        size.is_some_and(|size| free.contains(&(garment.id.clone(), size.to_owned())))
    };
    let suits =
        |garment: &&Garment| !sent.contains(&garment.id) && taste::may_be_sent(garment, &wishes) && is_there(garment);
    let mut suited: Vec<&Garment> = state.data.catalogue.items.iter().filter(suits).collect();
    suited.sort_by_key(|garment| (Reverse(taste::appeal(garment, &wishes)), garment.id.as_str()));
    Ok(suited.into_iter().take(policy::SUGGESTED_ITEMS).map(|garment| garment.id.clone()).collect())
}

/// Notes that the customer follows a suggestion; where it leads, in the retailer's shop.
///
/// # Errors
/// [`NOT_FOUND`] where there is no such garment.
pub async fn follow(state: &AppState, customer_id: &str, id: &str) -> AppResult<String> {
    let garment = state.data.catalogue.find(id).ok_or(NOT_FOUND)?;
    let mut tx = state.db.write().await?;
    suggested_items::add_click(&mut tx, &state.new_id(), customer_id, &garment.id, state.clock.now()).await?;
    tx.commit().await?;
    Ok(format!("{}/{}", brand::BRAND.links.shop, garment.id.to_lowercase()))
}
