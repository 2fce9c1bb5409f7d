//! The customer's shipping addresses.

use crate::platform::error::{AppResult, StaffError};
use crate::providers::address::AddressError;
use crate::service::account::record;
use crate::service::payment::attempts;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::order::{next_boxes, orders};
use crate::store::payment::payment_attempts::Purpose;
use crate::store::{CustomerTx, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::{Address, AddressChange, ComparedAddress, changed};
use stylebox_core::account::shipping_address::{Names, ShippingAddress, ShippingAddressForm, parse};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::Status;
use stylebox_core::policy;

/// An address that core and the provider have checked. It can be stored while it waits for a code.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CheckedAddress {
    name: Option<String>,
    phone: String,
    line_1: String,
    line_2: Option<String>,
    city: String,
    state: String,
    postal_code: String,
}

/// Asks the provider about an address. Never call it in a transaction. If the provider does not answer, core's checks are enough.
///
/// # Errors
/// [`Refusal::AddressInvalid`].
pub async fn check(state: &AppState, address: ShippingAddress) -> AppResult<CheckedAddress> {
    match state.providers.address.check(&address).await {
        Ok(()) => {}
        Err(AddressError::Undeliverable) => return Err(Refusal::AddressInvalid.into()),
        Err(AddressError::NoAnswer) => tracing::warn!("the provider of addresses does not answer"),
    }
    let name = address.name.map(|name| name.to_string());
    let Address { line_1, line_2, city, state, postal_code, phone } = address.address;
    Ok(CheckedAddress {
        name,
        phone: phone.to_string(),
        line_1: line_1.to_string(),
        line_2: line_2.map(|line| line.to_string()),
        city: city.to_string(),
        state: state.to_string(),
        postal_code: postal_code.to_string(),
    })
}

/// Adds an address. The first one becomes primary, even if the form does not say so.
///
/// # Errors
/// [`Refusal::AddressInvalid`] or [`Refusal::TooManyAddresses`].
pub async fn add(state: &AppState, customer_id: &str, address: ShippingAddress) -> AppResult<AddressRow> {
    let wants_primary = address.is_primary.unwrap_or_default();
    let checked = check(state, address).await?;
    let (mut tx, customer) = record::locked(state, customer_id).await?;
    let is_first = shipping_addresses::of_customer(&mut tx, customer_id).await?.is_empty();
    let row = AddressRow { is_primary: wants_primary || is_first, ..row(state, &customer, checked) };
    keep(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(row)
}

/// Changes the given fields of an address. Orders that are styled already keep the address as it was, because the box may be on
/// its way, and its tax must not change.
///
/// # Errors
/// [`Refusal::NotFound`], an issue for each field, [`Refusal::AddressInvalid`], or an order to this address is being charged.
pub async fn change(state: &AppState, customer_id: &str, id: &str, form: ShippingAddressForm) -> AppResult<AddressRow> {
    let mut tx = state.db.read().await?;
    let before = owned(&mut tx, customer_id, id).await?;
    drop(tx);
    let address = parse(&form.over(as_form(&before)), Names::Own)?;
    let wants_primary = address.is_primary.unwrap_or_default();
    let checked = check(state, address).await?;
    let checked = CheckedAddress { name: checked.name.or(Some(before.name)), ..checked };
    let (mut tx, customer) = record::locked(state, customer_id).await?;
    let before = owned(&mut tx, customer_id, id).await?;
    for order in orders::of_customer(&mut tx, customer_id).await? {
        // The fraud check must have seen what is charged.
        if order.status == Status::Created && order.shipping_address_id.as_deref() == Some(id) {
            attempts::refuse_open(&mut tx, &order, Purpose::StylingFee).await.map_err(StaffError::without_details)?;
        }
    }
    if shipping_addresses::has_past_orders(&mut tx, id, Status::Created).await? {
        let copy = AddressRow { id: state.new_id(), is_primary: false, ..before.clone() };
        shipping_addresses::add(&mut tx, &copy).await?;
        shipping_addresses::remove(&mut tx, &copy.id, state.clock.now()).await?;
        shipping_addresses::keep_for_past_orders(&mut tx, id, &copy.id, Status::Created).await?;
    }
    let after = AddressRow {
        id: before.id,
        // There is always a primary address. Making another one primary is the only way to unset it.
        is_primary: before.is_primary || wants_primary,
        created_at: before.created_at,
        ..row(state, &customer, checked)
    };
    shipping_addresses::update(&mut tx, &after).await?;
    tx.commit().await?;
    Ok(after)
}

/// Deletes an address from the list. If it was primary, the newest other one becomes primary.
///
/// # Errors
/// [`Refusal::NotFound`] or [`Refusal::AddressInUse`].
pub async fn remove(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let (mut tx, _) = record::locked(state, customer_id).await?;
    let address = owned(&mut tx, customer_id, id).await?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    let goes_there = |order: &orders::OrderRow| order.shipping_address_id.as_deref() == Some(id);
    if orders.iter().any(|order| !order.status.is_finished() && goes_there(order)) {
        return Err(Refusal::AddressInUse.into());
    }
    shipping_addresses::remove(&mut tx, id, state.clock.now()).await?;
    match shipping_addresses::of_customer(&mut tx, customer_id).await?.into_iter().next() {
        Some(next) if address.is_primary => {
            shipping_addresses::update(&mut tx, &AddressRow { is_primary: true, ..next }).await?;
        }
        Some(_) => {}
        // The next box has no address any more, and its customer must be told.
        None => next_boxes::void(&mut tx, customer_id).await?,
    }
    tx.commit().await?;
    Ok(())
}

/// Saves an address as the primary one if it differs from it by core's `address.changed`. Returns the id of the primary address.
///
/// # Errors
/// [`Refusal::TooManyAddresses`].
pub async fn save_if_changed(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    address: CheckedAddress,
) -> AppResult<String> {
    let primary = shipping_addresses::primary(tx, &customer.id).await?;
    let compared = |row: &AddressRow| ComparedAddress {
        name: row.name.clone(),
        phone: row.phone.clone(),
        line_1: row.line_1.clone(),
        line_2: row.line_2.clone().unwrap_or_default(),
        city: row.city.clone(),
        state: row.state.clone(),
        postal_code: row.postal_code.clone(),
    };
    // A form without a recipient does not change the recipient.
    let name = address.name.clone().or_else(|| primary.as_ref().map(|primary| primary.name.clone()));
    let candidate = row(state, customer, CheckedAddress { name, ..address });
    match primary {
        Some(primary)
            if !changed(&AddressChange { primary: Some(compared(&primary)), candidate: compared(&candidate) }) =>
        {
            Ok(primary.id)
        }
        _ => {
            keep(tx, &candidate).await?;
            Ok(candidate.id)
        }
    }
}

/// The customer's address with this id.
async fn owned(tx: &mut Tx, customer_id: &str, id: &str) -> AppResult<AddressRow> {
    let known = shipping_addresses::of_customer(tx, customer_id).await?;
    Ok(known.into_iter().find(|address| address.id == id).ok_or(Refusal::NotFound)?)
}

async fn keep(tx: &mut CustomerTx, address: &AddressRow) -> AppResult<()> {
    let known = shipping_addresses::of_customer(tx, &address.customer_id).await?.len();
    if known >= policy::MAX_SHIPPING_ADDRESSES {
        return Err(Refusal::TooManyAddresses.into());
    }
    if known == 0 {
        // The next box waited because it had no address. Its customer gets another week to skip it.
        next_boxes::void(tx, &address.customer_id).await?;
    }
    Ok(shipping_addresses::add(tx, address).await?)
}

/// A new primary address. Without a recipient's name it gets the customer's.
fn row(state: &AppState, customer: &CustomerRow, address: CheckedAddress) -> AddressRow {
    AddressRow {
        id: state.new_id(),
        customer_id: customer.id.clone(),
        name: address.name.unwrap_or_else(|| customer.full_name()),
        phone: address.phone,
        line_1: address.line_1,
        line_2: address.line_2,
        city: address.city,
        state: address.state,
        postal_code: address.postal_code,
        country: "US".to_owned(),
        is_primary: true,
        created_at: state.clock.now(),
    }
}

/// The form that would give this address.
fn as_form(address: &AddressRow) -> ShippingAddressForm {
    ShippingAddressForm {
        // The name may be the customer's first and last name, which together can be longer than a typed name may be.
        name: None,
        line_1: Some(address.line_1.clone()),
        line_2: address.line_2.clone(),
        city: Some(address.city.clone()),
        state: Some(address.state.clone()),
        postal_code: Some(address.postal_code.clone()),
        phone: Some(address.phone.clone()),
        country: None,
        is_primary: None,
    }
}
