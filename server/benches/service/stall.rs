//! A shop that serves, with its customers signed in.

use crate::books::{Books, Ground, Guest};
use crate::browser::{HOST, cookies_of, send};
use crate::load;
use crate::report::{Result, text};
use crate::shop::Shop;
use crate::template::{Kind, today};
use axum::body::Body;
use axum::http::{Request, header};
use std::collections::HashMap;
use std::time::Instant;
use stylebox_server::app;
use stylebox_server::http::forgery::FORGERY_HEADER;
use stylebox_server::http::session::{FORGERY_COOKIE, SESSION_COOKIE};
use stylebox_server::store::Tx;
use tokio::task::JoinSet;

/// How many connections call at the same time, and how many tasks do what calls are measured beside.
pub const CONNECTIONS: usize = 8;

/// A shop that serves.
pub struct Stall {
    pub books: Books,
    pub shop: Shop,
    pub port: u16,
    /// Those with a first box at home, of all days in turn.
    pub boxes: Vec<Caller>,
    pub veterans: Vec<Caller>,
}

/// A customer who is signed in.
#[derive(Debug, Clone)]
pub struct Caller {
    pub guest: Guest,
    cookies: String,
    forgery: String,
}

impl Caller {
    /// Signs a guest in whose session is in the database.
    pub async fn enter(shop: &Shop, guest: &Guest) -> Result<Self> {
        let session = format!("{SESSION_COOKIE}={}", guest.token());
        let request = Request::get("/api/sessions/ttl").header(header::HOST, HOST).header(header::COOKIE, &session);
        let answer = send(&app::router(shop.state.clone()), request.body(Body::empty()).map_err(text)?).await?;
        let forgery = cookies_of(&answer.headers).into_iter().find(|(name, _)| name == FORGERY_COOKIE);
        let (_, forgery) = forgery.ok_or_else(|| format!("A guest is not signed in: {}.", answer.status))?;
        Ok(Self { guest: guest.clone(), cookies: format!("{session}; {FORGERY_COOKIE}={forgery}"), forgery })
    }

    /// What this customer's browser sends.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut all = vec![("cookie", self.cookies.as_str())];
        if method != "GET" {
            all.push((FORGERY_HEADER, &self.forgery));
        }
        all.extend(headers);
        load::request(method, path, &all, body)
    }

    /// The headers with which this customer reads.
    pub fn cookies(&self) -> &str {
        &self.cookies
    }
}

impl Stall {
    pub async fn open(ground: &Ground, books: Books) -> Result<Self> {
        let shop = Shop::open(&books.url).await?;
        shop.clock.set(today(), 0);
        let guests = ground.guests();
        ground.sign_in(&shop, &guests).await?;
        let (mut boxes, mut veterans) = (Vec::new(), Vec::new());
        let mut places: HashMap<String, usize> = HashMap::new();
        for guest in guests.iter().filter(|guest| matches!(guest.kind, Kind::Home | Kind::Veteran)) {
            let caller = Caller::enter(&shop, guest).await?;
            if guest.kind == Kind::Veteran {
                veterans.push(caller);
            } else {
                // All copies of one template share the head of their ids.
                let place = places.entry(guest.order.get(..28).unwrap_or_default().to_owned()).or_default();
                *place += 1;
                boxes.push((*place, caller));
            }
        }
        boxes.sort_by_key(|(place, _)| *place);
        let boxes = boxes.into_iter().map(|(_, caller)| caller).collect();
        let port = shop.serve()?;
        Ok(Self { books, shop, port, boxes, veterans })
    }

    /// How often a second so many look-ups of one row by its key are done, in one transaction that reads.
    pub async fn look_ups(&self, statements: usize, seconds: f64) -> Result<f64> {
        let begun = Instant::now();
        let mut tasks: JoinSet<Result<u64>> = JoinSet::new();
        for place in 0..CONNECTIONS {
            let db = self.shop.state.db.clone();
            let ids: Vec<String> = self.boxes.iter().skip(place).map(|caller| caller.guest.order.clone()).collect();
            tasks.spawn(async move {
                let (mut done, mut ids) = (0, ids.iter().cycle());
                while begun.elapsed().as_secs_f64() < seconds {
                    let mut tx = db.read().await.map_err(text)?;
                    for _ in 0..statements {
                        look_up(&mut tx, ids.next().map_or("", String::as_str)).await?;
                    }
                    drop(tx);
                    done += 1;
                }
                Ok(done)
            });
        }
        Ok(sum(tasks).await? as f64 / begun.elapsed().as_secs_f64())
    }

    /// How many transactions a second are committed that write one row each.
    pub async fn commits(&self, number: usize) -> Result<f64> {
        let begun = Instant::now();
        let mut tasks: JoinSet<Result<u64>> = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let db = self.shop.state.db.clone();
            tasks.spawn(async move {
                let mine = number.div_ceil(CONNECTIONS);
                for _ in 0..mine {
                    let mut tx = db.write().await.map_err(text)?;
                    write_row(&mut tx).await?;
                    tx.commit().await.map_err(text)?;
                }
                Ok(mine as u64)
            });
        }
        Ok(sum(tasks).await? as f64 / begun.elapsed().as_secs_f64())
    }
}

async fn sum(mut tasks: JoinSet<Result<u64>>) -> Result<u64> {
    let mut done = 0;
    while let Some(task) = tasks.join_next().await {
        done += task.map_err(text)??;
    }
    Ok(done)
}

async fn look_up(tx: &mut Tx, id: &str) -> Result<()> {
    const SQL: &str = "SELECT id FROM orders WHERE id = $1";
    let found = match tx {
        Tx::Sqlite(tx) => sqlx::query(SQL).bind(id).fetch_one(&mut **tx).await.map(drop),
        Tx::Postgres(tx) => sqlx::query(SQL).bind(id).fetch_one(&mut **tx).await.map(drop),
    };
    found.map_err(text)
}

async fn write_row(tx: &mut Tx) -> Result<()> {
    const SQL: &str = "INSERT INTO bench_commits (number) VALUES ($1)";
    let written = match tx {
        Tx::Sqlite(tx) => sqlx::query(SQL).bind(1_i64).execute(&mut **tx).await.map(drop),
        Tx::Postgres(tx) => sqlx::query(SQL).bind(1_i64).execute(&mut **tx).await.map(drop),
    };
    written.map_err(text)
}

/// Deals items out to the connections in turn.
pub fn deal<T>(items: impl IntoIterator<Item = T>) -> Vec<Vec<T>> {
    let mut hands: Vec<Vec<T>> = (0..CONNECTIONS).map(|_| Vec::new()).collect();
    for (place, item) in items.into_iter().enumerate() {
        if let Some(hand) = hands.get_mut(place % CONNECTIONS) {
            hand.push(item);
        }
    }
    hands.retain(|hand| !hand.is_empty());
    hands
}
