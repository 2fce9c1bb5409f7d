//! Registering: making an account.

use crate::platform::error::{AppError, AppResult};
use crate::platform::source::Source;
use crate::providers::analytics::Event;
use crate::providers::fraud;
use crate::providers::human_check::Action;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::{self, Browser, Device, Opened, SignedIn};
use crate::service::account::analytics::{self, ConsentRequest};
use crate::service::account::passwords::LinkKind;
use crate::service::account::{customer, devices, human_check, passwords, record, referrals};
use crate::service::mail::{self, asked_for};
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::referrals::EarnedAs;
use crate::store::account::{email_changes, reset_tokens};
use crate::store::mail::outbox::{self, Channel};
use crate::store::style::style_profiles::{self, ProfileRow};
use crate::store::{CustomerTx, StoreError, Tx};
use stylebox_core::account::campaign::Campaign;
use stylebox_core::account::registration::Registration;
use stylebox_core::account::store_signup::{self, Registered, StoreSignup};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy;
use stylebox_core::policy::limits;
use stylebox_core::values::count::Count;
use stylebox_core::values::fields::{EmailAddress, Filled};

/// Accounts made by one caller.
const BY_CALLER: Limit = Limit::new("register-caller", limits::REGISTRATIONS_BY_CALLER);

/// Email addresses to which a customer of a store has the link for a password sent.
const EMAILS: Limit = Limit::new("signup-emails", limits::SIGNUP_EMAILS);

/// The characters of referral codes. None looks like another.
const CODE_LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// How a customer registers.
#[derive(Debug)]
pub enum Newcomer {
    /// With a password.
    Online(Registration),
    /// In a store. The customer is sent a link to choose a password.
    InStore(StoreSignup),
}

/// Optional parts of a registration.
#[derive(Debug, Default)]
pub struct RegistrationDetails {
    /// The referral code of a friend.
    pub referred_by_code: Option<String>,
    /// The campaign that led to the registration.
    pub campaign: Campaign,
    /// Whether a theme box is wanted.
    pub themebox_signup: bool,
    /// What the visitor said about analytics.
    pub analytics: ConsentRequest,
}

/// Makes the account with its style profile and referral reward, sends the welcome and opens a session.
///
/// # Errors
/// [`Refusal::EmailTaken`], a failed human check, or too many tries.
pub async fn register(
    state: &AppState,
    newcomer: Newcomer,
    details: RegistrationDetails,
    human: Option<&str>,
    caller: Source,
    browser: &Browser,
) -> AppResult<(CustomerRow, Opened)> {
    let caller = caller.to_string();
    BY_CALLER.count_in_memory(state, &caller)?;
    let passed = human_check::verify(state, human, Action::Register).await?;
    human_check::hide_limits_if_used_up(state, &passed, BY_CALLER.check(state, &caller).await).await?;
    let mut tx = state.db.write().await?;
    human_check::use_up(&mut tx, &passed).await?;
    BY_CALLER.count_in(state, &mut tx, &caller).await?;
    tx.commit().await?;
    let customer = new_customer(state, newcomer, details).await?;
    let mut tx = state.db.write().await?;
    if customers::by_email(&mut tx, &customer.email_key).await?.is_some() {
        return Err(Refusal::EmailTaken.into());
    }
    let mut tx = create_customer(state, tx, &customer).await?;
    // A store's tablet is many customers': it is nobody's device, and keeps no cookie of it.
    let opened = if customer.registered_in_store {
        let tablet = Device { name: browser.name.clone(), hash: None };
        session::open(state, &mut tx, &customer.id, browser.session.as_ref(), &tablet).await?
    } else {
        devices::open_session(state, &mut tx, &customer, browser).await?
    };
    tx.commit().await?;
    Ok((customer, opened))
}

/// Writes a new customer's record, style profile and referral reward, and sends the welcome.
///
/// # Errors
/// [`Refusal::EmailTaken`], or too many emails to the address or from the shop.
pub async fn create_customer(state: &AppState, tx: Tx, customer: &CustomerRow) -> AppResult<CustomerTx> {
    // Of two at the same time, the database accepts one.
    let mut tx = CustomerTx::of_new(tx, customer).await.map_err(email_taken)?;
    let profile = ProfileRow {
        id: state.new_id(),
        customer_id: customer.id.clone(),
        name: state.data.questionnaire.name.clone(),
    };
    style_profiles::add(&mut tx, &profile, customer.created_at).await?;
    // A friend's code earns its percentage immediately.
    referrals::reward(state, &mut tx, customer, EarnedAs::Friend).await?;
    greet_if_allowed(state, &mut tx, customer).await?;
    analytics::note(state, &mut tx, customer, &Event::registration()).await?;
    Ok(tx)
}

/// Turns a duplicate row into [`Refusal::EmailTaken`].
pub(crate) fn email_taken(error: StoreError) -> AppError {
    if error.is_duplicate() { Refusal::EmailTaken.into() } else { error.into() }
}

/// The record of a new customer. Nothing is written yet.
pub async fn new_customer(
    state: &AppState,
    newcomer: Newcomer,
    details: RegistrationDetails,
) -> AppResult<CustomerRow> {
    let random = &*state.random;
    let in_store = matches!(newcomer, Newcomer::InStore(_));
    let (first_name, last_name, email, postal_code, password_hash) = match newcomer {
        Newcomer::Online(new) => {
            let password_hash = passwords::hash(state, new.password.expose()).await?;
            (new.first_name, new.last_name, new.email, new.registration_postal_code, password_hash)
        }
        Newcomer::InStore(new) => {
            // Nobody knows this password: the customer is sent a link to choose one.
            let made_up = random.text(b"0123456789", policy::STORE_PASSWORD_DIGITS);
            let password_hash = passwords::hash(state, &made_up).await?;
            (new.first_name, new.last_name, new.email, new.registration_postal_code, password_hash)
        }
    };
    let text = |text: Option<Filled>| text.map(|text| text.to_string());
    let now = state.clock.now();
    let mut customer = CustomerRow {
        id: random.id(now),
        email_key: email.to_key(),
        email_bounced_at: None,
        email: email.to_string(),
        password_hash,
        has_password: !in_store,
        first_name: first_name.to_string(),
        last_name: last_name.to_string(),
        registration_postal_code: postal_code.to_string(),
        phone: None,
        subscription_type: None,
        skip_days: Count::default(),
        preferred_stylist: None,
        assigned_location_id: None,
        celerant_id: None,
        kount_session_id: fraud::new_session_id(random),
        referral_code: random.text(CODE_LETTERS, 8),
        referred_by_code: details.referred_by_code,
        campaign_code: text(details.campaign.code),
        campaign_url: text(details.campaign.url),
        internal_note: text(details.campaign.internal_note),
        google_analytics_client_id: None,
        analytics_consent_version: None,
        analytics_decided_at: None,
        styling_fee_override_code: None,
        first_timer: true,
        dressing_room_to_go_signup: false,
        themebox_signup: details.themebox_signup,
        registered_in_store: in_store,
        closing_since: None,
        erased_at: None,
        created_at: now,
        updated_at: now,
    };
    analytics::apply(state, &mut customer, details.analytics);
    Ok(customer)
}

/// Greets a new customer as [`greet`] does. No account is refused because of a limit of emails: a greeting beyond the limit is
/// left out.
async fn greet_if_allowed(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow) -> AppResult<()> {
    match greet(state, tx, customer).await {
        Err(AppError::TooMany(_)) => {
            tracing::warn!(customer = customer.id, "a new customer is not greeted: too many emails were asked for");
            Ok(())
        }
        greeted => greeted,
    }
}

async fn greet(state: &AppState, tx: &mut CustomerTx, customer: &CustomerRow) -> AppResult<()> {
    asked_for::greeting(state, tx, &customer.email_key).await?;
    let quiz = state.settings.public_url.page_link("/quiz/1");
    mail::queue(state, tx, mail::account::welcome(customer, &quiz)).await?;
    if customer.registered_in_store {
        send_password_link(state, tx, customer).await?;
    }
    Ok(())
}

/// Sends a customer who registered in a store a link to choose a password.
async fn send_password_link(state: &AppState, tx: &mut Tx, customer: &CustomerRow) -> AppResult<()> {
    asked_for::greeting(state, tx, &customer.email_key).await?;
    let link = passwords::new_link(state, tx, customer, LinkKind::First).await?;
    mail::queue(state, tx, mail::account::set_password(customer, &link)).await
}

/// Corrects the email address of a registration in a store, and greets the customer there. The link for a password that was
/// sent before stops working, and what was not sent yet to the old address is not sent. With the same address only the link is
/// sent again.
///
/// # Errors
/// Too many addresses, or emails to one of them; [`Refusal::SignupEmailFixed`] or [`Refusal::EmailTaken`].
pub async fn mend_email(state: &AppState, session: &SignedIn, email: EmailAddress, caller: Source) -> AppResult<()> {
    BY_CALLER.count(state, &caller.to_string()).await?;
    EMAILS.count(state, &session.customer_id).await?;
    let (mut tx, mut customer) = customer::locked(state, &session.customer_id).await?;
    let registered = Registered {
        in_store: customer.registered_in_store,
        has_password: customer.has_password,
        has_ordered: customers::has_ordered(&mut tx, &customer.id).await?,
    };
    if !store_signup::is_email_correctable(registered) {
        return Err(Refusal::SignupEmailFixed.into());
    }
    let is_another = customer.email_key != email.to_key();
    (customer.email, customer.email_key) = (email.to_string(), email.to_key());
    record::write(state, &mut tx, &mut customer).await.map_err(email_taken)?;
    reset_tokens::remove_all(&mut tx, &customer.id).await?;
    email_changes::remove(&mut tx, &customer.id).await?;
    if is_another {
        outbox::take_back(&mut tx, Channel::Email, &customer.id).await?;
        greet(state, &mut tx, &customer).await?;
    } else {
        send_password_link(state, &mut tx, &customer).await?;
    }
    tx.commit().await?;
    Ok(())
}
