//! The body of a request: it must arrive at a minimum rate, and the connection gets back what a call has not read of it.

use super::pace::Pace;
use super::progress::Progress;
use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::timeout;

/// A body that arrived too slowly.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the body did not arrive in time")]
pub struct BodyTooSlow;

/// A body that arrives from the connection.
#[derive(Debug)]
pub(super) struct ArrivingBody {
    incoming: Incoming,
    pace: Pace,
    progress: Arc<Progress>,
    is_awaited: bool,
    state: Arrival,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// Nothing of it was read.
    Untouched,
    Begun,
    Whole,
    Failed,
}

impl ArrivingBody {
    /// The body of a request on the connection that `progress` is about.
    pub(super) fn new(incoming: Incoming, pace: Pace, progress: Arc<Progress>) -> Self {
        let state = if incoming.is_end_stream() { Arrival::Whole } else { Arrival::Untouched };
        Self { incoming, pace, progress, is_awaited: false, state }
    }

    /// Reads what is left, if it is little and comes soon. Returns whether the body was read to its end.
    pub(super) async fn skip_rest(mut self, most: u64, time: Duration, waits_for_continue: bool) -> bool {
        match self.state {
            Arrival::Whole => return true,
            Arrival::Failed => return false,
            // Reading would make hyper tell the caller to send it.
            Arrival::Untouched if waits_for_continue => return false,
            Arrival::Untouched | Arrival::Begun => {}
        }
        let rest = async {
            let mut read = 0;
            while self.incoming.size_hint().lower() <= most && read <= most {
                match poll_fn(|cx| Pin::new(&mut self).poll_frame(cx)).await {
                    Some(Ok(frame)) => read += frame.data_ref().map_or(0, |data| data.len() as u64),
                    Some(Err(_)) => return false,
                    None => return true,
                }
            }
            false
        };
        timeout(time, rest).await.unwrap_or(false)
    }

    fn note(&mut self, frame: Option<&Result<Frame<Bytes>, hyper::Error>>) {
        match frame {
            Some(Ok(frame)) => {
                self.pace.count(frame.data_ref().map_or(0, Bytes::len));
                self.state = if self.incoming.is_end_stream() { Arrival::Whole } else { Arrival::Begun };
            }
            Some(Err(_)) => self.state = Arrival::Failed,
            None => self.state = Arrival::Whole,
        }
    }
}

impl Body for ArrivingBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let polled = match Pin::new(&mut self.incoming).poll_frame(cx) {
            Poll::Ready(frame) => {
                self.note(frame.as_ref());
                frame.map(|frame| frame.map_err(BoxError::from))
            }
            Poll::Pending if self.pace.poll_too_slow(cx).is_ready() => {
                self.state = Arrival::Failed;
                Some(Err(BodyTooSlow.into()))
            }
            Poll::Pending => {
                if self.state == Arrival::Untouched {
                    self.state = Arrival::Begun;
                }
                if !self.is_awaited {
                    self.is_awaited = true;
                    self.progress.await_body();
                }
                return Poll::Pending;
            }
        };
        // A connection that was chosen to make room does no more.
        if std::mem::take(&mut self.is_awaited) && !self.progress.go_on() {
            return Poll::Pending;
        }
        Poll::Ready(polled)
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.size_hint()
    }
}

/// Where a lent body is put back.
pub(super) type Returned = Arc<Mutex<Option<ArrivingBody>>>;

/// A body that is lent to a call, and put back when the call drops it.
#[derive(Debug)]
pub(super) struct LentBody {
    body: Option<ArrivingBody>,
    to: Returned,
}

impl LentBody {
    /// Lends a body. It is put back into the second value.
    pub(super) fn new(body: ArrivingBody) -> (Self, Returned) {
        let to = Returned::default();
        (Self { body: Some(body), to: to.clone() }, to)
    }
}

impl Drop for LentBody {
    fn drop(&mut self) {
        *self.to.lock().unwrap_or_else(PoisonError::into_inner) = self.body.take();
    }
}

impl Body for LentBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.body.as_mut().map_or(Poll::Ready(None), |body| Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}
