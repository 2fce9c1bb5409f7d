//! The embedded check: the browser solves a proof of work, which is expensive for a program that makes thousands of calls.
//!
//! It is Altcha's: no third party, no cookie, nothing to look at or to type.

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::future::BoxFuture;
use crate::platform::random::Random;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::human_check::{Action, HumanCheck, Passed};
use altcha::{
    Challenge, CreateChallengeOptions, HmacAlgorithm, Payload, VerifySolutionOptions, create_challenge, sign_challenge,
    verify_solution,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::policy::limits;
use subtle::ConstantTimeEq;

/// How long a challenge can be solved and its solution sent: filling in a form takes a while.
const LIFETIME: Duration = Duration::from_secs(60 * limits::HUMAN_CHECK_MINUTES);
/// The algorithm of the work.
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// Rounds of one step. With the default number of steps a phone needs about a second.
const ROUNDS: u32 = 5_000;

/// Altcha's proof of work.
pub struct ProofOfWork {
    /// The newest first: with it new challenges are signed.
    secrets: Vec<String>,
    steps: u32,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl ProofOfWork {
    /// Challenges signed with the first of `secrets` that take at most `steps` steps. Those that were signed with another of them
    /// are taken too.
    pub fn new(secrets: Vec<String>, steps: u32, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { secrets, steps, clock, random }
    }

    fn secret(&self) -> &str {
        self.secrets.first().map_or("", String::as_str)
    }

    /// The challenge that an answer solves; `None` if it is not one of ours, too old, or not solved.
    pub(super) fn solved(&self, answer: &Payload) -> Option<Passed> {
        let expires = answer.challenge.parameters.expires_at?;
        let expires_at = Timestamp(expires.checked_mul(1_000_000)?);
        let secret = self.secrets.iter().find(|secret| is_signed_with(secret, &answer.challenge))?;
        let holds = self.clock.now() < expires_at && solves(answer, secret);
        holds.then(|| Passed { challenge: answer.challenge.parameters.nonce.clone(), expires_at })
    }
}

/// The key that signs the solution, so that it can be verified without computing it again.
fn answer_secret(secret: &str) -> String {
    format!("{secret} answer")
}

/// Whether the challenge was signed with this secret, and is unchanged.
fn is_signed_with(secret: &str, challenge: &Challenge) -> bool {
    let resigned = sign_challenge(&HmacAlgorithm::Sha256, &mut challenge.parameters.clone(), None, secret, None);
    match (resigned.ok().and_then(|ours| ours.signature), &challenge.signature) {
        (Some(ours), Some(theirs)) => bool::from(ours.as_bytes().ct_eq(theirs.as_bytes())),
        _ => false,
    }
}

/// Whether the solution solves the challenge. The crate would check the expiry by the system's clock; ours has checked it already, so
/// the crate gets the challenge without an expiry.
fn solves(payload: &Payload, secret: &str) -> bool {
    let mut endless = payload.challenge.parameters.clone();
    endless.expires_at = None;
    let Ok(riddle) = sign_challenge(&HmacAlgorithm::Sha256, &mut endless, None, secret, None) else {
        return false;
    };
    let options = VerifySolutionOptions {
        hmac_key_signature_secret: Some(answer_secret(secret)),
        ..VerifySolutionOptions::new(&riddle, &payload.solution, secret)
    };
    verify_solution(options).is_ok_and(|result| result.verified)
}

impl HumanCheck for ProofOfWork {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn challenge(&self) -> Result<Value, String> {
        let fewest = self.steps / 2;
        let challenge = create_challenge(CreateChallengeOptions {
            algorithm: ALGORITHM.to_owned(),
            cost: ROUNDS,
            counter: Some(fewest.saturating_add(self.random.below(self.steps.saturating_sub(fewest)))),
            expires_at: Some(self.clock.now().plus(LIFETIME).seconds()),
            hmac_signature_secret: Some(self.secret().to_owned()),
            hmac_key_signature_secret: Some(answer_secret(self.secret())),
            ..Default::default()
        });
        let challenge = challenge.map_err(|error| error.to_string())?;
        serde_json::to_value(challenge).map_err(|error| error.to_string())
    }

    fn verify<'a>(&'a self, token: &'a str, _: Action) -> BoxFuture<'a, Option<Passed>> {
        let passed = read(token).and_then(|answer| self.solved(&answer));
        Box::pin(async { passed })
    }
}

/// The answer of the widget, whether right or wrong; `None` if `token` is something else.
pub(super) fn read(token: &str) -> Option<Payload> {
    serde_json::from_slice(&STANDARD.decode(token).ok()?).ok()
}
