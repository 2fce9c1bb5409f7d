//! Faults at counted points, and the order in which calls that run at the same time go on.
//!
//! Every call of a step reaches points: its statements, the beginnings and ends of its transactions, its calls of outside parties. Only
//! one call runs at a time, up to its next point; which one goes on there is decided by the step. So a step does the same each time.

use crate::support::TestClock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};
use std::time::Duration;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::platform::points::{self, Point, Watch};
use tokio::sync::Notify;

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fault {
    /// The statement, BEGIN or COMMIT fails. A COMMIT that fails afterwards has been made.
    Fails,
    /// The disk is full for so many points.
    Full(u8),
    /// The database is away for so many points.
    Away(u8),
    /// The process ends.
    Dies,
    /// The clock jumps by so many seconds, and stays so.
    Jumps(i32),
    /// The party is not reached.
    Unreached,
    /// The party does what it was asked for, and its answer is lost.
    AnswerLost,
    /// The party is given up, and does what it was asked for later.
    Late,
    /// The party is asked twice.
    Twice,
    /// The party says no.
    Refuses,
    /// The party does something else than it was asked for: another amount, for example.
    Wrong,
    /// The party has not decided yet.
    Undecided,
    /// The party does what it was asked for, and its webhook comes before its answer.
    TellsFirst,
}

impl Fault {
    /// An example of every kind, for what goes through all of them.
    pub const KINDS: [Self; 13] = [
        Self::Fails,
        Self::Full(20),
        Self::Away(3),
        Self::Dies,
        Self::Jumps(90),
        Self::Unreached,
        Self::AnswerLost,
        Self::Late,
        Self::Twice,
        Self::Refuses,
        Self::Wrong,
        Self::Undecided,
        Self::TellsFirst,
    ];

    /// Whether it happens at a call of a party. All others happen at the database's points.
    pub const fn is_of_party(self) -> bool {
        use Fault::{AnswerLost, Late, Refuses, TellsFirst, Twice, Undecided, Unreached, Wrong};
        matches!(self, Unreached | AnswerLost | Late | Twice | Refuses | Wrong | Undecided | TellsFirst)
    }

    /// Whether an act may fail because of it.
    const fn disturbs(self) -> bool {
        !matches!(self, Self::Twice | Self::TellsFirst)
    }

    /// The name under which it is counted.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fails => "a statement fails",
            Self::Full(_) => "the disk is full",
            Self::Away(_) => "the database is away",
            Self::Dies => "the process ends",
            Self::Jumps(_) => "the clock jumps",
            Self::Unreached => "a party is not reached",
            Self::AnswerLost => "a party's answer is lost",
            Self::Late => "a party acts late",
            Self::Twice => "a party is asked twice",
            Self::Refuses => "a party says no",
            Self::Wrong => "a party does something else",
            Self::Undecided => "a party has not decided",
            Self::TellsFirst => "a webhook comes before its answer",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::error::Error for Fault {}

/// What is counted up to a fault, over all calls of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counted {
    /// The points of the database, or those of parties if the fault is one of a party.
    #[default]
    Points,
    /// What outlives the process: transactions that are committed, and calls of parties. The fault happens at the first point of the
    /// database after so many. A process that ends at a later point, before the next of them, leaves the same behind.
    Effects,
}

/// A fault, and after how many points or effects it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultAt {
    pub point: usize,
    #[serde(default)]
    pub counted: Counted,
    pub fault: Fault,
}

/// Where a call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It waits at a point for its turn.
    AtPoint,
    /// It runs, or waits for the database.
    Runs,
    /// It waits until another call's transaction ends.
    Blocked,
    /// It waits for its turn at a point at which it begins to write. SQLite has one writer, so no other call may be writing then.
    ToWrite,
    Done,
}

#[derive(Debug, Default)]
struct Step {
    places: Vec<Place>,
    wakers: BTreeMap<usize, Vec<Waker>>,
    /// The call that runs or is about to; `None` if all of them wait.
    turn: Option<usize>,
    /// After how many points the turn goes on, one number after the other, again and again.
    switches: Vec<u8>,
    switched: usize,
    left: u8,
    /// The call that waited for a lock, which another one has released: it is on its way to its next point.
    waking: Option<usize>,
    /// Which calls write.
    writing: Vec<bool>,
    faults: Vec<FaultAt>,
    is_disturbed: bool,
    database_points: usize,
    party_points: usize,
    /// How many transactions that wrote were committed, and how many calls of parties were made.
    effects: usize,
    /// For how many more points the database is away, or full.
    away: u8,
    full: u8,
    /// Counts what happens, so that somebody who looks twice sees whether anything has.
    progress: u64,
}

/// The points of a step.
#[derive(Debug)]
pub struct Turns {
    step: Mutex<Step>,
    /// Whether the database has one writer.
    one_writer: bool,
    pub death: Notify,
    clock: Arc<TestClock>,
    met: Mutex<BTreeMap<&'static str, usize>>,
    /// How many points were reached in all steps.
    points: AtomicU64,
    /// How many transactions that wrote were committed in all steps.
    commits: AtomicU64,
}

impl Turns {
    pub fn new(one_writer: bool, clock: Arc<TestClock>) -> Arc<Self> {
        Arc::new(Self {
            step: Mutex::default(),
            one_writer,
            death: Notify::new(),
            clock,
            met: Mutex::default(),
            points: AtomicU64::new(0),
            commits: AtomicU64::new(0),
        })
    }

    fn step(&self) -> MutexGuard<'_, Step> {
        self.step.lock().unwrap()
    }

    /// Begins a step of so many calls.
    pub fn begin(&self, calls: usize, switches: &[u8], faults: &[FaultAt]) {
        let left = switches.first().copied().unwrap_or(u8::MAX);
        *self.step() = Step {
            places: vec![Place::AtPoint; calls],
            writing: vec![false; calls],
            turn: Some(0),
            switches: switches.to_vec(),
            left,
            faults: faults.to_vec(),
            ..Step::default()
        };
    }

    pub fn points(&self) -> u64 {
        self.points.load(Ordering::SeqCst)
    }

    /// How many transactions that wrote were committed. As long as it stays the same, nothing has changed.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::SeqCst)
    }

    /// What goes wrong with the present call of a party; nothing, usually. A fault that is not possible happens to the next call of the
    /// step that can have it. Whether it is possible is asked once the call is made: another act may have come before.
    pub async fn fault_of_party(&self, is_possible: impl FnOnce(Fault) -> bool) -> Option<Fault> {
        let error = points::reach(Point::Party).await.err()?;
        let fault = *error.get_ref().and_then(|error| error.downcast_ref::<Fault>())?;
        if is_possible(fault) {
            self.count(fault);
            return Some(fault);
        }
        let mut step = self.step();
        let later = FaultAt { point: step.party_points, counted: Counted::Points, fault };
        step.faults.push(later);
        None
    }

    fn count(&self, fault: Fault) {
        self.note(fault.name());
        self.step().is_disturbed |= fault.disturbs();
    }

    /// Counts something that has happened.
    pub fn note(&self, name: &'static str) {
        *self.met.lock().unwrap().entry(name).or_default() += 1;
    }

    /// Whether something has gone wrong in the present step, so that an act may fail.
    pub fn is_disturbed(&self) -> bool {
        self.step().is_disturbed
    }

    /// How often each fault, and what was noted beside, has happened.
    pub fn met(&self) -> BTreeMap<&'static str, usize> {
        self.met.lock().unwrap().clone()
    }

    /// Whether a call waits for its turn, or seems to be on its way to its next point.
    pub fn others_wait(&self) -> bool {
        let step = self.step();
        step.waking.is_some() || (0..step.places.len()).any(|call| step.turn != Some(call) && step.can_go(call))
    }

    /// Watches the call of this number.
    pub fn watch(self: &Arc<Self>, call: usize) -> Arc<CallWatch> {
        Arc::new(CallWatch { turns: self.clone(), call })
    }

    /// Waits for the first turn of a call.
    pub async fn start(&self, call: usize) {
        self.turn_of(call).await;
    }

    /// The call has ended.
    pub fn finish(&self, call: usize) {
        let mut step = self.step();
        step.places[call] = Place::Done;
        step.progress += 1;
        step.is_awake(call);
        if step.turn == Some(call) {
            step.pass_on(call);
        }
    }

    /// A number that changes whenever a call gets on, and the call that runs now.
    pub fn progress(&self) -> (u64, Option<usize>) {
        let step = self.step();
        (step.progress, step.turn)
    }

    /// Waits until no other call is on its way to its next point: how long the database takes to tell it that a lock is released must not decide
    /// who goes on.
    async fn others_are_awake(&self, call: usize) {
        self.until(call, |step| step.waking.is_none_or(|waking| waking == call)).await;
    }

    /// A call waits for a lock of the database: the one that seemed to wake or, if there is none, the one that runs. Another one goes on.
    pub fn is_blocked(&self, call: usize) {
        let mut step = self.step();
        if let Some(waking) = step.waking {
            step.is_awake(waking);
        } else if step.turn == Some(call) && step.places[call] == Place::Runs {
            step.places[call] = Place::Blocked;
            step.pass_on(call);
        }
    }

    async fn turn_of(&self, call: usize) {
        self.until(call, |step| {
            // Parts of one call may be at points at the same time.
            let may_run = step.turn == Some(call) && (step.places[call] != Place::ToWrite || step.can_go(call));
            if may_run {
                step.places[call] = Place::Runs;
            }
            may_run
        })
        .await;
    }

    /// Lets a call wait until it may go on.
    async fn until(&self, call: usize, may_go_on: impl Fn(&mut Step) -> bool) {
        poll_fn(|context| {
            let mut step = self.step();
            if may_go_on(&mut step) {
                return Poll::Ready(());
            }
            step.wakers.entry(call).or_default().push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// The call is at a point. Somebody else may go on first.
    fn arrive(&self, call: usize, point: Point) {
        let mut step = self.step();
        step.progress += 1;
        step.is_awake(call);
        let is_to_write = self.one_writer && point == Point::Begin { writes: true };
        step.places[call] = if is_to_write { Place::ToWrite } else { Place::AtPoint };
        let is_taken = !step.can_go(call);
        match step.turn {
            Some(turn) if turn == call => {
                step.left = step.left.saturating_sub(1);
                if is_taken || step.left == 0 {
                    step.switched += 1;
                    let next = step.switched % step.switches.len().max(1);
                    step.left = step.switches.get(next).copied().unwrap_or(u8::MAX);
                    step.pass_on(call);
                }
            }
            None if !is_taken => step.give(call),
            _ => {}
        }
    }

    /// Writes down that a call has begun to write.
    fn begun(&self, call: usize, point: Point) {
        if point == (Point::Begin { writes: true }) {
            self.step().writing[call] = true;
        }
    }

    /// What goes wrong at this point.
    fn fault(&self, call: usize, point: Point) -> Option<Fault> {
        let mut step = self.step();
        let at = if point == Point::Party {
            step.party_points += 1;
            step.party_points - 1
        } else {
            step.database_points += 1;
            step.database_points - 1
        };
        let effects = step.effects;
        let is_here = |planned: &FaultAt| {
            let so_far = if planned.counted == Counted::Effects { effects } else { at };
            planned.fault.is_of_party() == (point == Point::Party) && planned.point <= so_far
        };
        let place = step.faults.iter().position(is_here);
        let found = place.map(|place| step.faults.remove(place).fault);
        let fault = step.befalls(found, call, point);
        let is_committed =
            point == Point::Commit && step.writing[call] && matches!(fault, None | Some(Fault::Jumps(_)));
        self.commits.fetch_add(u64::from(is_committed), Ordering::SeqCst);
        let is_effect = point == Point::Party || is_committed;
        step.effects += usize::from(is_effect);
        fault
    }
}

impl Step {
    /// What goes wrong at this point, if `found` is what was planned for it.
    fn befalls(&mut self, found: Option<Fault>, call: usize, point: Point) -> Option<Fault> {
        match found {
            Some(Fault::Away(points)) => self.away = points,
            Some(Fault::Full(points)) => self.full = points,
            _ => {}
        }
        if point != Point::Party {
            if self.away > 0 {
                self.away -= 1;
                return Some(found.unwrap_or(Fault::Away(0)));
            }
            // A full disk still reads.
            let writes = matches!(point, Point::Statement | Point::Commit) && self.writing[call];
            if self.full > 0 && writes {
                self.full -= 1;
                return Some(found.unwrap_or(Fault::Full(0)));
            }
            if matches!(found, Some(Fault::Full(_))) {
                return None;
            }
        }
        found
    }

    /// Whether a call waits at a point, and can go on.
    fn can_go(&self, call: usize) -> bool {
        match self.places[call] {
            Place::AtPoint => true,
            Place::ToWrite => !self.writing.iter().enumerate().any(|(other, writes)| *writes && other != call),
            Place::Runs | Place::Blocked | Place::Done => false,
        }
    }

    /// The call has reached a point, or goes on waiting: who waited for that may go on.
    fn is_awake(&mut self, call: usize) {
        if self.waking == Some(call) {
            self.waking = None;
            for waker in std::mem::take(&mut self.wakers).into_values().flatten() {
                waker.wake();
            }
        }
    }

    /// Gives the turn to a call that waits at a point.
    fn give(&mut self, call: usize) {
        self.turn = Some(call);
        for waker in self.wakers.remove(&call).unwrap_or_default() {
            waker.wake();
        }
    }

    /// Gives the turn to the next call after this one that can go on.
    fn pass_on(&mut self, from: usize) {
        self.turn = None;
        let calls = self.places.len();
        let next = (1..=calls).map(|step| (from + step) % calls).find(|call| self.can_go(*call));
        if let Some(call) = next {
            self.give(call);
        }
    }
}

/// Watches one call of a step.
#[derive(Debug)]
pub struct CallWatch {
    turns: Arc<Turns>,
    call: usize,
}

impl Watch for CallWatch {
    fn reach(&self, point: Point) -> BoxFuture<'static, io::Result<()>> {
        let (turns, call) = (self.turns.clone(), self.call);
        Box::pin(async move {
            turns.others_are_awake(call).await;
            turns.arrive(call, point);
            turns.turn_of(call).await;
            turns.begun(call, point);
            turns.points.fetch_add(1, Ordering::SeqCst);
            let Some(fault) = turns.fault(call, point) else { return Ok(()) };
            // What happens to a call of a party is counted where it happens.
            if !fault.is_of_party() {
                turns.count(fault);
            }
            match fault {
                Fault::Dies => {
                    turns.death.notify_one();
                    std::future::pending().await
                }
                Fault::Jumps(seconds) => {
                    let (now, by) = (turns.clock.real_now(), Duration::from_secs(seconds.unsigned_abs().into()));
                    turns.clock.set_at(if seconds > 0 { now.plus(by) } else { now.minus(by) });
                    Ok(())
                }
                Fault::Fails | Fault::Away(_) => Err(io::ErrorKind::ConnectionReset.into()),
                Fault::Full(_) => Err(io::ErrorKind::StorageFull.into()),
                of_party => Err(io::Error::other(of_party)),
            }
        })
    }

    fn ended(&self, writes: bool) {
        let mut step = self.turns.step();
        if !writes || !std::mem::take(&mut step.writing[self.call]) {
            return;
        }
        step.waking = step.places.iter().position(|place| *place == Place::Blocked);
        // Everybody else may have waited for this one.
        if step.turn.is_none() {
            let from = self.call;
            step.pass_on(from);
        }
    }
}
