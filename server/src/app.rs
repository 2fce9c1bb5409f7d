//! What all calls share, and the router with the middleware in its order.

use crate::clock::{Clock, SystemClock};
use crate::config::Settings;
use crate::data::StartingData;
use crate::http::{AppError, body, error, forgery, headers, page, request_log, session};
use crate::providers::Providers;
use crate::random::{Ids, Random, SystemRandom};
use crate::store::Db;
use crate::{api, http};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// A call that takes longer is given up.
const LONGEST_CALL: Duration = Duration::from_secs(60);

/// What the service works with. A clone is another handle on the same.
#[derive(Debug, Clone)]
pub struct AppState(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    parts: Parts,
    ids: Ids,
}

/// The parts of the [`AppState`].
pub struct Parts {
    /// What it was told.
    pub settings: Settings,
    /// Where it keeps everything.
    pub db: Db,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub random: Arc<dyn Random>,
    /// The outside parties.
    pub providers: Providers,
    /// What it starts with: questionnaire, stores, holidays, catalogue.
    pub data: StartingData,
}

impl fmt::Debug for Parts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parts").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl AppState {
    /// A state of these parts.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Shared { parts, ids: Ids::default() }))
    }

    /// The state that the settings describe: opens the database and reads the starting data.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn start(settings: Settings) -> Result<Self, String> {
        let clock = Arc::new(SystemClock);
        let random = Arc::new(SystemRandom);
        let data = StartingData::load()?;
        let db = Db::open(&settings.database_url).await.map_err(|error| error.to_string())?;
        let providers = Providers::from_settings(&settings, &db, clock.clone(), random.clone()).await?;
        Ok(Self::new(Parts { settings, db, clock, random, providers, data }))
    }

    /// A new id; one made later sorts later, also within a millisecond.
    #[must_use]
    pub fn new_id(&self) -> String {
        self.0.ids.next(self.clock.now(), &*self.random)
    }
}

/// The service: every call and page, behind the middleware.
pub fn router(state: AppState) -> Router {
    let calls = api::router(&state)
        .fallback(async || AppError::from(error::NOT_FOUND))
        .method_not_allowed_fallback(async || AppError::from(error::METHOD_NOT_ALLOWED));
    let everything = Router::new()
        .nest("/api", behind_the_guards(calls, &state))
        .merge(api::outside(&state))
        .route("/", get(page::to_root))
        .route("/members", get(page::to_root))
        .route("/members/", get(page::serve))
        .route("/members/{*path}", get(page::serve))
        .fallback(async || AppError::from(error::NOT_FOUND));
    behind_the_covers(everything, &state).with_state(state)
}

/// What a call passes before its handler. Of the layers on a router, the last one added is the first to see a request.
fn behind_the_guards(calls: Router<AppState>, state: &AppState) -> Router<AppState> {
    calls
        .layer(from_fn_with_state(state.clone(), forgery::check))
        .layer(from_fn_with_state(state.clone(), session::load))
        .layer(DefaultBodyLimit::max(body::LARGEST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONGEST_CALL))
}

/// What every response passes on its way out, also that of a handler that panicked.
pub fn behind_the_covers(router: Router<AppState>, state: &AppState) -> Router<AppState> {
    router
        .layer(CatchPanicLayer::custom(after_a_panic))
        .layer(map_response(give_a_body_to_a_timeout))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(state.clone(), headers::add))
        .layer(from_fn(request_log::write))
}

/// The time-out layer answers without a body.
async fn give_a_body_to_a_timeout(response: Response) -> Response {
    let is_bare = !response.headers().contains_key(axum::http::header::CONTENT_TYPE);
    if response.status() == StatusCode::SERVICE_UNAVAILABLE && is_bare {
        return AppError::from(http::error::TOO_SLOW).into_response();
    }
    response
}

fn after_a_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    AppError::unexpected(format!("a panic: {text}")).into_response()
}
