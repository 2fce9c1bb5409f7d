//! A payment that waits for the customer's bank (the contract: try-on, checkout, money).

use super::Words;

/// What is said while the bank decides, and while the customer confirms the payment there.
pub(crate) const WORDS: Words = &[
    ("waiting_for_bank", "This can take a minute. You can stay here or come back later. You are never charged twice."),
    ("confirm_at_bank", "Nothing is charged before you confirm it there. Your bank then brings you back here."),
    ("confirm_in_page", "Nothing is charged before you confirm it. Your bank asks you in a window on this page."),
    ("bank_window_closed", "It is not confirmed yet, and nothing was charged. You can try again, or use another card."),
];
