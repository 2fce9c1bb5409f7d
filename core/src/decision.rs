//! What a customer decides about each item of a box (spec B, section 4).

use crate::words::words;

words! {
    /// What is done with an item.
    pub enum Action {
        /// It goes back.
        Return = "Return",
        /// It goes back, and another size comes.
        Exchange = "Exchange",
        /// It is bought.
        Keep = "Keep",
    }
}

impl Action {
    /// Whether the item is paid for and counts towards the discount: kept or exchanged (spec B, section 9).
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Keep | Self::Exchange)
    }
}
