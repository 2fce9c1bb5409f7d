//! Messages to customers, and the texts of those about the account. A message is queued in the transaction that causes it.

use crate::platform::error::AppResult;
use crate::service::message::letter::Letter;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::message::outbox::{Channel, MailRow};
use stylebox_core::{brand, policy};

/// A message to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The kind of the message, such as `welcome`.
    pub kind: &'static str,
    /// E-mail, text message or event.
    pub channel: Channel,
    /// Whose it is: a customer may take back what is not sent.
    pub customer_id: Option<String>,
    /// As in [`MailRow::recipient`].
    pub recipient: String,
    /// Empty for a text message.
    pub subject: String,
    /// The text.
    pub body: String,
}

/// Puts a message into the outbox. It is sent after `tx` is committed.
pub async fn queue(state: &AppState, tx: &mut Tx, mail: Mail) -> AppResult<()> {
    queue_as(state, tx, state.new_id(), mail).await
}

/// The same with a given id, by which the caller can find out later whether it was sent.
pub async fn queue_as(state: &AppState, tx: &mut Tx, id: String, mail: Mail) -> AppResult<()> {
    let row = MailRow {
        id,
        kind: mail.kind.to_owned(),
        channel: mail.channel,
        customer_id: mail.customer_id,
        recipient: mail.recipient,
        subject: mail.subject,
        body: mail.body,
        created_at: state.clock.now(),
        sent_at: None,
    };
    Ok(row.insert(tx).await?)
}

impl Mail {
    /// An e-mail to `customer`.
    #[must_use]
    pub fn to(customer: &CustomerRow, kind: &'static str, letter: Letter) -> Self {
        let body = letter.text(&customer.first_name);
        let (customer_id, recipient) = (Some(customer.id.clone()), customer.email.clone());
        Self { kind, channel: Channel::Email, customer_id, recipient, subject: letter.subject, body }
    }
}

/// To a new customer.
#[must_use]
pub fn welcome(customer: &CustomerRow, quiz: &str) -> Mail {
    let letter = Letter::about(format!("Welcome to {}", brand::PRODUCT))
        .paragraph(
            "It is good to have you. Tell us what you like in the style quiz; your answers are saved as you give them, so \
             take your time:",
        )
        .button(quiz)
        .paragraph("When you have chosen a date, a stylist puts your first box together.");
    Mail::to(customer, "welcome", letter)
}

/// To a customer who was signed up in a store and has no password of their own yet.
#[must_use]
pub fn set_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::SET_PASSWORD_LINK_HOURS;
    let letter = Letter::about(format!("Choose your {} password", brand::PRODUCT))
        .paragraph("Your account is ready. Choose a password for it here:")
        .button(link)
        .paragraph(format!(
            "The link works once, within {hours} hours. After that, ask for another one by \"Forgot your password?\" on the \
             sign-in page."
        ));
    Mail::to(customer, "set_password", letter)
}

/// To a customer who forgot the password.
#[must_use]
pub fn reset_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::RESET_LINK_HOURS;
    let letter = Letter::about(format!("Set a new {} password", brand::PRODUCT))
        .paragraph("Somebody, we hope it was you, asked to set a new password for your account. You can do it here:")
        .button(link)
        .paragraph(format!(
            "The link works once, within {hours} hours. If it was not you, leave this e-mail alone: nothing has changed."
        ));
    Mail::to(customer, "reset_password", letter)
}

/// A code of the second factor: a text message to a phone, or else an e-mail.
#[must_use]
pub fn mfa_code(customer: &CustomerRow, phone: Option<String>, code: &str) -> Mail {
    let (product, minutes) = (brand::PRODUCT, policy::MFA_CODE_MINUTES);
    let warning =
        "Nobody of ours will ever ask you for it. If you have changed nothing in your account, set a new password.";
    match phone {
        None => {
            let letter = Letter::about(format!("Your {product} code"))
                .paragraph(format!(
                    "Your code is {code}. Enter it within {minutes} minutes to save the change of your account."
                ))
                .paragraph(warning);
            Mail::to(customer, "mfa_code", letter)
        }
        Some(recipient) => Mail {
            kind: "mfa_code",
            channel: Channel::Sms,
            customer_id: Some(customer.id.clone()),
            recipient,
            subject: String::new(),
            body: format!("Your {product} code is {code}. It works for {minutes} minutes. {warning}\n"),
        },
    }
}
