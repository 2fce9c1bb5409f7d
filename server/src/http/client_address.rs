//! The caller's address: the peer's, or the one that a trusted proxy names.

use crate::platform::config::Network;
use crate::platform::source::Source;
use crate::state::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The caller, by an address of IPv4 or a network of IPv6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub Source);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let trusted = &state.settings.trusted_proxies;
        Ok(Self(Source::of(behind_proxies(peer(&parts.extensions), &parts.headers, trusted))))
    }
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
    let lists = headers.get_all("x-forwarded-for").iter().rev().filter_map(|value| value.to_str().ok());
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

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn caller(peer: &str, forwarded: &[&str], trusted: &[&str]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for list in forwarded {
            headers.append("x-forwarded-for", list.parse().unwrap());
        }
        let trusted: Vec<Network> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        behind_proxies(address(peer), &headers, &trusted)
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
