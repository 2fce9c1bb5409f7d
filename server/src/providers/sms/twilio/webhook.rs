//! What Twilio tells us by calling us: what became of a message, and what a number has answered.
//!
//! Twilio signs the address that it calls and the fields of the form, sorted by their names, with the account's token.

use super::message::keyword;
use crate::platform::config::Secret;
use crate::providers::common::webhook::{Delivery, Event, NotTaken};
use crate::values::hint::Hint;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use std::borrow::Cow;
use url::form_urlencoded;

/// The header of the signature.
const SIGNATURE: &str = "x-twilio-signature";

/// The fates of a message that show something of its number.
const TOLD: [&str; 4] = ["delivered", "read", "undelivered", "failed"];

/// Checks the signature and reads the event. The message and its status identify the event.
///
/// # Errors
/// If the call is not Twilio's, or names no message.
pub(super) fn read(delivery: &Delivery<'_>, token: &Secret) -> Result<Vec<Event>, NotTaken> {
    let mut fields: Vec<(Cow<'_, str>, Cow<'_, str>)> = form_urlencoded::parse(delivery.body).collect();
    fields.sort_unstable();
    fields.dedup();
    if !is_signed(delivery, &fields, token) {
        return Err(NotTaken::Unproven);
    }
    let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_ref());
    let sid = field("MessageSid").filter(|sid| is_message(sid)).ok_or(NotTaken::Malformed)?;
    let status = match (field("MessageStatus"), field("Body")) {
        (Some(status), _) => Some(status).filter(|status| TOLD.contains(status)),
        // Only words that stop or start text messages are for us.
        (None, Some(text)) => keyword(text).map(|_| "received"),
        (None, None) => None,
    };
    let event = |status| Event { id: format!("{sid} {status}"), hint: Hint::TextMessage { id: sid.to_owned() } };
    Ok(status.map(event).into_iter().collect())
}

fn is_signed(delivery: &Delivery<'_>, fields: &[(Cow<'_, str>, Cow<'_, str>)], token: &Secret) -> bool {
    let Some(signature) = delivery.header(SIGNATURE).and_then(|text| STANDARD.decode(text).ok()) else { return false };
    // HMAC takes a key of any length, so this cannot fail.
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(token.expose().as_bytes()) else { return false };
    mac.update(delivery.url.as_bytes());
    for (name, value) in fields {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    mac.verify_slice(&signature).is_ok()
}

/// Whether it is the name of a message: it becomes a part of an address.
fn is_message(sid: &str) -> bool {
    let digits = sid.strip_prefix("SM").or_else(|| sid.strip_prefix("MM"));
    digits.is_some_and(|digits| digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::{Delivery, Event, Hint, NotTaken, Secret, read};
    use crate::platform::clock::Timestamp;

    fn secret(text: &str) -> Secret {
        Secret::read("TOKEN", |name| (name == "TOKEN").then(|| text.to_owned())).unwrap().unwrap()
    }

    fn taken(url: &str, body: &str, signature: &str, token: &str) -> Result<Vec<Event>, NotTaken> {
        let headers = [("x-twilio-signature", signature)];
        read(&Delivery { url, headers: &headers, body: body.as_bytes(), now: Timestamp(0) }, &secret(token))
    }

    // The example of Twilio's documentation: a call of a phone, and so none about a message.
    const URL: &str = "https://mycompany.com/myapp.php?foo=1&bar=2";
    const BODY: &str =
        "To=%2B18005551212&CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309";
    const SIGNATURE: &str = "RSOYDt4T1cUTdK1PDd93/VVr8B8=";

    #[test]
    fn the_signature_is_that_of_the_documentation() {
        assert_eq!(taken(URL, BODY, SIGNATURE, "12345"), Err(NotTaken::Malformed));
        assert_eq!(taken(URL, BODY, SIGNATURE, "12346"), Err(NotTaken::Unproven));
        assert_eq!(taken(&URL.replace("https", "http"), BODY, SIGNATURE, "12345"), Err(NotTaken::Unproven));
        assert_eq!(taken(URL, &BODY.replace("1234&", "1235&"), SIGNATURE, "12345"), Err(NotTaken::Unproven));
        for signature in ["", "x", "RSOYDt4T1cUTdK1PDd93", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="] {
            assert_eq!(taken(URL, BODY, signature, "12345"), Err(NotTaken::Unproven), "{signature}");
        }
        let unsigned = Delivery { url: URL, headers: &[], body: BODY.as_bytes(), now: Timestamp(0) };
        assert_eq!(read(&unsigned, &secret("12345")), Err(NotTaken::Unproven));
    }

    /// The events in a form that is signed as Twilio signs it.
    fn read_signed(body: &str) -> Result<Vec<Event>, NotTaken> {
        use super::{Engine, Hmac, KeyInit, Mac, STANDARD, Sha1, form_urlencoded};
        let mut fields: Vec<_> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        fields.sort();
        let signed: String = fields.iter().flat_map(|(name, value)| [name.as_str(), value]).collect();
        let mac = Hmac::<Sha1>::new_from_slice(b"token").unwrap().chain_update(format!("{URL}{signed}"));
        taken(URL, body, &STANDARD.encode(mac.finalize().into_bytes()), "token")
    }

    #[test]
    fn message_and_status_make_an_event() {
        let sid = "SM0123456789abcdef0123456789abcdef";
        let event = |status: &str| {
            Ok(vec![Event { id: format!("{sid} {status}"), hint: Hint::TextMessage { id: sid.to_owned() } }])
        };
        let fate = |status: &str| {
            read_signed(&format!("MessageSid={sid}&MessageStatus={status}&SmsStatus={status}&To=%2B16125550142"))
        };
        for status in ["delivered", "undelivered", "failed", "read"] {
            assert_eq!(fate(status), event(status));
        }
        for status in ["queued", "sending", "sent", "nonsense"] {
            assert_eq!(fate(status), Ok(Vec::new()), "{status}");
        }
        assert_eq!(
            read_signed(&format!("MessageSid={sid}&SmsStatus=received&Body=+stop+&From=%2B16125550142")),
            event("received")
        );
        assert_eq!(
            read_signed(&format!("MessageSid={sid}&SmsStatus=received&Body=Hello&From=%2B16125550142")),
            Ok(Vec::new())
        );
        for wrong in ["SM1", "SM../../../Keys/0123456789abcdef01", "XX0123456789abcdef0123456789abcdef", ""] {
            assert_eq!(
                read_signed(&format!("MessageSid={wrong}&MessageStatus=failed")),
                Err(NotTaken::Malformed),
                "{wrong}"
            );
        }
    }
}
