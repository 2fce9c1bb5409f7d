//! The index of texts: it finds the words of a code that a rule answers. It imports every module that has words, so only the table of
//! rules imports it.

use crate::{
    InputError,
    account::{referral::ReferralState, text_messages::TextMessages},
    card::CardNoticeKind,
    checkout::{coupon::Unissuable, decision::Action, line_item::WriteOff},
    delivery::{day::Blocked, flow::Flow},
    messages::{Words, addresses, card, closing, email, errors, find, form, orders, payment, subscription},
    order::{Status, TileKind, readiness::Missing},
    screens::dashboard::TileAction,
    subscription::NoneBecause,
    terms::ShopTerms,
    values::frequency::Type,
};
use std::borrow::Cow;

/// The tables of words that belong to no enum. A code has its words once, here or in its enum.
const TABLES: &[Words] = &[
    form::WORDS,
    errors::CATALOGUE,
    errors::OTHERS,
    orders::PROMPTS,
    subscription::WORDS,
    card::WORDS,
    payment::WORDS,
    closing::WORDS,
    email::WORDS,
    addresses::WORDS,
];

/// The enums whose values have words.
const ENUMS: &[fn(&str) -> Option<&'static str>] = &[
    |code| Blocked::of(code).map(Blocked::label),
    |code| Missing::of(code).map(Missing::label),
    |code| CardNoticeKind::of(code).map(CardNoticeKind::label),
    |code| Unissuable::of(code).map(Unissuable::label),
    |code| Type::of(code).map(Type::label),
    |code| NoneBecause::of(code).map(NoneBecause::label),
    |code| Flow::of(code).map(Flow::label),
    |code| Status::of(code).map(Status::label),
    |code| TileKind::of(code).map(TileKind::label),
    |code| TileAction::of(code).map(TileAction::label),
    |code| Action::of(code).map(Action::label),
    |code| WriteOff::of(code).map(WriteOff::label),
    |code| ReferralState::of(code).map(ReferralState::label),
    |code| TextMessages::of(code.strip_prefix("texts_")?).map(TextMessages::label),
];

/// The words for a code that a rule answers, such as why a day is blocked, or a status. Nothing if no rule answers such a code, or if
/// its words depend on the terms.
#[must_use]
pub fn text(code: &str) -> Option<&'static str> {
    let in_tables = TABLES.iter().find_map(|words| find(words, code));
    in_tables.or_else(|| ENUMS.iter().find_map(|words| words(code)))
}

/// `messages.text`: the words for a code that a rule answers.
///
/// # Errors
/// If no rule answers such a code.
pub fn required_text(code: &str, terms: &ShopTerms) -> Result<Cow<'static, str>, InputError> {
    let words = text(code).map(Cow::from).or_else(|| orders::by_terms(code, terms).map(Cow::from));
    words.ok_or_else(|| InputError::new(format!("No rule answers the code `{code}`.")))
}

#[cfg(test)]
mod tests {
    use super::{ENUMS, TABLES, text};
    use crate::messages::refusals::Refusal;
    use std::collections::BTreeSet;

    #[test]
    fn each_code_has_words_in_one_place() {
        let codes: Vec<_> = TABLES.iter().copied().flatten().collect();
        assert!(codes.iter().all(|(_, words)| !words.trim().is_empty()));
        let different: BTreeSet<_> = codes.iter().map(|(code, _)| code).collect();
        assert_eq!(different.len(), codes.len());
        for (code, _) in codes {
            assert!(ENUMS.iter().all(|words| words(code).is_none()), "{code}");
        }
    }

    #[test]
    fn a_refusal_has_no_words_of_its_own_for_a_code_that_a_screen_words() {
        let twice = Refusal::ALL.iter().filter(|refusal| !refusal.own_words().is_empty());
        assert_eq!(twice.filter(|refusal| text(refusal.code()).is_some()).count(), 0);
    }
}
