//! The service's own secret key. It is kept outside the database, so that a copy of the database alone tells nothing of what is hashed
//! or signed with it.
//!
//! Nothing uses the key itself. Each [`Purpose`] has a key that is derived from it, so that a signature of one kind is worth nothing
//! for another. The operator changes the key by naming a new one and listing the old one: what was made under an old key is still
//! recognized, and rows that stay are brought under the new key when a server starts ([`Keys::follow`]).

use crate::platform::digest::sha256;
use crate::platform::random::{Random, hex};
use crate::platform::signature::{is_signed, sign};
use std::fmt;

/// The fewest characters of a key.
pub const SHORTEST: usize = 32;
/// The fewest different characters of a key: one with fewer was typed, not drawn.
const FEWEST_DIFFERENT: usize = 8;
/// Keys that everybody can read: those of the documents, and of sample files of other programs.
const KNOWN: [&str; 4] = [
    "0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "the-output-of-openssl-rand-hex-32",
    "changeme-changeme-changeme-changeme",
];

/// What a derived key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Hashes of cards and networks from which cards are tried out.
    CardTries,
    /// Signatures of the cookies by which accounts know devices.
    Devices,
    /// Marks of the people who were erased, outside the database.
    Erasures,
    /// Hashes of the numbers of gift cards.
    GiftCards,
    /// Signatures of the proof of work.
    HumanCheck,
    /// Subjects of rate limits: email addresses, phones, networks.
    Limits,
    /// Marks that belong to no account.
    Marks,
    /// Hashes of the codes of the second factor.
    MfaCodes,
    /// Signatures of invitations to a review.
    Reviews,
    /// Signatures of upload links.
    Uploads,
}

impl Purpose {
    /// Never change one: what is stored under it would not be found again.
    const fn as_str(self) -> &'static str {
        match self {
            Self::CardTries => "card_refusals",
            Self::Devices => "devices",
            Self::Erasures => "erasures",
            Self::GiftCards => "gift_cards",
            Self::HumanCheck => "human_check",
            Self::Limits => "limits",
            Self::Marks => "marks",
            Self::MfaCodes => "mfa_codes",
            Self::Reviews => "reviews",
            Self::Uploads => "uploads",
        }
    }
}

/// Why a text cannot be a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidKey {
    /// It is too short.
    Short,
    /// It has a blank or a comma, which separates keys in a list.
    Malformed,
    /// Everybody can know it.
    Known,
}

/// A key of the operator. It does not show itself in logs or errors.
#[derive(Clone, PartialEq, Eq)]
struct Master(String);

impl Master {
    fn parse(text: &str) -> Result<Self, InvalidKey> {
        let different = |text: &str| text.chars().collect::<std::collections::BTreeSet<char>>().len();
        if text.contains(|sign: char| sign.is_whitespace() || sign.is_control() || sign == ',') {
            Err(InvalidKey::Malformed)
        } else if text.chars().count() < SHORTEST {
            Err(InvalidKey::Short)
        } else if KNOWN.contains(&text.to_ascii_lowercase().as_str()) || different(text) < FEWEST_DIFFERENT {
            Err(InvalidKey::Known)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// Tells keys apart, and nothing else about them.
    fn id(&self) -> String {
        sign(&self.0, "stylebox key id").chars().take(8).collect()
    }

    fn derived(&self, purpose: Purpose) -> String {
        sign(&self.0, &format!("stylebox key for {}", purpose.as_str()))
    }

    /// The pad under which the plain hash of a row is kept. Each row has its own, so that it is used once.
    fn pad(&self, purpose: Purpose, row: &str) -> String {
        sign(&sign(&self.0, &format!("stylebox seal for {}", purpose.as_str())), row)
    }
}

/// A keyed hash that stays in the database, and what is needed to bring it under another key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The keyed hash, by which the row is found.
    pub(crate) hash: String,
    /// The hash without a key, encrypted.
    pub(crate) sealed: String,
    pub(crate) key_id: String,
}

/// The service's own secret key, and the ones before it.
#[derive(Clone)]
pub struct Keys {
    current: Master,
    old: Vec<Master>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Keys(…, {} old)", self.old.len())
    }
}

impl Keys {
    /// The keys that the operator names: the current one, and the ones before it.
    ///
    /// # Errors
    /// Why one of them cannot be a key; with true if it is the current one.
    pub fn parse<'a>(current: &str, old: impl IntoIterator<Item = &'a str>) -> Result<Self, (bool, InvalidKey)> {
        let current = Master::parse(current).map_err(|invalid| (true, invalid))?;
        let old =
            old.into_iter().map(Master::parse).collect::<Result<Vec<_>, _>>().map_err(|invalid| (false, invalid))?;
        let old = old.into_iter().filter(|old| *old != current).collect();
        Ok(Self { current, old })
    }

    /// A key that nobody else has, for a program that keeps nothing under it.
    #[must_use]
    pub fn temporary(random: &dyn Random) -> Self {
        Self { current: Master(random.secret()), old: Vec::new() }
    }

    /// The id of the current key.
    #[must_use]
    pub fn id(&self) -> String {
        self.current.id()
    }

    /// The ids of the keys before it.
    #[must_use]
    pub fn old_ids(&self) -> Vec<String> {
        self.old.iter().map(Master::id).collect()
    }

    #[must_use]
    pub fn key(&self, purpose: Purpose) -> String {
        self.current.derived(purpose)
    }

    /// All keys for a purpose, the current one first.
    #[must_use]
    pub fn keys(&self, purpose: Purpose) -> Vec<String> {
        let old = self.old.iter().map(|old| old.derived(purpose));
        [self.key(purpose)].into_iter().chain(old).collect()
    }

    /// The hash of a text under the current key.
    #[must_use]
    pub fn hash(&self, purpose: Purpose, text: &str) -> String {
        sign(&self.key(purpose), text)
    }

    /// The hashes of a text under all keys, that under the current one first: a row may be under any of them.
    #[must_use]
    pub fn hashes(&self, purpose: Purpose, text: &str) -> Vec<String> {
        self.keys(purpose).iter().map(|key| sign(key, text)).collect()
    }

    /// Whether `signature` is that of `text` under any of the keys.
    #[must_use]
    pub fn is_signed(&self, purpose: Purpose, text: &str, signature: &str) -> bool {
        self.keys(purpose).iter().any(|key| is_signed(key, text, signature))
    }

    /// The mark of what has this plain hash (64 hexadecimal digits), for the row with that id.
    #[must_use]
    pub fn mark(&self, purpose: Purpose, plain: &str, row: &str) -> Mark {
        Mark {
            hash: self.hash(purpose, plain),
            sealed: xor(plain, &self.current.pad(purpose, row)),
            key_id: self.current.id(),
        }
    }

    /// The mark of a text, for the row with that id.
    #[must_use]
    pub fn mark_text(&self, purpose: Purpose, text: &str, row: &str) -> Mark {
        self.mark(purpose, &sha256(text), row)
    }

    /// The hashes by which the mark of a text is found.
    #[must_use]
    pub fn hashes_of_mark(&self, purpose: Purpose, text: &str) -> Vec<String> {
        self.hashes(purpose, &sha256(text))
    }

    /// The mark under the current key of what has this mark under an old one; `None` if that key is not listed.
    #[must_use]
    pub fn follow(&self, purpose: Purpose, mark: &Mark, row: &str) -> Option<Mark> {
        let old = self.old.iter().find(|old| old.id() == mark.key_id)?;
        Some(self.mark(purpose, &xor(&mark.sealed, &old.pad(purpose, row)), row))
    }
}

/// Two texts of hexadecimal digits, digit by digit. Done twice with the same second text, it gives the first one again.
fn xor(one: &str, other: &str) -> String {
    let digits = |text: &str| text.chars().filter_map(|digit| digit.to_digit(16)).collect::<Vec<_>>();
    let mixed = digits(one).into_iter().zip(digits(other)).map(|(one, other)| one ^ other);
    mixed.filter_map(|digit| char::from_digit(digit, 16)).collect()
}

/// A new key for an operator who has none.
#[must_use]
pub fn new_key(random: &dyn Random) -> String {
    let mut bytes = [0; 32];
    random.fill(&mut bytes);
    hex(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "3f1c9a7be25d40868f0e6c1db7a4925e";
    const OTHER: &str = "b80d27f4c6e14a539d72f5a01c3be869";

    fn keys(current: &str, old: &[&str]) -> Keys {
        Keys::parse(current, old.iter().copied()).unwrap()
    }

    #[test]
    fn a_short_malformed_or_known_key_is_refused() {
        let refused = |text: &str| Keys::parse(text, []).unwrap_err();
        assert_eq!(refused(""), (true, InvalidKey::Short));
        assert_eq!(refused(&ONE[1..]), (true, InvalidKey::Short));
        assert_eq!(refused(&format!("{ONE} ")), (true, InvalidKey::Malformed));
        assert_eq!(refused(&format!("{ONE},{OTHER}")), (true, InvalidKey::Malformed));
        assert_eq!(refused(&"ab".repeat(20)), (true, InvalidKey::Known));
        assert_eq!(refused("0123456789ABCDEF0123456789ABCDEF"), (true, InvalidKey::Known));
        assert_eq!(Keys::parse(ONE, ["short"]).unwrap_err(), (false, InvalidKey::Short));
        assert!(Keys::parse(ONE, [OTHER, ONE]).is_ok());
    }

    #[test]
    fn each_purpose_has_a_key_of_its_own_and_none_is_the_operator_s() {
        let keys = keys(ONE, &[]);
        let all = [
            Purpose::CardTries,
            Purpose::Devices,
            Purpose::GiftCards,
            Purpose::HumanCheck,
            Purpose::Limits,
            Purpose::Marks,
            Purpose::MfaCodes,
            Purpose::Reviews,
            Purpose::Uploads,
        ];
        let derived: std::collections::BTreeSet<String> = all.iter().map(|purpose| keys.key(*purpose)).collect();
        assert_eq!(derived.len(), all.len());
        assert!(derived.iter().all(|key| !key.contains(ONE)));
        assert_eq!(keys.hash(Purpose::Limits, "a"), sign(&keys.key(Purpose::Limits), "a"));
    }

    #[test]
    fn what_an_old_key_signed_is_recognized_as_long_as_it_is_listed() {
        let before = keys(OTHER, &[]);
        let signature = before.hash(Purpose::Uploads, "a photo");
        assert!(keys(ONE, &[OTHER]).is_signed(Purpose::Uploads, "a photo", &signature));
        assert!(!keys(ONE, &[]).is_signed(Purpose::Uploads, "a photo", &signature));
        assert!(!keys(ONE, &[OTHER]).is_signed(Purpose::Reviews, "a photo", &signature), "it is for uploads alone");
    }

    #[test]
    fn a_mark_follows_a_change_of_key_without_its_text() {
        let before = keys(OTHER, &[]);
        let mark = before.mark_text(Purpose::GiftCards, "9035 1234", "row 1");
        let now = keys(ONE, &[OTHER]);
        assert!(now.hashes_of_mark(Purpose::GiftCards, "9035 1234").contains(&mark.hash));
        let followed = now.follow(Purpose::GiftCards, &mark, "row 1").unwrap();
        assert_eq!(followed, now.mark_text(Purpose::GiftCards, "9035 1234", "row 1"));
        assert_eq!(followed, keys(ONE, &[]).mark_text(Purpose::GiftCards, "9035 1234", "row 1"), "the old key may go");
        assert_ne!(followed.hash, mark.hash);
        assert_eq!(keys(ONE, &[]).follow(Purpose::GiftCards, &mark, "row 1"), None);
        let plain = sha256("9035 1234");
        assert!(mark.sealed != plain && mark.hash != plain);
        assert_ne!(before.mark_text(Purpose::GiftCards, "9035 1234", "row 2").sealed, mark.sealed, "a pad a row");
    }

    #[test]
    fn it_does_not_show_itself() {
        let shown = format!("{:?}", keys(ONE, &[OTHER]));
        assert_eq!(shown, "Keys(…, 1 old)");
        assert!(!keys(ONE, &[]).id().contains(&ONE[..8]));
    }
}
