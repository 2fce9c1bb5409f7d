//! The subscription (spec B, section 4).

use super::Words;

/// Questions before a customer changes the subscription, and what follows from the change.
pub(crate) const WORDS: Words = &[
    ("change_frequency", "Change how often boxes come?"),
    ("change_voids", "Your next box is skipped. With this change, earlier change requests become void: the skip, too."),
    ("skip_next_box", "Skip Next Box"),
    ("skip_question", "Skip your next box?"),
];
