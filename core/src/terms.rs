//! The commercial terms that customers see: fees, days, discounts, and what can be chosen. They can differ between retailers;
//! [`policy`](crate::policy) holds the constants that are the same in every shop.

use crate::{
    values::{count::Count, frequency::Type, money::Money},
    wire::{Fields, FirstError, Input, Json},
};
use serde::Serialize;
use std::borrow::Cow;

/// Defines the terms: each by its name, its type, and the value that the specs give it.
// The struct, the specs' values, the names and the reader are made from one list, so that they cannot disagree.
macro_rules! terms {
    ($( $(#[doc = $doc:literal])+ $(#[type = $typescript:literal])? $term:ident: $type:ty = $value:expr; )+) => {
        /// The commercial terms of a shop.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
        pub struct ShopTerms {
            $( $(#[doc = $doc])+ $(#[cfg_attr(feature = "wasm", tsify(type = $typescript))])? pub $term: $type, )+
        }

        impl ShopTerms {
            /// The values that specs A and B give. A shop that sets none has them.
            pub const SPEC: &'static Self = &Self { $( $term: $value, )+ };

            /// What each term is called in fixtures and over HTTP.
            pub const NAMES: &'static [&'static str] = &[$( stringify!($term), )+];
        }

        impl Input for ShopTerms {
            /// Reads the terms that are given. Each that is left out has the specs' value.
            fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
                let mut fields = Fields::of(json, first_error);
                let spec = Self::SPEC;
                Self { $( $term: TermValue::or(fields.read(stringify!($term)), &spec.$term), )+ }
            }
        }
    };
}

terms! {
    /// The styling fee (spec A, section 1).
    styling_fee: Money = Money::from_dollars(20);
    /// The first box's styling fee (spec A, section 1).
    first_styling_fee: Money = Money::from_dollars(1);
    /// Days to try on what was shipped (spec A, section 1).
    try_on_days_shipped: u64 = 5;
    /// Days to try on what was picked up at a store (spec A, section 1).
    try_on_days_picked_up: u64 = 2;
    /// Days that extending the checkout adds; 0 if it cannot be extended (spec B, section 9).
    extension_days: u64 = 5;
    /// How many days before the day to check out by a customer is reminded, if the box was shipped (the contract: try-on).
    #[type = "number[]"]
    reminder_days_shipped: Cow<'static, [u64]> = Cow::Borrowed(&[2, 1, 0]);
    /// How many days before the day to check out by a customer is reminded, if the box was picked up at a store.
    #[type = "number[]"]
    reminder_days_picked_up: Cow<'static, [u64]> = Cow::Borrowed(&[1, 0]);
    /// The number of items kept or exchanged that gives the multi-item discount (spec B, section 9).
    multi_item_count: u64 = 4;
    /// The multi-item discount, in percent (spec B, section 9).
    multi_item_percent: u64 = 10;
    /// The code under which customers see the multi-item discount (spec B, section 5: `{product}10`).
    #[type = "string"]
    multi_item_code: Cow<'static, str> = Cow::Borrowed("STYLEBOX10");
    /// What a referral takes off, for the friend and for the referrer, in percent (spec A, section 1).
    referral_percent: u64 = 20;
    /// How long a referral's percentage can be used, in days (spec A, section 1).
    referral_days: u64 = 365;
    /// The code of a referral's percentage at a checkout (the contract: money).
    #[type = "string"]
    referral_code: Cow<'static, str> = Cow::Borrowed("Referral20");
    /// What the coupon of every sign-up takes off the first box; zero if there is no such coupon (spec A, section 2).
    welcome_coupon: Money = Money::from_dollars(25);
    /// The code of the coupon of every sign-up (spec A, section 9).
    #[type = "string"]
    welcome_coupon_code: Cow<'static, str> = Cow::Borrowed("Hello25");
    /// Whether visitors who are about to leave are offered the coupon of every sign-up (spec A, section 2).
    exit_offer: bool = true;
    /// How often boxes can come, as customers can choose (spec A, section 3).
    #[type = "Type[]"]
    frequencies: Cow<'static, [Type]> = Cow::Borrowed(Type::ALL);
    /// How many months ahead a delivery can be chosen (spec A, section 5).
    delivery_months_ahead: u64 = 6;
    /// How many months ahead a pick-up can be chosen (spec A, section 5).
    pickup_months_ahead: u64 = 5;
    /// The hour of the business day from which a box can no longer be picked up on the same day (spec A, section 5).
    pickup_cutoff_hour: u64 = 15;
}

/// A type that a term can have: how it is read, and how the specs' value takes its place.
trait TermValue: Clone {
    /// The form in which it is read.
    type Given: Input;

    /// Turns what was read into the form that the rules take.
    fn of(given: Self::Given) -> Self;

    /// The value that is given; otherwise the specs'.
    fn or(given: Option<Self::Given>, spec: &Self) -> Self {
        given.map_or_else(|| spec.clone(), Self::of)
    }
}

impl TermValue for u64 {
    type Given = Count;

    fn of(given: Count) -> Self {
        given.get()
    }
}

impl TermValue for bool {
    type Given = Self;

    fn of(given: Self) -> Self {
        given
    }
}

impl TermValue for Money {
    type Given = Self;

    fn of(given: Self) -> Self {
        given
    }
}

impl TermValue for Cow<'static, str> {
    type Given = String;

    fn of(given: String) -> Self {
        given.into()
    }
}

impl TermValue for Cow<'static, [u64]> {
    type Given = Vec<Count>;

    fn of(given: Vec<Count>) -> Self {
        given.into_iter().map(Count::get).collect()
    }
}

impl TermValue for Cow<'static, [Type]> {
    type Given = Vec<Type>;

    fn of(given: Vec<Type>) -> Self {
        given.into()
    }
}

impl ShopTerms {
    /// The days to try a box on.
    #[must_use]
    pub const fn try_on_days(&self, customer_pick_up: bool) -> u64 {
        if customer_pick_up { self.try_on_days_picked_up } else { self.try_on_days_shipped }
    }

    /// The reminders of a box, as days before the day to check out by, the first reminder first.
    #[must_use]
    pub fn reminder_days(&self, customer_pick_up: bool) -> &[u64] {
        if customer_pick_up { &self.reminder_days_picked_up } else { &self.reminder_days_shipped }
    }

    /// Whether there is a coupon of every sign-up.
    #[must_use]
    pub const fn has_welcome_coupon(&self) -> bool {
        !self.welcome_coupon.is_zero()
    }

    /// How often boxes come if a customer did not say: every month (spec B, section 2: abandoned accounts). If that is not on offer, it is the
    /// frequency that the terms name first.
    #[must_use]
    pub fn default_frequency(&self) -> Type {
        let first = self.frequencies.first().copied().unwrap_or(Type::DEFAULT);
        if self.frequencies.contains(&Type::DEFAULT) { Type::DEFAULT } else { first }
    }
}
