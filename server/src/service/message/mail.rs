//! The e-mails and text messages and their words. A message is queued in the transaction that causes it.

use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::message::outbox::{Channel, MailRow};
use stylebox_core::{brand, policy};

/// A message to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// What it is about, for programs: `welcome`.
    pub kind: &'static str,
    /// By which way it leaves.
    pub channel: Channel,
    /// The e-mail address or the ten digits of the phone that it goes to.
    pub recipient: String,
    /// The subject; a text message has none.
    pub subject: String,
    /// The text.
    pub body: String,
}

/// Puts a message into the outbox; it leaves once `tx` is committed.
///
/// # Errors
/// If the database fails.
pub async fn queue(state: &AppState, tx: &mut Tx, mail: Mail) -> AppResult<()> {
    queue_as(state, tx, state.new_id(), mail).await
}

/// The same under an id that is known already: whoever wants to know later whether it left.
///
/// # Errors
/// If the database fails.
pub async fn queue_as(state: &AppState, tx: &mut Tx, id: String, mail: Mail) -> AppResult<()> {
    let row = MailRow {
        id,
        kind: mail.kind.to_owned(),
        channel: mail.channel,
        recipient: mail.recipient,
        subject: mail.subject,
        body: mail.body,
        created_at: state.clock.now(),
        sent_at: None,
    };
    Ok(row.insert(tx).await?)
}

impl Mail {
    /// An e-mail to `customer`: greeted by name, signed by the stylists.
    #[must_use]
    pub fn to(customer: &CustomerRow, kind: &'static str, subject: String, text: &str) -> Self {
        let (name, product, retailer) = (on_one_line(&customer.first_name), brand::PRODUCT, brand::RETAILER);
        let body = format!("Hello {name},\n\n{text}\n\nYour stylists at {product} by {retailer}\n");
        Self { kind, channel: Channel::Email, recipient: customer.email.clone(), subject, body }
    }
}

/// The longest name that an e-mail uses, in characters.
const LONGEST_NAME: usize = 60;

/// A name as it may stand in an e-mail. Whoever registers with somebody else's address chooses it: it starts no line of its
/// own, and is no letter.
#[must_use]
pub fn on_one_line(name: &str) -> String {
    let plain: String = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_NAME).collect()
}

/// To a new customer.
#[must_use]
pub fn welcome(customer: &CustomerRow, quiz: &str) -> Mail {
    let subject = format!("Welcome to {}", brand::PRODUCT);
    let text = format!(
        "It is good to have you. Tell us what you like in the style quiz; your answers are saved as you give them, so \
         take your time:\n\n{quiz}\n\nWhen you have chosen a date, a stylist puts your first box together."
    );
    Mail::to(customer, "welcome", subject, &text)
}

/// To a customer who was signed up in a store and has no password of their own yet.
#[must_use]
pub fn set_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::SET_PASSWORD_LINK_HOURS;
    let text = format!(
        "Your account is ready. Choose a password for it here:\n\n{link}\n\nThe link works once, within {hours} hours. \
         After that, ask for another one by \"Forgot your password?\" on the sign-in page."
    );
    Mail::to(customer, "set_password", format!("Choose your {} password", brand::PRODUCT), &text)
}

/// To a customer who forgot the password.
#[must_use]
pub fn reset_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::RESET_LINK_HOURS;
    let text = format!(
        "Somebody, we hope it was you, asked to set a new password for your account. You can do it here:\n\n{link}\n\n\
         The link works once, within {hours} hours. If it was not you, leave this e-mail alone: nothing has changed."
    );
    Mail::to(customer, "reset_password", format!("Set a new {} password", brand::PRODUCT), &text)
}

/// A code of the second factor, to where the customer is known to be.
#[must_use]
pub fn mfa_code(customer: &CustomerRow, channel: Channel, recipient: String, code: &str) -> Mail {
    let (product, minutes) = (brand::PRODUCT, policy::MFA_CODE_MINUTES);
    let warning =
        "Nobody of ours will ever ask you for it. If you have changed nothing in your account, set a new password.";
    let mail = match channel {
        Channel::Email => {
            let text = format!(
                "Your code is {code}. Enter it within {minutes} minutes to save the change of your account.\n\n{warning}"
            );
            Mail::to(customer, "mfa_code", format!("Your {product} code"), &text)
        }
        Channel::Sms => Mail {
            kind: "mfa_code",
            channel,
            recipient: String::new(),
            subject: String::new(),
            body: format!("Your {product} code is {code}. It works for {minutes} minutes. {warning}\n"),
        },
    };
    Mail { recipient, ..mail }
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn a_name_starts_no_line_and_is_no_letter() {
        assert_eq!(on_one_line("Ann Marie"), "Ann Marie");
        assert_eq!(on_one_line(" Ann\r\n\nhttp://evil.example/\u{1b}[31m"), "Ann http://evil.example/ [31m");
        assert_eq!(on_one_line(&"ö".repeat(61)), "ö".repeat(60));
    }
}
