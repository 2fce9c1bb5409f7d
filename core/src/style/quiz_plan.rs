//! The pages of the style quiz in their order (spec A, sections 2 and 4).

use crate::{
    delivery::{flow::Flow, signup},
    policy,
    style::{
        quiz_progress::{self, ProgressStep, QuizProgress, SectionProgress},
        quiz_step::{self, StepQuestion},
        shuffle,
        style_profile::Section,
    },
    values::{count::Count, responses::Responses},
    wire::{Input, Json},
};
use serde::Serialize;

/// The stylist's thanks, between the questions about the customer and those about the box.
const STYLIST: &str = "/q/stylist";
/// The page that asks how the box reaches the customer, how often boxes come, and when the first one comes.
pub(crate) const DELIVERY: &str = "/quiz/delivery";

/// A step of the questionnaire.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PlanStep {
    /// The section that the step belongs to.
    pub onboarding_section: Section,
    /// The only flow in which the step is asked; null is both.
    #[serde(default)]
    pub flow: Option<Flow>,
    /// Whether the step is the style shuffle. Its answer, by its first question, is an object with a swipe for each card.
    pub is_shuffle: bool,
    /// The questions of the step, in order. A group is given as its fields.
    pub questions: Vec<StepQuestion>,
}

/// The questionnaire, what is answered so far, and where the customer is.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct QuizPlanInput {
    /// All steps of the questionnaire, in order.
    pub steps: Vec<PlanStep>,
    /// The ids of the style shuffle's cards.
    pub cards: Vec<String>,
    /// All answers. Null if no answers are required yet, because a visitor registers first; then no page is open.
    #[serde(default)]
    pub responses: Option<Responses>,
    /// How the first box reaches the customer; null if it is not chosen yet.
    #[serde(default)]
    pub flow: Option<Flow>,
    /// Whether store and day of a pick-up were chosen before the quiz, and are still available.
    #[serde(default)]
    pub is_scheduled: Option<bool>,
    /// The path of the page that is shown. A path that is not a page of the quiz counts as coming after all of them.
    pub path: String,
}

/// A screen of the quiz, at a path of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct QuizPage {
    /// The path, such as `/quiz/3`.
    pub path: String,
    /// The number of its step in the questionnaire, or null.
    pub step: Option<usize>,
    /// Whether something must still be answered on it before the first box can be ordered.
    pub is_open: bool,
}

/// The pages of the quiz, and how far the customer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct QuizPlan {
    /// The pages in their order: Next leads from each to the one after it, Back to the one before it.
    pub pages: Vec<QuizPage>,
    /// How far the customer is in each section. A step is done if its page comes before the one that is shown and is not open.
    pub sections: Vec<SectionProgress>,
}

/// `quiz_plan.state`: the pages of the quiz. The steps of a pick-up follow the choice between shipping and pick-up, and are asked
/// only if shoes are wanted. If a pick-up is already scheduled, Next skips that choice, but Back leads to it.
#[must_use]
pub fn state(input: &QuizPlanInput) -> QuizPlan {
    let flow = input.flow.unwrap_or(Flow::Delivery);
    let responses = input.responses.as_ref();
    let mut plan = Plan { pages: Vec::new(), shown: &input.path, is_reached: false };
    let mut steps = Vec::new();
    let mut before_stylist = true;
    for round in 0..2_u8 {
        let of_pickup = round == 1;
        if of_pickup {
            if before_stylist {
                plan.add(STYLIST, None, false);
            }
            if input.is_scheduled != Some(true) || !plan.is_reached {
                let is_open = responses.is_some_and(|responses| !signup::are_chosen(flow, responses));
                plan.add(DELIVERY, None, is_open);
            }
            let wants_shoes = match responses.and_then(|responses| responses.get(policy::SHOES_QUESTION)) {
                Some(&Json::Bool(wants)) => Some(wants),
                _ => None,
            };
            if !signup::asks_about_shoes(flow, wants_shoes) {
                break;
            }
        }
        for (number, step) in (1..).zip(&input.steps) {
            if (step.flow == Some(Flow::Pickup)) != of_pickup {
                continue;
            }
            if before_stylist && step.onboarding_section == Section::Shipping {
                before_stylist = false;
                plan.add(STYLIST, None, false);
            }
            let is_open = responses.is_some_and(|responses| is_open(step, &input.cards, responses));
            plan.add(&format!("/quiz/{number}"), Some(number), is_open);
            let is_behind = !plan.is_reached && !is_open;
            steps.push(ProgressStep { onboarding_section: step.onboarding_section, is_behind });
        }
    }
    QuizPlan { pages: plan.pages, sections: quiz_progress::sections(&QuizProgress { steps }) }
}

/// The pages so far.
struct Plan<'input> {
    pages: Vec<QuizPage>,
    /// The path of the page that is shown.
    shown: &'input str,
    /// Whether that page is among the pages so far.
    is_reached: bool,
}

impl Plan<'_> {
    #[inline(never)]
    fn add(&mut self, path: &str, step: Option<usize>, is_open: bool) {
        self.is_reached |= path == self.shown;
        self.pages.push(QuizPage { path: path.to_owned(), step, is_open });
    }
}

/// Whether the step must still be answered.
fn is_open(step: &PlanStep, cards: &[String], responses: &Responses) -> bool {
    if step.is_shuffle {
        let answer = step.questions.first().and_then(|question| responses.get(&question.reference));
        let swiped = cards.iter().filter(|card| answer.and_then(|swipes| swipes.get(card)).is_some());
        return shuffle::swipes_left(&shuffle::Shuffle {
            swipes: Count::of(swiped.count()),
            cards: Count::of(cards.len()),
        }) > 0;
    }
    step.questions.iter().any(|question| quiz_step::is_missing(question, Some(responses)))
}
