//! What goes back to the customer, in the words of emails.

use stylebox_core::payment::refund::Refunded;

/// The amounts that go back, each with where it goes: `card` or `gift card`.
pub(super) fn parts(back: Refunded) -> impl Iterator<Item = (String, &'static str)> {
    let parts = [(back.card, "card"), (back.gift_card, "gift card")].into_iter();
    parts.filter(|(amount, _)| !amount.is_zero()).map(|(amount, to)| (amount.formatted(), to))
}

/// The same as a sentence; `None` if nothing goes back.
pub(super) fn sentence(back: Refunded) -> Option<String> {
    let parts: Vec<_> = parts(back).map(|(amount, to)| format!("{amount} goes back to your {to}")).collect();
    (!parts.is_empty()).then(|| format!("{}.", parts.join(", and ")))
}
