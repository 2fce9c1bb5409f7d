//! The daily deck of the style profile: a few new cards each day. No answered card comes twice.

use crate::data::{Deck, ShuffleCard};
use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::style::{reshuffle_answers, style_profiles};
use serde_json::{Map, Value};
use stylebox_core::style::reshuffle::{self, AnsweredCard};

/// Today's deck.
#[derive(Debug)]
pub struct DailyDeck {
    /// The cards that are left in it.
    pub cards: Vec<ShuffleCard>,
    /// Whether tomorrow's has others.
    pub has_more_tomorrow: bool,
}

/// Today's deck. Without a profile it is that of the first day.
pub async fn of_today(state: &AppState, profile_id: Option<&str>) -> AppResult<DailyDeck> {
    let answered: Vec<AnsweredCard> = match profile_id {
        Some(id) => reshuffle_answers::of_profile(&mut state.db.read().await?, id).await?,
        None => Vec::new(),
    };
    let cards = &state.data.questionnaire.reshuffle;
    let ids: Vec<String> = cards.iter().map(|card| card.id.clone()).collect();
    let today = state.clock.now().today();
    let left = reshuffle::deck(&ids, &answered, today);
    Ok(DailyDeck {
        cards: cards.iter().filter(|card| left.contains(&card.id.as_str())).cloned().collect(),
        has_more_tomorrow: reshuffle::has_more_tomorrow(&ids, &answered, today),
    })
}

/// Records the day on which cards of the daily deck are answered, and adds their swipes to the existing ones, because a page
/// knows only the cards of a day. Clearing the answer starts the deck again.
pub async fn follow_answers(
    state: &AppState,
    tx: &mut CustomerTx,
    profile_id: &str,
    answers: &mut Map<String, Value>,
) -> AppResult<()> {
    let question = |reference: &str| state.data.questionnaire.question(reference);
    let is_daily = |reference: &str| question(reference).is_some_and(|asked| asked.deck == Some(Deck::Reshuffle));
    for (reference, answer) in answers.iter_mut().filter(|(reference, _)| is_daily(reference)) {
        let Value::Object(swipes) = answer else {
            reshuffle_answers::clear(tx, profile_id).await?;
            continue;
        };
        let today = state.clock.now().today();
        for card in swipes.keys() {
            reshuffle_answers::add(tx, profile_id, card, today).await?;
        }
        let before = style_profiles::answers(tx, profile_id).await?.remove(reference);
        if let Some(Value::Object(mut all)) = before {
            all.append(swipes);
            *answer = Value::Object(all);
        }
    }
    Ok(())
}
