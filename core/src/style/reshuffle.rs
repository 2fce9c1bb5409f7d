//! The daily "This Just In" deck of the style profile (spec B, sections 2, 4 and 9).

use crate::{
    policy,
    values::{business_time::Date, count::Count},
    wire::Input,
};
use serde::Serialize;

/// How far the deck is.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Reshuffle {
    /// Cards that are not answered yet.
    pub unanswered: Count,
    /// Cards answered since the page was opened.
    pub answered_in_session: Count,
}

/// What the deck shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReshuffleState {
    /// Whether the "just in" section is shown.
    pub just_in_shown: bool,
    /// Whether the deck is done for today.
    pub complete: bool,
}

/// `reshuffle.state` (spec B, section 4).
#[must_use]
pub fn state(deck: &Reshuffle) -> ReshuffleState {
    let unanswered = deck.unanswered.get();
    ReshuffleState {
        just_in_shown: (1..policy::RESHUFFLE_THRESHOLD).contains(&unanswered),
        complete: unanswered == 0 || deck.answered_in_session.get() >= policy::RESHUFFLE_THRESHOLD,
    }
}

/// A card that was answered, and the business day on which it was first answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredCard {
    /// Names the card in its deck.
    pub id: String,
    /// The day.
    pub on: Date,
}

/// The cards of `all` that are still in the day's deck, in their order: the first 14 that were new when the day began, without
/// those that have been answered since. So the deck stays the same all day, and no card comes a second time (the contract:
/// quiz).
#[must_use]
pub fn deck<'a>(all: &'a [String], answered: &[AnsweredCard], today: Date) -> Vec<&'a str> {
    let answered_on = |id: &str| answered.iter().find(|card| card.id == id).map(|card| card.on);
    let new_today = all.iter().filter(|id| answered_on(id).is_none_or(|on| on >= today));
    let of_the_day = new_today.take(policy::RESHUFFLE_DAILY_CARDS);
    of_the_day.filter(|id| answered_on(id).is_none()).map(String::as_str).collect()
}

/// Whether cards are left for tomorrow once the day's deck is done.
#[must_use]
pub fn has_more_tomorrow(all: &[String], answered: &[AnsweredCard], today: Date) -> bool {
    let unanswered = all.iter().filter(|id| answered.iter().all(|card| card.id != **id)).count();
    unanswered > deck(all, answered, today).len()
}

#[cfg(test)]
mod tests {
    use super::{AnsweredCard, deck, has_more_tomorrow};
    use crate::values::business_time::Date;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// Cards `1` to `last`.
    fn cards(last: u32) -> Vec<String> {
        (1..=last).map(|number| number.to_string()).collect()
    }

    fn answered(ids: &[&str], on: &str) -> Vec<AnsweredCard> {
        ids.iter().map(|id| AnsweredCard { id: (*id).to_owned(), on: day(on) }).collect()
    }

    #[test]
    fn a_day_has_fourteen_new_cards_in_their_order() {
        let all = cards(30);
        let expected: Vec<String> = cards(14);
        assert_eq!(deck(&all, &[], day("2026-11-18")), expected);
        assert_eq!(deck(&cards(3), &[], day("2026-11-18")), ["1", "2", "3"]);
        assert!(deck(&[], &[], day("2026-11-18")).is_empty());
    }

    #[test]
    fn a_card_answered_today_leaves_the_deck_and_no_card_takes_its_place() {
        let all = cards(30);
        let left = deck(&all, &answered(&["1", "14"], "2026-11-18"), day("2026-11-18")).join(" ");
        assert_eq!(left, "2 3 4 5 6 7 8 9 10 11 12 13");
        let all_of_today: Vec<&str> = all.iter().take(14).map(String::as_str).collect();
        assert!(deck(&all, &answered(&all_of_today, "2026-11-18"), day("2026-11-18")).is_empty());
    }

    #[test]
    fn the_next_day_has_the_first_cards_that_were_never_answered() {
        let all = cards(18);
        let left = deck(&all, &answered(&["1", "2", "14"], "2026-11-18"), day("2026-11-19")).join(" ");
        assert_eq!(left, "3 4 5 6 7 8 9 10 11 12 13 15 16 17");
    }

    #[test]
    fn there_are_more_cards_tomorrow_if_some_are_not_in_todays_deck() {
        let (all, today) = (cards(15), day("2026-11-18"));
        assert!(has_more_tomorrow(&all, &[], today));
        let all_of_today: Vec<&str> = all.iter().take(14).map(String::as_str).collect();
        assert!(has_more_tomorrow(&all, &answered(&all_of_today, "2026-11-18"), today));
        let last_day = day("2026-11-19");
        assert!(!has_more_tomorrow(&all, &answered(&all_of_today, "2026-11-18"), last_day), "the last one is today's");
        assert!(!has_more_tomorrow(&cards(14), &[], today));
        assert!(!has_more_tomorrow(&[], &[], today));
    }
}
