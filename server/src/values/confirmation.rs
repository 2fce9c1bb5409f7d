//! How a cardholder confirms a charge: the gateway says it, and the store keeps it.

/// How the cardholder confirms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmation {
    /// On the bank's page at this address, which leads back to the request's `return_to`.
    BankPage(String),
    /// In our own page, by the gateway's script.
    InPage,
}
