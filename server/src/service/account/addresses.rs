//! The customer's shipping addresses.

use crate::platform::backoff::wait_after;
use crate::platform::error::{AppResult, StaffError};
use crate::providers::address::AddressError;
use crate::service::access::rate_limit::Limit;
use crate::service::account::customer;
use crate::service::mail::alert::{self, Alert};
use crate::service::order::transition;
use crate::service::payment::{attempts, carry_out};
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::order::orders::{self, OrderRow};
use crate::store::payment::payment_attempts::Purpose;
use crate::store::subscription::next_boxes;
use crate::store::{CustomerTx, Tx};
use crate::values::postal_address::PostalAddress;
use crate::values::recipient::{GivenRecipient, Recipient};
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::{AddressChange, changed};
use stylebox_core::account::address_correction::correction;
use stylebox_core::account::shipping_address::{Names, ShippingAddress, ShippingAddressForm, parse};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy::{self, limits};
use stylebox_core::values::count::Count;

/// Addresses of one customer that the provider is asked about.
const CHECKS: Limit = Limit::new("address-checks", limits::ADDRESS_CHECKS);

/// An address that core and the provider have checked. It can be stored while it waits for a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedAddress {
    #[serde(flatten)]
    given: GivenRecipient,
    /// How the provider writes it.
    suggestion: Option<PostalAddress>,
    /// Whether the provider did not answer.
    is_unchecked: bool,
}

impl CheckedAddress {
    /// The same for that recipient, unless the form has named one.
    fn received_as(self, name: String) -> Self {
        let given = GivenRecipient { name: self.given.name.or(Some(name)), ..self.given };
        Self { given, ..self }
    }

    /// Whether it is another address than the primary one, by core's `address.changed`. An address without a recipient has the
    /// primary one's.
    fn differs_from(&self, primary: &AddressRow) -> bool {
        let candidate = self.given.clone().or_named(|| primary.name.clone());
        changed(&AddressChange { primary: Some(primary.recipient().into()), candidate: candidate.into() })
    }
}

/// Asks the provider about an address. Never call it in a transaction. If the provider does not answer, core's checks are enough, and
/// the address is checked later ([`address_rechecks`](super::address_rechecks)).
///
/// # Errors
/// [`Refusal::AddressInvalid`].
pub async fn check(state: &AppState, address: ShippingAddress) -> AppResult<CheckedAddress> {
    let answer = ask(state, &address).await?;
    Ok(CheckedAddress { given: address.into(), is_unchecked: answer.is_none(), suggestion: answer.flatten() })
}

/// Asks the provider: how it writes the address, if that is worth asking the customer about; `None` if it does not answer.
async fn ask(state: &AppState, address: &ShippingAddress) -> AppResult<Option<Option<PostalAddress>>> {
    match suggested(state, address).await {
        Ok(suggestion) => Ok(Some(suggestion)),
        Err(AddressError::Undeliverable) => Err(Refusal::AddressInvalid.into()),
        Err(AddressError::NoAnswer) => {
            tracing::warn!("the provider of addresses does not answer: an address is taken unchecked");
            Ok(None)
        }
    }
}

/// How the provider writes an address, if that is worth asking the customer about. Never call it in a transaction.
///
/// # Errors
/// If the provider does not answer, or says that nothing can be delivered there.
pub(super) async fn suggested(
    state: &AppState,
    address: &ShippingAddress,
) -> Result<Option<PostalAddress>, AddressError> {
    let recommended = state.providers.address.check(address).await?;
    let corrected = recommended.and_then(|recommended| correction(&address.address, recommended));
    Ok(corrected.map(PostalAddress::from))
}

/// How the provider writes an address that the customer does not save. Never call it in a transaction.
///
/// # Errors
/// [`Refusal::AddressInvalid`], or too many checks.
pub async fn suggestion_for(
    state: &AppState,
    customer_id: &str,
    address: ShippingAddress,
) -> AppResult<Option<PostalAddress>> {
    CHECKS.count(state, customer_id).await?;
    Ok(ask(state, &address).await?.flatten())
}

/// Declines what the provider suggests for an address, which stays as it is.
///
/// # Errors
/// [`Refusal::NotFound`].
pub async fn decline_suggestion(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    let address = owned(&mut tx, customer_id, id).await?;
    shipping_addresses::update(&mut tx, &AddressRow { suggestion: None, ..address }).await?;
    Ok(tx.commit().await?)
}

/// Adds an address. The first one becomes primary, even if the form does not say so.
///
/// # Errors
/// [`Refusal::AddressInvalid`], [`Refusal::TooManyAddresses`], or too many checks.
pub async fn add(state: &AppState, customer_id: &str, address: ShippingAddress) -> AppResult<AddressRow> {
    let wants_primary = address.is_primary.unwrap_or_default();
    CHECKS.count(state, customer_id).await?;
    let checked = check(state, address).await?;
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let is_first = shipping_addresses::of_customer(&mut tx, customer_id).await?.is_empty();
    let row = AddressRow { is_primary: wants_primary || is_first, ..row(state, &customer, checked) };
    keep(&mut tx, &row).await?;
    if !is_first {
        alert::tell(state, &mut tx, &customer, &Alert::Address).await?;
    }
    tx.commit().await?;
    Ok(row)
}

/// Changes the given fields of an address. Orders that are styled already keep the address as it was, because the box may be on
/// its way, and its tax must not change.
///
/// # Errors
/// [`Refusal::NotFound`], an issue for each field, [`Refusal::AddressInvalid`], too many checks, or an order to this address is being
/// charged.
pub async fn change(state: &AppState, customer_id: &str, id: &str, form: ShippingAddressForm) -> AppResult<AddressRow> {
    CHECKS.count(state, customer_id).await?;
    let mut tx = state.db.read().await?;
    let before = owned(&mut tx, customer_id, id).await?;
    drop(tx);
    let address = parse(&form.over(as_form(&before)), Names::Own)?;
    let wants_primary = address.is_primary.unwrap_or_default();
    let checked = check(state, address).await?;
    let checked = checked.received_as(before.name);
    call_off_charges_to(state, customer_id, id).await?;
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let before = owned(&mut tx, customer_id, id).await?;
    waiting_at(&mut tx, customer_id, id).await?;
    if shipping_addresses::has_past_orders(&mut tx, id, Status::Created).await? {
        let copy = AddressRow { id: state.new_id(), is_primary: false, suggestion: None, ..before.clone() };
        shipping_addresses::add(&mut tx, &copy).await?;
        shipping_addresses::remove(&mut tx, &copy.id, state.clock.now()).await?;
        shipping_addresses::keep_for_past_orders(&mut tx, id, &copy.id, Status::Created).await?;
    }
    let after = AddressRow {
        id: before.id.clone(),
        // There is always a primary address. Making another one primary is the only way to unset it.
        is_primary: before.is_primary || wants_primary,
        created_at: before.created_at,
        ..row(state, &customer, checked)
    };
    shipping_addresses::update(&mut tx, &after).await?;
    let is_the_same = AddressRow {
        suggestion: before.suggestion.clone(),
        check_due_at: before.check_due_at,
        check_tries: before.check_tries,
        undeliverable_since: before.undeliverable_since,
        ..after.clone()
    } == before;
    if !is_the_same {
        alert::tell(state, &mut tx, &customer, &Alert::Address).await?;
    }
    tx.commit().await?;
    Ok(after)
}

/// Calls off the charges that wait, at the bank or held, for orders that are not styled yet and go to an address. They are asked for
/// again, for the order as it is then. Never call it in a transaction.
async fn call_off_charges_to(state: &AppState, customer_id: &str, address_id: &str) -> AppResult<()> {
    let known = orders::of_customer(&mut state.db.read().await?, customer_id).await?;
    for order in known.into_iter().filter(|order| is_waiting_at(order, address_id)) {
        carry_out::call_off_charge(state, &order.id).await?;
    }
    Ok(())
}

/// The orders that are not styled yet and go to an address.
///
/// # Errors
/// If the styling fee of one is being charged: the fraud check must have seen what is charged.
async fn waiting_at(tx: &mut Tx, customer_id: &str, address_id: &str) -> AppResult<Vec<OrderRow>> {
    let known = orders::of_customer(tx, customer_id).await?;
    let waiting: Vec<OrderRow> = known.into_iter().filter(|order| is_waiting_at(order, address_id)).collect();
    for order in &waiting {
        attempts::refuse_open(tx, order, Purpose::StylingFee).await.map_err(StaffError::without_details)?;
    }
    Ok(waiting)
}

fn is_waiting_at(order: &OrderRow, address_id: &str) -> bool {
    order.status == Status::Created && order.shipping_address_id.as_deref() == Some(address_id)
}

/// Prepares [`move_to`]: calls off the waiting charge of a box that moves along. Never call it in a transaction.
///
/// # Errors
/// If the gateway or the database fails.
pub async fn before_move(state: &AppState, customer_id: &str, address: &CheckedAddress) -> AppResult<()> {
    let primary = shipping_addresses::primary(&mut state.db.read().await?, customer_id).await?;
    match primary {
        Some(primary) if address.differs_from(&primary) => call_off_charges_to(state, customer_id, &primary.id).await,
        _ => Ok(()),
    }
}

/// Saves an address as the primary one as [`save_if_changed`] does. A box that is not styled yet and would have gone to the one
/// before goes to the new one: the customer has moved.
///
/// # Errors
/// [`Refusal::TooManyAddresses`], or the fee of that box is being charged.
pub async fn move_to(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &CustomerRow,
    address: CheckedAddress,
) -> AppResult<()> {
    let before = shipping_addresses::primary(tx, &customer.id).await?;
    let after = save_if_changed(state, tx, customer, address).await?;
    let Some(before) = before.filter(|before| before.id != after) else { return Ok(()) };
    for mut order in waiting_at(tx, &customer.id, &before.id).await? {
        order.shipping_address_id = Some(after.clone());
        transition::note(state, tx, &mut order, Actor::Customer, "Goes to the customer's new address").await?;
    }
    Ok(())
}

/// Deletes an address from the list. If it was primary, the newest other one becomes primary.
///
/// # Errors
/// [`Refusal::NotFound`] or [`Refusal::AddressInUse`].
pub async fn remove(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let (mut tx, customer) = customer::locked(state, customer_id).await?;
    let address = owned(&mut tx, customer_id, id).await?;
    let orders = orders::of_customer(&mut tx, customer_id).await?;
    let goes_there = |order: &orders::OrderRow| order.shipping_address_id.as_deref() == Some(id);
    if orders.iter().any(|order| !order.status.is_finished() && goes_there(order)) {
        return Err(Refusal::AddressInUse.into());
    }
    if address.check_due_at.is_some() {
        shipping_addresses::update(&mut tx, &AddressRow { check_due_at: None, ..address.clone() }).await?;
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
    alert::tell(state, &mut tx, &customer, &Alert::Address).await?;
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
    match shipping_addresses::primary(tx, &customer.id).await? {
        Some(primary) if !address.differs_from(&primary) => {
            // The provider has just accepted it.
            if !address.is_unchecked && (primary.check_due_at.is_some() || primary.undeliverable_since.is_some()) {
                shipping_addresses::update(tx, &primary.clone().accepted()).await?;
            }
            Ok(primary.id)
        }
        before => {
            // A form without a recipient does not change the recipient.
            let address = match &before {
                Some(before) => address.received_as(before.name.clone()),
                None => address,
            };
            let candidate = row(state, customer, address);
            keep(tx, &candidate).await?;
            if before.is_some() {
                alert::tell(state, tx, customer, &Alert::Address).await?;
            }
            Ok(candidate.id)
        }
    }
}

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
fn row(state: &AppState, customer: &CustomerRow, checked: CheckedAddress) -> AddressRow {
    let CheckedAddress { given, suggestion, is_unchecked } = checked;
    let Recipient { name, address, phone } = given.or_named(|| customer.full_name());
    AddressRow {
        id: state.new_id(),
        customer_id: customer.id.clone(),
        name,
        phone,
        address,
        country: "US".to_owned(),
        is_primary: true,
        suggestion,
        check_due_at: is_unchecked.then(|| state.clock.now().plus(wait_after(1))),
        check_tries: Count::default(),
        undeliverable_since: None,
        created_at: state.clock.now(),
    }
}

/// The form that would give this address.
pub(super) fn as_form(AddressRow { address, phone, .. }: &AddressRow) -> ShippingAddressForm {
    ShippingAddressForm {
        // The name may be the customer's first and last name, which together can be longer than a typed name may be.
        name: None,
        line_1: Some(address.line_1.clone()),
        line_2: address.line_2.clone(),
        city: Some(address.city.clone()),
        state: Some(address.state.clone()),
        postal_code: Some(address.postal_code.clone()),
        phone: Some(phone.clone()),
        country: None,
        is_primary: None,
    }
}

#[cfg(test)]
mod tests {
    use super::CheckedAddress;
    use serde_json::json;

    #[test]
    fn an_address_that_waits_for_a_code_is_stored_as_one_object() {
        let stored = json!({
            "name": "Ann Lund", "phone": "6125550142", "line_1": "7 Elliot Avenue", "line_2": null,
            "city": "Minneapolis", "state": "MN", "postal_code": "55404", "suggestion": null, "is_unchecked": true,
        });
        let address: CheckedAddress = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!((address.given.address.line_1.as_str(), address.is_unchecked), ("7 Elliot Avenue", true));
        assert_eq!(serde_json::to_value(&address).unwrap(), stored);
    }
}
