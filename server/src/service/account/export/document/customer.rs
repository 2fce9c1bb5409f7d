//! The part of the export about the customer: the account, addresses, cards, rewards, messages and devices.

use crate::service::account::record::AccountRecord;
use crate::store::access::sessions::SessionRow;
use crate::store::account::referrals::RewardRow;
use crate::store::account::shipping_addresses::AddressRow;
use crate::store::card::cards::CardRow;
use crate::store::mail::outbox::MessageRow;
use crate::values::postal_address::PostalAddress;
use serde::Serialize;
use stylebox_core::values::business_time::Instant;
use stylebox_core::values::frequency::Type;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct ExportedAccount {
    id: String,
    created_at: Instant,
    email: String,
    pending_email: Option<String>,
    /// Since when emails to the address come back.
    email_bounced_at: Option<Instant>,
    first_name: String,
    last_name: String,
    phone: Option<String>,
    registration_postal_code: String,
    registered_in_store: bool,
    subscription_type: Option<Type>,
    skip_days: u64,
    preferred_stylist: Option<String>,
    assigned_location_id: Option<String>,
    customer_number: Option<String>,
    referral_code: String,
    referred_by_code: Option<String>,
    campaign_code: Option<String>,
    campaign_url: Option<String>,
    styling_fee_override_code: Option<String>,
    analytics_consent: Option<bool>,
    analytics_decided_at: Option<Instant>,
    google_analytics_client_id: Option<String>,
    closing_since: Option<Instant>,
}

impl From<AccountRecord> for ExportedAccount {
    fn from(record: AccountRecord) -> Self {
        let customer = record.customer;
        Self {
            id: customer.id,
            created_at: customer.created_at.instant(),
            email: customer.email,
            pending_email: record.pending_email,
            email_bounced_at: customer.email_bounced_at.map(|at| at.instant()),
            first_name: customer.first_name,
            last_name: customer.last_name,
            phone: customer.phone,
            registration_postal_code: customer.registration_postal_code,
            registered_in_store: customer.registered_in_store,
            subscription_type: customer.subscription_type,
            skip_days: customer.skip_days.get(),
            preferred_stylist: customer.preferred_stylist,
            assigned_location_id: customer.assigned_location_id,
            customer_number: customer.celerant_id,
            referral_code: customer.referral_code,
            referred_by_code: customer.referred_by_code,
            campaign_code: customer.campaign_code,
            campaign_url: customer.campaign_url,
            styling_fee_override_code: customer.styling_fee_override_code,
            analytics_consent: record.analytics_consent,
            analytics_decided_at: customer.analytics_decided_at.map(|at| at.instant()),
            google_analytics_client_id: customer.google_analytics_client_id,
            closing_since: customer.closing_since.map(|at| at.instant()),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedAddress {
    name: String,
    #[serde(flatten)]
    address: PostalAddress,
    country: String,
    phone: String,
    is_primary: bool,
    /// Since when it is known that nothing can be delivered there.
    undeliverable_since: Option<Instant>,
    created_at: Instant,
}

impl From<AddressRow> for ExportedAddress {
    fn from(row: AddressRow) -> Self {
        let AddressRow { name, address, country, phone, is_primary, created_at, .. } = row;
        let undeliverable_since = row.undeliverable_since.map(|since| since.instant());
        let created_at = created_at.instant();
        Self { name, address, country, phone, is_primary, undeliverable_since, created_at }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedCard {
    brand: String,
    last_four: String,
    /// `MM/YY`.
    expiration: String,
    cardholder_name: String,
    #[serde(flatten)]
    address: PostalAddress,
    country: String,
    phone: String,
    /// The version of the sentence on automatic checkouts that was agreed to.
    consent_version: Option<String>,
    consent_at: Option<Instant>,
    created_at: Instant,
}

impl From<CardRow> for ExportedCard {
    fn from(row: CardRow) -> Self {
        Self {
            brand: row.brand,
            last_four: row.last_four,
            expiration: row.expiration.to_string(),
            cardholder_name: row.cardholder_name,
            address: row.address,
            country: row.country,
            phone: row.phone,
            consent_version: row.consent_version,
            consent_at: row.consent_at.map(|at| at.instant()),
            created_at: row.created_at.instant(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedReward {
    /// `friend` or `referrer`.
    earned_as: &'static str,
    percent: i64,
    earned_at: Instant,
    expires_at: Instant,
    used_at: Option<Instant>,
    /// When it was taken back, because the friend's purchase was refunded in full.
    taken_back_at: Option<Instant>,
}

impl From<RewardRow> for ExportedReward {
    fn from(row: RewardRow) -> Self {
        Self {
            earned_as: row.earned_as.as_str(),
            percent: row.percent,
            earned_at: row.earned_at.instant(),
            expires_at: row.expires_at.instant(),
            used_at: row.used_at.map(|at| at.instant()),
            taken_back_at: row.taken_back_at.map(|at| at.instant()),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedMessage {
    kind: String,
    /// `email` or `sms`.
    channel: &'static str,
    created_at: Instant,
    sent_at: Option<Instant>,
    /// When it was refused for good, or came back.
    failed_at: Option<Instant>,
}

impl From<MessageRow> for ExportedMessage {
    fn from(MessageRow { kind, channel, created_at, sent_at, failed_at }: MessageRow) -> Self {
        let [sent_at, failed_at] = [sent_at, failed_at].map(|at| at.map(|at| at.instant()));
        Self { kind, channel: channel.as_str(), created_at: created_at.instant(), sent_at, failed_at }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedDevice {
    name: String,
    created_at: Instant,
    last_seen_at: Instant,
}

impl From<SessionRow> for ExportedDevice {
    fn from(row: SessionRow) -> Self {
        let [created_at, last_seen_at] = [row.created_at, row.last_seen_at].map(|at| at.instant());
        Self { name: row.device_name, created_at, last_seen_at }
    }
}
