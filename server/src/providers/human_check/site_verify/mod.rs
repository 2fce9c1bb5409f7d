//! A human check by an outside party, with the proof of work in its place if the party's does not work.
//!
//! A party can fail at two ends, and neither may keep customers out:
//!
//! - **At `siteverify`**, as this server sees it. Then the page shows the proof of work ([`PartyCheck::widget`] gives none), as hard as
//!   in a shop that has no party. The outage ends when the party answers again: it is asked every minute then, and tokens that come
//!   are still sent to it. A wrong secret is such an outage too: the operator's mistake is not the customer's, and `check`, the
//!   metrics and `ops attention` name it.
//! - **In one browser**: a blocker keeps its script away, its widget fails, or it takes a person for a program. Nobody but the page
//!   can say so, so a program can say it as well. Hence a proof of work may be had at any time, but while the party is up it is
//!   [`FALLBACK_FACTOR`] times as hard. Who chooses it pays more than in a shop that has no party, and the limits of sign-ins and
//!   registrations by account and network hold all the same.
//!
//! The two kinds of proof are signed with different secrets. So an easy one is only taken if a server of the shop has handed it out
//! during an outage, whatever a caller says; for its 20 minutes also after the outage, because a customer may be filling in the form.
//!
//! A caller can make up a token at which the party fails. So a token alone begins no outage: the party is asked about one of ours
//! first. [`Verdict::is_outage`] decides in both cases.

pub mod settings;

mod call;
mod outage;
pub(crate) mod rules;

use crate::platform::clock::{CLOCKS_DIFFER, Clock, Timestamp};
use crate::platform::digest::sha256;
use crate::platform::future::BoxFuture;
use crate::platform::random::Random;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::HttpClient;
use crate::providers::common::reach::Reach;
use crate::providers::human_check::proof_of_work::{self, ProofOfWork};
use crate::providers::human_check::{Action, HumanCheck, HumanCheckKind, Passed, Widget};
use call::{SiteVerify, Solved, Verdict};
use outage::Outage;
use rules::Rules;
use serde_json::Value;
use settings::SiteVerifySettings;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;
use stylebox_core::values::business_time::Instant;

/// The customer waits for the answer, and then has the proof of work to do.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How many times as hard a proof of work is while the party is up. With the default number of steps a phone needs some five seconds.
const FALLBACK_FACTOR: u32 = 5;

/// The most characters of a token. Cloudflare's has at most 2,048; Google names no bound, and its tokens are about as long.
const LONGEST_TOKEN: usize = 8_192;

/// A token that nobody made, for asking whether the party takes our secret.
const MADE_UP: &str = "stylebox-check";

/// The check by an outside party.
pub struct PartyCheck {
    rules: Rules,
    call: SiteVerify,
    site_key: String,
    /// The host name that a token has to be of.
    host: String,
    lowest_score: Option<f64>,
    has_test_key: bool,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    outage: Outage,
    /// What it said when it was last asked about [`MADE_UP`], and when.
    last_reach: Mutex<Option<(Timestamp, Reach)>>,
    outage_proof: ProofOfWork,
    harder_proof: ProofOfWork,
}

/// What the proof of work that stands in is made with.
pub struct StandIn {
    /// The service's keys for proofs of work, the newest first.
    pub secrets: Vec<String>,
    /// The most steps of one.
    pub steps: u32,
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
}

impl PartyCheck {
    /// The check of a party with these rules and settings, on pages of `host`.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub(super) fn new(
        rules: Rules,
        settings: &SiteVerifySettings,
        lowest_score: Option<f64>,
        host: &str,
        stand_in: StandIn,
    ) -> Result<Self, String> {
        let client = HttpClient::new(rules.party, &settings.url)?.with_timeout(TIMEOUT);
        let StandIn { secrets, steps, clock, random } = stand_in;
        let proof = |secrets, steps| ProofOfWork::new(secrets, steps, clock.clone(), random.clone());
        Ok(Self {
            call: SiteVerify { client, path: rules.path, secret: settings.secret.clone() },
            rules,
            site_key: settings.site_key.clone(),
            host: host.to_owned(),
            lowest_score,
            has_test_key: settings.has_test_key,
            outage: Outage::default(),
            last_reach: Mutex::new(None),
            harder_proof: proof(
                secrets.iter().map(|secret| format!("{secret} harder")).collect(),
                steps.saturating_mul(FALLBACK_FACTOR),
            ),
            outage_proof: proof(secrets, steps),
            clock,
            random,
        })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.call.client = self.call.client.with_timeout(timeout);
        self
    }

    fn is_down(&self) -> bool {
        self.outage.is_on(self.clock.now())
    }

    /// Notes whether the party does its work.
    fn note(&self, works: bool) {
        let (party, now) = (self.rules.party, self.clock.now());
        if works && self.outage.end(now) {
            tracing::info!(party, "the human check of the party is shown again");
        } else if !works && self.outage.begin(now) {
            tracing::warn!(party, "the proof of work takes the place of the party's human check");
        }
    }

    async fn verify_token(&self, token: &str, action: Action) -> Option<Passed> {
        if !could_be_token(token) {
            return None;
        }
        let verdict = self.call.ask(token).await;
        if !verdict.is_outage() {
            self.note(true);
        } else if !self.is_down() {
            self.ask_harmless().await;
        }
        let party = self.rules.party;
        match verdict {
            Verdict::Genuine(solved) => match self.objection(&solved, action) {
                None => Some(self.passed(token)),
                Some(objection) => {
                    tracing::warn!(party, objection, "a genuine token of the human check is not taken");
                    None
                }
            },
            Verdict::UnexpectedRefusal(codes) => {
                tracing::warn!(party, codes, "the human check refuses a token for a reason that we do not know");
                None
            }
            Verdict::NotGenuine | Verdict::SecretRefused | Verdict::NoAnswer => None,
        }
    }

    /// Why a genuine token does not count. With the published test keys, all that is compared here is the same for everybody, or
    /// missing.
    fn objection(&self, solved: &Solved, action: Action) -> Option<&'static str> {
        if self.has_test_key {
            return None;
        }
        if !solved.hostname.as_ref().is_some_and(|host| host.eq_ignore_ascii_case(&self.host)) {
            return Some("it is of another host than the public address");
        }
        if solved.action.as_deref() != Some(action.as_str()) {
            return Some("it is for another form");
        }
        if !self.is_fresh(solved) {
            return Some("it is too old, or the clocks differ");
        }
        match (self.lowest_score, solved.score) {
            (None, _) => None,
            (Some(_), None) => Some("it has no score"),
            (Some(lowest), Some(score)) => (score < lowest).then_some("its score is too low"),
        }
    }

    fn is_fresh(&self, solved: &Solved) -> bool {
        let Some(Ok(solved_at)) = solved.challenge_ts.as_ref().map(|text| text.parse::<Instant>()) else {
            return false;
        };
        // The party knows the real time; in demo mode ours may be ahead.
        let (solved_at, now) = (Timestamp::from(solved_at), self.clock.real_now());
        solved_at <= now.plus(CLOCKS_DIFFER) && now.since(solved_at) <= self.rules.lifetime + CLOCKS_DIFFER
    }

    fn passed(&self, token: &str) -> Passed {
        // The widget of a published test key gives the same token every time.
        let id = if self.has_test_key { self.random.secret() } else { sha256(token) };
        Passed {
            challenge: format!("{} {id}", self.rules.party),
            // The party takes it no longer than that.
            expires_at: self.clock.now().plus(self.rules.lifetime + CLOCKS_DIFFER),
        }
    }

    /// Asks about a token that nobody made, and notes whether the party does its work.
    async fn ask_harmless(&self) -> Reach {
        let Rules { name, secret, .. } = self.rules;
        let verdict = self.call.ask(MADE_UP).await;
        self.note(!verdict.is_outage());
        let reach = match verdict {
            Verdict::NotGenuine => Reach::Reached,
            Verdict::Genuine(_) if self.has_test_key => Reach::Reached,
            Verdict::Genuine(_) => Reach::Refused(format!("{name} takes any token: {secret} is a secret for tests")),
            Verdict::SecretRefused => Reach::Refused(format!("{name} does not take the secret ({secret})")),
            Verdict::UnexpectedRefusal(codes) => Reach::Refused(format!("{name} answers with {codes}")),
            Verdict::NoAnswer => Reach::NotReachable,
        };
        *self.last_reach() = Some((self.clock.now(), reach.clone()));
        reach
    }

    fn last_reach(&self) -> MutexGuard<'_, Option<(Timestamp, Reach)>> {
        self.last_reach.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last answer about the secret, if it was good and holds for a while.
    fn known_reach(&self) -> Option<Reach> {
        let (asked_at, reach) = self.last_reach().clone()?;
        let is_fresh = self.clock.now().since(asked_at) < self.rules.asked_every;
        (is_fresh && reach.is_good() && !self.is_down()).then_some(reach)
    }
}

/// Whether a party can have made it: both parties' tokens are of URL-safe Base64, with dots between the parts.
fn could_be_token(token: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !token.is_empty() && token.len() <= LONGEST_TOKEN && token.bytes().all(is_of_token)
}

impl HumanCheck for PartyCheck {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(match self.rules.kind {
            HumanCheckKind::Turnstile => PartyKnowing::Turnstile,
            HumanCheckKind::Recaptcha => PartyKnowing::Recaptcha,
        })
    }

    fn widget(&self) -> Option<Widget> {
        (!self.is_down()).then(|| Widget { kind: self.rules.kind, site_key: self.site_key.clone() })
    }

    fn challenge(&self) -> Result<Value, String> {
        if self.is_down() { self.outage_proof.challenge() } else { self.harder_proof.challenge() }
    }

    fn verify<'a>(&'a self, token: &'a str, action: Action) -> BoxFuture<'a, Option<Passed>> {
        Box::pin(async move {
            match proof_of_work::read(token) {
                Some(answer) => self.outage_proof.solved(&answer).or_else(|| self.harder_proof.solved(&answer)),
                None => self.verify_token(token, action).await,
            }
        })
    }

    fn browser_needs(&self) -> BrowserNeeds {
        (self.rules.needs)()
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.known_reach() {
                Some(reach) => reach,
                None => self.ask_harmless().await,
            }
        })
    }
}
