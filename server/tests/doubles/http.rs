//! The HTTP server that doubles share. It runs on this machine and can fail as a real one does.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use stylebox_server::platform::config::BaseUrl;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower::ServiceExt;

/// How a double misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HttpFault {
    #[default]
    None,
    /// It accepts calls, does nothing, and never answers.
    Silent,
    /// It answers 503, and does nothing.
    Down,
    /// It does what the call asks for, and hangs up before it answers.
    LosesAnswer,
    /// It does what the call asks for, and hangs up in the middle of its answer.
    HalfAnswer,
    /// It does what the call asks for, and answers 500.
    DoesAndFails,
}

/// When a call is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldWhen {
    /// Before it is carried out.
    Asked,
    /// After it was carried out, and before it is answered.
    Done,
}

/// Whether a call is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hold {
    None,
    /// The next call whose path ends with this text will be held.
    Next(&'static str, HeldWhen),
    /// A call is held.
    Held,
}

/// A server on this machine.
#[derive(Debug, Clone)]
pub struct HttpDouble {
    port: u16,
    fault: Arc<Mutex<(&'static str, HttpFault)>>,
    hold: watch::Sender<Hold>,
}

impl HttpDouble {
    pub async fn start(router: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let fault = Arc::new(Mutex::new(("", HttpFault::None)));
        let current = fault.clone();
        let hold = watch::Sender::new(Hold::None);
        let holds = hold.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (router, fault, hold) = (router.clone(), current.clone(), holds.clone());
                tokio::spawn(async move {
                    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
                        let (path, fault) = *fault.lock().unwrap();
                        let asked = request.uri().path().to_owned();
                        let fault = if asked.ends_with(path) { fault } else { HttpFault::None };
                        let (router, hold) = (router.clone(), hold.clone());
                        async move {
                            held(&hold, &asked, HeldWhen::Asked).await;
                            let answer = answer(router, fault, request).await;
                            held(&hold, &asked, HeldWhen::Done).await;
                            answer
                        }
                    });
                    let connection = hyper::server::conn::http1::Builder::new();
                    let _ = connection.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Self { port, fault, hold }
    }

    pub fn set(&self, fault: HttpFault) {
        self.set_at("", fault);
    }

    /// Misbehaves only at calls whose path ends with `path`.
    pub fn set_at(&self, path: &'static str, fault: HttpFault) {
        *self.fault.lock().unwrap() = (path, fault);
    }

    /// Holds the next call and carries it out once it is released. Later calls are answered in the meantime. If a call is held
    /// already, it is released.
    pub fn hold_next(&self) {
        self.hold_next_at("", HeldWhen::Asked);
    }

    /// Holds the next call whose path ends with `path`, before or after it is carried out.
    pub fn hold_next_at(&self, path: &'static str, when: HeldWhen) {
        self.hold.send_replace(Hold::Next(path, when));
    }

    /// Carries out the next call, and holds its answer until it is released.
    pub fn hold_next_answer(&self) {
        self.hold_next_at("", HeldWhen::Done);
    }

    /// Waits until a call is held.
    pub async fn until_held(&self) {
        self.hold.subscribe().wait_for(|hold| *hold == Hold::Held).await.unwrap();
    }

    /// Releases the call that is held.
    pub fn release(&self) {
        self.hold.send_replace(Hold::None);
    }

    /// The address of the double, as in a setting.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn base(&self) -> BaseUrl {
        BaseUrl::parse("--url", &self.url()).unwrap()
    }
}

/// Waits while the call is held.
async fn held(hold: &watch::Sender<Hold>, path: &str, now: HeldWhen) {
    let mut changes = hold.subscribe();
    let is_held = hold.send_if_modified(|hold| {
        let is_next = matches!(*hold, Hold::Next(end, when) if path.ends_with(end) && when == now);
        if is_next {
            *hold = Hold::Held;
        }
        is_next
    });
    if is_held {
        changes.wait_for(|hold| *hold != Hold::Held).await.unwrap();
    }
}

/// The answer of a double, or an error if it hangs up.
async fn answer(
    router: Router,
    fault: HttpFault,
    request: Request<hyper::body::Incoming>,
) -> io::Result<Response<Body>> {
    let request = request.map(Body::new);
    let status = |status| Response::builder().status(status).body(Body::empty()).unwrap();
    match fault {
        HttpFault::Silent => std::future::pending().await,
        HttpFault::Down => return Ok(status(StatusCode::SERVICE_UNAVAILABLE)),
        HttpFault::None | HttpFault::LosesAnswer | HttpFault::HalfAnswer | HttpFault::DoesAndFails => {}
    }
    let answer = router.oneshot(request).await.unwrap_or_else(|never: Infallible| match never {});
    match fault {
        HttpFault::LosesAnswer => Err(io::Error::other("the double hangs up")),
        HttpFault::DoesAndFails => Ok(status(StatusCode::INTERNAL_SERVER_ERROR)),
        HttpFault::HalfAnswer => {
            let (parts, body) = answer.into_parts();
            let whole = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            let half = whole.slice(..whole.len() / 2);
            Ok(Response::from_parts(parts, Body::new(Half(Some(half)))))
        }
        HttpFault::None | HttpFault::Silent | HttpFault::Down => Ok(answer),
    }
}

/// The beginning of an answer, after which the connection ends.
struct Half(Option<Bytes>);

impl hyper::body::Body for Half {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, io::Error>>> {
        let next = self.0.take().map(|half| Ok(hyper::body::Frame::data(half)));
        Poll::Ready(Some(next.unwrap_or_else(|| Err(io::Error::other("the double hangs up")))))
    }
}
