//! A customer's answers to the questionnaire.

use crate::data::AskedQuestion;
use crate::platform::error::{AppError, AppResult};
use crate::service::account::{customer, record};
use crate::service::style::{decks, photos};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::style::style_profiles::{self, ProfileRow};
use serde_json::{Map, Value};
use stylebox_core::Issue;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::style::quiz_answer;
use stylebox_core::style::style_profile::ProfileStats;
use stylebox_core::values::business_time::Instant;
use stylebox_core::values::message::Message;
use stylebox_core::wire::Json;

/// A style profile: its answers and how complete it is.
#[derive(Debug)]
pub struct ProfileRecord {
    pub(crate) profile: ProfileRow,
    /// The answers by their question.
    pub(crate) responses: Map<String, Value>,
    /// How complete each section is.
    pub(crate) stats: ProfileStats,
}

/// Reads a customer's style profile.
pub async fn read(state: &AppState, customer_id: &str) -> AppResult<ProfileRecord> {
    let mut tx = state.db.read().await?;
    let record = read_in(state, &mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(record)
}

async fn read_in(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<ProfileRecord> {
    let customer = customer::read(tx, customer_id).await?;
    let profile = style_profiles::of_customer(tx, customer_id).await?.ok_or(Refusal::NotFound)?;
    let responses = style_profiles::answers(tx, &profile.id).await?;
    let stats = state.data.questionnaire.stats(&responses, customer.dressing_room_to_go_signup);
    let stats = stats.map_err(AppError::unexpected)?;
    Ok(ProfileRecord { profile, responses, stats })
}

/// Whether `id` means this profile: its own id, or `current`.
///
/// # Errors
/// [`Refusal::NotFound`] if it does not.
pub fn check_id(profile: &ProfileRow, id: &str) -> AppResult<()> {
    if id == "current" || id == profile.id { Ok(()) } else { Err(Refusal::NotFound.into()) }
}

/// Whether `id` means the customer's own profile.
///
/// # Errors
/// [`Refusal::NotFound`] if it does not.
pub async fn owned(state: &AppState, customer_id: &str, id: &str) -> AppResult<()> {
    let profile =
        style_profiles::of_customer(&mut state.db.read().await?, customer_id).await?.ok_or(Refusal::NotFound)?;
    check_id(&profile, id)
}

/// Writes answers, which replace earlier ones: all of them, or none.
///
/// # Errors
/// An issue for each answer that does not fit its question, or if the profile is another customer's.
pub async fn answer(
    state: &AppState,
    customer_id: &str,
    profile_id: &str,
    answers: &Map<String, Value>,
) -> AppResult<ProfileRecord> {
    let mut answers = checked(state, answers)?;
    let (mut tx, before) = customer::locked(state, customer_id).await?;
    let profile = style_profiles::of_customer(&mut tx, customer_id).await?.ok_or(Refusal::NotFound)?;
    check_id(&profile, profile_id)?;
    let now = state.clock.now();
    decks::follow_answers(state, &mut tx, &profile.id, &mut answers).await?;
    let known = style_profiles::answers(&mut tx, &profile.id).await?;
    style_profiles::write(&mut tx, &profile.id, &answers, now).await?;
    let mut after = before.clone();
    // A page may send the whole set, so unchanged and cleared answers are not copied to the record.
    let is_new = |question: &str, answer: &Value| known.get(question).unwrap_or(&Value::Null) != answer;
    let mut new = answers.iter().filter(|(question, answer)| is_new(question, answer));
    let is_about_store = new.clone().any(|(question, _)| record::ABOUT_STORE.contains(&question.as_str()));
    for (question, answer) in new.by_ref() {
        if let Some(text) = answer.as_str() {
            record::follow_answer(state, &mut after, question, text);
        }
    }
    if is_about_store {
        let all = style_profiles::answers(&mut tx, &profile.id).await?;
        record::follow_store(state, &mut after, &all);
    }
    if after != before {
        record::write(state, &mut tx, &mut after).await?;
    }
    let record = read_in(state, &mut tx, customer_id).await?;
    photos::follow_answers(state, &mut tx, customer_id, &answers, &record.responses).await?;
    tx.commit().await?;
    Ok(record)
}

/// The answers as they are stored, each checked against its question. Null clears one.
fn checked(state: &AppState, answers: &Map<String, Value>) -> AppResult<Map<String, Value>> {
    let now = state.clock.now().instant();
    let (mut checked, mut issues) = (Map::new(), Vec::new());
    for (reference, answer) in answers {
        let question = state.data.questionnaire.question(reference).ok_or(Refusal::QuestionUnknown)?;
        match check_one(question, answer, now) {
            Ok(stored) => {
                checked.insert(reference.clone(), serde_json::to_value(stored).map_err(AppError::unexpected)?)
            }
            Err(fault) => {
                issues.push(Issue::new(reference.clone(), fault));
                None
            }
        };
    }
    if issues.is_empty() { Ok(checked) } else { Err(AppError::Form(issues)) }
}

fn check_one(question: &AskedQuestion, answer: &Value, now: Instant) -> Result<Json, Message> {
    let answer = serde_json::from_value(answer.clone()).map_err(|_| Message::ANSWER_MALFORMED)?;
    quiz_answer::parse(&question.asked, &answer, Some(now))
}
