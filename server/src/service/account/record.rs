//! A customer's record: read as a whole, and written together with what must agree with it.

use crate::platform::error::{AppError, AppResult};
use crate::service::account::{analytics, plan};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::order::next_boxes;
use crate::store::style::style_profiles;
use crate::store::{self, CustomerTx, Tx};
use serde_json::{Map, Value};
use stylebox_core::card::Expiration;
use stylebox_core::delivery::stores::{self, StoreChoice, StoreLocation};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::quiz::quiz_answer::AnswerProperties;

/// A customer's record with addresses and card.
#[derive(Debug)]
pub struct AccountRecord {
    pub(crate) customer: CustomerRow,
    /// The addresses, the primary one first.
    pub(crate) addresses: Vec<AddressRow>,
    pub(crate) card_expiration: Option<Expiration>,
    /// Whether every required question of the quiz is answered.
    pub(crate) style_profile_complete: bool,
    /// Whether the customer agreed to analytics; `None` if they were not asked.
    pub(crate) analytics_consent: Option<bool>,
}

/// Reads a customer's record.
pub async fn read(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let mut tx = state.db.read().await?;
    let record = read_in(state, &mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(record)
}

/// Begins a transaction about the customer, with the row locked.
///
/// # Errors
/// [`Refusal::NotSignedIn`] if there is no such customer any more.
pub async fn locked(state: &AppState, customer_id: &str) -> AppResult<(CustomerTx, CustomerRow)> {
    Ok(state.db.write_about(customer_id).await?.ok_or(Refusal::NotSignedIn)?)
}

/// The same in a transaction.
pub async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<AccountRecord> {
    let customer = customers::by_id(tx, customer_id).await?.ok_or(Refusal::NotSignedIn)?;
    let addresses = shipping_addresses::of_customer(tx, customer_id).await?;
    let card_expiration = customers::card_expiration(tx, customer_id).await?;
    let answers = style_profiles::answers_of_customer(tx, customer_id).await?;
    let questionnaire = &state.data.questionnaire;
    let style_profile_complete =
        questionnaire.is_complete(&answers, customer.dressing_room_to_go_signup).map_err(AppError::unexpected)?;
    let analytics_consent = analytics::answer(state, &customer);
    Ok(AccountRecord { customer, addresses, card_expiration, style_profile_complete, analytics_consent })
}

/// The questions whose answers are in the record too, where the account page and orders change them.
const MIRRORED: [&str; 4] = ["match_with_stylist", "match_with_stylist_2", "preferred_store", "subscription_type"];

/// Writes a customer's record. A change of plan or fee voids the notice of the next box, and answers of the questionnaire are
/// updated to the record.
///
/// # Errors
/// [`is_duplicate`](store::StoreError::is_duplicate) if the e-mail address is taken.
pub async fn write(state: &AppState, tx: &mut CustomerTx, customer: &mut CustomerRow) -> store::Result<()> {
    let now = state.clock.now();
    let before = customers::by_id(tx, &customer.id).await?;
    if before.is_some_and(|before| !plan::notice_still_stands(&before, customer, now)) {
        next_boxes::void(tx, &customer.id).await?;
    }
    customer.updated_at = now;
    customer.update(tx).await?;
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let outdated = outdated(state, customer, &answers);
    if outdated.is_empty() {
        return Ok(());
    }
    let Some(profile) = style_profiles::of_customer(tx, &customer.id).await? else { return Ok(()) };
    style_profiles::write(tx, &profile.id, &outdated, now).await
}

/// The answers that differ from the record, with the record's values. An answer stays if its question has no such choice.
fn outdated(state: &AppState, customer: &CustomerRow, answers: &Map<String, Value>) -> Map<String, Value> {
    let says_so = |question: &str, answer: &str| {
        let mut followed = customer.clone();
        follow_answer(state, &mut followed, question, answer);
        followed == *customer
    };
    let mut outdated = Map::new();
    for reference in MIRRORED {
        let Some(answer) = answers.get(reference).and_then(Value::as_str) else { continue };
        if says_so(reference, answer) {
            continue;
        }
        let question = state.data.questionnaire.question(reference);
        let properties = question.and_then(|question| question.asked.properties.as_ref());
        let mut choices = properties.into_iter().flat_map(AnswerProperties::stored_choices);
        if let Some(choice) = choices.find(|choice| says_so(reference, choice)) {
            outdated.insert(reference.to_owned(), choice.into());
        }
    }
    outdated
}

/// Copies an answer of the questionnaire to the record (spec A, section 4): the store, the stylist, how often boxes come.
pub fn follow_answer(state: &AppState, customer: &mut CustomerRow, question: &str, answer: &str) {
    match question {
        "match_with_stylist_2" | "preferred_store" => {
            let known = state.data.locations.iter();
            let locations = known.map(|at| StoreLocation { id: at.id.clone(), name: at.name.clone() }).collect();
            let chosen = StoreChoice { choice: answer.to_owned(), locations };
            customer.assigned_location_id = stores::assigned_location(&chosen).map(ToOwned::to_owned);
        }
        "match_with_stylist" => customer.preferred_stylist = state.data.vocabulary.preferred_stylist(answer),
        "subscription_type" => {
            if let Ok(chosen) = answer.parse() {
                plan::choose(customer, Some(chosen), false);
            }
        }
        _ => {}
    }
}
