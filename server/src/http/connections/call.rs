//! One call: from the head of a request, through the router, to the end of its answer.

use super::body::{ArrivingBody, LentBody};
use super::limits::Limits;
use super::pace::Pace;
use super::progress::Progress;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, header};
use hyper::body::{Body as _, Frame, Incoming, SizeHint};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};
use stylebox_core::policy::limits::LARGEST_BODY_KIB;
use tower::ServiceExt;

/// The most bytes of an unread body that are skipped so that the connection can be kept.
const LARGEST_REMAINDER: u64 = 1024 * LARGEST_BODY_KIB as u64;

/// What the calls of a connection share.
#[derive(Debug, Clone)]
pub(super) struct Calls {
    pub(super) router: Router,
    pub(super) peer: SocketAddr,
    pub(super) limits: Limits,
    pub(super) progress: Arc<Progress>,
}

impl Calls {
    /// Answers a call. An answer after which the connection closes says so.
    async fn answer(self, request: Request<Incoming>) -> Result<Response<Answer>, Infallible> {
        let Self { router, peer, limits, progress } = self;
        if !progress.begin_call() {
            return std::future::pending().await;
        }
        let (parts, incoming) = request.into_parts();
        let waits_for_continue = parts.headers.contains_key(header::EXPECT);
        let pace = Pace::new(limits.body_window, limits.body_bytes);
        let (body, returned) = if incoming.is_end_stream() {
            (Body::empty(), None)
        } else {
            let (lent, returned) = LentBody::new(ArrivingBody::new(incoming, pace, progress.clone()));
            (Body::new(lent), Some(returned))
        };
        let mut request = Request::from_parts(parts, body);
        request.extensions_mut().insert(ConnectInfo(peer));
        let Ok(mut response) = router.oneshot(request).await;
        if let Some(returned) = returned {
            let body = returned.lock().unwrap_or_else(PoisonError::into_inner).take();
            let is_read = match body {
                Some(body) => body.skip_rest(LARGEST_REMAINDER, limits.remainder, waits_for_continue).await,
                None => false,
            };
            if !progress.go_on() {
                return std::future::pending().await;
            }
            if !is_read {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                progress.mark_unread();
            }
        }
        Ok(response.map(|body| Answer { body, progress }))
    }
}

impl hyper::service::Service<Request<Incoming>> for Calls {
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Answer>, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        Box::pin(self.clone().answer(request))
    }
}

/// The body of an answer, which records its end.
#[derive(Debug)]
pub(super) struct Answer {
    body: Body,
    progress: Arc<Progress>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.progress.answered();
    }
}

impl hyper::body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
