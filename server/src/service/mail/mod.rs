//! Messages to customers, and the texts of those about the account. A message is queued in the transaction that causes it.

pub mod alert;
pub mod asked_for;
pub mod bounce;
pub mod late;
pub mod letter;
pub mod order;
pub mod outbox;
pub mod try_on;

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::text::list;
use crate::service::account::mfa::ConfirmedPart;
use crate::service::mail::letter::Letter;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::AddressRow;
use crate::store::card::cards::{self, CardRow};
use crate::store::card::declined_cards;
use crate::store::mail::outbox::{Channel, LAST_MAIL, MailRow};
use std::time::Duration;
use stylebox_core::account::address as shipping_address;
use stylebox_core::business_time::Date;
use stylebox_core::card::{CardNotCharged, CardToCharge, not_charged};
use stylebox_core::messages::forgetting;
use stylebox_core::{brand, policy};

/// The kind of a message with a code of the second factor. It is the only text message: a phone is never proven for good, so
/// nothing else goes there. The code, sent back, proves only that whoever makes the change can read the phone at that moment.
pub const MFA_CODE: &str = "mfa_code";
/// The kind of an email with a link for a password that was forgotten.
pub const RESET_PASSWORD: &str = "reset_password";
/// The kind of an email with a link that confirms its address.
pub const CONFIRM_EMAIL: &str = "confirm_email";

/// Until when the code or the link of a message works; `None` if it is of use later too. The first link for a password is: its
/// email says how to get another one.
#[must_use]
pub fn works_until(message: &MailRow) -> Option<Timestamp> {
    let minutes = match message.kind.as_str() {
        MFA_CODE => policy::MFA_CODE_MINUTES,
        RESET_PASSWORD => 60 * policy::RESET_LINK_HOURS,
        CONFIRM_EMAIL => 60 * policy::EMAIL_LINK_HOURS,
        _ => return None,
    };
    Some(message.created_at.plus(Duration::from_secs(60 * minutes)))
}

/// A message to a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The kind of the message, such as `welcome`.
    pub kind: &'static str,
    /// Email, text message or event.
    pub channel: Channel,
    /// Whose it is: a customer may take back what is not sent.
    pub customer_id: Option<String>,
    /// As in [`MailRow::recipient`].
    pub recipient: String,
    /// Empty for a text message.
    pub subject: String,
    /// The text.
    pub body: String,
    /// The same as HTML; empty for what is not an email.
    pub html: String,
    /// Until when what it says of days and times is true; `None` if that is always.
    pub true_until: Option<Timestamp>,
}

/// Puts a message into the outbox. It is sent after `tx` is committed.
pub async fn queue(state: &AppState, tx: &mut Tx, mail: Mail) -> AppResult<()> {
    queue_as(state, tx, state.new_id(), mail).await
}

/// The same with a given id, by which the caller can find out later whether it was sent.
pub async fn queue_as(state: &AppState, tx: &mut Tx, id: String, mail: Mail) -> AppResult<()> {
    queue_written(tx, id, mail, state.clock.now()).await
}

/// The same with a given time of writing, from which its code or link works.
pub async fn queue_written(tx: &mut Tx, id: String, mail: Mail, created_at: Timestamp) -> AppResult<()> {
    if mail.channel == Channel::Sms && mail.kind != MFA_CODE {
        return Err(AppError::unexpected("A text message is a code: no phone is proven for anything else."));
    }
    let row = MailRow {
        id,
        kind: mail.kind.to_owned(),
        channel: mail.channel,
        customer_id: mail.customer_id,
        recipient: mail.recipient,
        subject: mail.subject,
        body: mail.body,
        html: mail.html,
        created_at,
        sent_at: None,
        failed_at: None,
        true_until: mail.true_until,
    };
    Ok(row.insert(tx).await?)
}

impl Mail {
    /// An email to `customer`.
    #[must_use]
    pub fn to(customer: &CustomerRow, kind: &'static str, letter: Letter) -> Self {
        let body = letter.text(&customer.first_name);
        // Without it the text goes alone.
        let html = letter.html(&customer.first_name).unwrap_or_default();
        let (customer_id, recipient) = (Some(customer.id.clone()), customer.email.clone());
        let (channel, subject) = (Channel::Email, letter.subject);
        Self { kind, channel, customer_id, recipient, subject, body, html, true_until: None }
    }

    /// The same, whose text names a day as one to come: it is true until that day is over.
    #[must_use]
    pub fn true_until_end_of(self, day: Date) -> Self {
        // Without a day after it, it is always true.
        let true_until = day.plus_days(1).ok().map(Timestamp::start_of);
        Self { true_until, ..self }
    }

    /// The same, whose text names a time as one to come.
    #[must_use]
    pub fn true_until(self, time: Timestamp) -> Self {
        Self { true_until: Some(time), ..self }
    }
}

/// To a new customer.
#[must_use]
pub fn welcome(customer: &CustomerRow, quiz: &str) -> Mail {
    let letter = Letter::about(format!("Welcome to {}", brand::PRODUCT))
        .paragraph(
            "Welcome! Tell us what you like in the style quiz; your answers are saved as you go, so take your time:",
        )
        .button("Take the style quiz", quiz)
        .paragraph("Once you have chosen a day and saved a card, we put your first box together.");
    Mail::to(customer, "welcome", letter)
}

/// To a customer who was signed up in a store and has no password of their own yet.
#[must_use]
pub fn set_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::SET_PASSWORD_LINK_HOURS;
    let letter = Letter::about(format!("Choose your {} password", brand::PRODUCT))
        .paragraph("Your account is ready. Choose a password for it here:")
        .button("Choose a password", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. After that, ask for another one with \"Forgot your password?\" on the sign-in page."
        ));
    Mail::to(customer, "set_password", letter)
}

/// To a customer who forgot the password.
#[must_use]
pub fn reset_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::RESET_LINK_HOURS;
    let letter = Letter::about(format!("Set a new {} password", brand::PRODUCT))
        .paragraph("Someone, hopefully you, asked to set a new password for your account. You can do it here:")
        .button("Set a new password", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. If it was not you, ignore this email: nothing has changed."
        ));
    Mail::to(customer, RESET_PASSWORD, letter)
}

/// The last message to a customer whose account has ended. It is nobody's, and is forgotten once it is sent.
#[must_use]
pub fn account_closed(customer: &CustomerRow, outside_parties: &[&'static str]) -> Mail {
    let letter = Letter::about(format!("Your {} account is closed", brand::PRODUCT)).paragraph(
        "Your account is closed, and we have deleted what we knew about you. Of your orders and payments we keep only what our books need, \
         without your name, and coded marks, which do not name you, of offers that are once a person, of refused cards and of fraud. You can sign up again at any time.",
    );
    let letter = match outside_parties {
        [] => letter.paragraph(forgetting::NOBODY_KNOWS),
        known => known.iter().fold(letter.paragraph(forgetting::OTHERS_KNOW), |letter, words| letter.paragraph(*words)),
    };
    let letter = letter.paragraph(format!(
        "If it was not you who closed it, please contact customer support: {phone} ({hours}), {email}.",
        phone = brand::SUPPORT_PHONE,
        hours = brand::SUPPORT_HOURS,
        email = brand::SUPPORT_EMAIL
    ));
    let letter = letter.because("you had an account with us");
    Mail { customer_id: None, ..Mail::to(customer, LAST_MAIL, letter) }
}

/// To a customer whose address was saved unchecked: nothing can be delivered there.
#[must_use]
pub fn address_undeliverable(customer: &CustomerRow, address: &AddressRow, page: &str) -> Mail {
    let written = shipping_address::on_one_line(&address.shown());
    let letter = Letter::about("Please check your address")
        .paragraph(format!(
            "When you saved the address {written}, we could not check it. Now we have, and it seems that nothing can be delivered \
             there. Please check it:"
        ))
        .button("Check my address", page)
        .paragraph("Until you change it, your boxes go there. If it is right, please contact customer support.");
    Mail::to(customer, "address_undeliverable", letter)
}

/// To the address that a customer has asked for: whoever reads it may open the link.
#[must_use]
pub fn confirm_email(customer: &CustomerRow, email: &str, link: &str) -> Mail {
    let hours = policy::EMAIL_LINK_HOURS;
    let letter = Letter::about(format!("Confirm your new email address for {}", brand::PRODUCT))
        .paragraph(
            "You asked us to write to you at this address. Confirm it, and it becomes the address of your account:",
        )
        .button("Confirm this address", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. If it was not you, ignore this email: nothing has changed."
        ));
    let letter = letter.because("someone gave this address for an account with us");
    Mail { recipient: email.to_owned(), ..Mail::to(customer, CONFIRM_EMAIL, letter) }
}

/// A code of the second factor: a text message to a phone, or else an email. It names what the code confirms: somebody who did
/// not ask for it reads what is being tried.
#[must_use]
pub fn mfa_code(customer: &CustomerRow, phone: Option<String>, code: &str, confirmed: &[ConfirmedPart]) -> Mail {
    let (product, minutes, change) = (brand::PRODUCT, policy::MFA_CODE_MINUTES, joined(confirmed));
    let warning = "We never ask you for it. If you have changed nothing in your account, set a new password.";
    match phone {
        None => {
            let letter = Letter::about(format!("Your {product} code"))
                .paragraph(format!(
                    "Your code is {code}. Enter it within {minutes} minutes to save the change of your account{change}."
                ))
                .paragraph(warning);
            Mail::to(customer, MFA_CODE, letter)
        }
        Some(recipient) => Mail {
            kind: MFA_CODE,
            channel: Channel::Sms,
            customer_id: Some(customer.id.clone()),
            recipient,
            subject: String::new(),
            body: format!(
                "Your {product} code is {code}, to change your account{change}. It works for {minutes} minutes. {warning}\n"
            ),
            html: String::new(),
            true_until: None,
        },
    }
}

/// The text message with a code, as an email: its phone gets none.
#[must_use]
pub fn mfa_code_instead(customer: &CustomerRow, text: &str) -> Mail {
    let letter = Letter::about(format!("Your {} code", brand::PRODUCT))
        .paragraph("Our text message did not reach your phone, so here it is:")
        .paragraph(text.trim());
    Mail::to(customer, MFA_CODE, letter)
}

/// A card as its owner knows it: `Visa ending in 4242`.
#[must_use]
pub fn card_in_words(brand: &str, last_four: &str) -> String {
    format!("{brand} ending in {last_four}")
}

/// The card that is charged: `Visa ending in 4242`, or just `card` if there is none on file any more.
#[must_use]
pub fn charged_card(card: Option<&CardRow>) -> String {
    card.map_or_else(|| "card".to_owned(), |card| card_in_words(&card.brand, &card.last_four))
}

/// The card that a charge to come is said of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargedCard {
    /// Its name, or just `card` if there is none on file, or it is not the one on file that is charged.
    pub(crate) name: String,
    /// A sentence that asks for another card, with a blank before it; empty if the one on file is charged.
    pub(crate) other_needed: String,
}

impl ChargedCard {
    /// The card to which a charge of a customer is made that the service starts on a day or later, by core's `card.not_charged`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of(state: &AppState, tx: &mut Tx, customer: &CustomerRow, on: Date) -> AppResult<Self> {
        let card = cards::current(tx, &customer.id).await?;
        let why = match &card {
            Some(card) => why_not_charged(state, tx, card, on).await?.map(|not_charged| not_charged.words),
            None => None,
        };
        let name = charged_card(card.as_ref());
        Ok(match why {
            None => Self { name, other_needed: String::new() },
            Some(why) => Self {
                name: charged_card(None),
                other_needed: format!(" Your {name} {why}: please add another card in your account."),
            },
        })
    }
}

/// Why a charge that the service starts on a day is not made to a card.
///
/// # Errors
/// If the database fails.
pub async fn why_not_charged(
    state: &AppState,
    tx: &mut Tx,
    card: &CardRow,
    on: Date,
) -> AppResult<Option<CardNotCharged>> {
    let card = CardToCharge {
        expiration: Some(card.expiration),
        declined_for_good: Some(declined_cards::is_declined(tx, card).await?),
        on,
        now: state.clock.now().instant(),
    };
    Ok(not_charged(&card))
}

/// `: a, b and c`. Empty if nothing protected is changed any more, because it was changed to the same elsewhere meanwhile.
fn joined(confirmed: &[ConfirmedPart]) -> String {
    let parts: Vec<_> = confirmed.iter().map(worded).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", list(&parts)) }
}

fn worded(part: &ConfirmedPart) -> String {
    match part {
        ConfirmedPart::Password => "a new password".to_owned(),
        ConfirmedPart::Email => "a new email address".to_owned(),
        ConfirmedPart::Phone => "a new phone number".to_owned(),
        ConfirmedPart::Card { brand, last_four } => format!("another card, {}", card_in_words(brand, last_four)),
    }
}
