//! Yotpo, which is told of reviews from the server by its UGC API: `--reviews yotpo`.
//!
//! Reviews are kept here as by the embedded service, whose invitations the page sends along. Then the outbox hands them to Yotpo
//! (`POST /v1/widget/reviews`). Yotpo knows no idempotency key, so a review whose answer is unknown is not handed over again: a
//! missing one does less harm than one that shows twice.
//!
//! Yotpo publishes a review as that of a verified reviewer if it is signed (its feature "Trusted Vendors"): HMAC-SHA256 under the
//! account's secret, as 64 lowercase hexadecimal digits, with `time_stamp` and `reviewer_type`. It is signed only once the account
//! has been checked with the secret (`POST /oauth/token`). If Yotpo refuses a signed review, it is sent without the signature
//! immediately.

pub mod settings;

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::config::Secret;
use crate::platform::future::BoxFuture;
use crate::platform::signature::sign;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{self, Answer, HttpClient};
use crate::providers::common::pause::Pause;
use crate::providers::common::reach::Reach;
use crate::providers::common::sender::{MessageSender, NotSent};
use crate::providers::reviews::own::OwnReviews;
use crate::providers::reviews::yotpo::settings::YotpoSettings;
use crate::providers::reviews::{AuthoredReview, Invitation, NoAnswer, ReviewService, WrittenReview};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stylebox_core::messages::forgetting::PartyKnowing;

/// The kind of reviewer: somebody who is known to have had the box.
const REVIEWER_TYPE: &str = "verified_reviewer";

/// How long Yotpo is not asked again to forget the same person: it wants some minutes between such calls, and forgets all
/// reviews of an email address at once.
const FORGOTTEN_FOR: Duration = Duration::from_secs(10 * 60);

/// The reviews service Yotpo.
pub struct Yotpo {
    own: OwnReviews,
    http: HttpClient,
    app_key: String,
    secret: Secret,
    product_url: String,
    erasure_path: String,
    clock: Arc<dyn Clock>,
    pause: Pause,
    /// Whether Yotpo took the app key and the secret when it last answered about them; `None` if it was not asked yet.
    took_account: Mutex<Option<bool>>,
    /// The email address that Yotpo was last told to forget, and when.
    forgotten: Mutex<Option<(String, Timestamp)>>,
}

/// A review as Yotpo takes it.
#[derive(Serialize)]
struct Body<'a> {
    appkey: &'a str,
    domain: &'a str,
    sku: &'a str,
    product_title: &'a str,
    product_url: &'a str,
    display_name: &'a str,
    email: &'a str,
    review_content: &'a str,
    review_title: &'a str,
    review_score: u64,
    #[serde(flatten)]
    signed: Option<Signed>,
}

/// What makes it the review of a verified reviewer.
#[derive(Serialize)]
struct Signed {
    signature: String,
    /// Seconds since 1970.
    time_stamp: i64,
    reviewer_type: &'static str,
}

#[derive(Serialize)]
struct Account<'a> {
    client_id: &'a str,
    client_secret: &'a str,
    grant_type: &'static str,
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
}

#[derive(Serialize)]
struct Erasure<'a> {
    email: [&'a str; 1],
}

enum NoToken {
    NoAnswer,
    Refused(u16),
}

impl Yotpo {
    /// Yotpo by these settings; `own` makes the invitations.
    ///
    /// # Errors
    /// A sentence that says why there is no client.
    pub fn new(settings: &YotpoSettings, own: OwnReviews, clock: Arc<dyn Clock>) -> Result<Self, String> {
        Ok(Self {
            own,
            http: HttpClient::new("yotpo", &settings.url)?.with_timeout(settings.timeout),
            app_key: settings.app_key.clone(),
            secret: settings.secret.clone(),
            product_url: settings.product_url.clone(),
            erasure_path: settings.erasure_path.clone(),
            pause: Pause::new(clock.clone()),
            clock,
            took_account: Mutex::new(None),
            forgotten: Mutex::new(None),
        })
    }

    /// A token for the calls of the account, which proves that Yotpo takes the app key and the secret.
    async fn token(&self) -> Result<String, NoToken> {
        let account =
            Account { client_id: &self.app_key, client_secret: self.secret.expose(), grant_type: "client_credentials" };
        let answer = self.http.call(Method::POST, "/oauth/token").json(&account).send().await;
        let token = match answer {
            Err(_) => return Err(NoToken::NoAnswer),
            Ok(answer) if answer.is_down() => return Err(NoToken::NoAnswer),
            Ok(answer) if !answer.is_success() => Err(NoToken::Refused(answer.status)),
            Ok(answer) => answer.json::<Token>().map(|token| token.access_token).map_err(|_| NoToken::NoAnswer),
        };
        // An answer that cannot be read says nothing of the account.
        if !matches!(token, Err(NoToken::NoAnswer)) {
            *self.took_account.lock().unwrap_or_else(PoisonError::into_inner) = Some(token.is_ok());
        }
        token
    }

    /// Whether reviews may be signed. If nobody has asked Yotpo about the account yet, it is asked now.
    async fn may_sign(&self) -> Result<bool, NotSent> {
        let known = *self.took_account.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(took_account) = known {
            return Ok(took_account);
        }
        match self.token().await {
            Ok(_) => Ok(true),
            Err(NoToken::Refused(_)) => Ok(false),
            // The review waits, so that it does not lose its badge for a moment's silence.
            Err(NoToken::NoAnswer) => Err(NotSent::Down),
        }
    }

    fn signed(&self, review: &WrittenReview) -> Signed {
        let time_stamp = self.clock.now().seconds();
        let signature = sign(self.secret.expose(), &format!("{}{REVIEWER_TYPE}{time_stamp}", review.email));
        Signed { signature, time_stamp, reviewer_type: REVIEWER_TYPE }
    }

    async fn post(&self, review: &WrittenReview, signed: Option<Signed>) -> Result<Answer, http_client::NoAnswer> {
        let body = Body {
            appkey: &self.app_key,
            domain: &review.domain,
            sku: &review.sku,
            product_title: &review.product_title,
            product_url: &self.product_url,
            display_name: &review.display_name,
            email: &review.email,
            review_content: &review.content,
            review_title: &review.title,
            review_score: review.stars,
            signed,
        };
        self.http.call(Method::POST, "/v1/widget/reviews").json(&body).send().await
    }

    async fn hand_over(&self, review: &WrittenReview) -> Result<(), NotSent> {
        if self.pause.is_on() {
            return Err(NotSent::Down);
        }
        let may_sign = self.may_sign().await?;
        let mut answer = self.post(review, may_sign.then(|| self.signed(review))).await;
        if let Ok(refused) = &answer
            && may_sign
            && is_refusal(refused)
        {
            let (review_id, status) = (&review.key, refused.status);
            tracing::warn!(
                review = review_id,
                status,
                "Yotpo refuses a signed review, and gets it without the signature"
            );
            answer = self.post(review, None).await;
        }
        match answer {
            Ok(answer) if answer.is_success() => Ok(()),
            // Yotpo itself says that it takes nothing at the moment.
            Ok(Answer { status: 429 | 503, .. }) | Err(http_client::NoAnswer::NotReached) => Err(NotSent::Down),
            // That is about the account, and not about this review.
            Ok(Answer { status: status @ (401 | 403 | 404), .. }) => {
                tracing::warn!(status, "Yotpo takes no reviews of the account");
                Err(NotSent::Later)
            }
            Ok(answer) if is_refusal(&answer) => Err(NotSent::RefusedWith(answer.status)),
            Ok(_) | Err(http_client::NoAnswer::Unknown) => {
                self.pause.begin();
                Err(NotSent::Unknown)
            }
        }
    }

    /// Lets Yotpo forget everything of an email address: by default it takes the name away and the review from the page.
    async fn forget(&self, email: &str) -> Result<(), NoAnswer> {
        let now = self.clock.now();
        let is_done = |done: &Option<(String, Timestamp)>| {
            done.as_ref().is_some_and(|(known, at)| known == email && now.since(*at) < FORGOTTEN_FOR)
        };
        if is_done(&self.forgotten.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(());
        }
        let token = self.token().await.map_err(|_| NoAnswer)?;
        let call = self.http.call(Method::POST, &self.erasure_path);
        // The API of reviews and the one of the store name the header differently.
        let call = call.secret_header("x-yotpo-token", &token).secret_header("x-utoken", &token);
        let answer = call.json(&Erasure { email: [email] }).send().await.map_err(|_| NoAnswer)?;
        if !answer.is_success() {
            tracing::warn!(status = answer.status, "Yotpo does not take the request to forget a person");
            return Err(NoAnswer);
        }
        *self.forgotten.lock().unwrap_or_else(PoisonError::into_inner) = Some((email.to_owned(), now));
        Ok(())
    }

    async fn check(&self) -> Reach {
        match self.token().await {
            Ok(_) => Reach::Reached,
            Err(NoToken::NoAnswer) => Reach::NotReachable,
            Err(NoToken::Refused(status)) => Reach::Refused(format!(
                "Yotpo does not take the app key and the secret (--yotpo-app-key, STYLEBOX_YOTPO_SECRET): it answers {status}"
            )),
        }
    }
}

/// Whether the answer says that nothing was done, and that the same call would be refused again.
const fn is_refusal(answer: &Answer) -> bool {
    !answer.is_success() && !answer.is_down() && answer.status >= 400
}

impl ReviewService for Yotpo {
    fn forgetting(&self) -> Forgetting {
        Forgetting::ByCall(PartyKnowing::Yotpo)
    }

    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation {
        self.own.invite(order_id, now)
    }

    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String> {
        self.own.order_of(invitation, now)
    }

    fn third_party(&self) -> Option<&dyn MessageSender<WrittenReview>> {
        Some(self)
    }

    fn forget_author<'a>(&'a self, review: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(self.forget(&review.email))
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(self.check())
    }
}

impl MessageSender<WrittenReview> for Yotpo {
    fn forgetting(&self) -> Forgetting {
        Forgetting::ByCall(PartyKnowing::Yotpo)
    }

    fn send<'a>(&'a self, review: &'a WrittenReview) -> BoxFuture<'a, Result<(), NotSent>> {
        Box::pin(self.hand_over(review))
    }
}
