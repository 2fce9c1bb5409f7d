//! What is sent about the account: greetings, links, codes, and the end.

use crate::platform::text::list;
use crate::service::account::mfa::ConfirmedPart;
use crate::service::mail::email_content::EmailContent;
use crate::service::mail::{CONFIRM_EMAIL, MFA_CODE, Mail, RESET_PASSWORD};
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::AddressRow;
use crate::store::mail::outbox::{Channel, LAST_MAIL};
use stylebox_core::messages::forgetting;
use stylebox_core::policy::retention::{ABANDONED_ACCOUNT_DAYS, Time};
use stylebox_core::{brand, card, policy};

/// To a new customer.
#[must_use]
pub fn welcome(customer: &CustomerRow, quiz: &str) -> Mail {
    let content = EmailContent::about(format!("Welcome to {}", brand::PRODUCT))
        .paragraph(
            "Welcome! Tell us what you like in the style quiz; your answers are saved as you go, so take your time:",
        )
        .button("Take the style quiz", quiz)
        .paragraph("Once you have chosen a day and saved a card, we put your first box together.");
    Mail::to(customer, "welcome", content)
}

/// To a customer who was signed up in a store and has no password of their own yet.
#[must_use]
pub fn set_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::SET_PASSWORD_LINK_HOURS;
    let content = EmailContent::about(format!("Choose your {} password", brand::PRODUCT))
        .paragraph("Your account is ready. Choose a password for it here:")
        .button("Choose a password", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. After that, ask for another one with \"Forgot your password?\" on the sign-in page."
        ));
    Mail::to(customer, "set_password", content)
}

/// To a customer who forgot the password.
#[must_use]
pub fn reset_password(customer: &CustomerRow, link: &str) -> Mail {
    let hours = policy::RESET_LINK_HOURS;
    let content = EmailContent::about(format!("Set a new {} password", brand::PRODUCT))
        .paragraph("Someone, hopefully you, asked to set a new password for your account. You can do it here:")
        .button("Set a new password", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. If it was not you, ignore this email: nothing has changed."
        ));
    Mail::to(customer, RESET_PASSWORD, content)
}

/// Why an account was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// The customer asked for it, themselves or by way of staff.
    Asked,
    /// It was never used.
    Unused,
}

/// The last message to a customer whose account has ended. It is nobody's, and is forgotten once it is sent.
#[must_use]
pub fn account_closed(customer: &CustomerRow, why: Closed, outside_parties: &[&'static str]) -> Mail {
    let mut content = EmailContent::about(format!("Your {} account is closed", brand::PRODUCT));
    if why == Closed::Unused {
        content = content.paragraph(format!(
            "You never ordered a box, and have not signed in for a long time: we close such accounts after {}.",
            Time::Days(ABANDONED_ACCOUNT_DAYS)
        ));
    }
    let content = content.paragraph(
        "Your account is closed, and we have deleted what we knew about you. Of your orders and payments we keep only what our books need, \
         without your name, and coded marks, which do not name you, of offers that are once a person, of refused cards and of fraud. You can sign up again at any time.",
    );
    let content = match outside_parties {
        [] => content.paragraph(forgetting::NOBODY_KNOWS),
        known => {
            known.iter().fold(content.paragraph(forgetting::OTHERS_KNOW), |content, words| content.paragraph(*words))
        }
    };
    let not_you = match why {
        Closed::Asked => "If it was not you who closed it, please contact customer support",
        Closed::Unused => "If you have a question, please contact customer support",
    };
    let content = content.paragraph(format!(
        "{not_you}: {phone} ({hours}), {email}.",
        phone = brand::SUPPORT_PHONE,
        hours = brand::SUPPORT_HOURS,
        email = brand::SUPPORT_EMAIL
    ));
    let content = content.because("you had an account with us");
    Mail { customer_id: None, ..Mail::to(customer, LAST_MAIL, content) }
}

/// To a customer whose address was saved unchecked: nothing can be delivered there.
#[must_use]
pub fn address_undeliverable(customer: &CustomerRow, address: &AddressRow, page: &str) -> Mail {
    let written = address.address.on_one_line();
    let content = EmailContent::about("Please check your address")
        .paragraph(format!(
            "When you saved the address {written}, we could not check it. Now we have, and it seems that nothing can be delivered \
             there. Please check it:"
        ))
        .button("Check my address", page)
        .paragraph("Until you change it, your boxes go there. If it is right, please contact customer support.");
    Mail::to(customer, "address_undeliverable", content)
}

/// To the address that a customer has asked for: whoever reads it may open the link.
#[must_use]
pub fn confirm_email(customer: &CustomerRow, email: &str, link: &str) -> Mail {
    let hours = policy::EMAIL_LINK_HOURS;
    let content = EmailContent::about(format!("Confirm your new email address for {}", brand::PRODUCT))
        .paragraph(
            "You asked us to write to you at this address. Confirm it, and it becomes the address of your account:",
        )
        .button("Confirm this address", link)
        .paragraph(format!(
            "The link works once, within {hours} hours. If it was not you, ignore this email: nothing has changed."
        ));
    let content = content.because("someone gave this address for an account with us");
    Mail { recipient: email.to_owned(), ..Mail::to(customer, CONFIRM_EMAIL, content) }
}

/// A code of the second factor: a text message to a phone, otherwise an email. It names what the code confirms: somebody who did
/// not ask for it reads what is being tried.
#[must_use]
pub fn mfa_code(customer: &CustomerRow, phone: Option<String>, code: &str, confirmed: &[ConfirmedPart]) -> Mail {
    let (product, minutes, change) = (brand::PRODUCT, policy::MFA_CODE_MINUTES, joined(confirmed));
    let warning = "We never ask you for it. If you have changed nothing in your account, set a new password.";
    match phone {
        None => {
            let content = EmailContent::about(format!("Your {product} code"))
                .paragraph(format!(
                    "Your code is {code}. Enter it within {minutes} minutes to save the change of your account{change}."
                ))
                .paragraph(warning);
            Mail::to(customer, MFA_CODE, content)
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
    let content = EmailContent::about(format!("Your {} code", brand::PRODUCT))
        .paragraph("Our text message did not reach your phone, so here it is:")
        .paragraph(text.trim());
    Mail::to(customer, MFA_CODE, content)
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
        ConfirmedPart::Card { brand, last_four } => format!("another card, {}", card::name_of(brand, last_four)),
    }
}
