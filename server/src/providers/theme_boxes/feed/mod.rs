//! Theme boxes from a JSON address: `--theme-boxes feed`.
//!
//! Only a job asks it, and its last good answer is kept in the database: all servers read that, and a feed that is slow or down
//! delays no customer. An answer with a mistake is refused as a whole, because an order may name any of its boxes.

pub mod settings;

use crate::data::ThemeBox;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::HttpClient;
use crate::providers::common::reach::Reach;
use crate::providers::theme_boxes::feed::settings::FeedSettings;
use crate::providers::theme_boxes::{KeptAnswer, NoAnswer, NotRefreshed, ThemeBoxes};
use reqwest::Method;
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::Arc;
use url::Url;

/// The most bytes of an answer.
const LARGEST_ANSWER: usize = 256 * 1024;
/// The most theme boxes. A customer looks through all of them.
const MOST_BOXES: usize = 50;
/// The most characters of a name, and of an address.
const LONGEST_NAME: usize = 100;
/// The most characters of a description, and of a picture's address.
const LONGEST_TEXT: usize = 1000;

/// Theme boxes of a feed.
pub struct Feed {
    http: HttpClient,
    url: String,
    pictures: Vec<String>,
    kept: Arc<dyn KeptAnswer>,
}

/// An answer of the feed.
#[derive(Deserialize)]
struct Answered {
    results: Vec<ThemeBox>,
}

impl Feed {
    /// # Errors
    /// A sentence that says why there is no client.
    pub fn new(settings: &FeedSettings, kept: Arc<dyn KeptAnswer>) -> Result<Self, String> {
        let FeedSettings { url, pictures, timeout } = settings;
        let http = HttpClient::new("theme-boxes", url)?.with_timeout(*timeout).with_largest_answer(LARGEST_ANSWER);
        Ok(Self { http, url: url.to_string(), pictures: pictures.clone(), kept })
    }

    async fn ask(&self) -> Result<Vec<ThemeBox>, NotRefreshed> {
        let called = self.http.call(Method::GET, "").header("accept", "application/json").send().await;
        let answer = called.map_err(|_| NotRefreshed::NoAnswer)?;
        if answer.is_down() {
            return Err(NotRefreshed::NoAnswer);
        }
        if answer.status != 200 {
            return Err(NotRefreshed::Refused(format!("the feed answers {}", answer.status)));
        }
        let Ok(Answered { results }) = answer.json() else {
            return Err(NotRefreshed::Refused(
                "the feed does not answer as GET /api/current_themeboxes does".to_owned(),
            ));
        };
        self.mistake(&results).map_or(Ok(results), |mistake| Err(NotRefreshed::Refused(mistake)))
    }

    /// The first mistake of an answer, as part of a sentence.
    fn mistake(&self, boxes: &[ThemeBox]) -> Option<String> {
        if boxes.is_empty() || boxes.len() > MOST_BOXES {
            return Some(format!("the feed has {} theme boxes, and must have 1 to {MOST_BOXES}", boxes.len()));
        }
        let mut themes = HashSet::new();
        boxes.iter().enumerate().find_map(|(index, one)| {
            let ThemeBox { theme, label, description, attachment } = one;
            let wrong = if !is_text(theme, LONGEST_NAME) || !themes.insert(theme) {
                "theme"
            } else if !is_text(label, LONGEST_NAME) {
                "label"
            } else if !is_text(description, LONGEST_TEXT) {
                "description"
            } else if !self.is_picture(&attachment.href) {
                "attachment.href"
            } else {
                return None;
            };
            Some(format!("the feed's theme box {} has a {wrong} that cannot be used", index + 1))
        })
    }

    /// Whether it is a path of our own, or an address that the content policy allows.
    fn is_picture(&self, href: &str) -> bool {
        if !is_text(href, LONGEST_TEXT) || href.contains(['\\', ' ']) {
            return false;
        }
        if href.starts_with('/') {
            return !href.starts_with("//");
        }
        Url::parse(href).is_ok_and(|url| self.pictures.contains(&url.origin().ascii_serialization()))
    }
}

/// Whether it is a text of so many characters at most.
fn is_text(text: &str, longest: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= longest && !text.chars().any(char::is_control)
}

impl ThemeBoxes for Feed {
    fn forgetting(&self) -> Forgetting {
        Forgetting::KnowsNobody
    }

    fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>> {
        Box::pin(async {
            self.kept.read(&self.url).await.map_err(|error| {
                tracing::error!(%error, "the theme boxes that are kept cannot be read");
                NoAnswer
            })
        })
    }

    fn refresh(&self) -> BoxFuture<'_, Result<usize, NotRefreshed>> {
        Box::pin(async {
            let boxes = self.ask().await?;
            let count = boxes.len();
            self.kept.write(&self.url, boxes).await.map_err(NotRefreshed::NotKept)?;
            Ok(count)
        })
    }

    fn browser_needs(&self) -> BrowserNeeds {
        BrowserNeeds { images: self.pictures.clone(), ..BrowserNeeds::default() }
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.ask().await {
                Ok(_) => Reach::Reached,
                Err(NotRefreshed::Refused(mistake)) => Reach::Refused(mistake),
                Err(NotRefreshed::NoAnswer | NotRefreshed::NotKept(_)) => Reach::NotReachable,
            }
        })
    }
}
