//! The limits of the messages that calls can cause: in the whole shop by their kind, to one phone, and to an address that has only
//! just been typed. The limits of an account or a caller are counted where the message is requested.

use crate::platform::error::AppResult;
use crate::service::access::rate_limit::Limit;
use crate::state::AppState;
use crate::store::Tx;
use stylebox_core::policy::limits;

/// Text messages to one phone.
const TO_PHONE: Limit = Limit::new("texts-to", limits::TEXTS_TO_PHONE);
/// Text messages of the shop.
const TEXTS: Limit = Limit::new("texts", limits::TEXTS_OF_SHOP);
/// Emails to one email address that greet a new customer.
const GREETINGS_TO: Limit = Limit::new("greetings-to", limits::GREETINGS_TO_ADDRESS);

/// What an email is about that somebody asks for by a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
    /// A link for a forgotten password.
    Reset,
    /// A code of the second factor.
    Code,
    /// A link that proves a new address.
    EmailLink,
    /// A greeting of a new customer.
    Greeting,
}

impl MailKind {
    /// How many of them the shop sends.
    const fn budget(self) -> Limit {
        match self {
            Self::Reset => Limit::new("mails-reset", limits::RESET_MAILS_OF_SHOP),
            Self::Code => Limit::new("mails-code", limits::CODE_MAILS_OF_SHOP),
            Self::EmailLink => Limit::new("mails-email-link", limits::EMAIL_LINK_MAILS_OF_SHOP),
            Self::Greeting => Limit::new("mails-greeting", limits::GREETING_MAILS_OF_SHOP),
        }
    }
}

/// The shop: it is one subject.
const SHOP: &str = "";

/// Counts a text message to a phone that is queued in the same transaction.
///
/// # Errors
/// Too many. Then `tx` must not be committed.
pub async fn text(state: &AppState, tx: &mut Tx, phone: &str) -> AppResult<()> {
    TO_PHONE.count_in(state, tx, phone).await?;
    TEXTS.count_in(state, tx, SHOP).await
}

/// Counts an email that is queued in the same transaction.
///
/// # Errors
/// Too many of its kind. Then it is not counted, and must not be queued.
pub async fn mail(state: &AppState, tx: &mut Tx, kind: MailKind) -> AppResult<()> {
    kind.budget().count_in(state, tx, SHOP).await
}

/// Counts a greeting of a new customer to an address, by its key: nobody has proven the address yet.
///
/// # Errors
/// Too many. Then it is not counted, and must not be queued.
pub async fn greeting(state: &AppState, tx: &mut Tx, email_key: &str) -> AppResult<()> {
    GREETINGS_TO.check_in(state, tx, email_key).await?;
    mail(state, tx, MailKind::Greeting).await?;
    GREETINGS_TO.note_in(state, tx, email_key).await
}
