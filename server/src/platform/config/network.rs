//! Networks in the settings.

use std::net::IpAddr;
use std::str::FromStr;

/// A network, or one address: `10.0.0.0/8`, `::1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// Whether `address` belongs to it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                let shift = 32 - u32::from(self.prefix);
                network.to_bits().checked_shr(shift) == address.to_bits().checked_shr(shift)
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                let shift = 128 - u32::from(self.prefix);
                network.to_bits().checked_shr(shift) == address.to_bits().checked_shr(shift)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = || format!("`{text}` is not an address or a network such as 10.0.0.0/8");
        let (address, prefix) = text.trim().split_once('/').map_or((text.trim(), None), |(a, p)| (a, Some(p)));
        let address: IpAddr = address.parse().map_err(|_| refuse())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(longest), str::parse).map_err(|_| refuse())?;
        if prefix <= longest { Ok(Self { address, prefix }) } else { Err(refuse()) }
    }
}

/// Whether a host is this machine: what is sent there does not leave it.
#[must_use]
pub fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks_are_read_and_compared_by_their_prefix() {
        let network: Network = "192.168.4.0/22".parse().unwrap();
        assert!(network.contains(address("192.168.7.255")));
        assert!(!network.contains(address("192.168.8.0")));
        let everything: Network = "0.0.0.0/0".parse().unwrap();
        assert!(everything.contains(address("8.8.8.8")));
        assert!(!everything.contains(address("::1")));
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/-1", "host"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
