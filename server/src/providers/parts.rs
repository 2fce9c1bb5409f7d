//! What implementations are made of, besides their settings.

use crate::platform::clock::Clock;
use crate::platform::config::PublicUrl;
use crate::platform::keys::Keys;
use crate::platform::random::Random;
use crate::providers::fraud::FraudCheck;
use crate::providers::payment::PaymentGateway;
use crate::providers::photos::PhotoStore;
use crate::providers::theme_boxes::KeptAnswer;
use std::sync::Arc;

/// What implementations are made of, besides their settings.
pub struct Parts {
    /// The address by which customers reach the service.
    pub public_url: PublicUrl,
    /// The service's own secret key.
    pub keys: Keys,
    /// The implementations that services have made over the store.
    pub over_the_store: OverTheStore,
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
}

/// The embedded implementations that keep something, and what others keep. Providers know no database: services implement these traits
/// over the store.
pub struct OverTheStore {
    pub sandbox: Arc<dyn PaymentGateway>,
    /// The fraud check by the shop's own records.
    pub own_records: Arc<dyn FraudCheck>,
    /// The photos in the database.
    pub photos: Arc<dyn PhotoStore>,
    /// What is kept of the feed of theme boxes.
    pub kept_theme_boxes: Arc<dyn KeptAnswer>,
}
