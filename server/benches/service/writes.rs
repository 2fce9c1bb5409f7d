//! Measures the three calls that check a box out. They take turns with a bare loop of as many commits as they make.

use crate::calls::{CallRow, RunConfig, cpu, time_breakdown};
use crate::customer_maker::decisions;
use crate::databases::{CustomerCopy, Database, Engine};
use crate::load::{LoadGenerator, Outcome};
use crate::recorder::{Recorded, Recorder};
use crate::report::{Result, Samples, Step, count, ratio, short, text, time};
use crate::server::{Server, SignedIn, distribute};
use crate::service::Service;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use stylebox_server::store::Tx;

/// Aim of a checkout: at least this share of a bare loop of its commits.
const CHECKOUT_AIM: f64 = 0.5;
/// Aim: at most so many times the time with the smallest past.
pub const GROWTH_AIM: f64 = 1.1;
const WRITES: [&str; 3] = ["decide", "invoice", "checkout"];

/// Boxes that are checked out together: first all are decided on, then all get an invoice, then all are checked out.
pub struct CheckoutBatch<'a> {
    server: &'a Server,
    generator: &'a mut LoadGenerator,
    boxes: Vec<Vec<SignedIn>>,
    invoices: Vec<Vec<Value>>,
    /// Of each call so far: seconds, CPU seconds, and boxes.
    done: Vec<(f64, f64, u64)>,
}

impl<'a> CheckoutBatch<'a> {
    pub fn begin(server: &'a Server, generator: &'a mut LoadGenerator, boxes: &[SignedIn]) -> Result<Self> {
        if boxes.is_empty() {
            return Err("There are too few boxes at home.".to_owned());
        }
        Ok(Self { server, generator, boxes: distribute(boxes.iter().cloned()), invoices: Vec::new(), done: Vec::new() })
    }

    fn send(&mut self, requests: Vec<Vec<String>>, expected: u16) -> Result<Outcome> {
        let before = cpu();
        let outcome = self.generator.once(self.server.port, requests, expected)?;
        self.done.push((outcome.seconds, cpu() - before, outcome.answers));
        Ok(outcome)
    }

    fn each(&self, request: impl Fn(&SignedIn) -> String) -> Vec<Vec<String>> {
        self.boxes.iter().map(|connection| connection.iter().map(&request).collect()).collect()
    }

    /// Every other customer keeps everything, the others keep two items.
    pub fn decide(mut self) -> Result<Self> {
        let requests = self.each(|customer| {
            let kept = if customer.copy.number % 2 == 0 { usize::MAX } else { 2 };
            let body = json!({"order": {"line_items_attributes": decisions(&customer.copy.lines, kept)}}).to_string();
            customer.request("PATCH", &format!("/api/orders/{}", customer.copy.order), &[], &body)
        });
        self.send(requests, 200)?;
        Ok(self)
    }

    pub fn invoice(mut self) -> Result<Self> {
        let requests = self.each(|customer| {
            customer.request("POST", &format!("/api/orders/{}/invoices", customer.copy.order), &[], "{}")
        });
        let outcome = self.send(requests, 201)?;
        for bodies in outcome.bodies {
            let read = bodies.iter().map(|body| serde_json::from_str(body));
            self.invoices.push(read.collect::<std::result::Result<_, _>>().map_err(text)?);
        }
        Ok(self)
    }

    fn check_out(mut self) -> Result<Self> {
        let connections = self.boxes.iter().zip(&self.invoices).map(|(connection, invoices)| {
            let request = |(customer, invoice): (&SignedIn, &Value)| {
                let id = invoice.get("id").and_then(Value::as_str).unwrap_or_default();
                let body = json!({"expected_total_due": invoice.get("totalDue")}).to_string();
                let path = format!("/api/invoices/{id}/checkout");
                customer.request("POST", &path, &[("idempotency-key", "bench")], &body)
            };
            connection.iter().zip(invoices).map(request).collect()
        });
        let connections = connections.collect();
        self.send(connections, 200)?;
        Ok(self)
    }
}

/// How many commits each of the three calls makes. It is the same on each engine; SQLite has a hook to count them.
pub async fn commits(service: &Service, customer: &CustomerCopy, generator: &mut LoadGenerator) -> Result<[usize; 3]> {
    let counted = Arc::new(AtomicUsize::new(0));
    let mut tx = service.state.db.write().await.map_err(text)?;
    let Tx::Sqlite(connection) = &mut tx else { return Err("Commits are counted on SQLite.".to_owned()) };
    let count = counted.clone();
    connection.lock_handle().await.map_err(text)?.set_commit_hook(move || {
        count.fetch_add(1, Ordering::SeqCst);
        true
    });
    drop(tx);
    let server = Server {
        database: Database { engine: Engine::Sqlite, orders: 0, url: String::new() },
        service: service.clone(),
        port: service.serve()?,
        boxes: Vec::new(),
        veterans: Vec::new(),
    };
    let boxes = [SignedIn::new(service, customer).await?];
    let batch = CheckoutBatch::begin(&server, generator, &boxes)?;
    counted.store(0, Ordering::SeqCst);
    let batch = batch.decide()?;
    let decided = counted.swap(0, Ordering::SeqCst);
    let batch = batch.invoice()?;
    let invoiced = counted.swap(0, Ordering::SeqCst);
    batch.check_out()?;
    Ok([decided, invoiced, counted.load(Ordering::SeqCst)].map(|number| number.max(1)))
}

/// What was measured of the calls that write.
pub struct Writes {
    /// For decide, invoice and checkout: answers a second, share of the bare loop, CPU seconds a call.
    calls: [(Samples, Samples, Samples); 3],
    /// Boxes a second through all three calls, and the share of the bare loop.
    together: (Samples, Samples),
    recorded: Vec<Recorded>,
    alone: [f64; 3],
    commits: [usize; 3],
    /// Commits a second of the bare loop.
    bare: Samples,
}

impl Writes {
    /// The rows of the first table. The floor of a call that writes is its commits.
    pub fn rows(&self) -> Vec<CallRow> {
        let mut rows = Vec::new();
        let calls = WRITES.iter().zip(&self.calls).zip(&self.recorded).zip(self.alone).zip(self.commits);
        for ((((name, (speed, share, cpu)), recorded), alone), commits) in calls {
            let missed = (*name == "checkout" && share.median() < CHECKOUT_AIM).then(|| {
                format!(
                    "{} of a bare loop of {commits} commits, the aim is {CHECKOUT_AIM}: {}; the bare loop makes {} commits a \
                     second",
                    ratio(share.median()),
                    time_breakdown(recorded, 1.0, alone),
                    count(self.bare.median())
                )
            });
            rows.push(CallRow {
                name: format!("{name}, {commits} commit{}", if commits == 1 { "" } else { "s" }),
                cells: [
                    recorded.count().to_string(),
                    count(speed.median()),
                    "–".to_owned(),
                    ratio(share.median()),
                    time(cpu.median()),
                ],
                missed,
            });
        }
        let (speed, share) = &self.together;
        let cpu: f64 = self.calls.iter().map(|(.., cpu)| cpu.median()).sum();
        rows.push(CallRow {
            name: "all three together".to_owned(),
            cells: [
                self.recorded.iter().map(Recorded::count).sum::<usize>().to_string(),
                count(speed.median()),
                "–".to_owned(),
                ratio(share.median()),
                time(cpu),
            ],
            missed: None,
        });
        rows
    }

    /// Checkouts a second, round by round.
    fn checkouts(&self) -> &Samples {
        let [_, _, (speed, ..)] = &self.calls;
        speed
    }

    /// How many times as long a checkout takes as with the smallest past, round by round.
    fn growth_since(&self, smallest: &Self) -> Samples {
        smallest.checkouts().divided_by(self.checkouts())
    }

    /// The row of the second table: checkouts a second, and how many times as long one takes as with the smallest past.
    pub fn growth(all: &[Self]) -> Vec<String> {
        let mut cells = vec!["checkout, a second".to_owned()];
        for (place, writes) in all.iter().enumerate() {
            cells.push(count(writes.checkouts().median()));
            if let Some(smallest) = all.first().filter(|_| place > 0) {
                cells.push(writes.growth_since(smallest).shown());
            }
        }
        cells
    }

    /// Why checkouts miss the growth aim.
    pub fn missed_growth(all: &[Self], servers: &[Server]) -> Vec<String> {
        let mut missed = Vec::new();
        for (writes, server) in all.iter().zip(servers).skip(1) {
            let Some(smallest) = all.first() else { continue };
            let growth = writes.growth_since(smallest);
            if let (true, [.., recorded], [.., alone]) =
                (growth.median() > GROWTH_AIM, writes.recorded.as_slice(), writes.alone)
            {
                missed.push(format!(
                    "{} times as long with {} past orders, the aim is {GROWTH_AIM}: {}",
                    growth.shown(),
                    short(server.database.orders),
                    time_breakdown(recorded, 1.0, alone)
                ));
            }
        }
        missed
    }
}

/// Measures the calls that write, on all servers in turn.
pub async fn write(
    servers: &[Server],
    generator: &mut LoadGenerator,
    recorder: &Recorder,
    commits: [usize; 3],
    config: RunConfig,
) -> Result<Vec<Writes>> {
    let engine = servers.first().map(|server| server.database.engine.to_string()).unwrap_or_default();
    let mut step = Step::begin(format!("{engine}: decide, invoice, check out"));
    let mut all = Vec::new();
    // One box alone shows which statements are sent; the first one prepares them.
    for server in servers {
        let boxes: Vec<SignedIn> = server.boxes.iter().take(2).cloned().collect();
        let (warm, probe) = boxes.split_at_checked(1).ok_or("There are too few boxes at home.")?;
        CheckoutBatch::begin(server, generator, warm)?.decide()?.invoice()?.check_out()?;
        let batch = CheckoutBatch::begin(server, generator, probe)?;
        recorder.start()?;
        let batch = batch.decide()?;
        let decided = recorder.stop()?;
        recorder.start()?;
        let batch = batch.invoice()?;
        let invoiced = recorder.stop()?;
        recorder.start()?;
        let batch = batch.check_out()?;
        let recorded = vec![decided, invoiced, recorder.stop()?];
        let mut alone = [f64::NAN; 3];
        for (slot, (seconds, ..)) in alone.iter_mut().zip(&batch.done) {
            *slot = *seconds;
        }
        all.push(Writes {
            calls: Default::default(),
            together: Default::default(),
            recorded,
            alone,
            commits,
            bare: Samples::default(),
        });
    }
    for round in 0..config.rounds {
        for (server, writes) in servers.iter().zip(&mut all) {
            step.progress(format!("round {} of {}, {} past orders", round + 1, config.rounds, server.database.orders));
            let boxes: Vec<SignedIn> =
                server.boxes.iter().skip(2 + round * config.boxes).take(config.boxes).cloned().collect();
            let batch = CheckoutBatch::begin(server, generator, &boxes)?.decide()?.invoice()?.check_out()?;
            let bare = server.commits_per_second(config.boxes * 2).await?;
            writes.bare.add(bare);
            let (mut seconds, mut answers) = (0.0, 0);
            for (((speed, share, cpu), (took, spent, number)), commits) in
                writes.calls.iter_mut().zip(&batch.done).zip(commits)
            {
                let rate = *number as f64 / took;
                speed.add(rate);
                share.add(rate * commits as f64 / bare);
                cpu.add(spent / *number as f64);
                seconds += took;
                answers = *number;
            }
            let rate = answers as f64 / seconds;
            writes.together.0.add(rate);
            writes.together.1.add(rate * commits.iter().sum::<usize>() as f64 / bare);
        }
    }
    step.done(format!("{} rounds of {} boxes", config.rounds, config.boxes));
    Ok(all)
}
