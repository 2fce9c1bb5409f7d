//! The three calls by which a box is checked out, in turns with a bare loop of as many commits as they make.

use crate::books::{Books, Engine, Guest};
use crate::calls::{CallRow, Extent, cpu, where_it_goes};
use crate::load::{self, Outcome};
use crate::maker::decisions;
use crate::report::{Result, Samples, Step, count, ratio, short, text, time};
use crate::shop::Shop;
use crate::stall::{Caller, Stall, deal};
use crate::statements::{Ear, Heard};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use stylebox_server::store::Tx;

/// At least this share of a bare loop of its commits, for a checkout.
const CHECKOUT_AIM: f64 = 0.5;
/// At most so many times what something takes with the smallest past.
pub const GROWTH_AIM: f64 = 1.1;
/// The three calls.
const WRITES: [&str; 3] = ["decide", "invoice", "checkout"];

/// Boxes that are checked out together, call by call.
pub struct Block<'a> {
    stall: &'a Stall,
    caller: &'a mut load::Caller,
    boxes: Vec<Vec<Caller>>,
    invoices: Vec<Vec<Value>>,
    /// Seconds, CPU seconds and boxes of each call.
    done: Vec<(f64, f64, u64)>,
}

impl<'a> Block<'a> {
    pub fn begin(stall: &'a Stall, caller: &'a mut load::Caller, boxes: &[Caller]) -> Result<Self> {
        if boxes.is_empty() {
            return Err("There are too few boxes at home.".to_owned());
        }
        Ok(Self { stall, caller, boxes: deal(boxes.iter().cloned()), invoices: Vec::new(), done: Vec::new() })
    }

    fn send(&mut self, requests: Vec<Vec<String>>, expected: u16) -> Result<Outcome> {
        let before = cpu();
        let outcome = self.caller.once(self.stall.port, requests, expected)?;
        self.done.push((outcome.seconds, cpu() - before, outcome.answers));
        Ok(outcome)
    }

    fn each(&self, request: impl Fn(&Caller) -> String) -> Vec<Vec<String>> {
        self.boxes.iter().map(|hand| hand.iter().map(&request).collect()).collect()
    }

    /// Every other customer keeps all, the others two pieces.
    pub fn decide(mut self) -> Result<Self> {
        let requests = self.each(|caller| {
            let kept = if caller.guest.number % 2 == 0 { usize::MAX } else { 2 };
            let body = json!({"order": {"line_items_attributes": decisions(&caller.guest.lines, kept)}}).to_string();
            caller.request("PATCH", &format!("/api/orders/{}", caller.guest.order), &[], &body)
        });
        self.send(requests, 200)?;
        Ok(self)
    }

    pub fn invoice(mut self) -> Result<Self> {
        let requests = self
            .each(|caller| caller.request("POST", &format!("/api/orders/{}/invoices", caller.guest.order), &[], "{}"));
        let outcome = self.send(requests, 201)?;
        for bodies in outcome.bodies {
            let read = bodies.iter().map(|body| serde_json::from_str(body));
            self.invoices.push(read.collect::<std::result::Result<_, _>>().map_err(text)?);
        }
        Ok(self)
    }

    fn check_out(mut self) -> Result<Self> {
        let hands = self.boxes.iter().zip(&self.invoices).map(|(hand, invoices)| {
            let request = |(caller, invoice): (&Caller, &Value)| {
                let id = invoice.get("id").and_then(Value::as_str).unwrap_or_default();
                let body = json!({"expected_total_due": invoice.get("totalDue")}).to_string();
                let path = format!("/api/invoices/{id}/checkout");
                caller.request("POST", &path, &[("idempotency-key", "bench")], &body)
            };
            hand.iter().zip(invoices).map(request).collect()
        });
        let hands = hands.collect();
        self.send(hands, 200)?;
        Ok(self)
    }
}

/// How many commits each of the three calls makes. It is the same on each engine, and counted on SQLite, which tells.
pub async fn commits(shop: &Shop, guest: &Guest, caller: &mut load::Caller) -> Result<[usize; 3]> {
    let counted = Arc::new(AtomicUsize::new(0));
    let mut tx = shop.state.db.write().await.map_err(text)?;
    let Tx::Sqlite(connection) = &mut tx else { return Err("Commits are counted on SQLite.".to_owned()) };
    let count = counted.clone();
    connection.lock_handle().await.map_err(text)?.set_commit_hook(move || {
        count.fetch_add(1, Ordering::SeqCst);
        true
    });
    drop(tx);
    let stall = Stall {
        books: Books { engine: Engine::Sqlite, orders: 0, url: String::new() },
        shop: shop.clone(),
        port: shop.serve()?,
        boxes: Vec::new(),
        veterans: Vec::new(),
    };
    let boxes = [Caller::enter(shop, guest).await?];
    let block = Block::begin(&stall, caller, &boxes)?;
    counted.store(0, Ordering::SeqCst);
    let block = block.decide()?;
    let decided = counted.swap(0, Ordering::SeqCst);
    let block = block.invoice()?;
    let invoiced = counted.swap(0, Ordering::SeqCst);
    block.check_out()?;
    Ok([decided, invoiced, counted.load(Ordering::SeqCst)].map(|number| number.max(1)))
}

/// What the calls that write have shown.
pub struct Writes {
    /// Of decide, invoice, checkout: answers a second, share of the bare loop, CPU seconds a call.
    calls: [(Samples, Samples, Samples); 3],
    /// Boxes a second through all three calls, and what share that is of the bare loop.
    together: (Samples, Samples),
    heard: Vec<Heard>,
    alone: [f64; 3],
    commits: [usize; 3],
    /// Commits a second of the bare loop.
    bare: Samples,
}

impl Writes {
    /// The rows of the first table; the floor of a call that writes is its commits.
    pub fn rows(&self) -> Vec<CallRow> {
        let mut rows = Vec::new();
        let calls = WRITES.iter().zip(&self.calls).zip(&self.heard).zip(self.alone).zip(self.commits);
        for ((((name, (speed, share, cpu)), heard), alone), commits) in calls {
            let missed = (*name == "checkout" && share.median() < CHECKOUT_AIM).then(|| {
                format!(
                    "{} of a bare loop of {commits} commits, the aim is {CHECKOUT_AIM}: {}; the bare loop makes {} commits a \
                     second",
                    ratio(share.median()),
                    where_it_goes(heard, 1.0, alone),
                    count(self.bare.median())
                )
            });
            rows.push(CallRow {
                name: format!("{name}, {commits} commit{}", if commits == 1 { "" } else { "s" }),
                cells: [
                    heard.count().to_string(),
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
                self.heard.iter().map(Heard::count).sum::<usize>().to_string(),
                count(speed.median()),
                "–".to_owned(),
                ratio(share.median()),
                time(cpu),
            ],
            missed: None,
        });
        rows
    }

    /// Checkouts a second, turn by turn.
    fn checkouts(&self) -> &Samples {
        let [_, _, (speed, ..)] = &self.calls;
        speed
    }

    /// How many times as long a checkout takes as with the smallest past, turn by turn.
    fn growth_since(&self, smallest: &Self) -> Samples {
        smallest.checkouts().over(self.checkouts())
    }

    /// The cells of the row of the second table: checkouts a second, and how many times as long one takes.
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

    /// Where a checkout takes too much longer with a longer past.
    pub fn missed_growth(all: &[Self], stalls: &[Stall]) -> Vec<String> {
        let mut missed = Vec::new();
        for (writes, stall) in all.iter().zip(stalls).skip(1) {
            let Some(smallest) = all.first() else { continue };
            let growth = writes.growth_since(smallest);
            if let (true, [.., heard], [.., alone]) =
                (growth.median() > GROWTH_AIM, writes.heard.as_slice(), writes.alone)
            {
                missed.push(format!(
                    "{} times as long with {} past orders, the aim is {GROWTH_AIM}: {}",
                    growth.shown(),
                    short(stall.books.orders),
                    where_it_goes(heard, 1.0, alone)
                ));
            }
        }
        missed
    }
}

/// Measures the calls that write, on all shops in turn.
pub async fn write(
    stalls: &[Stall],
    caller: &mut load::Caller,
    ear: &Ear,
    commits: [usize; 3],
    extent: Extent,
) -> Result<Vec<Writes>> {
    let engine = stalls.first().map(|stall| stall.books.engine.to_string()).unwrap_or_default();
    let mut step = Step::begin(format!("{engine}: decide, invoice, check out"));
    let mut all = Vec::new();
    // One box alone, to see what is sent; the turns go on after it.
    for stall in stalls {
        let boxes: Vec<Caller> = stall.boxes.iter().take(2).cloned().collect();
        let (warm, probe) = boxes.split_at_checked(1).ok_or("There are too few boxes at home.")?;
        Block::begin(stall, caller, warm)?.decide()?.invoice()?.check_out()?;
        let block = Block::begin(stall, caller, probe)?;
        ear.open()?;
        let block = block.decide()?;
        let decided = ear.close()?;
        ear.open()?;
        let block = block.invoice()?;
        let invoiced = ear.close()?;
        ear.open()?;
        let block = block.check_out()?;
        let heard = vec![decided, invoiced, ear.close()?];
        let mut alone = [f64::NAN; 3];
        for (slot, (seconds, ..)) in alone.iter_mut().zip(&block.done) {
            *slot = *seconds;
        }
        all.push(Writes {
            calls: Default::default(),
            together: Default::default(),
            heard,
            alone,
            commits,
            bare: Samples::default(),
        });
    }
    for round in 0..extent.rounds {
        for (stall, writes) in stalls.iter().zip(&mut all) {
            step.progress(format!("turn {} of {}, {} past orders", round + 1, extent.rounds, stall.books.orders));
            let boxes: Vec<Caller> =
                stall.boxes.iter().skip(2 + round * extent.boxes).take(extent.boxes).cloned().collect();
            let block = Block::begin(stall, caller, &boxes)?.decide()?.invoice()?.check_out()?;
            let bare = stall.commits(extent.boxes * 2).await?;
            writes.bare.add(bare);
            let (mut seconds, mut answers) = (0.0, 0);
            for (((speed, share, cpu), (took, spent, number)), commits) in
                writes.calls.iter_mut().zip(&block.done).zip(commits)
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
    step.done(format!("{} turns of {} boxes", extent.rounds, extent.boxes));
    Ok(all)
}
