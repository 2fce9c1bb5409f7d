//! The secrets that an operator sets for outside parties.

use stylebox_server::platform::config::Secret;

/// A secret with this text.
pub fn secret(text: &str) -> Secret {
    Secret::read("SECRET", |name| (name == "SECRET").then(|| text.to_owned())).unwrap().unwrap()
}
