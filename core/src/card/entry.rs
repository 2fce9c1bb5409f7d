//! How a card is given: typed here, or into the gateway's own fields (the contract: cards in the gateway's own fields).

use crate::{
    card::payment::Card,
    values::{fields::hidden_debug, words::words},
};

words! {
    /// How a card is given.
    pub enum CardEntryKind {
        /// Number, expiration and security code are typed into our own form.
        Typed = "typed",
        /// They are typed into the gateway's own fields, and we get the payment method that it made of them in the browser.
        PaymentMethod = "payment_method",
    }
}

/// A payment method that the gateway made in the browser: its id, which says nothing to us.
#[derive(Clone, PartialEq, Eq)]
pub struct PaymentMethod(String);

hidden_debug!(PaymentMethod);

impl PaymentMethod {
    /// The longest id.
    const MAX_LENGTH: usize = 255;

    /// A payment method with this id; `None` if it cannot be one: blank, too long, or with anything but visible ASCII characters.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        let is_one = !id.is_empty() && id.len() <= Self::MAX_LENGTH && id.bytes().all(|byte| byte.is_ascii_graphic());
        is_one.then(|| Self(id.to_owned()))
    }

    /// Its id, for the gateway.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0
    }
}

/// A card that may be given to the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardEntry {
    /// The card was typed into our own fields, so its number is checked here.
    Typed(Card),
    /// It was typed into the gateway's own fields.
    PaymentMethod(PaymentMethod),
}

#[cfg(test)]
mod tests {
    use super::PaymentMethod;

    #[test]
    fn a_payment_method_has_at_most_255_visible_ascii_characters_and_is_not_printed() {
        assert_eq!(PaymentMethod::of("pm_1AbC-2.x").unwrap().id(), "pm_1AbC-2.x");
        assert!(PaymentMethod::of(&"x".repeat(255)).is_some());
        for wrong in ["", " ", "pm 1", "pm_1\n", "pm_\u{e9}", "pm_\0", &"x".repeat(256)] {
            assert!(PaymentMethod::of(wrong).is_none(), "{wrong:?}");
        }
        assert!(!format!("{:?}", PaymentMethod::of("pm_1").unwrap()).contains("pm_1"));
    }
}
