//! The source of a connection or call: which addresses count as one caller. Limits know callers by it alone, and handlers get nothing
//! else, so that none can count single addresses of a network of IPv6.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The network prefix that a provider gives one customer, as a mask of an IPv6 address: a /64.
const IPV6_NETWORK: u128 = !(u64::MAX as u128);

/// An IPv4 address, or the /64 network of an IPv6 address. An IPv4 address that is written as an IPv6 one counts as IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source(IpAddr);

impl Source {
    /// The source that `address` belongs to.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & IPV6_NETWORK).into(),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn an_ipv6_network_and_an_ipv4_address_are_each_one_source() {
        let source = |text: &str| Source::of(text.parse().unwrap());
        for (one, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("192.0.2.7", "192.0.2.7"),
        ] {
            assert_eq!(source(one), source(other), "{one} and {other}");
        }
        for (one, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:3::1"),
            ("192.0.2.7", "192.0.2.8"),
            ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
        ] {
            assert_ne!(source(one), source(other), "{one} and {other}");
        }
    }
}
