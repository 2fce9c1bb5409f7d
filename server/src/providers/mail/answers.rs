//! What an e-mail server means by a refusal.
//!
//! Its code (RFC 5321) says whether it is for good, the code before its words (RFC 3463) about what it is: `5.1.1` about the
//! address, `5.2.2` about the mailbox, `5.7.1` about a policy. At the recipient a policy is about us: the server does not let us send
//! to others, or has blocked us. If that counted as a bounce, a mistake in the settings would mark all customers' addresses.

use crate::providers::sender::{NotSent, ServerAnswer};
use lettre::transport::smtp::Error;
use std::error::Error as _;

/// What a server would say of an address that is none, which it is not asked about: bad syntax of the mailbox's address.
pub(super) const NO_ADDRESS: ServerAnswer = ServerAnswer { code: 553, detail: Some([5, 1, 3]) };

/// Subjects of RFC 3463: the second number.
const ABOUT_ADDRESS: u16 = 1;
const ABOUT_MAILBOX: u16 = 2;
const ABOUT_POLICY: u16 = 7;

/// What the server said about us: it takes no e-mails. The log names its code alone: its words may hold an address.
pub(super) fn about_us(step: &str, error: &Error) -> NotSent {
    tracing::warn!(step, code = error.status().map(|code| code.to_string()), "the e-mail server takes no e-mails");
    NotSent::Down
}

/// What the server said about the recipient.
pub(super) fn about_recipient(error: &Error) -> NotSent {
    match permanent(error) {
        Some(answer) if is_about_us(answer) => about_us("recipient", error),
        Some(answer) => NotSent::NoMailbox(answer),
        None => for_now("recipient", error),
    }
}

/// What the server said about the letter.
pub(super) fn about_letter(step: &str, error: &Error) -> NotSent {
    match permanent(error) {
        // Some servers look at the address only now.
        Some(answer) if subject(answer).is_some_and(|subject| [ABOUT_ADDRESS, ABOUT_MAILBOX].contains(&subject)) => {
            NotSent::NoMailbox(answer)
        }
        Some(answer) => NotSent::Rejected(answer),
        None => for_now(step, error),
    }
}

fn for_now(step: &str, error: &Error) -> NotSent {
    if error.is_transient() { NotSent::Later } else { about_us(step, error) }
}

/// Commands that the server does not understand or does not expect (50x), a sign-in that it demands (53x), or a policy.
fn is_about_us(answer: ServerAnswer) -> bool {
    matches!(answer.code, 500..=504 | 530..=538) || subject(answer) == Some(ABOUT_POLICY)
}

fn subject(answer: ServerAnswer) -> Option<u16> {
    answer.detail.map(|[_, subject, _]| subject)
}

/// The codes of a refusal for good; `None` if it is another error.
fn permanent(error: &Error) -> Option<ServerAnswer> {
    let code = error.status().filter(|_| error.is_permanent())?;
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    Some(ServerAnswer { code: code.into(), detail: detail(&words) })
}

/// `5.1.1` at the beginning of the server's words.
fn detail(words: &str) -> Option<[u16; 3]> {
    let mut numbers = words.split_whitespace().next()?.split('.').map(|number| number.parse::<u16>().ok());
    let detail = [numbers.next()??, numbers.next()??, numbers.next()??];
    (numbers.next().is_none() && detail[0] == 5).then_some(detail)
}

#[cfg(test)]
mod tests {
    use super::{ServerAnswer, detail, is_about_us};

    #[test]
    fn the_detail_stands_before_the_words() {
        assert_eq!(detail("5.1.1 no such user 1.2.3"), Some([5, 1, 1]));
        assert_eq!(detail("5.1.10 null MX"), Some([5, 1, 10]));
        for none in ["", "no such user", "5.1 no", "5.1.1.1 no", "2.1.5 ok", "127.0.0.1 is blocked"] {
            assert_eq!(detail(none), None, "{none}");
        }
    }

    #[test]
    fn a_policy_or_a_demand_for_a_sign_in_is_about_us() {
        let answer = |code, detail| ServerAnswer { code, detail };
        // Postfix: "554 5.7.1 Relay access denied"; RFC 4954: "530 5.7.0 Authentication required".
        assert!(is_about_us(answer(554, Some([5, 7, 1]))));
        assert!(is_about_us(answer(530, None)));
        assert!(is_about_us(answer(503, Some([5, 5, 1]))));
        assert!(!is_about_us(answer(550, Some([5, 1, 1]))));
        assert!(!is_about_us(answer(550, None)));
        assert!(!is_about_us(answer(552, Some([5, 2, 2]))));
    }
}
