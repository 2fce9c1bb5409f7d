//! The call by which a party says whether a token is genuine: `siteverify`, which Cloudflare has taken over from Google.
//!
//! We send the secret and the token, and no `remoteip`: an address is personal data, both parties take it as a hint alone, and the
//! widget has seen it anyway.

use crate::platform::config::Secret;
use crate::providers::common::http_client::HttpClient;
use reqwest::Method;
use serde::Deserialize;

/// A party's codes that say that our secret is wrong.
const SECRET_ERROR_CODES: [&str; 3] = ["missing-input-secret", "invalid-input-secret", "invalid-keys"];

/// The code that says that the party itself has failed.
const PARTY_ERROR_CODE: &str = "internal-error";

/// A party's codes that say that the token is not genuine: wrong, too old, or used before.
const TOKEN_ERROR_CODES: [&str; 3] = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

/// The call.
#[derive(Debug)]
pub(super) struct SiteVerify {
    pub(super) client: HttpClient,
    pub(super) path: &'static str,
    pub(super) secret: Secret,
}

/// What a party says about a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    Genuine(Solved),
    NotGenuine,
    /// The party takes no token, because our secret is wrong.
    SecretRefused,
    /// The token is refused by codes that are not in the reference, or that say that our call is malformed.
    UnexpectedRefusal(String),
    /// The party does not say, or says yes without having looked: over its quota it takes every token, and adds a code.
    NoAnswer,
}

impl Verdict {
    /// Whether it shows that the party does not do its work, whatever the token. A refusal by an unknown code, or by a status
    /// alone, does not show that: it may be about the token.
    pub(super) const fn is_outage(&self) -> bool {
        matches!(self, Self::NoAnswer | Self::SecretRefused)
    }
}

/// What a party says about a genuine token. It may add to it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Solved {
    /// The host name of the page with the widget.
    pub(super) hostname: Option<String>,
    /// What the widget was for.
    pub(super) action: Option<String>,
    pub(super) challenge_ts: Option<String>,
    /// How likely it was a person, from 0.0 to 1.0, if the party gives scores.
    pub(super) score: Option<f64>,
}

#[derive(Deserialize)]
struct Answer {
    success: bool,
    #[serde(rename = "error-codes")]
    error_codes: Option<Vec<String>>,
    #[serde(flatten)]
    solved: Solved,
}

impl SiteVerify {
    /// Asks once about a token. A party may answer once about it, so it is not asked again.
    pub(super) async fn ask(&self, token: &str) -> Verdict {
        let fields = [("secret", self.secret.expose()), ("response", token)];
        match self.client.call(Method::POST, self.path).form(&fields).send().await {
            Ok(answer) if answer.is_down() => Verdict::NoAnswer,
            Ok(answer) => match answer.json() {
                // A refusal may come with any status, and its codes say more.
                Ok(read) => verdict(read),
                Err(_) if matches!(answer.status, 400..500) => {
                    Verdict::UnexpectedRefusal(format!("status {}", answer.status))
                }
                Err(_) => Verdict::NoAnswer,
            },
            Err(_) => Verdict::NoAnswer,
        }
    }
}

fn verdict(answer: Answer) -> Verdict {
    let codes = answer.error_codes.unwrap_or_default();
    if answer.success {
        return if codes.is_empty() { Verdict::Genuine(answer.solved) } else { Verdict::NoAnswer };
    }
    let has = |known: &[&str]| codes.iter().any(|code| known.contains(&code.as_str()));
    if has(&SECRET_ERROR_CODES) {
        Verdict::SecretRefused
    } else if has(&[PARTY_ERROR_CODE]) {
        Verdict::NoAnswer
    } else if has(&TOKEN_ERROR_CODES) {
        Verdict::NotGenuine
    } else {
        Verdict::UnexpectedRefusal(safe_codes(&codes))
    }
}

/// The codes for the operator, and nothing else that an answer may hold.
fn safe_codes(codes: &[String]) -> String {
    let is_code =
        |code: &&String| code.len() <= 40 && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let known: Vec<&str> = codes.iter().filter(is_code).map(String::as_str).collect();
    if known.is_empty() { "no code".to_owned() } else { known.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, verdict};

    fn of(answer: &str) -> Verdict {
        verdict(serde_json::from_str(answer).unwrap())
    }

    #[test]
    fn a_wrong_secret_says_nothing_of_the_token() {
        let both = r#"{"success": false, "error-codes": ["invalid-input-response", "invalid-input-secret"]}"#;
        assert_eq!(of(both), Verdict::SecretRefused);
        assert_eq!(of(r#"{"success": false, "error-codes": ["timeout-or-duplicate"]}"#), Verdict::NotGenuine);
        assert_eq!(of(r#"{"success": false, "error-codes": ["internal-error"]}"#), Verdict::NoAnswer);
    }

    #[test]
    fn a_success_with_an_error_code_is_no_answer() {
        // What Google answers about every token once the month's calls are used up.
        let over_quota =
            r#"{"success": true, "hostname": "shop.example", "score": 0.9, "error-codes": ["Over free quota."]}"#;
        assert_eq!(of(over_quota), Verdict::NoAnswer);
        assert!(matches!(of(r#"{"success": true, "error-codes": []}"#), Verdict::Genuine(_)));
    }

    #[test]
    fn an_unknown_code_is_told_to_the_operator_without_anything_else() {
        let strange = r#"{"success": false, "error-codes": ["bad-request", "see https://x.example/?token=1"]}"#;
        assert_eq!(of(strange), Verdict::UnexpectedRefusal("bad-request".to_owned()));
        assert_eq!(of(r#"{"success": false}"#), Verdict::UnexpectedRefusal("no code".to_owned()));
    }
}
