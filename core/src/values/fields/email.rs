//! Email addresses.

use super::{Filled, checked_text, filled};
use crate::{
    policy,
    values::{message::Message, search::split_once},
};

checked_text! {
    /// An email address that passed the check, as typed but trimmed.
    EmailAddress
}

impl EmailAddress {
    /// The address in lower case, which is unique among accounts (the contract: accounts).
    #[must_use]
    pub fn to_key(&self) -> String {
        self.0.to_lowercase()
    }
}

/// A required email address; `invalid` is the form's message about a malformed one.
///
/// # Errors
/// [`Message::REQUIRED`] if it is blank, `invalid` if it is malformed.
pub fn email(text: &str, invalid: Message) -> Result<EmailAddress, Message> {
    let Filled(address) = filled(text)?;
    if is_email(&address) { Ok(EmailAddress(address)) } else { Err(invalid) }
}

/// Whether the address is valid by the WHATWG HTML standard, and its domain can exist on the internet.
fn is_email(address: &str) -> bool {
    let Some((local, domain)) = split_once(address, "@") else { return false };
    address.len() <= policy::EMAIL_MAX_LENGTH
        && (1..=policy::EMAIL_LOCAL_MAX_LENGTH).contains(&local.len())
        && local.bytes().all(is_local)
        && domain.split('.').all(is_label)
        && domain.rsplit_once('.').is_some_and(|(_, last)| is_top_level(last))
}

const fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b'!' | b'#'..=b'\'' | b'*' | b'+' | b'/' | b'=' | b'?')
        || matches!(byte, b'^'..=b'`' | b'{'..=b'~' | b'-')
}

/// At most 63 letters, digits and dashes, a dash neither first nor last.
fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Two letters or more, or a name in another script in its DNS form.
fn is_top_level(label: &str) -> bool {
    let letters = label.len() >= 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters || label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
}

#[cfg(test)]
mod tests {
    use super::is_email;

    #[test]
    fn the_local_part_may_have_exactly_the_standards_characters() {
        let taken: String =
            (0u8..=255).map(char::from).filter(|&character| is_email(&format!("{character}@a.co"))).collect();
        assert_eq!(taken, "!#$%&'*+-./0123456789=?ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz{|}~");
    }

    #[test]
    fn an_address_may_be_as_long_as_rfc_5321_allows() {
        let local = "a".repeat(64);
        assert!(is_email(&format!("{local}@a.co")));
        assert!(!is_email(&format!("{local}a@a.co")));
        let label = "b".repeat(63);
        assert!(is_email(&format!("a@{label}.co")));
        assert!(!is_email(&format!("a@{label}b.co")));
        // 2 + 63 + 1 + 63 + 1 + 63 + 1 + 57 + 3 = 254
        let longest = format!("a@{label}.{label}.{label}.{}.co", "c".repeat(57));
        assert_eq!(longest.len(), 254);
        assert!(is_email(&longest));
        assert!(!is_email(&format!("a{longest}")));
    }
}
