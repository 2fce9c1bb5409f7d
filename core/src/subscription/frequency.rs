//! How often boxes come, and what another frequency changes (spec A, section 3; spec B, sections 3 and 4).

use crate::{
    delivery::flow::Flow,
    messages::ordering as texts,
    policy,
    subscription::one_dollar_code::code_has_ended,
    terms::ShopTerms,
    values::{
        business_time::Instant,
        count::Count,
        frequency::{Type, type_or_null},
        words::{labels, words},
    },
    wire::{Input, non_empty},
};
use serde::Serialize;

/// How often boxes come.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Frequency {
    /// How often.
    pub subscription_type: Type,
}

/// `subscription.label`: its name.
#[must_use]
pub const fn label(frequency: &Frequency) -> &'static str {
    frequency.subscription_type.label()
}

/// A subscription type, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SubscriptionOption {
    /// The type that the customer chooses with this option.
    pub subscription_type: Type,
    /// Its name.
    pub label: &'static str,
}

/// A customer who chooses how often boxes come.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OwnFrequency {
    /// How often boxes come now; null or missing if that was never chosen.
    #[serde(default)]
    pub subscription_type: Option<Type>,
}

/// `subscription.options`: the types on offer, and the customer's own one if it is no longer on offer, in the order in which they are
/// shown.
#[must_use]
pub fn options(customer: &OwnFrequency, terms: &ShopTerms) -> Vec<SubscriptionOption> {
    let can_choose = |kind: &Type| terms.frequencies.contains(kind) || customer.subscription_type == Some(*kind);
    let kinds = Type::ALL.iter().copied().filter(can_choose);
    kinds.map(|kind| SubscriptionOption { subscription_type: kind, label: kind.label() }).collect()
}

/// What skipping the next box depends on.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct SkipInput {
    /// The days by which the next box is put off already; 0 if it is not skipped.
    pub skip_days: Count,
    /// Whether there is an unfinished order.
    pub has_current_order: bool,
    /// How often boxes come.
    pub subscription_type: Type,
}

/// `subscription.skip_offered`: a skip is offered if boxes come every month or every other month, and the next one is neither skipped
/// nor ordered yet.
#[must_use]
pub const fn skip_offered(input: &SkipInput) -> bool {
    let often = matches!(input.subscription_type, Type::Every30Days | Type::Every60Days);
    often && input.skip_days.get() == 0 && !input.has_current_order
}

/// What decides whether a customer who orders a box is asked how often boxes come.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct BesideBox {
    /// How often boxes come; null if that was never chosen.
    pub subscription_type: Option<Type>,
    /// Whether there is an unfinished order.
    pub has_current_order: bool,
}

/// `subscription.asked_with_box`: customers on demand, and those who never chose, are asked if no order is under way.
#[must_use]
pub fn asked_with_box(input: &BesideBox) -> bool {
    input.subscription_type.is_none_or(|kind| kind == Type::OnDemand) && !input.has_current_order
}

words! {
    /// Why the subscription plans no next box.
    pub enum NoneBecause {
        /// The day of the next box depends on the one that is not finished yet.
        UnderWay = "box_under_way",
        /// The customer never chose how often boxes come.
        NotChosen = "frequency_not_chosen",
        /// The customer is on demand.
        OnDemand = "boxes_on_demand",
        /// The first box was never ordered.
        BeforeFirst = "before_first_box",
        /// Another reason.
        NotYet = "no_box_yet",
    }
}

labels! {
    NoneBecause {
        UnderWay = "A box is under way. The day of the next one depends on it.",
        NotChosen = "You have not chosen how often boxes come. No box is planned.",
        OnDemand = "You are on demand: a box comes only when you order one.",
        BeforeFirst = "No box is planned before your first one.",
        NotYet = "No box is planned right now.",
    }
}

/// What decides why the subscription plans no next box.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PlanInput {
    /// How often boxes come; null if that was never chosen.
    pub subscription_type: Option<Type>,
    /// Whether there is an unfinished order.
    pub has_current_order: bool,
    /// Whether there ever was an order.
    pub has_ordered: bool,
}

/// `subscription.none_because`: why no next box is planned. The first reason that holds counts.
#[must_use]
pub const fn none_because(input: &PlanInput) -> NoneBecause {
    match input.subscription_type {
        _ if input.has_current_order => NoneBecause::UnderWay,
        None => NoneBecause::NotChosen,
        Some(Type::OnDemand) => NoneBecause::OnDemand,
        Some(_) if !input.has_ordered => NoneBecause::BeforeFirst,
        Some(_) => NoneBecause::NotYet,
    }
}

/// A change of the subscription.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ChangeInput {
    /// The type before.
    pub from: Type,
    /// The type after.
    pub to: Type,
    /// The customer's override code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub styling_fee_override_code: Option<String>,
    /// The current time; null or missing if the end of the code does not matter.
    #[serde(default)]
    pub now: Option<Instant>,
}

/// `subscription.change`: the toast for a customer with the code of 2020 who changes to a subscription; otherwise, and once the code has
/// ended, nothing.
#[must_use]
pub fn change(input: &ChangeInput, terms: &ShopTerms) -> Option<String> {
    let subscribes = input.from == Type::OnDemand && input.to != Type::OnDemand;
    let has_code = input.styling_fee_override_code.as_deref() == Some(policy::ONE_DOLLAR_CODE);
    let has_ended = input.now.is_some_and(code_has_ended);
    (subscribes && has_code && !has_ended).then(|| texts::fee_of_2020(terms.first_styling_fee))
}

/// A change of the subscription, and whether the next box is skipped.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ConfirmationInput {
    /// The days by which the next box is put off; 0 if it is not skipped.
    pub skip_days: Count,
    /// The type before.
    pub from: Type,
    /// The type after.
    pub to: Type,
}

/// `subscription.change_needs_confirmation`: changing the type voids a skip, so the customer must confirm it.
#[must_use]
pub fn change_needs_confirmation(input: &ConfirmationInput) -> bool {
    input.skip_days.get() != 0 && input.from != input.to
}

/// What a customer chose at sign-up.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct SignupChoice {
    /// How the box reaches the customer.
    pub flow: Flow,
    /// How often boxes come; null while that is not chosen.
    #[serde(default, deserialize_with = "type_or_null")]
    pub chosen: Option<Type>,
}

/// `subscription.for_signup`: a pick-up is always on demand; otherwise the chosen type.
#[must_use]
pub fn for_signup(choice: &SignupChoice) -> Option<Type> {
    match choice.flow {
        Flow::Pickup => Some(Type::OnDemand),
        Flow::Delivery => choice.chosen,
    }
}

/// How often boxes come, and the frequency that is chosen now, with or without an order.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FrequencyChoice {
    /// The chosen frequency; null leaves it as it is.
    pub chosen: Option<Type>,
    /// The frequency before, or null.
    pub subscription_type: Option<Type>,
    /// The days by which the next box is put off; 0 if it is not skipped.
    pub skip_days: Count,
    /// Whether it is chosen with an order that the customer picks up at a store.
    pub customer_pick_up: bool,
}

/// What a choice changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ChosenFrequency {
    /// How often boxes come from now on.
    pub subscription_type: Type,
    /// The days by which the next box is put off from now on.
    pub skip_days: u64,
    /// The type of a box that is ordered with the choice: on demand for a pick-up, and while the next box is skipped.
    pub order: Type,
}

/// `subscription.choose`: another frequency voids a skip. A pick-up is on demand and leaves the frequency as it is. A box that is
/// ordered while the next one is skipped is on demand too (spec B, section 4).
#[must_use]
pub fn choose(choice: &FrequencyChoice, terms: &ShopTerms) -> ChosenFrequency {
    let (before, skipped) = (choice.subscription_type, choice.skip_days.get());
    if choice.customer_pick_up {
        let order = Type::OnDemand;
        return ChosenFrequency { subscription_type: before.unwrap_or(order), skip_days: skipped, order };
    }
    let subscription_type = choice.chosen.or(before).unwrap_or_else(|| terms.default_frequency());
    let skip_days = if before == Some(subscription_type) { skipped } else { 0 };
    let order = if skip_days > 0 { Type::OnDemand } else { subscription_type };
    ChosenFrequency { subscription_type, skip_days, order }
}
