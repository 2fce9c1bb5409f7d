//! The secrets that an operator sets for outside parties.

use stylebox_server::platform::config::Secret;

/// As the settings read it from the environment.
pub fn secret(text: &str) -> Secret {
    Secret::read("SECRET", |name| (name == "SECRET").then(|| text.to_owned())).unwrap().unwrap()
}
