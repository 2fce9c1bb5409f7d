//! Measures calls that read. Each takes turns with a bare axum server that answers the same bytes, and with its floor: as many
//! look-ups of one row by its key as the call sends statements.

use crate::browser::{HOST, send};
use crate::calls::{CallRow, RunConfig, cpu, statements, time_breakdown};
use crate::load::{self, LoadGenerator};
use crate::recorder::Recorder;
use crate::report::{Result, Samples, Step, count, ratio, time};
use crate::server::{CONNECTIONS, Server, SignedIn, distribute};
use crate::service;
use crate::writes::CheckoutBatch;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::{Arc, Mutex, PoisonError};

/// Aims: at least this share of the floor, and for the largest script of the bare answer.
const READ_AIM: f64 = 1.0 / 3.0;
const SCRIPT_AIM: f64 = 0.6;

/// The answers of the bare axum server, by their index.
#[derive(Clone, Default)]
pub struct BareAnswers(Arc<Mutex<Vec<(HeaderMap, Bytes)>>>);

impl BareAnswers {
    /// Serves them. Returns the port.
    pub async fn serve(&self) -> Result<u16> {
        service::serve_bare(Router::new().route("/{place}", get(bare_answer)).with_state(self.clone())).await
    }

    /// Adds the answer that the service's router gives to a call. Returns its index.
    async fn add_answer(&self, server: &Server, call: &ReadCall) -> Result<usize> {
        let mut request = Request::get(&call.path).header(header::HOST, HOST);
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let router = stylebox_server::app::router(server.service.state.clone());
        let request = request.body(Body::empty()).map_err(|error| format!("{}: {error}", call.name))?;
        let answer = send(&router, request).await?;
        if answer.status != StatusCode::OK {
            let output = String::from_utf8_lossy(&answer.body).into_owned();
            return Err(format!("{} answered {}: {output}", call.path, answer.status));
        }
        Ok(self.add(answer.headers, answer.body))
    }

    fn add(&self, headers: HeaderMap, body: Bytes) -> usize {
        let mut bare_answers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bare_answers.push((headers, body));
        bare_answers.len() - 1
    }
}

async fn bare_answer(State(bare_answers): State<BareAnswers>, Path(place): Path<usize>) -> Response {
    let bare_answer = bare_answers.0.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned();
    bare_answer.map_or_else(|| StatusCode::NOT_FOUND.into_response(), IntoResponse::into_response)
}

/// A call to measure.
struct ReadCall {
    name: &'static str,
    /// Each connection's requests.
    connections: Vec<Vec<String>>,
    /// The path and headers of one of them, from which the bare answer is made.
    path: String,
    headers: Vec<(&'static str, String)>,
    has_aim_beside_bare: bool,
}

impl ReadCall {
    fn new<'a>(
        name: &'static str,
        customers: impl IntoIterator<Item = &'a SignedIn>,
        path: impl Fn(&SignedIn) -> String,
    ) -> Self {
        let customers: Vec<&SignedIn> = customers.into_iter().collect();
        let requests = customers.iter().map(|customer| customer.request("GET", &path(customer), &[], ""));
        let first = customers.first();
        Self {
            name,
            connections: distribute(requests),
            path: first.map(|customer| path(customer)).unwrap_or_default(),
            headers: first.map(|customer| ("cookie", customer.cookies().to_owned())).into_iter().collect(),
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
    server: &Server,
    generator: &mut LoadGenerator,
    recorder: &Recorder,
    bare_answers: (&BareAnswers, u16),
    script: Option<&str>,
    config: RunConfig,
) -> Result<Vec<CallRow>> {
    let readers: Vec<SignedIn> = server.boxes.iter().rev().take(config.readers).cloned().collect();
    let order = |customer: &SignedIn| format!("/api/orders/{}", customer.copy.order);
    let fixed = |path: &'static str| move |_: &SignedIn| path.to_owned();
    let mut calls = vec![
        ReadCall::new("GET /orders/{id}, delivered", &readers, order),
        ReadCall::new("GET /orders, 1 order", &readers, fixed("/api/orders")),
        ReadCall::new("GET /orders, 21 orders", &server.veterans, fixed("/api/orders")),
        ReadCall::new("GET /orders/all?limit=10", &server.veterans, fixed("/api/orders/all?limit=10")),
        ReadCall::new("GET …/invoices/current", &readers, |customer| format!("{}/invoices/current", order(customer))),
        ReadCall::new("GET /account", &readers, fixed("/api/account")),
        ReadCall::new("GET /questionnaire", &readers, fixed("/api/questionnaire")),
    ];
    calls.extend(script.map(ReadCall::script));
    let mut step = Step::begin(format!("{}: calls that read", server.database.engine));
    let mut rows = Vec::new();
    for call in calls {
        if call.name.ends_with("current") {
            // The invoice is made only now: the calls before read a delivered order without one.
            CheckoutBatch::begin(server, generator, &readers)?.decide()?.invoice()?;
        }
        step.progress(call.name);
        rows.push(measure(server, generator, recorder, bare_answers, &call, config).await?);
    }
    step.done(format!("{CONNECTIONS} connections, {} rounds", config.rounds));
    Ok(rows)
}

async fn measure(
    server: &Server,
    generator: &mut LoadGenerator,
    recorder: &Recorder,
    (bare_answers, bare_port): (&BareAnswers, u16),
    call: &ReadCall,
    config: RunConfig,
) -> Result<CallRow> {
    let place = bare_answers.add_answer(server, call).await?;
    let bare = vec![vec![load::request("GET", &format!("/{place}"), &[], "")]; CONNECTIONS];
    let alone: Vec<String> = call.connections.iter().filter_map(|requests| requests.first().cloned()).collect();
    // The first call on each connection prepares its statements.
    generator.once(server.port, vec![alone.clone()], 200)?;
    recorder.start()?;
    let calls = generator.once(server.port, vec![alone.clone()], 200)?.answers as f64;
    let recorded = recorder.stop()?;
    let sent = recorded.count() as f64 / calls;
    let needed = sent.round() as usize;
    let alone = generator.repeat(server.port, vec![alone], config.seconds)?;
    let (mut speed, mut of_bare, mut of_floor, mut cpu_a_call) =
        (Samples::default(), Samples::default(), Samples::default(), Samples::default());
    let mut floor_speed = Samples::default();
    for _ in 0..config.rounds {
        let before = cpu();
        let ours = generator.repeat(server.port, call.connections.clone(), config.seconds)?;
        cpu_a_call.add((cpu() - before) / ours.answers as f64);
        let bare = generator.repeat(bare_port, bare.clone(), config.seconds)?;
        speed.add(ours.per_second());
        of_bare.add(ours.per_second() / bare.per_second());
        if needed > 0 {
            let floor = server.look_ups_per_second(needed, config.seconds).await?;
            of_floor.add(ours.per_second() / floor);
            floor_speed.add(floor);
        }
    }
    let (reached, aim, beside) = if call.has_aim_beside_bare {
        (of_bare.median(), SCRIPT_AIM, "the bare answer")
    } else {
        (of_floor.median(), READ_AIM, "the floor")
    };
    let missed = (reached < aim).then(|| {
        let at_once = floor_speed.median();
        let goes = time_breakdown(&recorded, calls, alone.seconds / alone.answers as f64);
        format!(
            "{} of {beside}, the aim is {}: {goes}; the floor is {} a second",
            ratio(reached),
            ratio(aim),
            count(at_once)
        )
    });
    Ok(CallRow {
        name: call.name.to_owned(),
        cells: [
            statements(sent),
            count(speed.median()),
            ratio(of_bare.median()),
            ratio(of_floor.median()),
            time(cpu_a_call.median()),
        ],
        missed: missed.filter(|_| needed > 0 || call.has_aim_beside_bare),
    })
}
