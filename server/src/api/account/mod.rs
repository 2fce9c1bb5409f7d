//! Sign-up and sign-in, the customer's record, addresses, the second factor, referrals, and the export of the customer's data.

pub mod address_checks;
pub mod address_suggestions;
pub mod closing;
pub mod devices;
pub mod email_confirmations;
pub mod export;
pub mod human_check;
pub mod mfa;
pub mod passwords;
pub mod phone_links;
pub mod record;
pub mod referrals;
pub mod registrations;
pub mod sessions;
pub mod shipping_addresses;
pub mod signup_codes;

use crate::state::AppState;
use utoipa_axum::router::OpenApiRouter;

/// The calls of the area.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(address_checks::router())
        .merge(address_suggestions::router())
        .merge(closing::router())
        .merge(devices::router())
        .merge(email_confirmations::router())
        .merge(export::router())
        .merge(human_check::router())
        .merge(mfa::router())
        .merge(passwords::router())
        .merge(phone_links::router())
        .merge(record::router())
        .merge(referrals::router())
        .merge(registrations::router())
        .merge(sessions::router())
        .merge(shipping_addresses::router())
        .merge(signup_codes::router())
}
