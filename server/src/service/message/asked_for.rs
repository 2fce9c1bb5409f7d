//! How many messages can be made to go out by calls, in the whole shop, to one phone, and to an address that has only just been
//! typed. What an account or a caller may ask for is limited where it is asked.

use crate::platform::error::AppResult;
use crate::platform::rate_limit::Limit;
use crate::state::AppState;
use crate::store::Tx;
use stylebox_core::policy::limits;

/// Text messages to one phone.
const TO_PHONE: Limit = Limit::new("texts-to", limits::TEXTS_TO_PHONE);
/// Text messages of the shop.
const TEXTS: Limit = Limit::new("texts", limits::TEXTS_OF_SHOP);
/// Letters to one e-mail address that greet a new customer.
const GREETINGS_TO: Limit = Limit::new("greetings-to", limits::GREETINGS_TO_ADDRESS);
/// E-mails of the shop.
const MAILS: Limit = Limit::new("mails", limits::MAILS_ASKED_OF_SHOP);

/// The shop: it is one subject.
const SHOP: &str = "";

/// Counts a text message to a phone. It counts if `tx` is committed.
///
/// # Errors
/// Too many. Then `tx` must not be committed.
pub async fn text(state: &AppState, tx: &mut Tx, phone: &str) -> AppResult<()> {
    TO_PHONE.count_in(state, tx, phone).await?;
    TEXTS.count_in(state, tx, SHOP).await
}

/// Counts an e-mail. It counts if `tx` is committed.
///
/// # Errors
/// Too many. Then `tx` must not be committed.
pub async fn mail(state: &AppState, tx: &mut Tx) -> AppResult<()> {
    MAILS.count_in(state, tx, SHOP).await
}

/// Counts a letter to an e-mail address, by its key, that greets a new customer: nobody has proven the address yet. It counts if `tx`
/// is committed.
///
/// # Errors
/// Too many. If `tx` is committed all the same, the letter counts and is not sent.
pub async fn greeting(state: &AppState, tx: &mut Tx, email_key: &str) -> AppResult<()> {
    GREETINGS_TO.count_in(state, tx, email_key).await?;
    mail(state, tx).await
}
