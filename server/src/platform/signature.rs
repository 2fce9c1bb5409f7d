//! The servers' own signatures (HMAC-SHA256), by which they see that what they gave out comes back unchanged.

use crate::platform::random::hex;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// The signature of `text` under `key`, as 64 hexadecimal digits.
#[must_use]
pub fn sign(key: &str, text: &str) -> String {
    // HMAC takes a key of any length, so this cannot fail.
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    hex(&mac.chain_update(text).finalize().into_bytes())
}

/// Whether `signature` is that of `text`, compared in constant time.
#[must_use]
pub fn is_signed(key: &str, text: &str, signature: &str) -> bool {
    let ours = sign(key, text);
    !ours.is_empty() && bool::from(ours.as_bytes().ct_eq(signature.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{is_signed, sign};

    #[test]
    fn it_is_hmac_sha_256() {
        // RFC 4231, test case 2.
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(sign("Jefe", "what do ya want for nothing?"), expected);
    }

    #[test]
    fn another_key_text_or_signature_does_not_pass() {
        let signature = sign("key", "text");
        assert!(is_signed("key", "text", &signature));
        assert!(!is_signed("other", "text", &signature));
        assert!(!is_signed("key", "test", &signature));
        assert!(!is_signed("key", "text", ""));
        assert!(!is_signed("key", "text", &signature.to_uppercase()));
    }
}
