//! Changing a customer's record, immediately or after a code.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{self, Opened, SignedIn};
use crate::service::account::addresses::{self, CheckedAddress};
use crate::service::account::analytics::{self, ConsentRequest};
use crate::service::account::mfa::{self, CanWait, ConfirmedPart, PendingResult};
use crate::service::account::record::{self, AccountRecord};
use crate::service::account::{customer, marks, new_email, passwords};
use crate::service::mail::alert::{self, Alert};
use crate::service::order::kept_wish;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::mfa::PendingKind;
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::account::account_change::{AccountChange, ProtectedChange, needs_mfa};
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::fields::{EmailAddress, Filled, Password};
use stylebox_core::values::frequency::Type;

/// Changes of an account. Each new password costs a hash, and each new email address tells whether it is taken.
const CHANGES: Limit = Limit::new("account-changes", limits::ACCOUNT_CHANGES);

/// A requested change: the form's fields, and fields that no form has.
#[derive(Debug, Default)]
pub struct Request {
    /// The fields that core has checked.
    pub change: AccountChange,
    /// A new primary address.
    pub shipping_address: Option<ShippingAddress>,
    /// What the call says about analytics. It needs no code.
    pub analytics: Option<ConsentRequest>,
    /// Whether the customer signs up for a pick-up. It is ignored for a customer who has ordered.
    pub dressing_room_to_go_signup: Option<bool>,
    /// Whether the customer signs up for a theme box. It is ignored for a customer who has ordered.
    pub themebox_signup: Option<bool>,
    /// Whether the customer signs up in a store. It is ignored for a customer who has ordered.
    pub registered_in_store: bool,
}

/// A checked change. It can be stored while it waits for a code, so it has only the hash of a password. One that is stored in another form
/// must be an error: a field that is not known would not be changed.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountPatch {
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    email_key: Option<String>,
    phone: Option<String>,
    subscription_type: Option<Type>,
    assigned_location_id: Option<String>,
    preferred_stylist: Option<String>,
    password_hash: Option<String>,
    shipping_address: Option<CheckedAddress>,
    dressing_room_to_go_signup: Option<bool>,
    themebox_signup: Option<bool>,
    registered_in_store: bool,
}

#[derive(Debug)]
pub struct Changed {
    /// The account as it is now.
    pub record: AccountRecord,
    /// The caller's new session, if the password changed, which ends all sessions.
    pub opened: Option<Opened>,
}

/// The outcome of a requested change.
#[derive(Debug)]
pub enum ChangeOutcome {
    Made(Box<Changed>),
    /// The change waits for a code, by core's `account_change.needs_mfa`.
    NeedsCode(PendingResult),
    Nothing,
}

/// Changes a customer's record, or lets the change wait for a code.
///
/// # Errors
/// Too many changes, [`Refusal::EmailTaken`], [`Refusal::LocationUnknown`], or a refused address.
pub async fn request_change(state: &AppState, session: &SignedIn, mut request: Request) -> AppResult<ChangeOutcome> {
    CHANGES.count(state, &session.customer_id).await?;
    if let Some(consent) = request.analytics.take() {
        analytics::decide(state, &session.customer_id, consent).await?;
    }
    let Some(patch) = prepared(state, session, request).await? else { return Ok(ChangeOutcome::Nothing) };
    let mut tx = state.db.read().await?;
    let before = customer::read(&mut tx, &session.customer_id).await?;
    let needed_code = patch.needs_code(&mut tx, session, &before, state.clock.now()).await?;
    drop(tx);
    // For a change that waits for a code, no charge is called off that the customer may still confirm.
    if !needed_code {
        patch.before_apply(state, &before).await?;
    }
    let (mut tx, before) = customer::locked(state, &session.customer_id).await?;
    // If another tab has verified the session meanwhile, the change was not prepared.
    if !needed_code && !patch.needs_code(&mut tx, session, &before, state.clock.now()).await? {
        let opened = patch.apply(state, &mut tx, session, before).await?;
        let record = record::read_in(state, &mut tx, &session.customer_id).await?;
        tx.commit().await?;
        return Ok(ChangeOutcome::Made(Box::new(Changed { record, opened })));
    }
    patch.check_email(&mut tx, &before).await?;
    patch.check_frequency(state, &before)?;
    let held = mfa::hold_until_code(state, &mut tx, session, &patch).await?;
    tx.commit().await?;
    Ok(ChangeOutcome::NeedsCode(held))
}

/// Prepares the change; `None` if nothing changes. Hashing and asking providers happens here, outside of any transaction.
async fn prepared(state: &AppState, session: &SignedIn, request: Request) -> AppResult<Option<AccountPatch>> {
    let Request {
        change,
        shipping_address,
        analytics: _,
        dressing_room_to_go_signup,
        themebox_signup,
        registered_in_store,
    } = request;
    let has_more = dressing_room_to_go_signup.is_some() || themebox_signup.is_some() || registered_in_store;
    if change == AccountChange::default() && shipping_address.is_none() && !has_more {
        return Ok(None);
    }
    if let Some(location) = &change.assigned_location_id
        && !state.data.locations.iter().any(|known| known.id == location.as_str())
    {
        return Err(Refusal::LocationUnknown.into());
    }
    let shipping_address = match shipping_address {
        Some(address) => Some(addresses::check(state, address).await?),
        None => None,
    };
    let password_hash = match &change.password {
        Some(password) => Some(hash_of(state, session, password).await?),
        None => None,
    };
    let text = |field: Option<Filled>| field.map(|field| field.to_string());
    Ok(Some(AccountPatch {
        first_name: text(change.first_name),
        last_name: text(change.last_name),
        email_key: change.email.as_ref().map(EmailAddress::to_key),
        email: change.email.map(|email| email.to_string()),
        phone: change.phone.map(|phone| phone.to_string()),
        subscription_type: change.subscription_type,
        assigned_location_id: text(change.assigned_location_id),
        preferred_stylist: text(change.preferred_stylist),
        password_hash,
        shipping_address,
        dressing_room_to_go_signup,
        themebox_signup,
        registered_in_store,
    }))
}

/// The hash of a new password. If the same password waits for a code in the session, it is that one's hash: with another salt, the
/// same change sent again would be another change.
async fn hash_of(state: &AppState, session: &SignedIn, password: &Password) -> AppResult<String> {
    let mut tx = state.db.read().await?;
    let waiting = mfa::waiting::<AccountPatch>(&mut tx, session, state.clock.now()).await?;
    drop(tx);
    match waiting.and_then(|patch| patch.password_hash) {
        Some(hash) if passwords::verify(state, password, Some(&hash)).await? => Ok(hash),
        _ => passwords::hash(state, password.expose()).await,
    }
}

impl CanWait for AccountPatch {
    const KIND: PendingKind = PendingKind::Account;

    fn is_repeated_by(&self, again: &Self) -> bool {
        self == again
    }
}

impl AccountPatch {
    /// The parts of it that a code confirms.
    pub fn confirmed_parts(&self, before: &CustomerRow) -> Vec<ConfirmedPart> {
        let password = self.password_hash.is_some().then_some(ConfirmedPart::Password);
        let email = self.new_email_key(before).is_some().then_some(ConfirmedPart::Email);
        let phone = (self.phone.is_some() && self.phone != before.phone).then_some(ConfirmedPart::Phone);
        [password, email, phone].into_iter().flatten().collect()
    }

    fn new_email_key(&self, before: &CustomerRow) -> Option<&str> {
        self.email_key.as_deref().filter(|key| *key != before.email_key)
    }

    /// Whether the change needs a code, by core's `account_change.needs_mfa`.
    async fn needs_code(
        &self,
        tx: &mut Tx,
        session: &SignedIn,
        before: &CustomerRow,
        now: Timestamp,
    ) -> AppResult<bool> {
        let parts = self.confirmed_parts(before);
        Ok(needs_mfa(&ProtectedChange {
            password: parts.contains(&ConfirmedPart::Password),
            contact_or_card: parts.contains(&ConfirmedPart::Email) || parts.contains(&ConfirmedPart::Phone),
            has_ordered: customers::has_ordered(tx, &before.id).await?,
            verified_recently: mfa::is_verified(tx, session, now).await?,
        }))
    }

    /// What has to be done before [`Self::apply`], outside of its transaction. Nothing is called off for a change that cannot be made.
    ///
    /// # Errors
    /// [`Refusal::EmailTaken`], [`Refusal::AccountClosing`], or the gateway or the database fails.
    pub async fn before_apply(&self, state: &AppState, before: &CustomerRow) -> AppResult<()> {
        let Some(address) = &self.shipping_address else { return Ok(()) };
        self.check_email(&mut state.db.read().await?, before).await?;
        self.check_frequency(state, before)?;
        addresses::before_move(state, &before.id, address).await
    }

    /// Rejects a frequency that the customer may not choose.
    fn check_frequency(&self, state: &AppState, before: &CustomerRow) -> AppResult<()> {
        if self.subscription_type.is_some() {
            customer::refuse_closing(before)?;
        }
        plan::check_offered(before.subscription_type, self.subscription_type, &state.data.terms)
    }

    /// Rejects a taken email address before the MFA code is asked for.
    async fn check_email(&self, tx: &mut Tx, before: &CustomerRow) -> AppResult<()> {
        let Some(key) = self.new_email_key(before) else { return Ok(()) };
        if customers::by_email(tx, key).await?.is_some() { Err(Refusal::EmailTaken.into()) } else { Ok(()) }
    }

    /// Makes the change; a new email address waits for its link. A new password ends all sessions, and the caller gets a new one.
    ///
    /// # Errors
    /// [`Refusal::EmailTaken`], [`Refusal::TooManyAddresses`], [`Refusal::AccountClosing`] for a subscription, too many links,
    /// or the styling fee of a box that goes to the former address is being charged.
    pub async fn apply(
        self,
        state: &AppState,
        tx: &mut CustomerTx,
        session: &SignedIn,
        mut customer: CustomerRow,
    ) -> AppResult<Option<Opened>> {
        self.check_email(tx, &customer).await?;
        self.check_frequency(state, &customer)?;
        // Another address counts once its link is opened. Another spelling of the present one needs no proof.
        let asked = match (self.email, self.email_key) {
            (Some(email), Some(email_key)) if email_key != customer.email_key => Some((email, email_key)),
            (email, _) => {
                customer.email = email.unwrap_or(customer.email);
                None
            }
        };
        customer.first_name = self.first_name.unwrap_or(customer.first_name);
        customer.last_name = self.last_name.unwrap_or(customer.last_name);
        if self.phone.is_some() && customer.phone.is_some() && self.phone != customer.phone {
            marks::keep_stopped(state, tx, &customer).await?;
            alert::tell(state, tx, &customer, &Alert::Phone).await?;
        }
        customer.phone = self.phone.or(customer.phone);
        if let Some(to) = self.subscription_type {
            plan::choose(&mut customer, Some(to), false, &state.data.terms);
        }
        let has_store = self.assigned_location_id.is_some();
        customer.assigned_location_id = self.assigned_location_id.or(customer.assigned_location_id);
        if let Some(stylist) = self.preferred_stylist {
            customer.preferred_stylist = state.data.vocabulary.preferred_stylist(&stylist);
        }
        // These fields say how a customer signs up. A customer who has ordered plans a pick-up in the order form.
        if !customers::has_ordered(tx, &customer.id).await? {
            customer.registered_in_store |= self.registered_in_store;
            customer.themebox_signup = self.themebox_signup.unwrap_or(customer.themebox_signup);
            if self.themebox_signup == Some(false) {
                kept_wish::forget_theme(state, tx, &customer.id).await?;
            }
            if let Some(picks_up) = self.dressing_room_to_go_signup {
                customer.dressing_room_to_go_signup = picks_up;
                // Which store counts depends on how the box comes. A store that this change names goes first.
                if !has_store {
                    let answers = style_profiles::answers_of_customer(tx, &customer.id).await?;
                    record::follow_store(state, &mut customer, &answers);
                }
            }
        }
        record::write(state, tx, &mut customer).await?;
        if let Some(address) = self.shipping_address {
            addresses::move_to(state, tx, &customer, address).await?;
        }
        let opened = match self.password_hash {
            Some(hash) => {
                passwords::set(state, tx, &mut customer, hash, session.device.hash.as_deref()).await?;
                Some(session::open(state, tx, &customer.id, Some(session), &session.device).await?)
            }
            None => None,
        };
        // A new password withdraws the address that waits, but not the one that comes with it.
        if let Some((email, email_key)) = asked {
            new_email::ask(state, tx, &customer, email, email_key).await?;
        }
        Ok(opened)
    }
}
