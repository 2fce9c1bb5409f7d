//! Theme boxes from a feed: only the job reads the feed, one mistake refuses the whole answer, and a good answer outlasts a restart.

use crate::doubles::feed::{FeedDouble, theme_box};
use crate::doubles::http::HttpFault;
use crate::support::{TestApp, ops};
use serde_json::{Value, json};
use stylebox_server::jobs;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::theme_boxes::choice::ThemeBoxesChoice;
use stylebox_server::providers::theme_boxes::feed::settings::FeedSettings;

async fn shop(feed: FeedSettings) -> TestApp {
    TestApp::with(|settings| {
        settings.parties.theme_boxes = ThemeBoxesChoice::Feed(feed);
    })
    .await
}

/// Runs the job. Returns what failed.
async fn refresh(app: &TestApp) -> Option<String> {
    let job = jobs::find("theme_boxes").unwrap();
    (job.work)(&app.state).await.unwrap().failures()
}

async fn themes(app: &TestApp) -> Vec<String> {
    let body = app.client().get("/api/current_themeboxes").await.expect(200);
    let theme = |one: &Value| one["theme"].as_str().unwrap().to_owned();
    body["results"].as_array().unwrap().iter().map(theme).collect()
}

async fn reach(app: &TestApp) -> Reach {
    let all = app.state.providers.reach().await;
    all.into_iter().find(|(party, _)| *party == "theme-boxes").unwrap().1
}

#[tokio::test]
async fn the_built_in_theme_boxes_are_shown_until_the_feed_has_answered() {
    let feed = FeedDouble::start(&[theme_box("snow"), theme_box("ice")]).await;
    let app = shop(feed.settings()).await;
    assert_eq!(themes(&app).await.len(), 9);
    assert_eq!(feed.calls(), 0, "the feed is not asked within a customer's call");
    assert_eq!(refresh(&app).await, None);
    assert_eq!(themes(&app).await, ["snow", "ice"]);
    let body = app.client().get("/api/current_themeboxes").await.expect(200);
    assert_eq!(body["results"][0], theme_box("snow"));
    assert_eq!(feed.calls(), 1);
}

#[tokio::test]
async fn the_last_good_answer_is_kept_over_a_restart_while_the_feed_is_down() {
    let feed = FeedDouble::start(&[theme_box("snow")]).await;
    let app = shop(feed.settings()).await;
    refresh(&app).await;
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::HalfAnswer, HttpFault::LosesAnswer] {
        feed.set(fault);
        let failed = refresh(&app).await.unwrap();
        assert!(failed.contains("the provider of theme boxes does not answer"), "{fault:?}: {failed}");
        assert_eq!(reach(&app).await, Reach::NotReachable, "{fault:?}");
        assert_eq!(themes(&app).await, ["snow"], "{fault:?}");
    }
    let app = app.restart().await;
    assert_eq!(themes(&app).await, ["snow"]);
    // Another server has the answer, too. The next good answer replaces it.
    let other = app.second_server().await;
    feed.set(HttpFault::None);
    feed.answers(200, json!({"results": [theme_box("rain")], "next": null}));
    assert_eq!(refresh(&other).await, None);
    assert_eq!(themes(&app).await, ["rain"]);
}

#[tokio::test]
async fn an_answer_of_another_feed_address_does_not_count() {
    let feed = FeedDouble::start(&[theme_box("snow")]).await;
    let app = shop(feed.settings()).await;
    refresh(&app).await;
    app.execute("UPDATE shop_facts SET value = REPLACE(value, '/boxes.json', '/old.json') WHERE name = 'theme_boxes'")
        .await;
    assert_eq!(themes(&app).await.len(), 9);
}

#[tokio::test]
async fn an_answer_with_a_mistake_is_refused_as_a_whole() {
    let feed = FeedDouble::start(&[theme_box("snow")]).await;
    let app = shop(feed.settings()).await;
    refresh(&app).await;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut second = theme_box("ice");
        change(&mut second);
        json!({"results": [theme_box("rain"), second]})
    };
    let href = |href: &'static str| with(&move |one| one["attachment"]["href"] = json!(href));
    let of_box = |wrong: &str| format!("the feed's theme box 2 has a {wrong} that cannot be used");
    let shape = "the feed does not answer as GET /api/current_themeboxes does".to_owned();
    let many: Vec<Value> = (0..51).map(|number| theme_box(&number.to_string())).collect();
    let count = |count: usize| format!("the feed has {count} theme boxes, and must have 1 to 50");
    for (body, mistake) in [
        (json!([]), shape.clone()),
        (json!({"results": [{"theme": "ice"}]}), shape.clone()),
        (with(&|one| one["label"] = json!(7)), shape),
        (json!({"results": []}), count(0)),
        (json!({"results": many}), count(51)),
        (with(&|one| one["theme"] = json!("rain")), of_box("theme")),
        (with(&|one| one["theme"] = json!(" ")), of_box("theme")),
        (with(&|one| one["label"] = json!("a".repeat(101))), of_box("label")),
        (with(&|one| one["description"] = json!("a\u{0}")), of_box("description")),
        (with(&|one| one["description"] = json!("a".repeat(1001))), of_box("description")),
        (href("http://pictures.example/ice.webp"), of_box("attachment.href")),
        (href("https://elsewhere.example/ice.webp"), of_box("attachment.href")),
        (href("https://pictures.example.elsewhere.example/a"), of_box("attachment.href")),
        (href("//elsewhere.example/ice.webp"), of_box("attachment.href")),
        (href("/\\elsewhere.example/ice.webp"), of_box("attachment.href")),
        (href("javascript:alert(1)"), of_box("attachment.href")),
        (href("data:image/png;base64,AA"), of_box("attachment.href")),
    ] {
        feed.answers(200, &body);
        let failed = refresh(&app).await.unwrap();
        assert!(failed.ends_with(&mistake), "{failed}: {body}");
        assert_eq!(reach(&app).await, Reach::Refused(mistake), "{body}");
        assert_eq!(themes(&app).await, ["snow"], "{body}");
    }
    feed.answers(404, "");
    assert_eq!(reach(&app).await, Reach::Refused("the feed answers 404".to_owned()));
    let said = ops(&app, "attention").await.unwrap();
    assert!(said.contains("theme-boxes") && said.contains("the feed answers 404"), "{said}");
    // An answer that is too large is not read to its end.
    feed.answers(200, json!({"results": [theme_box("rain")], "more": "a".repeat(256 * 1024)}));
    assert!(refresh(&app).await.is_some());
    assert_eq!(themes(&app).await, ["snow"]);
    // A picture on the shop's own domain is accepted.
    feed.answers(200, href("/api/product_images/theme-date-night"));
    assert_eq!(refresh(&app).await, None);
    assert_eq!(themes(&app).await, ["rain", "ice"]);
}

#[tokio::test]
async fn the_content_policy_allows_only_the_feeds_pictures() {
    let feed = FeedDouble::start(&[theme_box("snow")]).await;
    let app = shop(feed.settings()).await;
    let embedded = TestApp::start().await;
    for path in ["/api/status", "/members/login"] {
        let before = embedded.client().get(path).await.header("content-security-policy").unwrap().to_owned();
        let policy = app.client().get(path).await.header("content-security-policy").unwrap().to_owned();
        let expected =
            before.replace("img-src 'self' blob: data:", "img-src 'self' blob: data: https://pictures.example");
        assert_ne!(before, expected, "{path}");
        assert_eq!(policy, expected, "{path}");
    }
}

#[tokio::test]
async fn the_job_runs_only_with_a_feed() {
    let feed = FeedDouble::start(&[theme_box("snow")]).await;
    let job = jobs::find("theme_boxes").unwrap();
    let every = |app: &TestApp| (job.every)(&app.state.settings).map(|every| every.as_secs());
    assert_eq!(every(&shop(feed.settings()).await), Some(15 * 60));
    assert_eq!(every(&TestApp::start().await), None);
    // No server answers at this address.
    let url = BaseUrl::parse("--theme-boxes-url", "http://127.0.0.1:1/boxes.json").unwrap();
    let app = shop(FeedSettings { url, ..feed.settings() }).await;
    assert_eq!(reach(&app).await, Reach::NotReachable);
    assert_eq!(themes(&app).await.len(), 9);
}
