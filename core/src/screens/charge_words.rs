//! The words of the next charge (spec B, sections 1 and 2).

use crate::{
    messages::orders as texts,
    values::{count::Count, money::Money, words::words},
    wire::Input,
};
use serde::Serialize;

macro_rules! check_out_before {
    () => {
        "To pay for less, check out before then and say what goes back."
    };
}

const STYLING_FEE: &str = "The styling fee of your box";
const PURCHASE: &str = "What you keep from your box";

const IS_CREDITED: &str = "Taken off the price of whatever you keep.";

const COUNTS_AS_KEPT: &str = "What you have not decided when it is charged counts as kept.";
const COUNTS_AS_KEPT_NOW: &str = "What you have not decided counts as kept. ";

const CANCEL: &str = "To stop it, cancel the order on your dashboard before styling begins.";
const CHECK_OUT_BEFORE: &str = check_out_before!();
const CHECK_OUT_NOW: &str = "To pay for less, check out now and say what goes back.";
const DO_NOT_CONFIRM: &str = "Unless you confirm it, it is not charged.";

/// Said if nothing is due unless the customer changes something.
const NOTHING_IS_DUE: &str = "If you change nothing, nothing more is charged.";

words! {
    /// What is charged next.
    pub enum ChargeKind {
        /// The styling fee of a box.
        StylingFee = "styling_fee",
        /// The items that are kept from a box, at the system's checkout.
        Purchase = "purchase",
    }
}

words! {
    /// When the next charge is made; if there is none, until when there is none.
    pub enum ChargeTime {
        /// When the box is styled.
        Styled = "styled",
        /// When the try-on days are over.
        AfterTryOn = "after_try_on",
        /// Its time has come: it is made with the next run of its job.
        Now = "now",
        /// The card was declined, and is tried again later.
        TriedAgain = "tried_again",
        /// Once the customer has confirmed it with the bank.
        Confirmed = "confirmed",
        /// Once there is another card: the one on file has expired.
        NewCard = "new_card",
        /// Once there is another card: the one on file expires before the charge.
        CardEnds = "card_ends",
        /// Once there is another card: the one on file was declined for good.
        OtherCard = "other_card",
        /// The system no longer charges it; staff may, at any time.
        ByStaff = "by_staff",
        /// None before a box is ordered.
        Ordered = "ordered",
        /// None before the box was with the customer for its try-on days.
        TriedOn = "tried_on",
        /// None before the return is here.
        Returned = "returned",
        /// None before the return that is here is checked.
        LookedOver = "looked_over",
        /// None before the customer checks out.
        CheckedOut = "checked_out",
        /// A payment is under way.
        BeingPaid = "being_paid",
        /// None: it is paid.
        Paid = "paid",
    }
}

/// The next charge, its amount and its card.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ChargeToSay {
    /// What it is for, or null.
    pub what: Option<ChargeKind>,
    /// When it is made.
    pub time: ChargeTime,
    /// How much; null without a charge, or if the tax is not known.
    pub amount: Option<Money>,
    /// The card's name, or null: `Visa ending in 4242`.
    pub card: Option<String>,
    /// How many items of the box are not decided; null or missing if that is not known.
    #[serde(default)]
    pub undecided: Option<Count>,
}

/// The words of the next charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ChargeWords {
    /// What it is for; null without a charge.
    pub what_for: Option<&'static str>,
    /// A note about it, or null.
    pub note: Option<&'static str>,
    /// When it is made, up to the day or the moment; null if only the day or the moment says it.
    pub when: Option<&'static str>,
    /// How the customer stops it, or pays less; null without a charge.
    pub how_to_stop: Option<&'static str>,
    /// All of it in one text, up to the moment if there is one.
    pub before: String,
    /// The text after the moment; null if the text names none.
    pub after: Option<&'static str>,
}

impl ChargeTime {
    /// The words for that time, up to the day or the moment.
    const fn when(self) -> Option<&'static str> {
        Some(match self {
            Self::Styled => "When your box is styled",
            Self::Now => "At any moment",
            Self::TriedAgain => "When we try again, from",
            Self::Confirmed => "As soon as you confirm it with your bank",
            Self::NewCard => "Once you add another card: the one on file has expired",
            Self::CardEnds => "Once you add another card: the one on file expires before your next box is ordered",
            Self::OtherCard => "Once you add another card: the one on file was declined",
            Self::ByStaff => "When our team checks out for you",
            Self::AfterTryOn
            | Self::Ordered
            | Self::TriedOn
            | Self::Returned
            | Self::LookedOver
            | Self::CheckedOut
            | Self::BeingPaid
            | Self::Paid => return None,
        })
    }

    /// The words if there is no charge.
    const fn without_charge(self) -> &'static str {
        match self {
            Self::Ordered => "Nothing is charged before you order a box.",
            // "More", because the styling fee of a box under way was charged.
            Self::TriedOn => "Nothing more is charged before you check out, or the try-on days of your box are over.",
            Self::Returned => "Nothing more is charged before you check out, or your return is here.",
            Self::LookedOver => "Nothing more is charged before you check out, or we have checked your return.",
            Self::BeingPaid => "A payment of your box is under way.",
            Self::Paid => "Nothing more is charged for your box.",
            Self::Styled
            | Self::AfterTryOn
            | Self::Now
            | Self::TriedAgain
            | Self::Confirmed
            | Self::NewCard
            | Self::CardEnds
            | Self::OtherCard
            | Self::ByStaff
            | Self::CheckedOut => "Nothing more is charged for your box before you check out.",
        }
    }
}

/// `next_charge.words`: what the next charge is for, how much it is, when and on which card it is made, and how to stop it.
#[must_use]
pub fn words(charge: &ChargeToSay) -> ChargeWords {
    let &ChargeToSay { what, time, amount, ref card, undecided } = charge;
    // If the number of undecided items is unknown, there may be some.
    let all_decided = undecided == Some(Count::default());
    // Only a styling fee can be due without a card.
    let card = card.as_deref().unwrap_or_default();
    let none = ChargeWords {
        what_for: None,
        note: None,
        when: None,
        how_to_stop: None,
        before: time.without_charge().to_owned(),
        after: None,
    };
    match what {
        None => none,
        Some(ChargeKind::StylingFee) => {
            let (before, after) = fee(time, amount_text(amount).trim_end(), card);
            let note = if time == ChargeTime::Styled { texts::STYLING_FEE_CHARGED } else { IS_CREDITED };
            ChargeWords {
                what_for: Some(STYLING_FEE),
                note: Some(note),
                when: time.when(),
                how_to_stop: Some(CANCEL),
                before,
                after,
            }
        }
        Some(ChargeKind::Purchase) => {
            let note = match time {
                _ if all_decided => None,
                ChargeTime::AfterTryOn | ChargeTime::TriedAgain | ChargeTime::Now => Some(COUNTS_AS_KEPT),
                _ => None,
            };
            let how_to_stop = match time {
                ChargeTime::AfterTryOn | ChargeTime::TriedAgain => CHECK_OUT_BEFORE,
                ChargeTime::Confirmed => DO_NOT_CONFIRM,
                _ => CHECK_OUT_NOW,
            };
            let (before, after) = if amount.is_some_and(Money::is_zero) {
                (NOTHING_IS_DUE.to_owned(), None)
            } else {
                purchase(time, &amount_text(amount), card, all_decided)
            };
            let (what_for, how_to_stop) = (Some(PURCHASE), Some(how_to_stop));
            ChargeWords { what_for, note, when: time.when(), how_to_stop, before, after }
        }
    }
}

/// The amount and a space, for the start of a sentence.
fn amount_text(amount: Option<Money>) -> String {
    amount.map_or_else(|| "An amount that is not known yet ".to_owned(), |amount| format!("{} ", amount.formatted()))
}

/// The styling fee in one text. It does not say how to stop the charge, because the page shows [`CANCEL`] beside it.
fn fee(time: ChargeTime, amount: &str, card: &str) -> (String, Option<&'static str>) {
    let fee = format!("Styling fee: {amount}");
    match time {
        ChargeTime::TriedAgain => (format!("{fee}. We try again to charge it to {card} from"), Some(".")),
        ChargeTime::Now => (format!("{fee}. We try again to charge it to {card}, at any moment."), None),
        ChargeTime::Confirmed => (format!("{fee} on {card}, as soon as you confirm it with your bank."), None),
        ChargeTime::NewCard => (format!("{fee}. The card on file has expired. Please add another one."), None),
        ChargeTime::CardEnds => {
            (format!("{fee}. The card on file expires before your next box is ordered. Please add another one."), None)
        }
        ChargeTime::OtherCard => (format!("{fee}. The card on file was declined. Please add another one."), None),
        _ if card.is_empty() => (format!("{fee}, when your box is styled."), None),
        _ => (format!("{fee} on {card}, when your box is styled."), None),
    }
}

/// The purchase in one text, with how to pay for less. "Then" means the moment before it.
fn purchase(time: ChargeTime, amount: &str, card: &str, all_decided: bool) -> (String, Option<&'static str>) {
    let after = if all_decided {
        concat!(". ", check_out_before!())
    } else {
        concat!(". What you have not decided by then counts as kept. ", check_out_before!())
    };
    match time {
        ChargeTime::TriedAgain => {
            (format!("{card} was declined. {amount}is charged to it when we try again, from"), Some(after))
        }
        ChargeTime::Now => {
            let kept = if all_decided { "" } else { COUNTS_AS_KEPT_NOW };
            (format!("{amount}is charged to {card} at any moment. {kept}{CHECK_OUT_NOW}"), None)
        }
        ChargeTime::Confirmed => {
            (format!("{amount}on {card}, as soon as you confirm it with your bank. {DO_NOT_CONFIRM}"), None)
        }
        ChargeTime::ByStaff => {
            (format!("{amount}is not paid yet: our team may charge it to {card} at any moment. {CHECK_OUT_NOW}"), None)
        }
        _ => (format!("{amount}is charged to {card} on"), Some(after)),
    }
}
