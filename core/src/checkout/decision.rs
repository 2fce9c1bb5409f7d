//! What a customer decides about each item of a box (spec B, section 4).

use crate::{
    InputError,
    checkout::line_item::WriteOff,
    messages::orders as texts,
    policy,
    values::{
        search,
        words::{labels, words},
    },
    wire::{Input, non_empty, or_empty},
};
use serde::Serialize;

words! {
    /// What is done with an item.
    pub enum Action {
        /// It goes back.
        Return = "Return",
        /// It goes back, and another size comes.
        Exchange = "Exchange",
        /// It is bought.
        Keep = "Keep",
    }
}

labels! {
    Action {
        Return = "Return",
        Exchange = "Exchange",
        Keep = "Keep",
    }
}

impl Action {
    /// Whether the item is paid for and counts towards the multi-item discount: kept or exchanged (spec B, section 9).
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Keep | Self::Exchange)
    }
}

/// How an item reached the customer, and whether it is back.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ChoicesInput {
    /// Whether the customer picked it up at a store.
    pub customer_pick_up: bool,
    /// Whether it has come back; null or missing is no.
    #[serde(default)]
    pub received: Option<bool>,
    /// Why it will not come back, or null.
    pub written_off: Option<WriteOff>,
}

/// `decision.choices`: what can be done with an item. An item that was picked up at a store cannot be exchanged. An item that has come
/// back, or was lost on its way back, cannot be kept. An item that was never sent back can still be bought, but not exchanged: it is not
/// expected back.
#[must_use]
pub const fn choices(item: &ChoicesInput) -> &'static [Action] {
    let is_gone = matches!(item.received, Some(true)) || matches!(item.written_off, Some(WriteOff::LostOnWayBack));
    let is_given_up = !is_gone && item.written_off.is_some();
    match (item.customer_pick_up || is_given_up, is_gone) {
        (false, false) => Action::ALL,
        (true, false) => &[Action::Return, Action::Keep],
        (false, true) => &[Action::Return, Action::Exchange],
        (true, true) => &[Action::Return],
    }
}

/// The action whose reasons are asked for.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ReasonsFor {
    /// The action; an exchange has no reasons.
    pub action: Action,
}

/// `decision.reasons`: the reasons that are offered for an action. An exchange asks for a size and for no reason.
#[must_use]
pub const fn reasons(asked: &ReasonsFor) -> &'static [&'static str] {
    match asked.action {
        Action::Return => policy::RETURN_REASONS,
        Action::Keep => policy::KEEP_REASONS,
        Action::Exchange => &[],
    }
}

/// A decision as a line item stores it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StoredDecision {
    /// Whether the item is kept or exchanged; null while that is open.
    pub claimed_kept: Option<bool>,
    /// The size for which it is exchanged, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
}

/// `decision.from_line_item`: the action that a line item stores. The size of an item that is not kept is ignored.
#[must_use]
pub const fn from_line_item(item: &StoredDecision) -> Option<Action> {
    match (item.claimed_kept, &item.exchange_size) {
        (None, _) => None,
        (Some(true), Some(_)) => Some(Action::Exchange),
        (Some(true), None) => Some(Action::Keep),
        (Some(false), _) => Some(Action::Return),
    }
}

/// What the customer has chosen for an item so far.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ItemChoice {
    /// The chosen action, or null.
    pub action: Option<Action>,
    /// The size for which the item is exchanged, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
}

/// `decision.of_choice`: the action that is decided. An exchange is decided once it has a size (spec B, section 4).
#[must_use]
pub fn of_choice(choice: &ItemChoice) -> Option<Action> {
    choice.action.filter(|action| *action != Action::Exchange || choice.exchange_size.is_some())
}

/// A decision at the time when the system or staff check out for the customer.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct LeftDecision {
    /// What the customer had chosen by then.
    pub decision: StoredDecision,
    /// The sizes that are in stock.
    pub sizes: Vec<String>,
    /// Whether the customer agreed that what is not decided is kept and charged.
    pub has_agreed: bool,
}

/// `decision.at_system_checkout`: what happens to an item. A decision holds. An undecided item is kept if the customer agreed to that, and
/// otherwise goes back: customers do not pay for what they neither chose nor agreed to. An item that would be exchanged for a sold-out
/// size goes back (the contract: try-on, checkout, money).
#[must_use]
pub fn at_system_checkout(left: &LeftDecision) -> Action {
    let is_there = |size: &String| left.sizes.contains(size);
    match from_line_item(&left.decision) {
        None if left.has_agreed => Action::Keep,
        None => Action::Return,
        Some(Action::Exchange) if !left.decision.exchange_size.as_ref().is_some_and(is_there) => Action::Return,
        Some(action) => action,
    }
}

/// What the customer says about an item.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Feedback {
    /// The reasons chosen.
    pub reasons: Vec<String>,
    /// The note as typed; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub note: String,
}

/// `decision.feedback`: reasons and note as one text.
#[must_use]
pub fn feedback(feedback: &Feedback) -> String {
    feedback_text(&feedback.reasons, &feedback.note)
}

/// What joins two reasons (spec B, section 4).
const REASON_SEPARATOR: &str = " and ";

fn feedback_text(reasons: &[String], note: &str) -> String {
    let joined = reasons.join(REASON_SEPARATOR);
    match (reasons.is_empty(), note.trim().is_empty()) {
        (_, true) => joined,
        (true, false) => [texts::ADDITIONAL_COMMENTS, note].concat(),
        (false, false) => [&joined, ". ", texts::ADDITIONAL_COMMENTS, note].concat(),
    }
}

/// The customer's words as a line item stores them.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct KeptFeedback {
    /// The action that the words are about.
    pub action: Action,
    /// Reasons and note as one text; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub customer_feedback: String,
}

/// The customer's words, split into reasons and note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FeedbackParts {
    /// The reasons. Each is one that the customer was offered.
    pub reasons: Vec<String>,
    /// The note as it was typed.
    pub note: String,
}

/// `decision.feedback_parts`: the inverse of [`feedback`]. A text that [`feedback`] cannot have made from the offered reasons is a note.
#[must_use]
pub fn feedback_parts(kept: &KeptFeedback) -> FeedbackParts {
    let text = &kept.customer_feedback;
    let (before, note) = search::split_once(text, texts::ADDITIONAL_COMMENTS).unwrap_or((text, ""));
    let mut reasons = Vec::new();
    let mut left = Some(before.strip_suffix(". ").unwrap_or(before)).filter(|before| !before.is_empty());
    while let Some(rest) = left {
        let (reason, after) =
            search::split_once(rest, REASON_SEPARATOR).map_or((rest, None), |(reason, after)| (reason, Some(after)));
        reasons.push(reason.to_owned());
        left = after;
    }
    let offered = self::reasons(&ReasonsFor { action: kept.action });
    let is_offered = reasons.iter().all(|reason| offered.contains(&reason.as_str()));
    if is_offered && feedback_text(&reasons, note) == *text {
        return FeedbackParts { reasons, note: note.to_owned() };
    }
    FeedbackParts { reasons: Vec::new(), note: text.clone() }
}

/// A decision about one item, as the customer made it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ItemDecision {
    /// The line item's id.
    pub id: String,
    /// What is done with it.
    pub action: Action,
    /// The size for which it is exchanged, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
    /// The reasons chosen.
    pub reasons: Vec<String>,
    /// The note as typed; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub note: String,
}

/// The decisions about a box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BoxDecisions {
    /// What the customer chose for each item, if anything.
    pub decisions: Vec<ItemDecision>,
    /// Whether the customer picked the box up at a store.
    pub customer_pick_up: bool,
}

/// A decision as it is sent with the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct LineItemAttributes {
    /// The id of the line item that changes.
    pub id: String,
    /// Whether the item is kept or exchanged.
    pub claimed_kept: bool,
    /// The size for which it is exchanged; null for all other actions.
    pub exchange_size: Option<String>,
    /// Reasons and note as one text.
    pub customer_feedback: String,
}

/// `decision.line_items_attributes`: the decisions as they are sent with the order.
///
/// # Errors
/// If something is exchanged without a size, or from a box that was picked up at a store.
pub fn line_items_attributes(decided: &BoxDecisions) -> Result<Vec<LineItemAttributes>, InputError> {
    decided.decisions.iter().map(|decision| attributes(decision, decided.customer_pick_up)).collect()
}

fn attributes(decision: &ItemDecision, customer_pick_up: bool) -> Result<LineItemAttributes, InputError> {
    let exchange_size = match decision.action {
        Action::Exchange if customer_pick_up => {
            return Err(InputError::new(format!("`{}`: a pick-up has no exchange.", decision.id)));
        }
        Action::Exchange if decision.exchange_size.is_none() => {
            return Err(InputError::new(format!("`{}`: an exchange needs a size.", decision.id)));
        }
        Action::Exchange => decision.exchange_size.clone(),
        Action::Return | Action::Keep => None,
    };
    Ok(LineItemAttributes {
        id: decision.id.clone(),
        claimed_kept: decision.action.counts(),
        exchange_size,
        customer_feedback: feedback_text(&decision.reasons, &decision.note),
    })
}
