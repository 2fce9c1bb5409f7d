//! A customer's plan: how often boxes come, and at what fee.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::store::account::customers::{CustomerRow, PlanRow};
use stylebox_core::Issue;
use stylebox_core::payment::styling_fee::{StylingFeeInput, amount};
use stylebox_core::policy;
use stylebox_core::subscription::{self, FrequencyChoice, NoticeChange, NoticeTerms, OwnFrequency, notice_stands};
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::message::Message;
use stylebox_core::values::money::Money;

/// Makes sure that a customer may choose a frequency: it is on offer, or theirs already (`subscription.options`).
///
/// # Errors
/// [`Message::FREQUENCY_NOT_OFFERED`].
pub fn check_offered(own: Option<Type>, chosen: Option<Type>, terms: &ShopTerms) -> AppResult<()> {
    let options = subscription::options(&OwnFrequency { subscription_type: own }, terms);
    let is_offered = |chosen| options.iter().any(|option| option.subscription_type == chosen);
    if chosen.is_none_or(is_offered) {
        return Ok(());
    }
    Err(AppError::Form(vec![Issue::new(policy::FREQUENCY_QUESTION, Message::FREQUENCY_NOT_OFFERED)]))
}

/// Sets how often boxes come, by core's `subscription.choose`. Returns the subscription of the order with which it is chosen. The
/// screen asks before a choice undoes a skip (`subscription.change_needs_confirmation`).
pub fn choose(customer: &mut CustomerRow, chosen: Option<Type>, customer_pick_up: bool, terms: &ShopTerms) -> Type {
    let mut plan = PlanRow::from(&*customer);
    let order = choose_in(&mut plan, chosen, customer_pick_up, terms);
    (customer.subscription_type, customer.skip_days) = (plan.subscription_type, plan.skip_days);
    order
}

/// The same in a plan that is not written.
pub fn choose_in(plan: &mut PlanRow, chosen: Option<Type>, customer_pick_up: bool, terms: &ShopTerms) -> Type {
    let (subscription_type, skip_days) = (plan.subscription_type, plan.skip_days);
    let choice = FrequencyChoice { chosen, subscription_type, skip_days, customer_pick_up };
    let choice = subscription::choose(&choice, terms);
    plan.subscription_type = Some(choice.subscription_type);
    if choice.skip_days == 0 {
        plan.skip_days = Count::default();
    }
    choice.order
}

/// The fee of the customer's next box.
#[must_use]
pub fn styling_fee(customer: &CustomerRow, now: Timestamp, terms: &ShopTerms) -> Money {
    fee_in(&PlanRow::from(customer), now, terms)
}

/// The fee of the next box by a plan.
#[must_use]
pub fn fee_in(plan: &PlanRow, now: Timestamp, terms: &ShopTerms) -> Money {
    let input = StylingFeeInput {
        first_timer: plan.first_timer,
        styling_fee_override_code: plan.styling_fee_override_code.clone(),
        subscription_type: plan.subscription_type,
        now: now.instant(),
    };
    amount(&input, terms)
}

/// Whether the notice of the next box is still true after a change of the record (`subscription.notice_stands`).
#[must_use]
pub fn notice_still_stands(before: &CustomerRow, after: &CustomerRow, now: Timestamp, terms: &ShopTerms) -> bool {
    let told = |customer: &CustomerRow| NoticeTerms {
        subscription_type: customer.subscription_type,
        skip_days: customer.skip_days,
        styling_fee: styling_fee(customer, now, terms),
    };
    notice_stands(&NoticeChange { before: told(before), after: told(after) })
}
