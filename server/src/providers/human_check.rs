//! The check that a person is at the other end: the browser works on a riddle that costs a program that tries thousands.
//!
//! The embedded one is Altcha's proof of work: no third party, no cookie, nothing to look at or to type.

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::random::Random;
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

/// How long a challenge may be worked on and its solution be sent: a form takes its time.
const LASTS: Duration = Duration::from_secs(60 * limits::HUMAN_CHECK_MINUTES);
/// How the browser works.
const ALGORITHM: &str = "PBKDF2/SHA-256";
/// Rounds of one step. With the default of steps a phone needs about a second.
const ROUNDS: u32 = 5_000;

/// Tells people from programs.
pub trait HumanCheck: Send + Sync {
    /// A new challenge, as the widget on the page takes it.
    ///
    /// # Errors
    /// If none can be made.
    fn challenge(&self) -> Result<Value, String>;

    /// The check that `token`, the widget's answer, passes; nothing where it does not. The caller sees to it that it counts
    /// once.
    fn verify(&self, token: &str) -> Option<Passed>;
}

/// A check that was passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// Which challenge it was.
    pub challenge: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// Altcha's proof of work.
pub struct ProofOfWork {
    secret: String,
    steps: u32,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
}

impl ProofOfWork {
    /// Challenges signed with `secret` that take at most `steps` steps.
    pub fn new(secret: String, steps: u32, clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { secret, steps, clock, random }
    }

    /// The second key, for the riddle's answer: with it an answer is checked without doing the work again.
    fn answer_secret(&self) -> String {
        format!("{} answer", self.secret)
    }

    /// Whether the challenge is one of ours, unchanged.
    fn is_ours(&self, challenge: &Challenge) -> bool {
        let resigned =
            sign_challenge(&HmacAlgorithm::Sha256, &mut challenge.parameters.clone(), None, &self.secret, None);
        match (resigned.ok().and_then(|ours| ours.signature), &challenge.signature) {
            (Some(ours), Some(theirs)) => bool::from(ours.as_bytes().ct_eq(theirs.as_bytes())),
            _ => false,
        }
    }

    /// Whether the solution solves the challenge. The crate asks the system's clock whether a challenge has expired; ours
    /// has been asked already, so the crate is given the same riddle without an end.
    fn solves(&self, payload: &Payload) -> bool {
        let mut endless = payload.challenge.parameters.clone();
        endless.expires_at = None;
        let Ok(riddle) = sign_challenge(&HmacAlgorithm::Sha256, &mut endless, None, &self.secret, None) else {
            return false;
        };
        let options = VerifySolutionOptions {
            hmac_key_signature_secret: Some(self.answer_secret()),
            ..VerifySolutionOptions::new(&riddle, &payload.solution, &self.secret)
        };
        verify_solution(options).is_ok_and(|result| result.verified)
    }
}

impl HumanCheck for ProofOfWork {
    fn challenge(&self) -> Result<Value, String> {
        let fewest = self.steps / 2;
        let challenge = create_challenge(CreateChallengeOptions {
            algorithm: ALGORITHM.to_owned(),
            cost: ROUNDS,
            counter: Some(fewest.saturating_add(self.random.below(self.steps.saturating_sub(fewest)))),
            expires_at: Some(self.clock.now().plus(LASTS).seconds()),
            hmac_signature_secret: Some(self.secret.clone()),
            hmac_key_signature_secret: Some(self.answer_secret()),
            ..Default::default()
        });
        let challenge = challenge.map_err(|error| error.to_string())?;
        serde_json::to_value(challenge).map_err(|error| error.to_string())
    }

    fn verify(&self, token: &str) -> Option<Passed> {
        let payload: Payload = serde_json::from_slice(&STANDARD.decode(token).ok()?).ok()?;
        let expires = payload.challenge.parameters.expires_at?;
        let expires_at = Timestamp(expires.checked_mul(1_000_000)?);
        let holds = self.is_ours(&payload.challenge) && self.clock.now() < expires_at && self.solves(&payload);
        holds.then_some(Passed { challenge: payload.challenge.parameters.nonce, expires_at })
    }
}
