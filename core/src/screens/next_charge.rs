//! The next charge: what it is for, when it is made, and its words (spec B, sections 1, 2 and 4; the contract: orders, and money).

use crate::{
    InputError,
    card::{CardToCharge, NotCharged, not_charged},
    checkout::try_on::{SystemCheckout, SystemCheckoutInput, system_checkout, tried_again_at},
    order::Status,
    payment::charge::{DeclinedCharge, retry},
    policy,
    screens::{
        charge_words::{ChargeKind, ChargeTime},
        tile::PaymentProblem,
    },
    terms::ShopTerms,
    values::{
        business_time::{Date, Instant, today},
        count::Count,
        expiration::Expiration,
    },
    wire::{Input, non_empty},
};
use serde::Serialize;

/// The order under way, and its payments.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ChargedOrder {
    /// What its checkout by the system depends on, with the current time.
    pub checkout: SystemCheckoutInput,
    /// Whether the gateway is being asked about its styling fee or its checkout.
    pub is_being_paid: bool,
    /// Why a payment waits for the customer, or null.
    pub payment_problem: Option<PaymentProblem>,
    /// When its styling fee was declined, if the newest attempt was; otherwise null.
    pub fee_declined_at: Option<Instant>,
    /// How often the card on file was tried for the fee; null or missing is once.
    #[serde(default)]
    pub fee_tries: Option<Count>,
    /// The code of that decline; null or missing if there is none.
    #[serde(default, deserialize_with = "non_empty")]
    pub fee_decline_reason: Option<String>,
    /// The card network's advice with that decline; null or missing if there is none.
    #[serde(default, deserialize_with = "non_empty")]
    pub fee_decline_advice: Option<String>,
}

/// What the next charge depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextChargeInput {
    /// The order under way, or null.
    pub order: Option<ChargedOrder>,
    /// The first day on which the subscription orders the next box; null if it orders none.
    pub next_box_on: Option<Date>,
    /// Whether the card on file was declined for good, so that the next box waits for another one; null or missing is no.
    #[serde(default)]
    pub card_declined_for_good: Option<bool>,
    /// The expiration of the card on file; null or missing if there is none.
    #[serde(default)]
    pub card_expiration: Option<Expiration>,
    /// The current time; null or missing if it does not matter when the card expires.
    #[serde(default)]
    pub now: Option<Instant>,
}

/// What the card is charged next, and from when on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NextCharge {
    /// What it is for; null if nothing is charged before the customer asks for it.
    pub what: Option<ChargeKind>,
    /// When it is made; if there is none, until when there is none.
    pub time: ChargeTime,
    /// The first day on which it can be made; null if that can be any day from now on.
    pub from: Option<Date>,
    /// The moment from which it is made; null if no moment is known.
    pub at: Option<Instant>,
    /// Whether the kept items are charged to another card soon after it is saved, because their time has come.
    pub by_new_card: bool,
}

impl NextCharge {
    const fn none(time: ChargeTime) -> Self {
        Self { what: None, time, from: None, at: None, by_new_card: false }
    }

    const fn of(what: ChargeKind, time: ChargeTime) -> Self {
        Self { what: Some(what), time, from: None, at: None, by_new_card: false }
    }

    fn at(what: ChargeKind, time: ChargeTime, at: Instant) -> Self {
        Self { from: Some(at.business_day()), at: Some(at), ..Self::of(what, time) }
    }
}

/// `next_charge.of`: the styling fee of a box that waits to be styled; the items kept from a box, at the system's checkout if the
/// customer agreed to it; if no box is under way, the styling fee of the subscription's next one. Otherwise nothing is charged before
/// the customer asks for it. The answer never names a moment that is over.
///
/// # Errors
/// If the day would be after the year 9999.
pub fn of(input: &NextChargeInput, terms: &ShopTerms) -> Result<NextCharge, InputError> {
    let Some(order) = &input.order else {
        return Ok(input.next_box_on.map_or(NextCharge::none(ChargeTime::Ordered), |day| next_fee(input, day)));
    };
    let is_fee = order.checkout.status == Status::Created;
    let waits_at_bank = order.payment_problem == Some(PaymentProblem::Confirm);
    Ok(match (waits_at_bank, is_fee) {
        (true, true) => NextCharge::of(ChargeKind::StylingFee, ChargeTime::Confirmed),
        (true, false) => {
            let by_new_card = is_charged_by_new_card(order, terms)?;
            NextCharge { by_new_card, ..NextCharge::of(ChargeKind::Purchase, ChargeTime::Confirmed) }
        }
        (false, _) if order.is_being_paid => NextCharge::none(ChargeTime::BeingPaid),
        (false, true) => fee(order)?,
        (false, false) => purchase(order, input.card_expiration, terms)?,
    })
}

/// The fee of the subscription's next box, which is ordered on `day`.
fn next_fee(input: &NextChargeInput, day: Date) -> NextCharge {
    let NextChargeInput { card_declined_for_good: declined_for_good, card_expiration: expiration, .. } = *input;
    let card = input.now.map(|now| CardToCharge { expiration, declined_for_good, on: day, now });
    // If the time is not given, nobody knows whether the card has expired.
    let declined = (declined_for_good == Some(true)).then_some(NotCharged::Declined);
    let time = match card.map_or(declined, |card| not_charged(&card).map(|card| card.why)) {
        None => return NextCharge { from: Some(day), ..NextCharge::of(ChargeKind::StylingFee, ChargeTime::Styled) },
        Some(NotCharged::Expired) => ChargeTime::NewCard,
        Some(NotCharged::Expires) => ChargeTime::CardEnds,
        Some(NotCharged::Declined) => ChargeTime::OtherCard,
    };
    NextCharge::of(ChargeKind::StylingFee, time)
}

fn fee(order: &ChargedOrder) -> Result<NextCharge, InputError> {
    let what = ChargeKind::StylingFee;
    if order.payment_problem == Some(PaymentProblem::Expired) {
        return Ok(NextCharge::of(what, ChargeTime::NewCard));
    }
    if order.checkout.card_declined_for_good == Some(true) {
        return Ok(NextCharge::of(what, ChargeTime::OtherCard));
    }
    let Some(declined_at) = order.fee_declined_at else { return Ok(NextCharge::of(what, ChargeTime::Styled)) };
    if order.fee_tries.is_some_and(|tries| tries.get() == 0) {
        return Ok(NextCharge::of(what, ChargeTime::Now));
    }
    Ok(match fee_tried_again_at(order, declined_at)? {
        None => NextCharge::of(what, ChargeTime::OtherCard),
        Some(again) if again > order.checkout.now => NextCharge::at(what, ChargeTime::TriedAgain, again),
        Some(_) => NextCharge::of(what, ChargeTime::Now),
    })
}

/// From when on a declined fee is tried again; nothing if it is not.
fn fee_tried_again_at(order: &ChargedOrder, declined_at: Instant) -> Result<Option<Instant>, InputError> {
    let retry = retry(&DeclinedCharge {
        reason: order.fee_decline_reason.clone(),
        advice: order.fee_decline_advice.clone(),
        tries: order.fee_tries.unwrap_or_else(|| Count::of(1)),
        last_try: declined_at.business_day(),
    })?;
    retry.next_try.map(|day| Instant::at(day, policy::FEE_RETRY_HOUR, 0)).transpose()
}

fn purchase(order: &ChargedOrder, expiration: Option<Expiration>, terms: &ShopTerms) -> Result<NextCharge, InputError> {
    let checkout = &order.checkout;
    if checkout.paid {
        return Ok(NextCharge::none(ChargeTime::Paid));
    }
    if checkout.is_waiting_to_be_received {
        return Ok(NextCharge::none(ChargeTime::LookedOver));
    }
    let what = ChargeKind::Purchase;
    let next = match (system_checkout(checkout, terms)?, checkout.checkout_by_date) {
        (SystemCheckout::NotDue, _) if !checkout.has_agreed => NextCharge::none(ChargeTime::CheckedOut),
        (SystemCheckout::NotDue, Some(by)) if checkout.status.system_checks_out() => {
            let noon = Instant::at(by.plus_days(1)?, policy::SYSTEM_CHECKOUT_HOUR, 0)?;
            NextCharge::at(what, ChargeTime::AfterTryOn, noon)
        }
        (SystemCheckout::NotDue, _) if checkout.status == Status::InTransitToStylebox => {
            NextCharge::none(ChargeTime::Returned)
        }
        (SystemCheckout::NotDue, _) => NextCharge::none(ChargeTime::TriedOn),
        (SystemCheckout::Due, _) => NextCharge::of(what, ChargeTime::Now),
        (SystemCheckout::TriedLater, _) => match tried_again_at(checkout)? {
            Some(again) => NextCharge::at(what, ChargeTime::TriedAgain, again),
            None => NextCharge::of(what, ChargeTime::Now),
        },
        (waits, _) => {
            let by_staff = system_checkout(&SystemCheckoutInput { by_staff: true, ..checkout.clone() }, terms)?;
            // Staff charge a box whose try-on days are over only if there is a card, and something to charge.
            match by_staff {
                SystemCheckout::Due if waits.needs_somebody() => NextCharge::of(what, ChargeTime::ByStaff),
                _ => NextCharge::none(ChargeTime::CheckedOut),
            }
        }
    };
    // If the card on file is not charged, nothing is charged before the customer checks out with another one.
    let declined_for_good = checkout.card_declined_for_good;
    let on = next.from.unwrap_or_else(|| today(checkout.now));
    let card = CardToCharge { expiration, declined_for_good, on, now: checkout.now };
    let next = if next.what.is_some() && not_charged(&card).is_some() {
        NextCharge::none(ChargeTime::CheckedOut)
    } else {
        next
    };
    Ok(NextCharge { by_new_card: is_charged_by_new_card(order, terms)?, ..next })
}

/// Whether the system would check out as soon as there is another card. Whoever saves a card agrees to that, and a payment with the
/// former card that waits at the bank is called off.
fn is_charged_by_new_card(order: &ChargedOrder, terms: &ShopTerms) -> Result<bool, InputError> {
    let status = match order.checkout.status {
        Status::PaymentProcessing => Status::DeliveredToCustomer,
        status => status,
    };
    let checkout = &order.checkout;
    let with_new_card = SystemCheckoutInput {
        status,
        paid: false,
        has_card: true,
        has_agreed: true,
        declined_at: Vec::new(),
        card_declined_for_good: None,
        ..checkout.clone()
    };
    Ok(checkout.kept > Count::default() && system_checkout(&with_new_card, terms)? == SystemCheckout::Due)
}
