//! One connection, from its first byte to its last.

use super::admission::Place;
use super::call::Calls;
use super::limits::Limits;
use super::progress::Progress;
use super::shutdown::Watch;
use super::socket::Socket;
use super::{closing, shutdown};
use axum::Router;
use hyper::server::conn::http1::{Builder, Connection};
use hyper_util::rt::TokioIo;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};

/// The most bytes of a request's head, or of an answer being sent, that are kept in memory.
const BUFFER: usize = 32 * 1024;

/// A connection as hyper drives it.
type Http = Connection<TokioIo<Socket>, Calls>;

/// How a connection came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// One side closed it after an answer, or something was wrong with it.
    Closed,
    /// It took too long.
    Late,
    /// It must close: another takes its place, or the service stops.
    Dropped,
}

/// Serves the calls of a connection until it closes.
pub(super) async fn serve(stream: TcpStream, peer: SocketAddr, place: Place, work: Work) {
    let Work { router, limits, mut watch } = work;
    // A short answer is sent at once. Without this option it waits until the answer before it is acknowledged.
    let _ = stream.set_nodelay(true);
    let progress = Arc::new(Progress::new(place, limits));
    let called = progress.called();
    let calls = Calls { router, peer, limits, progress: progress.clone() };
    let socket = TokioIo::new(Socket::new(stream, progress.clone()));
    let mut http = Builder::new().header_read_timeout(None).max_buf_size(BUFFER).serve_connection(socket, calls);
    let end = tokio::select! {
        biased;
        end = calls_of(&mut http, &progress, &mut watch) => end,
        () = called.notified() => End::Dropped,
    };
    let has_partial_head = end == End::Late && progress.has_partial_head();
    let has_more_to_say = end == End::Closed && progress.is_unread();
    if !has_partial_head && !has_more_to_say {
        return;
    }
    let stream = http.into_parts().io.into_inner().into_stream();
    progress.over();
    let last = async {
        if has_partial_head {
            closing::refuse_late_head(&stream);
        }
        closing::linger(stream, limits.linger).await;
    };
    tokio::select! {
        biased;
        () = last => {}
        () = called.notified() => {}
        () = shutdown::over(&mut watch) => {}
    }
}

/// What all connections share.
#[derive(Debug, Clone)]
pub(super) struct Work {
    pub(super) router: Router,
    pub(super) limits: Limits,
    pub(super) watch: Watch,
}

/// Serves calls until the connection closes. When the service stops, the call under way is the last one; an incomplete head is
/// not waited for.
async fn calls_of(http: &mut Http, progress: &Progress, watch: &mut Watch) -> End {
    tokio::select! {
        biased;
        end = run(http, progress) => return end,
        () = shutdown::begun(watch) => {}
    }
    if progress.is_without_call() {
        return End::Dropped;
    }
    Pin::new(&mut *http).graceful_shutdown();
    tokio::select! {
        biased;
        end = run(http, progress) => end,
        () = shutdown::over(watch) => End::Dropped,
    }
}

/// Drives a connection until it closes, or has taken too long over something.
async fn run(http: &mut Http, progress: &Progress) -> End {
    let mut timer = pin!(sleep_until(Instant::now()));
    poll_fn(|cx| {
        if let Poll::Ready(closed) = Pin::new(&mut *http).poll(cx) {
            // hyper has answered a malformed request, and closes.
            if closed.is_err_and(|error| error.is_parse()) {
                progress.mark_unread();
            }
            return Poll::Ready(End::Closed);
        }
        let Some(deadline) = progress.deadline() else { return Poll::Pending };
        if timer.deadline() != deadline {
            timer.as_mut().reset(deadline);
        }
        timer.as_mut().poll(cx).map(|()| End::Late)
    })
    .await
}
