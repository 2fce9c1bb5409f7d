//! The questionnaire and the customer's answers.

use crate::http::error::{AppResult, ErrorBody};
use crate::http::{JsonBody, SignedIn, Visitor};
use crate::service::style_profile::{self, ProfileRecord};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stylebox_core::style_profile::ProfileStats;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(questionnaire)).routes(routes!(read, answer))
}

/// The questionnaire, and the customer's answers where somebody is signed in.
#[derive(Serialize, ToSchema)]
pub struct QuestionnaireBody {
    questions: QuestionLists,
    #[schema(value_type = Object)]
    responses: Map<String, Value>,
    #[schema(value_type = Option<Stats>)]
    stats: Option<ProfileStats>,
    /// The style profile's id; null where nobody is signed in.
    id: Option<String>,
    name: String,
}

/// The questions and the swipe decks.
#[derive(Serialize, ToSchema)]
pub struct QuestionLists {
    /// The quiz's steps in order: step n is the n-th.
    #[schema(value_type = Vec<Object>)]
    questions: Vec<Value>,
    /// What is asked after the quiz: how, how often, where and when.
    #[schema(value_type = Vec<Object>)]
    delivery_questions: Vec<Value>,
    /// The cards of the style shuffle.
    #[schema(value_type = Vec<Object>)]
    shuffle: Vec<Value>,
    /// The cards of the daily deck.
    #[schema(value_type = Vec<Object>)]
    reshuffle: Vec<Value>,
}

/// How complete each section is, in percent.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's stats")]
struct Stats {
    about: SectionStats,
    size_and_fit: SectionStats,
    style: SectionStats,
    shipping: SectionStats,
}

/// How complete a section is.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes core's stats")]
struct SectionStats {
    completion_percentage: u64,
}

/// The questionnaire. Nobody has to be signed in; then there are no answers and no id.
#[utoipa::path(get, path = "/questionnaire", tag = "style profile", security(()), responses((status = 200, body = QuestionnaireBody)))]
async fn questionnaire(State(state): State<AppState>, visitor: Visitor) -> AppResult<Json<QuestionnaireBody>> {
    let asked = &state.data.questionnaire;
    let questions = QuestionLists {
        questions: asked.questions.clone(),
        delivery_questions: asked.delivery_questions.clone(),
        shuffle: asked.shuffle.clone(),
        reshuffle: asked.reshuffle.clone(),
    };
    let body = match visitor {
        Some(session) => {
            let ProfileRecord { profile, responses, stats } = style_profile::read(&state, &session.customer_id).await?;
            QuestionnaireBody { questions, responses, stats: Some(stats), id: Some(profile.id), name: profile.name }
        }
        None => QuestionnaireBody { questions, responses: Map::new(), stats: None, id: None, name: asked.name.clone() },
    };
    Ok(Json(body))
}

/// A style profile.
#[derive(Serialize, ToSchema)]
pub struct StyleProfileBody {
    id: String,
    name: String,
    data: Answers,
}

/// Answers by their question's ref, and how complete each section is.
#[derive(Serialize, ToSchema)]
pub struct Answers {
    #[schema(value_type = Object)]
    responses: Map<String, Value>,
    #[schema(value_type = Stats)]
    stats: ProfileStats,
}

/// The customer's style profile.
#[utoipa::path(
    get, path = "/style_profiles/{id}", tag = "style profile",
    params(("id", description = "The profile's id, or `current`")),
    responses(
        (status = 200, body = StyleProfileBody),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 404, description = "Not this customer's profile", body = ErrorBody),
    )
)]
async fn read(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
) -> AppResult<Json<StyleProfileBody>> {
    let ProfileRecord { profile, responses, stats } = style_profile::read(&state, &session.customer_id).await?;
    style_profile::check_id(&profile, &id)?;
    Ok(Json(StyleProfileBody { id: profile.id, name: profile.name, data: Answers { responses, stats } }))
}

/// Answers to write: one, or a whole set.
#[derive(Deserialize, ToSchema)]
pub struct NewAnswers {
    /// The question's ref → the answer; null takes an answer back.
    #[schema(value_type = Object)]
    responses: Map<String, Value>,
}

/// Writes answers; the last one to a question stands. All of them are taken, or none.
#[utoipa::path(
    patch, path = "/style_profiles/{id}", tag = "style profile", request_body = NewAnswers,
    params(("id", description = "The profile's id, or `current`")),
    responses(
        (status = 200, body = Answers),
        (status = 401, description = "Not signed in", body = ErrorBody),
        (status = 404, description = "Not this customer's profile", body = ErrorBody),
        (status = 422, description = "`form_invalid` with issues, or `question_unknown`", body = ErrorBody),
    )
)]
async fn answer(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    JsonBody(NewAnswers { responses }): JsonBody<NewAnswers>,
) -> AppResult<Json<Answers>> {
    let record = style_profile::answer(&state, &session.customer_id, &id, &responses).await?;
    Ok(Json(Answers { responses: record.responses, stats: record.stats }))
}
