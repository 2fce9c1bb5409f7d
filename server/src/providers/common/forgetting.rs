//! How an outside party forgets a person whose account has ended. Each provider has to say how; otherwise it does not compile.

use stylebox_core::messages::forgetting::PartyKnowing;

/// How a party forgets a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgetting {
    /// It is embedded: what it keeps is in the shop's own database, and is erased with the account.
    WithTheAccount,
    /// It is told nothing that identifies anybody.
    KnowsNobody,
    /// It is asked to, by a call, until it has answered.
    ByCall(PartyKnowing),
    /// It keeps something, by its own or the law's rules, which core's words name.
    Keeps(PartyKnowing),
}

impl Forgetting {
    /// The party, if it is outside the shop and knows people.
    #[must_use]
    pub const fn party(self) -> Option<PartyKnowing> {
        match self {
            Self::WithTheAccount | Self::KnowsNobody => None,
            Self::ByCall(party) | Self::Keeps(party) => Some(party),
        }
    }
}
