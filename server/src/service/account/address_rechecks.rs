//! Checks later the addresses that were saved while the provider of addresses did not answer.
//!
//! Nothing waits for it: boxes go to such an address meanwhile. If the provider writes the address differently, that is suggested
//! as it would be when the address is saved. If nothing can be delivered there, the customer is told by email and by the page, and
//! staff by `ops attention`.

use crate::platform::backoff::wait_after;
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::providers::address::AddressError;
use crate::service::account::addresses::{as_form, suggested};
use crate::service::mail;
use crate::state::AppState;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::order::orders;
use stylebox_core::account::shipping_address::{Names, parse};
use stylebox_core::order::{Phase, Status};
use stylebox_core::values::count::Count;

/// How many addresses are checked in a run at most.
const BATCH: i64 = 50;

/// Checks the addresses that are due. Returns how many the provider has answered about. If it does not answer about one, it is not
/// asked about the others in this run.
pub async fn run(state: &AppState) -> AppResult<Batch<usize>> {
    let due = shipping_addresses::to_check(&mut state.db.read().await?, state.clock.now(), BATCH).await?;
    let mut batch = Batch::from(0);
    if due.is_empty() {
        return Ok(batch);
    }
    let mut run = match state.breakers().begin("address", state.clock.now()) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>("addresses", Err(rest));
            return Ok(batch);
        }
    };
    for address in due {
        match batch.record(&format!("address {}", address.id), check_again(state, &address).await) {
            Some(true) => {
                batch.done += 1;
                run.answered();
            }
            Some(false) => {
                run.silent(state.clock.now());
                break;
            }
            None => {}
        }
    }
    if let Some(rest) = run.over() {
        batch.record::<()>("addresses", Err(rest));
    }
    Ok(batch)
}

/// Returns whether the provider has answered.
async fn check_again(state: &AppState, address: &AddressRow) -> AppResult<bool> {
    let now = state.clock.now();
    let known = match parse(&as_form(address), Names::Own) {
        Ok(known) => known,
        Err(error) => {
            // It must not keep others from their turn.
            if let Some((mut tx, _)) = state.db.write_about(&address.customer_id).await? {
                shipping_addresses::update(&mut tx, &put_off(address, now)).await?;
                tx.commit().await?;
            }
            return Err(error.into());
        }
    };
    let answer = suggested(state, &known).await;
    let settled = AddressRow { check_due_at: None, check_tries: Count::default(), ..address.clone() };
    let after = match &answer {
        Ok(suggestion) => AddressRow { suggestion: suggestion.clone(), ..settled },
        Err(AddressError::Undeliverable) => AddressRow { undeliverable_since: Some(now), ..settled },
        Err(AddressError::NoAnswer) => put_off(address, now),
    };
    let has_answered = answer != Err(AddressError::NoAnswer);
    let Some((mut tx, customer)) = state.db.write_about(&address.customer_id).await? else { return Ok(has_answered) };
    let all = shipping_addresses::all_of_customer(&mut tx, &customer.id).await?;
    // Whoever changed it meanwhile has asked the provider as well.
    if !all.contains(address) {
        return Ok(has_answered);
    }
    shipping_addresses::update(&mut tx, &after).await?;
    let listed = shipping_addresses::of_customer(&mut tx, &customer.id).await?;
    // An address that only a past order refers to is not the customer's any more.
    if after.undeliverable_since.is_some() && listed.iter().any(|known| known.id == after.id) {
        let page = state.settings.public_url.page_link("/account/management");
        mail::queue(state, &mut tx, mail::account::address_undeliverable(&customer, &after, &page)).await?;
    }
    tx.commit().await?;
    Ok(has_answered)
}

/// The address, to be checked later: the more often it was tried, the later.
fn put_off(address: &AddressRow, now: Timestamp) -> AddressRow {
    let tries = address.check_tries.get().saturating_add(1);
    let wait = wait_after(i64::try_from(tries).unwrap_or(i64::MAX));
    let check_tries = Count::new(tries).unwrap_or(address.check_tries);
    AddressRow { check_due_at: Some(now.plus(wait)), check_tries, ..address.clone() }
}

/// Forgets that nothing can be delivered to the customer's addresses: staff know better. Returns the number of such addresses.
///
/// # Errors
/// If the database fails.
pub async fn mark_deliverable(state: &AppState, customer_id: &str) -> StaffResult<usize> {
    let Some((mut tx, customer)) = state.db.write_about(customer_id).await? else { return Ok(0) };
    let marked = shipping_addresses::all_of_customer(&mut tx, &customer.id).await?.into_iter();
    let marked: Vec<AddressRow> = marked.filter(|address| address.undeliverable_since.is_some()).collect();
    for address in &marked {
        // One that only a past order refers to stays off the list: nothing but the mark changes.
        let after = AddressRow { undeliverable_since: None, ..address.clone() };
        shipping_addresses::update(&mut tx, &after).await?;
    }
    tx.commit().await?;
    Ok(marked.len())
}

/// The codes of the orders that are not packed yet and would go to an address where nothing can be delivered.
///
/// # Errors
/// If the database fails.
pub async fn orders_to_undeliverable_addresses(state: &AppState) -> StaffResult<Vec<String>> {
    let is_before_packing = |status: &&Status| matches!(status.phase(), Phase::Ordered | Phase::BeingStyled);
    let mut codes = Vec::new();
    for status in Status::ALL.iter().filter(is_before_packing) {
        let mut tx = state.db.read().await.map_err(StaffError::from)?;
        let found = orders::to_undeliverable_addresses(&mut tx, *status).await?;
        codes.extend(found.into_iter().map(|order| order.code));
    }
    Ok(codes)
}
