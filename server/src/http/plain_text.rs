//! Text is UTF-8 without the NUL character, which PostgreSQL cannot store. Anything else is refused before a handler sees it, on
//! either engine.

use crate::platform::error::AppResult;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use stylebox_core::messages::refusals::Refusal;

/// Middleware: a path that is no text is not found.
///
/// # Errors
/// [`Refusal::NotFound`].
pub async fn check_path(request: Request, next: Next) -> AppResult<Response> {
    if is_text(&decoded(request.uri().path())) { Ok(next.run(request).await) } else { Err(Refusal::NotFound.into()) }
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0)
}

/// The path with its percent-encoding decoded.
fn decoded(path: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        match after.get(..2).map(|digits| u8::from_str_radix(digits, 16)) {
            Some(Ok(byte)) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => rest = after,
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Whether a text of this JSON holds a NUL. JSON writes it as `\u0000`, and a backslash as two.
#[must_use]
pub fn json_holds_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = rest.get(at + 1..).unwrap_or_default();
        if escape.starts_with(b"u0000") {
            return true;
        }
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{decoded, is_text, json_holds_nul};

    #[test]
    fn an_escaped_nul_is_found_and_a_written_one_is_text() {
        for holds in [r#"{"name": "Ann\u0000"}"#, r#"{"name": "\\\u0000"}"#, r#"{"name": "\n\u0000"#] {
            assert!(json_holds_nul(holds.as_bytes()), "{holds}");
        }
        for none in [r#"{"name": "Ann"}"#, r#"{"name": "\\u0000"}"#, r#"{"name": "\u0001"}"#, r#""\"#, r#""\u000"#] {
            assert!(!json_holds_nul(none.as_bytes()), "{none}");
        }
    }

    #[test]
    fn a_path_is_text_once_it_is_decoded() {
        assert_eq!(decoded("/a%2Fb%41%"), b"/a/bA");
        for text in ["/orders/1", "/orders/%F0%9F%91%97", "/orders/%zz"] {
            assert!(is_text(&decoded(text)), "{text}");
        }
        for none in ["/orders/%00", "/orders/%FF", "/orders/%F0%9F"] {
            assert!(!is_text(&decoded(none)), "{none}");
        }
    }
}
