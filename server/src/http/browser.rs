//! The browser that makes a call, as far as it tells: its session, the cookie by which accounts know the device, and a name that a
//! customer recognizes. The user agent is not stored.

use crate::http::session::{DEVICE_COOKIE, cookie};
use crate::platform::keys::Purpose;
use crate::service::access::session::{Browser, SignedIn};
use crate::state::AppState;
use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use std::convert::Infallible;

impl FromRequestParts<AppState> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let sent = cookie(&parts.headers, DEVICE_COOKIE);
        let signed = sent.as_deref().and_then(|sent| sent.split_once('.'));
        let ours = signed.filter(|(id, signature)| state.keys.is_signed(Purpose::Devices, id, signature));
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        Ok(Self {
            session: parts.extensions.get::<SignedIn>().cloned(),
            device_id: ours.map(|(id, _)| id.to_owned()),
            name: name_of(agent),
        })
    }
}

/// The browsers by a word of their user agents. Those that call themselves by several names come before the others.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("Safari/", "Safari"),
];

/// The systems by a word of the user agents. Android calls itself Linux too.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// `Chrome on Android`, or `A browser` if the user agent does not tell both.
fn name_of(agent: &str) -> String {
    let find =
        |words: &[(&str, &'static str)]| words.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name);
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        _ => "A browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_browser_is_named_as_its_owner_would() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, name) in [
            (format!("Mozilla/5.0 (Linux; Android 10; K) {webkit} Chrome/131.0.0.0 Mobile Safari/537.36"), "Chrome on Android"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 \
                 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile \
                 Safari/604.1"
                    .to_owned(),
                "Chrome on iPad",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 \
                 Safari/605.1.15"
                    .to_owned(),
                "Safari on Mac",
            ),
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"),
                "Edge on Windows",
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 13; SM-S901B) {webkit} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36"),
                "Samsung Internet on Android",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0".to_owned(), "Firefox on Linux"),
            (format!("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {webkit} Chrome/131.0.0.0 Safari/537.36"), "Chrome on Chromebook"),
            ("curl/8.5.0".to_owned(), "A browser"),
            ("Firefox/133.0 <b>on nothing</b>".to_owned(), "A browser"),
            (String::new(), "A browser"),
        ] {
            assert_eq!(name_of(&agent), name, "{agent}");
        }
    }
}
