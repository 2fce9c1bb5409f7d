//! A running server whose customers are signed in, and the two floors that its calls are compared with.

use crate::browser::{HOST, cookies_of, send};
use crate::databases::{CustomerCopy, Database, Databases};
use crate::load;
use crate::report::{Result, text};
use crate::service::Service;
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

/// How many connections call at the same time, and how many tasks run a floor.
pub const CONNECTIONS: usize = 8;

pub struct Server {
    pub database: Database,
    pub service: Service,
    pub port: u16,
    /// The customers whose first box is at home. Neighbours in the list got it on different days.
    pub boxes: Vec<SignedIn>,
    pub veterans: Vec<SignedIn>,
}

/// A customer who is signed in, with what their browser sends.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub copy: CustomerCopy,
    cookies: String,
    forgery: String,
}

impl SignedIn {
    /// Gets the anti-forgery token of a customer whose session is in the database.
    pub async fn new(service: &Service, customer: &CustomerCopy) -> Result<Self> {
        let session = format!("{SESSION_COOKIE}={}", customer.token());
        let request = Request::get("/api/sessions/ttl").header(header::HOST, HOST).header(header::COOKIE, &session);
        let answer = send(&app::router(service.state.clone()), request.body(Body::empty()).map_err(text)?).await?;
        let forgery = cookies_of(&answer.headers).into_iter().find(|(name, _)| name == FORGERY_COOKIE);
        let (_, forgery) = forgery.ok_or_else(|| format!("A customer is not signed in: {}.", answer.status))?;
        Ok(Self { copy: customer.clone(), cookies: format!("{session}; {FORGERY_COOKIE}={forgery}"), forgery })
    }

    /// A request as this customer's browser sends it.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut all = vec![("cookie", self.cookies.as_str())];
        if method != "GET" {
            all.push((FORGERY_HEADER, &self.forgery));
        }
        all.extend(headers);
        load::request(method, path, &all, body)
    }

    /// The `Cookie` header.
    pub fn cookies(&self) -> &str {
        &self.cookies
    }
}

impl Server {
    pub async fn open(databases: &Databases, database: Database) -> Result<Self> {
        let service = Service::open(&database.url).await?;
        service.clock.set(today(), 0);
        let customers = databases.customers();
        databases.sign_in(&service, &customers).await?;
        let (mut boxes, mut veterans) = (Vec::new(), Vec::new());
        let mut places: HashMap<String, usize> = HashMap::new();
        for copy in customers.iter().filter(|copy| matches!(copy.kind, Kind::BoxAtHome | Kind::Veteran)) {
            let customer = SignedIn::new(&service, copy).await?;
            if copy.kind == Kind::Veteran {
                veterans.push(customer);
            } else {
                // All copies of one template customer share the beginning of their ids.
                let place = places.entry(copy.order.get(..28).unwrap_or_default().to_owned()).or_default();
                *place += 1;
                boxes.push((*place, customer));
            }
        }
        boxes.sort_by_key(|(place, _)| *place);
        let boxes = boxes.into_iter().map(|(_, customer)| customer).collect();
        let port = service.serve()?;
        Ok(Self { database, service, port, boxes, veterans })
    }

    /// The floor of a call that reads: how many transactions a second look up so many rows, each by its key.
    pub async fn look_ups_per_second(&self, statements: usize, seconds: f64) -> Result<f64> {
        let begun = Instant::now();
        let mut tasks: JoinSet<Result<u64>> = JoinSet::new();
        for place in 0..CONNECTIONS {
            let db = self.service.state.db.clone();
            let ids: Vec<String> = self.boxes.iter().skip(place).map(|customer| customer.copy.order.clone()).collect();
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

    /// The floor of a call that writes: how many transactions a second write one row and commit.
    pub async fn commits_per_second(&self, number: usize) -> Result<f64> {
        let begun = Instant::now();
        let mut tasks: JoinSet<Result<u64>> = JoinSet::new();
        for _ in 0..CONNECTIONS {
            let db = self.service.state.db.clone();
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

/// Distributes items over the connections in turn.
pub fn distribute<T>(items: impl IntoIterator<Item = T>) -> Vec<Vec<T>> {
    let mut connections: Vec<Vec<T>> = (0..CONNECTIONS).map(|_| Vec::new()).collect();
    for (place, item) in items.into_iter().enumerate() {
        if let Some(connection) = connections.get_mut(place % CONNECTIONS) {
            connection.push(item);
        }
    }
    connections.retain(|connection| !connection.is_empty());
    connections
}
