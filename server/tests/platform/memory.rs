//! The memory that the program needs.

use crate::support::{Client, PASSWORD, Reply, Running, TestDatabase};
use axum::http::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// The most memory that the program may need, in MiB.
const MOST: u64 = 200;

fn from(mut client: Client, address: &str) -> Client {
    client.headers.insert("x-forwarded-for", address.parse().unwrap());
    client
}

async fn sign_in(mut client: Client, email: &str, human: String) -> (Client, Reply) {
    let body = json!({"customer": {"email": email, "password": PASSWORD, "recaptchaToken": human}});
    let reply = client.post("/api/sessions", body).await;
    (client, reply)
}

/// Every call of the description, with an empty body if it takes one, and this customer's ids.
async fn every_call(client: &mut Client) -> Vec<(Method, String, Option<Value>)> {
    let description = client.get("/api/openapi.json").await.expect(200);
    let orders = client.get("/api/orders").await.expect(200);
    let order = orders["orders"][0]["id"].as_str().unwrap().to_owned();
    let invoice = client.post(&format!("/api/orders/{order}/invoices"), json!({})).await.json()["id"].clone();
    let outside = ["/members/", "/dev/outbox", "/api/openapi.json"];
    let mut calls: Vec<_> = outside.map(|path| (Method::GET, path.to_owned(), None)).into();
    for (path, operations) in description["paths"].as_object().unwrap() {
        let path = path.replace("/orders/{id}", &format!("/orders/{order}"));
        let path = path.replace("/invoices/{id}", &format!("/invoices/{}", invoice.as_str().unwrap()));
        let path = path.replace("/product_images/{id}", "/product_images/P001").replace("{rule}", "mask.zip");
        let path = format!("/api{}", path.replace(['{', '}'], ""));
        for method in [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let operation = &operations[method.as_str().to_ascii_lowercase()];
            let ends_the_session = path == "/api/sessions" && method == Method::DELETE;
            if operation.is_object() && !ends_the_session {
                let body = operation["requestBody"].is_object().then(|| json!({}));
                calls.push((method, path.clone(), body));
            }
        }
    }
    assert!(calls.len() > 50, "{}", calls.len());
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_sign_ins_and_calls_of_every_kind_take_little_memory() {
    let database = TestDatabase::fresh().await;
    let server = Running::start(&database.url, &[]);
    for customer in 0..8 {
        from(server.client(), &format!("198.51.100.{customer}")).register(&format!("c{customer}@example.com")).await;
    }
    // Each caller has its own address and eight share an account, so that no rate limit is reached.
    let mut ready = Vec::new();
    for caller in 0..64 {
        let mut client = from(server.client(), &format!("203.0.113.{caller}"));
        ready.push((client.human().await, client, format!("c{}@example.com", caller % 8)));
    }
    let mut signing_in = JoinSet::new();
    for (human, client, email) in ready {
        signing_in.spawn(async move { sign_in(client, &email, human).await.1.status.as_u16() });
    }
    assert_eq!(signing_in.join_all().await, [200; 64]);
    let peak = server.memory("VmHWM");
    assert!(peak <= MOST, "64 simultaneous sign-ins took {peak} MiB");

    let mut dana = from(server.client(), "192.0.2.1");
    let human = dana.human().await;
    let (mut dana, reply) = sign_in(dana, "dana@example.com", human).await;
    reply.expect(200);
    for (method, path, body) in every_call(&mut dana).await {
        let mut calling = JoinSet::new();
        for _ in 0..16 {
            let (mut client, method, path, body) = (dana.clone(), method.clone(), path.clone(), body.clone());
            calling.spawn(async move { client.call(method, &path, body).await.status });
        }
        for status in calling.join_all().await {
            // Without a built page, only the page's own path answers 503.
            let is_page = path.starts_with("/members");
            assert!(is_page || !status.is_server_error(), "{method} {path}: {status}");
        }
    }
    let (peak, kept) = (server.memory("VmHWM"), server.memory("VmRSS"));
    assert!(peak <= MOST, "calls of every kind took {peak} MiB and left {kept} MiB");
}
