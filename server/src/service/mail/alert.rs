//! Alerts: what happened to an account, so that a customer learns of it if it was somebody else.
//!
//! Whoever has an account can make most of them happen again and again, and its address may be a stranger's, because nobody has to
//! prove the address to register. So alerts are gathered: one goes out immediately, and the next one of its kind after a wait. What
//! happens while it waits takes its place, so that it tells of the last time; it says that it may have happened more than once.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::service::mail::email_content::EmailContent;
use crate::service::mail::{self, Mail};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::mail::outbox;
use std::time::Duration;
use stylebox_core::policy::limits;
use stylebox_core::{brand, card, policy};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// In an alert that has waited.
const MAY_BE_MORE: &str = "This happened more than once lately, so we waited a while before we wrote, to spare you extra emails. This email \
                           is about the last time. Your account shows how things stand now.";

/// What happened to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alert {
    /// A new email address was asked for, and waits.
    EmailAsked {
        /// The new address.
        email: String,
    },
    /// The email address is another one now.
    EmailChanged {
        /// The new address.
        email: String,
    },
    /// Somebody signed in from a device that the account did not know.
    NewDevice {
        /// `Chrome on Android`.
        name: String,
    },
    /// The password is another one.
    Password,
    /// The phone number is another one.
    Phone,
    /// The card is another one.
    Card {
        /// `Visa`, `Mastercard`, …
        brand: String,
        /// The number's last four digits.
        last_four: String,
    },
    /// The list of addresses has changed.
    Address,
    /// The account is being closed.
    Closing,
}

impl Alert {
    const fn kind(&self) -> &'static str {
        match self {
            Self::EmailAsked { .. } => "email_change_asked",
            Self::EmailChanged { .. } => "email_changed",
            Self::NewDevice { .. } => "new_device",
            Self::Password => "password_changed",
            Self::Phone => "phone_changed",
            Self::Card { .. } => "card_changed",
            Self::Address => "address_changed",
            Self::Closing => "account_closing",
        }
    }

    /// The subject, and what happened. `when` is the time, as a customer reads it.
    fn text(&self, when: &str) -> (String, String) {
        let product = brand::PRODUCT;
        match self {
            Self::EmailAsked { email } => (
                format!("A new email address for your {product} account?"),
                format!(
                    "Someone, hopefully you, asked to change the email address of your account to {email}. We sent a \
                     link there. Nothing changes until it is opened; it works for {hours} hours.",
                    hours = policy::EMAIL_LINK_HOURS
                ),
            ),
            Self::EmailChanged { email } => (
                format!("Your {product} account has a new email address"),
                format!("The email address of your account is {email} now. From now on we write to you there."),
            ),
            Self::NewDevice { name } => (
                format!("A new device signed in to your {product} account"),
                format!(
                    "A device that you had not used before signed in to your account: {name}, {when}. In your account you see all \
                     devices that are signed in, and can sign them out."
                ),
            ),
            Self::Password => (
                format!("The password of your {product} account was changed"),
                format!("The password of your account was changed, {when}. All other devices were signed out."),
            ),
            Self::Phone => (
                format!("The phone number of your {product} account was changed"),
                format!("The phone number of your account was changed, {when}."),
            ),
            Self::Card { brand, last_four } => (
                format!("The card of your {product} account was changed"),
                format!(
                    "The card that we charge is now your {}. It was changed {when}.",
                    card::name_of(brand, last_four)
                ),
            ),
            Self::Closing => (
                format!("Your {product} account is being closed"),
                format!(
                    "Your account is being closed, since {when}. It ends by itself once your box and your payments are settled; until then you can still keep it in your account."
                ),
            ),
            Self::Address => (
                format!("The addresses of your {product} account were changed"),
                format!("The list of addresses to which we send your boxes was changed, {when}."),
            ),
        }
    }

    /// Whether the next one waits. One that names an address must come before that address counts, and how often it is sent is
    /// limited where the address is asked for.
    const fn is_gathered(&self) -> bool {
        !matches!(self, Self::EmailAsked { .. } | Self::EmailChanged { .. })
    }

    /// Whether the customer can still set a new password by this address.
    const fn can_set_password(&self) -> bool {
        !matches!(self, Self::EmailChanged { .. })
    }
}

/// Tells a customer what happened, at the email address of `customer`: if that changed, hand over the record from before.
pub async fn tell(state: &AppState, tx: &mut Tx, customer: &CustomerRow, alert: &Alert) -> AppResult<()> {
    let held_until = if alert.is_gathered() { held_until(state, tx, customer, alert.kind()).await? } else { None };
    let (subject, fact) = alert.text(&format!("{} Central Time", state.clock.now().in_words()));
    let content = EmailContent::about(subject).paragraph(fact);
    let content = if held_until.is_none() { content } else { content.paragraph(MAY_BE_MORE) };
    let content = if alert.can_set_password() {
        content
            .paragraph(
                "If it was you, there is nothing to do. If it was not you, set a new password right away. That signs out all devices, and cancels a new email address that is not confirmed yet:",
            )
            .button("Set a new password", state.settings.public_url.page_link("/forgot_password"))
    } else {
        content.paragraph(format!(
            "If it was you, there is nothing to do. If it was not you, please contact customer support right away: {phone} \
             ({hours}), {email}.",
            phone = brand::SUPPORT_PHONE,
            hours = brand::SUPPORT_HOURS,
            email = brand::SUPPORT_EMAIL
        ))
    };
    let id = state.new_id();
    mail::queue_as(state, tx, id.clone(), Mail::to(customer, alert.kind(), content)).await?;
    if let Some(until) = held_until {
        outbox::hold_back(tx, &id, until).await?;
    }
    Ok(())
}

/// Until when an alert of a kind is held back; `None` if it goes out immediately. It takes the place of one that is held already.
async fn held_until(state: &AppState, tx: &mut Tx, customer: &CustomerRow, kind: &str) -> AppResult<Option<Timestamp>> {
    let now = state.clock.now();
    let recent = outbox::recent_of_kind(tx, &customer.id, kind, &customer.email, now.minus(DAY)).await?;
    if let Some((held, until)) = recent.iter().find_map(|row| Some((row, row.held_until?))) {
        outbox::remove_unclaimed(tx, &held.id, now).await?;
        return Ok(Some(until));
    }
    let last = recent.iter().map(|row| row.sent_at.unwrap_or(row.created_at)).max();
    Ok(last.map(|last| last.plus(wait_after(recent.len()))).filter(|until| *until > now))
}

/// How long the next alert waits after so many within a day.
fn wait_after(alerts: usize) -> Duration {
    let doublings = u32::try_from(alerts.saturating_sub(1)).unwrap_or(u32::MAX);
    let minutes = 2_u64.checked_pow(doublings).and_then(|times| times.checked_mul(limits::ALERT_WAIT_MINUTES));
    Duration::from_secs(60 * minutes.unwrap_or(u64::MAX).min(limits::ALERT_LONGEST_WAIT_MINUTES))
}
