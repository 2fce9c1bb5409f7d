//! What an email server means by a refusal.
//!
//! Its code (RFC 5321) says whether it is for good, a second code (RFC 3463) about what it is: `5.1.1` about the address, `5.2.2` about
//! the mailbox, `5.7.1` about a policy. That one stands before the words or, in parentheses, at their end; many servers give none,
//! and then the words must tell. A server often says only at the recipient, or after the email, what it has against us: that it
//! does not let us send to others, does not know our sender, or has blocked us. If that counted as a bounce, a mistake in the settings
//! would mark all customers' addresses and lose all emails. So in doubt it is about us, and the email waits.

use crate::providers::common::sender::{NotSent, ServerAnswer};
use lettre::transport::smtp::Error;
use std::error::Error as _;

/// A server's answer about a malformed address: bad syntax of the mailbox's address. The server is not asked about such an
/// address.
pub(super) const NO_ADDRESS: ServerAnswer = ServerAnswer { code: 553, detail: Some([5, 1, 3]) };

/// Subjects of RFC 3463: the second number.
const ABOUT_ADDRESS: u16 = 1;
const ABOUT_MAILBOX: u16 = 2;
const ABOUT_POLICY: u16 = 7;
/// The third number of a code about the sender's address: its syntax, or its domain.
const OF_SENDER: [u16; 2] = [7, 8];

/// The code for an email or a mailbox that is too large. Its words speak of what is allowed.
const TOO_LARGE: u16 = 552;

/// How words begin that speak of relaying, signing in, permission, policy, or the sender.
const ABOUT_US: [&str; 28] = [
    "relay",
    "rcpthosts",
    "auth",
    "unauth",
    "login",
    "permi",
    "allow",
    "denied",
    "deny",
    "prohibit",
    "polic",
    "sender",
    "verif",
    "unverif",
    "block",
    "black",
    "dnsbl",
    "listed",
    "spam",
    "unsolicited",
    "reputation",
    "spf",
    "dkim",
    "dmarc",
    "helo",
    "quota",
    "paus",
    "suspend",
];
/// RFC 5321's own words for a malformed address.
const NAME_NOT_ALLOWED: &str = "mailbox name not allowed";

/// A refusal for good.
struct Refusal {
    answer: ServerAnswer,
    /// In small letters.
    words: String,
}

/// What the server said about us: it takes no emails. The log names its code alone: its words may hold an address.
pub(super) fn about_us(step: &str, error: &Error) -> NotSent {
    tracing::warn!(step, code = error.status().map(|code| code.to_string()), "the email server takes no emails");
    NotSent::Down
}

/// What the server said about the recipient.
pub(super) fn about_recipient(error: &Error) -> NotSent {
    match Refusal::of(error) {
        Some(refusal) if refusal.has_code_about_us() => about_us("recipient", error),
        // Words may speak of this recipient alone, so others are tried.
        Some(refusal) if refusal.is_about_us() => later("recipient", error),
        Some(refusal) => NotSent::NoMailbox(refusal.answer),
        None => for_now("recipient", error),
    }
}

/// What the server said about the email. What it has against us may be about this email or this recipient alone: others are tried.
pub(super) fn about_email(step: &str, error: &Error) -> NotSent {
    match Refusal::of(error) {
        Some(refusal) if refusal.is_about_us() => later(step, error),
        // Some servers look at the address only now.
        Some(refusal) if refusal.names_recipient() => NotSent::NoMailbox(refusal.answer),
        Some(refusal) => NotSent::Rejected(refusal.answer),
        None => for_now(step, error),
    }
}

/// What the server may have against us; the log names its code alone, as in [`about_us`].
fn later(step: &str, error: &Error) -> NotSent {
    let code = error.status().map(|code| code.to_string());
    tracing::warn!(step, code, "the email server does not take an email from us");
    NotSent::Later
}

fn for_now(step: &str, error: &Error) -> NotSent {
    if error.is_transient() { NotSent::Later } else { about_us(step, error) }
}

impl Refusal {
    /// `None` if it is another error.
    fn of(error: &Error) -> Option<Self> {
        let code = error.status().filter(|_| error.is_permanent())?;
        Some(Self::read(code.into(), &error.source().map(ToString::to_string).unwrap_or_default()))
    }

    fn read(code: u16, words: &str) -> Self {
        Self { answer: ServerAnswer { code, detail: detail(words) }, words: words.to_lowercase() }
    }

    /// Commands that the server does not understand or does not expect (50x), a sign-in that it demands (53x), a policy, our sender.
    fn has_code_about_us(&self) -> bool {
        let ServerAnswer { code, detail } = self.answer;
        let of_detail = match detail {
            Some([_, ABOUT_POLICY, _]) => true,
            Some([_, ABOUT_ADDRESS, number]) => OF_SENDER.contains(&number),
            _ => false,
        };
        of_detail || matches!(code, 500..=504 | 530..=538)
    }

    /// The same by its code; or by its words, unless the second code is clearly about the recipient.
    fn is_about_us(&self) -> bool {
        let is_open = !self.names_recipient() && self.answer.code != TOO_LARGE;
        self.has_code_about_us() || is_open && speaks_of_us(&self.words)
    }

    /// Whether the second code is about the recipient's address or mailbox. The number 0 leaves open what about it.
    fn names_recipient(&self) -> bool {
        matches!(self.answer.detail, Some([_, ABOUT_ADDRESS | ABOUT_MAILBOX, number]) if number != 0)
    }
}

/// An address among the words does not count: it may be `relay@example.com`.
fn speaks_of_us(words: &str) -> bool {
    let words = words.replace(NAME_NOT_ALLOWED, "");
    let own = words.split_whitespace().filter(|word| !word.contains('@'));
    let mut single = own.flat_map(|word| word.split(|character: char| !character.is_alphanumeric()));
    single.any(|word| ABOUT_US.iter().any(|beginning| word.starts_with(beginning)))
}

/// `5.1.1` at the beginning of the server's words, or `(#5.1.1)` at their end.
fn detail(words: &str) -> Option<[u16; 3]> {
    let first = words.split_whitespace().next()?;
    let last = || {
        let (_, rest) = words.trim_end().strip_suffix(')')?.rsplit_once("(#")?;
        rest.split_whitespace().next()
    };
    numbers(first).or_else(|| numbers(last()?))
}

fn numbers(text: &str) -> Option<[u16; 3]> {
    let mut numbers = text.split('.').map(|number| number.parse::<u16>().ok());
    let detail = [numbers.next()??, numbers.next()??, numbers.next()??];
    (numbers.next().is_none() && detail[0] == 5).then_some(detail)
}

#[cfg(test)]
mod tests {
    use super::{Refusal, detail};

    #[test]
    fn the_detail_stands_before_the_words_or_in_parentheses_at_their_end() {
        assert_eq!(detail("5.1.1 no such user 1.2.3"), Some([5, 1, 1]));
        assert_eq!(detail("5.1.10 null MX"), Some([5, 1, 10]));
        assert_eq!(detail("sorry, that domain isn't in my list (#5.7.1)"), Some([5, 7, 1]));
        assert_eq!(detail("sorry, no mailbox here by that name (#5.1.1 - chkuser)"), Some([5, 1, 1]));
        for none in [
            "",
            "no such user",
            "5.1 no",
            "5.1.1.1 no",
            "2.1.5 ok",
            "127.0.0.1 is blocked",
            "no (5.1.1)",
            "(#5.1.1) no",
        ] {
            assert_eq!(detail(none), None, "{none}");
        }
    }

    #[test]
    fn what_servers_say_about_us_is_told_from_what_they_say_about_the_recipient() {
        let about_us = [
            (554, "5.7.1 <ann@example.com>: Relay access denied"),
            (530, "5.7.0 Authentication required"),
            (530, "sign in first"),
            (503, "5.5.1 need MAIL first"),
            (550, "relay not permitted"),
            (550, "relay not permitted, authentication required"),
            (550, "Administrative prohibition"),
            (550, "Verification failed for <hello@shop.example>\nSender verify failed"),
            (553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"),
            (553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.5.3 - chkuser)"),
            (550, "<ann@example.com>... Relaying denied"),
            (550, "5.7.54 SMTP; Unable to relay recipient in non-accepted domain"),
            (550, "5.1.8 <hello@shop.example>: Sender address rejected: Domain not found"),
            (550, "5.1.0 <hello@shop.example>: Sender address rejected: User unknown in local recipient table"),
            (
                554,
                "Message rejected: Email address is not verified. The following identities failed the check in region US-EAST-1",
            ),
            (554, "Message rejected: Sending paused for this account."),
            (550, "Unauthenticated email is not accepted from this domain"),
        ];
        for (code, words) in about_us {
            assert!(Refusal::read(code, words).is_about_us(), "{code} {words}");
        }
        let about_recipient = [
            (550, "5.1.1 <ann@example.com>: Recipient address rejected: User unknown in local recipient table"),
            (550, "no such user"),
            (550, "Unrouteable address"),
            (550, "Unknown user"),
            (550, "<relay@example.com>: user unknown"),
            (550, "sorry, no mailbox here by that name (#5.1.1)"),
            (550, "Requested action not taken: mailbox unavailable"),
            (550, "5.5.0 Requested action not taken: mailbox unavailable"),
            (553, "Requested action not taken: mailbox name not allowed"),
            (550, "5.2.1 The mailbox is suspended and does not accept messages"),
            (552, "5.2.2 mailbox over its quota"),
            (552, "Quota exceeded: nothing more is allowed"),
        ];
        for (code, words) in about_recipient {
            assert!(!Refusal::read(code, words).is_about_us(), "{code} {words}");
        }
    }
}
