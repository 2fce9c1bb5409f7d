//! The questionnaire and the customer's answers.

use crate::data::{Question, ShuffleCard};
use crate::http::body::JsonBody;
use crate::http::query::QueryOf;
use crate::http::response::ErrorBody;
use crate::platform::error::AppResult;
use crate::service::access::session::{SignedIn, Visitor};
use crate::service::style::decks::{self, DailyDeck};
use crate::service::style::profile::{self, ProfileRecord};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::style::style_profile::ProfileStats;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(questionnaire)).routes(routes!(read, answer))
}

/// The questionnaire, and the answers of a customer who is signed in.
#[derive(Serialize, ToSchema)]
pub struct QuestionnaireBody {
    questions: QuestionLists,
    #[schema(value_type = Object)]
    responses: Map<String, Value>,
    stats: Option<ProfileStats>,
    /// The style profile's id; null if nobody is signed in.
    id: Option<String>,
    name: String,
}

/// The questions and the swipe decks. A part that was not requested is left out.
#[derive(Serialize, ToSchema)]
pub struct QuestionLists {
    /// The quiz's steps in order: step n is the n-th.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Question>)]
    questions: Option<Box<RawValue>>,
    /// The questions after the quiz: how, how often, where to and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Question>)]
    delivery_questions: Option<Box<RawValue>>,
    /// The questions of the style profile alone: photos, and the swipes of the daily deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Question>)]
    profile_questions: Option<Box<RawValue>>,
    /// The cards of the style shuffle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<ShuffleCard>)]
    shuffle: Option<Box<RawValue>>,
    /// The cards left in today's deck: at most 14 new ones a day, none of them twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reshuffle: Option<Vec<ShuffleCard>>,
    /// Whether tomorrow's deck has other cards. If not, the customer has seen all that there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    more_tomorrow: Option<bool>,
}

/// The requested part of the questionnaire.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuestionnaireQuery {
    /// One part. If it is missing, all three.
    #[param(inline)]
    part: Option<Part>,
}

/// A part of the questionnaire.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The questions.
    Master,
    /// The cards of the style shuffle.
    Shuffle,
    /// The cards of the daily deck.
    Reshuffle,
}

/// The questionnaire, or a part of it. A visitor who is not signed in can read it too, without answers and id.
#[utoipa::path(
    get, path = "/questionnaire", tag = "style profile", security(()), params(QuestionnaireQuery),
    responses(
        (status = 200, body = QuestionnaireBody),
        (status = 422, description = "`request_invalid`: there is no such part", body = ErrorBody),
    )
)]
async fn questionnaire(
    State(state): State<AppState>,
    visitor: Visitor,
    QueryOf(QuestionnaireQuery { part }): QueryOf<QuestionnaireQuery>,
) -> AppResult<Json<QuestionnaireBody>> {
    let record = match visitor {
        Some(session) => Some(profile::read(&state, &session.customer_id).await?),
        None => None,
    };
    let questions = lists(&state, part, record.as_ref().map(|record| record.profile.id.as_str())).await?;
    Ok(Json(match record {
        Some(ProfileRecord { profile, responses, stats }) => {
            QuestionnaireBody { questions, responses, stats: Some(stats), id: Some(profile.id), name: profile.name }
        }
        None => {
            let name = state.data.questionnaire.name.clone();
            QuestionnaireBody { questions, responses: Map::new(), stats: None, id: None, name }
        }
    }))
}

async fn lists(state: &AppState, part: Option<Part>, profile_id: Option<&str>) -> AppResult<QuestionLists> {
    let served = &state.data.questionnaire.served;
    let is_asked = |one: Part| part.is_none_or(|only| only == one);
    let of = |part: Part, list: &RawValue| is_asked(part).then(|| list.to_owned());
    let (reshuffle, more_tomorrow) = match is_asked(Part::Reshuffle) {
        true => {
            let DailyDeck { cards, has_more_tomorrow } = decks::of_today(state, profile_id).await?;
            (Some(cards), Some(has_more_tomorrow))
        }
        false => (None, None),
    };
    Ok(QuestionLists {
        questions: of(Part::Master, &served.questions),
        delivery_questions: of(Part::Master, &served.delivery_questions),
        profile_questions: of(Part::Master, &served.profile_questions),
        shuffle: of(Part::Shuffle, &served.shuffle),
        reshuffle,
        more_tomorrow,
    })
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
    stats: ProfileStats,
}

/// The requested version of a style profile.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Version {
    /// `current`, which is the default. There are no older versions.
    version: Option<String>,
}

/// The customer's style profile.
#[utoipa::path(
    get, path = "/style_profiles/{id}", tag = "style profile",
    params(("id", description = "The profile's id, or `current`"), Version),
    responses(
        (status = 200, body = StyleProfileBody),
        (status = 404, description = "Not this customer's profile, or no such version", body = ErrorBody),
        (status = 422, description = "`request_invalid`: the query is malformed", body = ErrorBody),
    )
)]
async fn read(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    QueryOf(Version { version }): QueryOf<Version>,
) -> AppResult<Json<StyleProfileBody>> {
    if version.is_some_and(|version| !matches!(version.as_str(), "" | "current")) {
        return Err(Refusal::NotFound.into());
    }
    let ProfileRecord { profile, responses, stats } = profile::read(&state, &session.customer_id).await?;
    profile::check_id(&profile, &id)?;
    Ok(Json(StyleProfileBody { id: profile.id, name: profile.name, data: Answers { responses, stats } }))
}

/// One or several answers to save.
#[derive(Deserialize, ToSchema)]
pub struct NewAnswers {
    /// The question's ref → the answer, in the form that the question asks for. Null, blank text and an empty list take an answer
    /// back, but not from a required question: its answer can be changed, not taken back, and they are refused as `Required`.
    /// Photos are answered with their `download_url`s; swipes of the daily deck are added to those of other days. `birthday` is a
    /// day from 1900 to this year; `anything_else_notes` ends before the word `DateTime`, and what follows is not stored.
    #[schema(value_type = Object)]
    responses: Map<String, Value>,
}

/// Saves answers, all of them or none. The last answer to a question counts. The store, the stylist and how often boxes come are
/// in the account too: an answer that differs from the last one changes them there, and a later choice elsewhere changes the
/// answer.
#[utoipa::path(
    patch, path = "/style_profiles/{id}", tag = "style profile", request_body = NewAnswers,
    params(("id", description = "The profile's id, or `current`")),
    responses(
        (status = 200, body = Answers),
        (status = 422, description = "`form_invalid` with issues, or `question_unknown`", body = ErrorBody),
    )
)]
async fn answer(
    State(state): State<AppState>,
    session: SignedIn,
    Path(id): Path<String>,
    JsonBody(NewAnswers { responses }): JsonBody<NewAnswers>,
) -> AppResult<Json<Answers>> {
    let record = profile::answer(&state, &session.customer_id, &id, &responses).await?;
    Ok(Json(Answers { responses: record.responses, stats: record.stats }))
}
