//! What the page says of an address to which nothing can be delivered, as was found after it was saved.

use super::Words;

/// Before the address, and after it.
pub(super) const WORDS: Words = &[
    ("address_undeliverable", "It seems that nothing can be delivered to this address. Please check it:"),
    (
        "address_undeliverable_but_right",
        "Until you change it, your boxes go there. If it is right, please tell our customer support.",
    ),
];
