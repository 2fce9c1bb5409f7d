//! Calls that read, each in turns with a bare axum answer of the same bytes and with its floor: as many look-ups of one row by
//! its key as it sends statements.

use crate::browser::{HOST, send};
use crate::calls::{CallRow, Extent, cpu, statements, where_it_goes};
use crate::load;
use crate::report::{Result, Samples, Step, count, ratio, text, time};
use crate::shop;
use crate::stall::{CONNECTIONS, Caller, Stall, deal};
use crate::statements::Ear;
use crate::writes::Block;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::{Arc, Mutex, PoisonError};

/// At least this share of the floor, and of the bare answer for the largest script.
const READ_AIM: f64 = 1.0 / 3.0;
const SCRIPT_AIM: f64 = 0.6;

/// Answers that a bare axum server gives, by their place.
#[derive(Clone, Default)]
pub struct Twins(Arc<Mutex<Vec<(HeaderMap, Bytes)>>>);

impl Twins {
    /// Serves them. On which port.
    pub async fn serve(&self) -> Result<u16> {
        shop::serve_barely(Router::new().route("/{place}", get(twin)).with_state(self.clone())).await
    }

    /// Keeps the answer to a call, as the service's router gives it. At which place.
    async fn add_answer(&self, stall: &Stall, reading: &Reading) -> Result<usize> {
        let mut request = Request::get(&reading.path).header(header::HOST, HOST);
        for (name, value) in &reading.headers {
            request = request.header(*name, value);
        }
        let router = stylebox_server::app::router(stall.shop.state.clone());
        let answer = send(&router, request.body(Body::empty()).map_err(text)?).await?;
        if answer.status != StatusCode::OK {
            let said = String::from_utf8_lossy(&answer.body).into_owned();
            return Err(format!("{} answered {}: {said}", reading.path, answer.status));
        }
        Ok(self.add(answer.headers, answer.body))
    }

    fn add(&self, headers: HeaderMap, body: Bytes) -> usize {
        let mut twins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        twins.push((headers, body));
        twins.len() - 1
    }
}

async fn twin(State(twins): State<Twins>, Path(place): Path<usize>) -> Response {
    let twin = twins.0.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned();
    twin.map_or_else(|| StatusCode::NOT_FOUND.into_response(), IntoResponse::into_response)
}

/// A call that reads.
struct Reading {
    name: &'static str,
    /// Each connection's requests.
    connections: Vec<Vec<String>>,
    /// One of them, for the bare answer.
    path: String,
    headers: Vec<(&'static str, String)>,
    has_aim_beside_bare: bool,
}

impl Reading {
    fn new<'a>(
        name: &'static str,
        callers: impl IntoIterator<Item = &'a Caller>,
        path: impl Fn(&Caller) -> String,
    ) -> Self {
        let callers: Vec<&Caller> = callers.into_iter().collect();
        let requests = callers.iter().map(|caller| caller.request("GET", &path(caller), &[], ""));
        let first = callers.first();
        Self {
            name,
            connections: deal(requests),
            path: first.map(|caller| path(caller)).unwrap_or_default(),
            headers: first.map(|caller| ("cookie", caller.cookies().to_owned())).into_iter().collect(),
            has_aim_beside_bare: false,
        }
    }

    fn script(path: &str) -> Self {
        let headers = vec![("accept-encoding", "gzip".to_owned())];
        let request = load::request("GET", path, &[("accept-encoding", "gzip")], "");
        Self {
            name: "the largest script, gzip",
            connections: vec![vec![request]; CONNECTIONS],
            path: path.to_owned(),
            headers,
            has_aim_beside_bare: true,
        }
    }
}

/// Measures the calls that read.
pub async fn read(
    stall: &Stall,
    caller: &mut load::Caller,
    ear: &Ear,
    twins: (&Twins, u16),
    script: Option<&str>,
    extent: Extent,
) -> Result<Vec<CallRow>> {
    let readers: Vec<Caller> = stall.boxes.iter().rev().take(extent.readers).cloned().collect();
    let order = |caller: &Caller| format!("/api/orders/{}", caller.guest.order);
    let fixed = |path: &'static str| move |_: &Caller| path.to_owned();
    let mut readings = vec![
        Reading::new("GET /orders/{id}, delivered", &readers, order),
        Reading::new("GET /orders, 1 order", &readers, fixed("/api/orders")),
        Reading::new("GET /orders, 21 orders", &stall.veterans, fixed("/api/orders")),
        Reading::new("GET /orders/all?limit=10", &stall.veterans, fixed("/api/orders/all?limit=10")),
        Reading::new("GET …/invoices/current", &readers, |caller| format!("{}/invoices/current", order(caller))),
        Reading::new("GET /account", &readers, fixed("/api/account")),
        Reading::new("GET /questionnaire", &readers, fixed("/api/questionnaire")),
    ];
    readings.extend(script.map(Reading::script));
    let mut step = Step::begin(format!("{}: calls that read", stall.books.engine));
    let mut rows = Vec::new();
    for reading in readings {
        if reading.name.ends_with("current") {
            // There is one only now: with one, a delivered order would be read differently.
            Block::begin(stall, caller, &readers)?.decide()?.invoice()?;
        }
        step.progress(reading.name);
        rows.push(measure(stall, caller, ear, twins, &reading, extent).await?);
    }
    step.done(format!("{CONNECTIONS} connections, {} turns", extent.rounds));
    Ok(rows)
}

async fn measure(
    stall: &Stall,
    caller: &mut load::Caller,
    ear: &Ear,
    (twins, bare_port): (&Twins, u16),
    reading: &Reading,
    extent: Extent,
) -> Result<CallRow> {
    let place = twins.add_answer(stall, reading).await?;
    let bare = vec![vec![load::request("GET", &format!("/{place}"), &[], "")]; CONNECTIONS];
    let alone: Vec<String> = reading.connections.iter().filter_map(|requests| requests.first().cloned()).collect();
    // The first call of each prepares its statements.
    caller.once(stall.port, vec![alone.clone()], 200)?;
    ear.open()?;
    let calls = caller.once(stall.port, vec![alone.clone()], 200)?.answers as f64;
    let heard = ear.close()?;
    let sent = heard.count() as f64 / calls;
    let needed = sent.round() as usize;
    let alone = caller.repeat(stall.port, vec![alone], extent.seconds)?;
    let (mut speed, mut of_bare, mut of_floor, mut cpu_a_call) =
        (Samples::default(), Samples::default(), Samples::default(), Samples::default());
    let mut floor_speed = Samples::default();
    for _ in 0..extent.rounds {
        let before = cpu();
        let ours = caller.repeat(stall.port, reading.connections.clone(), extent.seconds)?;
        cpu_a_call.add((cpu() - before) / ours.answers as f64);
        let bare = caller.repeat(bare_port, bare.clone(), extent.seconds)?;
        speed.add(ours.per_second());
        of_bare.add(ours.per_second() / bare.per_second());
        if needed > 0 {
            let floor = stall.look_ups(needed, extent.seconds).await?;
            of_floor.add(ours.per_second() / floor);
            floor_speed.add(floor);
        }
    }
    let (reached, aim, beside) = if reading.has_aim_beside_bare {
        (of_bare.median(), SCRIPT_AIM, "the bare answer")
    } else {
        (of_floor.median(), READ_AIM, "the floor")
    };
    let missed = (reached < aim).then(|| {
        let at_once = floor_speed.median();
        let goes = where_it_goes(&heard, calls, alone.seconds / alone.answers as f64);
        format!(
            "{} of {beside}, the aim is {}: {goes}; the floor is {} a second",
            ratio(reached),
            ratio(aim),
            count(at_once)
        )
    });
    Ok(CallRow {
        name: reading.name.to_owned(),
        cells: [
            statements(sent),
            count(speed.median()),
            ratio(of_bare.median()),
            ratio(of_floor.median()),
            time(cpu_a_call.median()),
        ],
        missed: missed.filter(|_| needed > 0 || reading.has_aim_beside_bare),
    })
}
