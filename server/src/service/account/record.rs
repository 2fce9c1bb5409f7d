//! A customer's record: read as a whole, and written together with what must agree with it.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::{analytics, customer, text_messages, unsettled};
use crate::service::card::need;
use crate::service::mail::bounce;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::record::{self as rows, RecordRows};
use crate::store::account::shipping_addresses::AddressRow;
use crate::store::style::style_profiles;
use crate::store::subscription::next_boxes;
use crate::store::{self, CustomerTx, StoreError, Tx};
use serde_json::{Map, Value};
use stylebox_core::account::text_messages::TextMessages;
use stylebox_core::delivery::flow::Flow;
use stylebox_core::delivery::stores::{self, StoreChoice, StoreLocation, deciding_question};
use stylebox_core::policy;
use stylebox_core::style::quiz_answer::AnswerProperties;
use stylebox_core::values::expiration::Expiration;

/// A customer's record with addresses and card.
#[derive(Debug)]
pub struct AccountRecord {
    pub(crate) customer: CustomerRow,
    /// The email address that waits until its link is opened.
    pub(crate) pending_email: Option<String>,
    /// The addresses, the primary one first.
    pub(crate) addresses: Vec<AddressRow>,
    pub(crate) card_expiration: Option<Expiration>,
    /// Whether another card is needed before anything can be charged.
    pub(crate) payment_needed: bool,
    /// Whether every required question of the quiz is answered.
    pub(crate) style_profile_complete: bool,
    /// Whether the customer agreed to analytics; `None` if they were not asked.
    pub(crate) analytics_consent: Option<bool>,
    /// Whether codes can go to the phone.
    pub(crate) text_messages: TextMessages,
    /// If the account is being closed: since when, and what it waits for.
    pub(crate) closing: Option<(Timestamp, Vec<&'static str>)>,
}

pub async fn read(state: &AppState, customer_id: &str) -> AppResult<AccountRecord> {
    let mut tx = state.db.read().await?;
    let record = read_in(state, &mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(record)
}

/// The record of a customer, in a transaction.
pub async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<AccountRecord> {
    let customer = customer::read(tx, customer_id).await?;
    let RecordRows { addresses, pending_email, phone_trouble, card, is_card_declined, newest_charge } =
        rows::of_customer(tx, customer_id, state.clock.now()).await?;
    let payment_needed = need::is_needed(card.as_ref(), is_card_declined, newest_charge.as_ref(), state.clock.now());
    let card_expiration = card.map(|card| card.expiration);
    let answers = style_profiles::answers_of_customer(tx, customer_id).await?;
    let questionnaire = &state.data.questionnaire;
    let style_profile_complete =
        questionnaire.is_complete(&answers, customer.dressing_room_to_go_signup).map_err(AppError::unexpected)?;
    let analytics_consent = analytics::answer(state, &customer);
    let text_messages = text_messages::with_trouble(state, phone_trouble);
    let closing = match customer.closing_since {
        Some(since) => Some((since, unsettled::of_customer(tx, customer_id).await?)),
        None => None,
    };
    Ok(AccountRecord {
        customer,
        pending_email: pending_email.map(|waiting| waiting.email),
        addresses,
        card_expiration,
        payment_needed,
        style_profile_complete,
        analytics_consent,
        text_messages,
        closing,
    })
}

/// Writes a customer's record. A change of plan or fee voids the notice of the next box, and answers of the questionnaire are
/// updated to the record: those of frequency and stylist, and that of the store if it changes.
///
/// # Errors
/// [`is_duplicate`](store::StoreError::is_duplicate) if the email address is taken.
pub async fn write(state: &AppState, tx: &mut CustomerTx, customer: &mut CustomerRow) -> store::Result<()> {
    let before = customers::by_id(tx, &customer.id).await?;
    let before = before.ok_or_else(|| StoreError::corrupt("customers.id", "a customer without its row"))?;
    write_over(state, tx, &before, customer).await
}

/// The same if the stored row is known: the one that `tx` has locked, if nothing was written to it since.
///
/// # Errors
/// As [`write`].
pub async fn write_over(
    state: &AppState,
    tx: &mut CustomerTx,
    before: &CustomerRow,
    customer: &mut CustomerRow,
) -> store::Result<()> {
    let now = state.clock.now();
    if !plan::notice_still_stands(before, customer, now, &state.data.terms) {
        next_boxes::void(tx, &customer.id).await?;
    }
    if before.email_key != customer.email_key {
        if before.email_bounced_at.is_some() {
            // A notice of the next box may be among what did not arrive: the new address gets it.
            next_boxes::void(tx, &customer.id).await?;
        }
        bounce::forget(state, tx, customer).await?;
    }
    customer.updated_at = now;
    customer.update(tx).await?;
    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
    let has_other_store = before.assigned_location_id != customer.assigned_location_id;
    let store = store_question(state, &answers, flow(state, customer, &answers)).filter(|_| has_other_store);
    let mirrored = [policy::STYLIST_QUESTION, policy::FREQUENCY_QUESTION].into_iter().chain(store);
    let outdated = outdated(state, customer, &answers, mirrored);
    if outdated.is_empty() {
        return Ok(());
    }
    let Some(profile) = style_profiles::of_customer(tx, &customer.id).await? else { return Ok(()) };
    style_profiles::write(tx, &profile.id, &outdated, now).await
}

/// How the first box reaches the customer.
fn flow(state: &AppState, customer: &CustomerRow, answers: &Map<String, Value>) -> Flow {
    state.data.questionnaire.flow(answers, customer.dressing_room_to_go_signup)
}

/// The question whose answer assigns the location, by core; `None` if no store is answered.
fn store_question(state: &AppState, answers: &Map<String, Value>, flow: Flow) -> Option<&'static str> {
    deciding_question(flow, |question| location_of(state, answers, question).is_some())
}

/// The location of an answer; an inner `None` if there is no such location any more.
fn location_of(state: &AppState, answers: &Map<String, Value>, question: &str) -> Option<Option<String>> {
    let choice = answers.get(question)?.as_str()?.to_owned();
    let known = state.data.locations.iter();
    let locations = known.map(|at| StoreLocation { id: at.id.clone(), name: at.name.clone() }).collect();
    Some(stores::assigned_location(&StoreChoice { choice, locations }).map(ToOwned::to_owned))
}

/// The location that the answers assign to a box that comes in that way; `None` if no store is answered.
pub fn answered_location(state: &AppState, answers: &Map<String, Value>, flow: Flow) -> Option<Option<String>> {
    location_of(state, answers, store_question(state, answers, flow)?)
}

/// Assigns the location of the answers. If no store is answered, the record stays.
pub fn follow_store(state: &AppState, customer: &mut CustomerRow, answers: &Map<String, Value>) {
    if let Some(location) = answered_location(state, answers, flow(state, customer, answers)) {
        customer.assigned_location_id = location;
    }
}

/// The questions whose answers decide together which location is assigned.
pub const ABOUT_STORE: [&str; 3] = [policy::FLOW_QUESTION, policy::STORE_QUESTION, policy::OTHER_STORE_QUESTION];

/// The answers to these questions that differ from the record, with the record's values. An answer stays if its question has no
/// such choice.
fn outdated(
    state: &AppState,
    customer: &CustomerRow,
    answers: &Map<String, Value>,
    questions: impl Iterator<Item = &'static str>,
) -> Map<String, Value> {
    let says_so = |question: &str, answer: &str| {
        let mut followed = customer.clone();
        if ABOUT_STORE.contains(&question) {
            let alone = Map::from_iter([(question.to_owned(), answer.into())]);
            follow_store(state, &mut followed, &alone);
        } else {
            follow_answer(state, &mut followed, question, answer);
        }
        followed == *customer
    };
    let mut outdated = Map::new();
    for reference in questions {
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

/// Copies an answer of the questionnaire to the record (spec A, section 4): the stylist, and how often boxes come. That of the
/// store depends on the others ([`follow_store`]).
pub fn follow_answer(state: &AppState, customer: &mut CustomerRow, question: &str, answer: &str) {
    match question {
        policy::STYLIST_QUESTION => {
            customer.preferred_stylist = state.data.vocabulary.preferred_stylist(answer);
        }
        policy::FREQUENCY_QUESTION => {
            if let Ok(chosen) = answer.parse()
                && customer.closing_since.is_none()
            {
                plan::choose(customer, Some(chosen), false, &state.data.terms);
            }
        }
        _ => {}
    }
}
