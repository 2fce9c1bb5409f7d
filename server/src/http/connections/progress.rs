//! The state of a connection, which its socket, its calls and its timer share.
//!
//! All of them run in the connection's one task, so the lock is never waited for.

use super::admission::{AwaitedPart, Place};
use super::limits::Limits;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::time::Instant;

/// The state of a connection.
#[derive(Debug)]
pub(super) struct Progress {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    place: Place,
    /// Whether a byte of the awaited head has come.
    is_head_begun: bool,
    /// Since when the caller has not read what is being sent.
    stalled: Option<Instant>,
    /// Whether the last answer went out before the request was read to its end.
    is_unread: bool,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// The head of a request must have come by then.
    Head(Instant),
    /// A call is under way.
    Call,
    /// Its answer is complete, but not all sent.
    Answered,
    /// Kept open for a next call; by then its head must have begun.
    Idle(Instant),
}

impl Progress {
    /// A connection that has just been opened.
    pub(super) fn new(mut place: Place, limits: Limits) -> Self {
        place.offer(AwaitedPart::Head);
        let phase = Phase::Head(Instant::now() + limits.head);
        let state = State { phase, place, is_head_begun: false, stalled: None, is_unread: false };
        Self { limits, state: Mutex::new(state) }
    }

    /// Bytes have come.
    pub(super) fn received(&self) {
        let mut state = self.state();
        match state.phase {
            Phase::Head(_) => state.is_head_begun = true,
            Phase::Idle(_) => {
                state.is_head_begun = true;
                state.phase = Phase::Head(Instant::now() + self.limits.head);
            }
            Phase::Call | Phase::Answered => {}
        }
    }

    /// The head of a request is complete. Returns whether the call may begin: if not, the connection must make room.
    pub(super) fn begin_call(&self) -> bool {
        let mut state = self.state();
        state.phase = Phase::Call;
        state.is_head_begun = false;
        state.place.keep()
    }

    /// The body of the request is waited for.
    pub(super) fn await_body(&self) {
        self.state().place.offer(AwaitedPart::Body);
    }

    /// Some of the body has come, or it is not waited for any more. Returns whether the call may go on, as for
    /// [`Progress::begin_call`].
    pub(super) fn go_on(&self) -> bool {
        self.state().place.keep()
    }

    /// The answer is complete.
    pub(super) fn answered(&self) {
        let mut state = self.state();
        if matches!(state.phase, Phase::Call) {
            state.phase = Phase::Answered;
        }
    }

    /// The connection closes after this answer, before the request has been read to its end.
    pub(super) fn mark_unread(&self) {
        self.state().is_unread = true;
    }

    /// Whether the last answer went out before the request was read to its end.
    pub(super) fn is_unread(&self) -> bool {
        self.state().is_unread
    }

    /// The caller reads nothing at the moment.
    pub(super) fn stalled(&self) {
        let mut state = self.state();
        state.stalled = state.stalled.or_else(|| Some(Instant::now()));
    }

    /// The caller has read something.
    pub(super) fn sent(&self) {
        self.state().stalled = None;
    }

    /// Everything was sent.
    pub(super) fn flushed(&self) {
        let mut state = self.state();
        if matches!(state.phase, Phase::Answered) {
            state.phase = Phase::Idle(Instant::now() + self.limits.idle);
            state.place.offer(AwaitedPart::Head);
        }
    }

    /// The connection has no more calls: it may be closed at any time.
    pub(super) fn over(&self) {
        self.state().place.offer(AwaitedPart::Head);
    }

    /// When the connection will have taken too long, if nothing happens until then.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let phase = match state.phase {
            Phase::Head(by) | Phase::Idle(by) => Some(by),
            Phase::Call | Phase::Answered => None,
        };
        let stalled = state.stalled.map(|since| since + self.limits.stalled_answer);
        [phase, stalled].into_iter().flatten().min()
    }

    /// Whether no call is under way.
    pub(super) fn is_without_call(&self) -> bool {
        matches!(self.state().phase, Phase::Head(_) | Phase::Idle(_))
    }

    /// Whether a part of a head has come, and no call is under way.
    pub(super) fn has_partial_head(&self) -> bool {
        let state = self.state();
        matches!(state.phase, Phase::Head(_)) && state.is_head_begun
    }

    /// Notified when the connection must close to make room.
    pub(super) fn called(&self) -> Arc<Notify> {
        self.state().place.called()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
