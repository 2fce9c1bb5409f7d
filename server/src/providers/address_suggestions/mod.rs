//! Suggestions of addresses as they are typed. The page asks us for them, so that the party's key stays here and the party is
//! not told who is typing.

pub mod choice;
pub mod google_places;

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::NoAnswer;
use crate::providers::common::reach::Reach;
use stylebox_core::account::address::AddressForm;

/// An address that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The party's id of it.
    pub id: String,
    /// Its first line: `731 Market Street`.
    pub line: String,
    /// Where that is: `San Francisco, CA, USA`. May be empty.
    pub place: String,
}

/// What was typed, as it is sent to the party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// The text so far.
    pub text: String,
    /// Tells the party which questions belong together, from the first letter to the choice: the shop pays for them together.
    pub session: String,
}

/// Suggests addresses in the United States.
pub trait AddressSuggestions: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// The name that has to stand beside the suggestions.
    fn name(&self) -> &'static str;

    /// The addresses that may be meant, the likeliest first.
    fn suggest<'a>(&'a self, typed: &'a Typed) -> BoxFuture<'a, Result<Vec<Suggestion>, NoAnswer>>;

    /// The address with this id, without a phone, which ends the session; `None` if the party does not know it. Core has not checked
    /// it.
    fn choose<'a>(&'a self, id: &'a str, session: &'a str) -> BoxFuture<'a, Result<Option<AddressForm>, NoAnswer>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach>;
}
