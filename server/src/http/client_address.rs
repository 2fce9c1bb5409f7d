//! The caller's address: the peer's, or the one that a trusted proxy names.

use crate::platform::config::Network;
use crate::platform::source::Source;
use crate::state::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The caller, by an address of IPv4 or a network of IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub Source);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let trusted = &state.settings.trusted_proxies;
        let peer = peer(&parts.extensions);
        let is_unknown_proxy = !state.settings.is_demo() && is_unknown_proxy(peer, &parts.headers, trusted);
        if is_unknown_proxy && !WARNED.swap(true, Ordering::Relaxed) {
            tracing::warn!(%peer, "a proxy is not trusted: all customers behind it share its address and so its limits (--trusted-proxies)");
        }
        Ok(Self(Source::of(behind_proxies(peer, &parts.headers, trusted))))
    }
}

/// Whether it was said that a proxy is not trusted: once is enough.
static WARNED: AtomicBool = AtomicBool::new(false);

/// Whether the peer names a caller and is not trusted, though it is of a private network, where a customer's browser is not.
fn is_unknown_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> bool {
    let is_private = match peer {
        IpAddr::V4(peer) => peer.is_private() || peer.is_loopback(),
        IpAddr::V6(peer) => peer.is_unique_local() || peer.is_loopback(),
    };
    is_private && headers.contains_key(FORWARDED_FOR) && trusted.iter().all(|network| !network.contains(peer))
}

/// The address at the other end of the connection: the caller's, or a proxy's.
pub(super) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    // Only a test calls without a connection.
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)).to_canonical()
}

/// The last address of `X-Forwarded-For` that is not a trusted proxy's. Anybody could have written what stands before it.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut nearest = peer;
    let lists = headers.get_all(FORWARDED_FOR).iter().rev().filter_map(|value| value.to_str().ok());
    for hop in lists.flat_map(|list| list.rsplit(',')) {
        if !is_trusted(nearest) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(address) => nearest = address.to_canonical(),
            Err(_) => break,
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn headers(forwarded: &[&str]) -> HeaderMap {
        forwarded.iter().map(|list| (HeaderName::from_static(FORWARDED_FOR), list.parse().unwrap())).collect()
    }

    fn networks(trusted: &[&str]) -> Vec<Network> {
        trusted.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn caller(peer: &str, forwarded: &[&str], trusted: &[&str]) -> IpAddr {
        behind_proxies(address(peer), &headers(forwarded), &networks(trusted))
    }

    #[test]
    fn a_proxy_that_is_not_trusted_is_noticed() {
        let is_unknown = |peer: &str, forwarded: &[&str]| {
            is_unknown_proxy(address(peer), &headers(forwarded), &networks(&["127.0.0.1"]))
        };
        assert!(is_unknown("172.17.0.1", &["198.51.100.1"]) && is_unknown("fd00::1", &["198.51.100.1"]));
        assert!(!is_unknown("172.17.0.1", &[]), "it names nobody");
        assert!(!is_unknown("127.0.0.1", &["198.51.100.1"]), "it is trusted");
        assert!(!is_unknown("203.0.113.9", &["198.51.100.1"]), "a customer writes what they like");
    }

    #[test]
    fn a_header_from_a_stranger_is_not_believed() {
        assert_eq!(caller("203.0.113.9", &["198.51.100.1"], &[]), address("203.0.113.9"));
        assert_eq!(caller("203.0.113.9", &["198.51.100.1"], &["10.0.0.0/8"]), address("203.0.113.9"));
    }

    #[test]
    fn behind_trusted_proxies_the_last_untrusted_address_counts() {
        let trusted = ["10.0.0.0/8", "::1"];
        assert_eq!(caller("10.1.2.3", &["198.51.100.1"], &trusted), address("198.51.100.1"));
        assert_eq!(caller("10.1.2.3", &["1.1.1.1, 198.51.100.1, 10.9.9.9"], &trusted), address("198.51.100.1"));
        assert_eq!(caller("::1", &["1.1.1.1", "198.51.100.1"], &trusted), address("198.51.100.1"));
        assert_eq!(caller("::ffff:10.1.2.3", &["198.51.100.1"], &trusted), address("198.51.100.1"));
        assert_eq!(caller("10.1.2.3", &["nonsense"], &trusted), address("10.1.2.3"));
    }
}
