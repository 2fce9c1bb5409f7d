//! The questionnaire (`data/questionnaire.json`; its form is in `data/README.md`): what is served, and the questions as core
//! takes them.

use crate::data::questions::{Choice, Deck, Question, QuestionProperties, ShuffleCard};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use stylebox_core::delivery::flow::Flow;
use stylebox_core::delivery::signup;
use stylebox_core::order::first_box;
use stylebox_core::policy;
use stylebox_core::style::quiz_answer::{AnswerChoice, AnsweredQuestion};
use stylebox_core::style::quiz_step::{self, QuizStep, StepQuestion};
use stylebox_core::style::style_profile::{self, ProfileQuestion, ProfileStats, Section, StyleProfile};
use stylebox_core::values::frequency::Type;
use stylebox_core::values::responses::Responses;

/// The file as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    name: String,
    questions: Vec<Question>,
    delivery_questions: Vec<Question>,
    profile_questions: Vec<Question>,
    shuffle: Vec<ShuffleCard>,
    reshuffle: Vec<ShuffleCard>,
}

/// The questions that customers answer.
#[derive(Debug, Clone)]
pub struct Questionnaire {
    /// Its name, which a customer's style profile takes.
    pub name: String,
    /// The quiz's steps in order.
    pub questions: Vec<Question>,
    /// What is asked after the quiz: how, how often, where and when.
    pub delivery_questions: Vec<Question>,
    /// The cards of the style shuffle.
    pub shuffle: Vec<ShuffleCard>,
    /// The cards of the daily deck in their order; a day has a few of them.
    pub reshuffle: Vec<ShuffleCard>,
    /// The lists that are the same for everybody, as JSON text.
    pub served: QuestionnaireJson,
    /// Every question that has an answer, groups given as their fields; the quiz's first.
    asked: Vec<AskedQuestion>,
}

/// The questionnaire's lists as JSON, written once when the service starts: they are most of that call's answer.
#[derive(Debug, Clone)]
pub struct QuestionnaireJson {
    pub(crate) questions: Box<RawValue>,
    /// What is asked after the quiz.
    pub(crate) delivery_questions: Box<RawValue>,
    /// What is asked in the style profile alone: photos, and the daily deck.
    pub(crate) profile_questions: Box<RawValue>,
    /// The cards of the style shuffle.
    pub(crate) shuffle: Box<RawValue>,
}

/// A question that has an answer.
#[derive(Debug, Clone)]
pub struct AskedQuestion {
    /// The question as core checks an answer against it.
    pub asked: AnsweredQuestion,
    /// The section that it belongs to.
    pub section: Section,
    /// The only flow in which it is asked; `None` for every flow.
    pub flow: Option<Flow>,
    /// Whether it is part of the quiz, and so of the style profile.
    pub in_quiz: bool,
    /// The deck whose swipes are its answer.
    pub deck: Option<Deck>,
}

/// The choices that other files of the shop decide.
#[derive(Debug, Clone)]
pub(super) struct ChoicesOfShop {
    /// The labels of the stores, in their order.
    pub(super) stores: Vec<String>,
    /// How often boxes can come.
    pub(super) frequencies: Vec<Type>,
}

impl ChoicesOfShop {
    /// Sets the choices of a question about stores, and leaves those of the frequencies that are on offer.
    fn set(&self, question: &mut Question) {
        let choices = &mut question.properties.choices;
        match question.reference.as_str() {
            policy::STORE_QUESTION | policy::OTHER_STORE_QUESTION => {
                *choices = Some(self.stores.iter().map(|label| store_choice(label)).collect());
            }
            policy::FREQUENCY_QUESTION => {
                let is_offered = |choice: &Choice| {
                    Type::of(&choice.reference).is_none_or(|frequency| self.frequencies.contains(&frequency))
                };
                choices.iter_mut().for_each(|choices| choices.retain(is_offered));
            }
            _ => {}
        }
    }
}

/// A store as a choice: `Minnesota - Edina Galleria`, whose key is `minnesota_edina_galleria`.
fn store_choice(label: &str) -> Choice {
    Choice { reference: reference_of(label), label: label.to_owned(), description: None, image: None, hex: None }
}

/// The key of a choice that is made from its label. Two labels that differ in signs and letter case alone have the same one.
pub(super) fn reference_of(label: &str) -> String {
    let words = label.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

impl Questionnaire {
    /// The questionnaire of a file, with the choices that other files decide.
    ///
    /// # Errors
    /// If a question is there twice.
    pub(super) fn of(written: Written, choices: &ChoicesOfShop) -> Result<Self, String> {
        let Written { name, questions, mut delivery_questions, profile_questions, shuffle, reshuffle } = written;
        delivery_questions.iter_mut().for_each(|question| choices.set(question));
        let mut asked = Vec::new();
        for (list, in_quiz) in [(&questions, true), (&delivery_questions, false), (&profile_questions, false)] {
            for question in list {
                gather(question, None, in_quiz, &mut asked);
            }
        }
        let mut seen = HashSet::new();
        if let Some(twice) = asked.iter().find(|question| !seen.insert(question.asked.reference.as_str())) {
            return Err(format!("the question {} is there twice", twice.asked.reference));
        }
        let served = QuestionnaireJson {
            questions: written_out(&questions)?,
            delivery_questions: written_out(&delivery_questions)?,
            profile_questions: written_out(&profile_questions)?,
            shuffle: written_out(&shuffle)?,
        };
        let mut questionnaire = Self { name, questions, delivery_questions, shuffle, reshuffle, served, asked };
        questionnaire.list_cards();
        Ok(questionnaire)
    }
}

fn written_out(list: &impl Serialize) -> Result<Box<RawValue>, String> {
    serde_json::value::to_raw_value(list).map_err(|error| error.to_string())
}

/// Adds a question, or a group's fields, which are asked in the group's flow.
fn gather(question: &Question, group_flow: Option<Flow>, in_quiz: bool, asked: &mut Vec<AskedQuestion>) {
    let QuestionProperties { flow, deck, fields, .. } = &question.properties;
    let flow = flow.or(group_flow);
    if question.has_answer() {
        let section = question.onboarding_section;
        asked.push(AskedQuestion { asked: question.for_core(), section, flow, in_quiz, deck: *deck });
    }
    for field in fields.iter().flatten() {
        gather(field, flow, in_quiz, asked);
    }
}

/// The cards as the choices of the question whose answer their swipes are.
fn as_choices(cards: &[ShuffleCard]) -> Vec<AnswerChoice> {
    let choice = |card: &ShuffleCard| AnswerChoice { reference: Some(card.id.clone()), label: card.title.clone() };
    cards.iter().map(choice).collect()
}

impl Questionnaire {
    /// Appends cards to the daily deck.
    pub fn lengthen_reshuffle(&mut self, cards: impl IntoIterator<Item = ShuffleCard>) {
        self.reshuffle.extend(cards);
        self.list_cards();
    }

    /// Limits each question for swipes to the cards of its deck.
    fn list_cards(&mut self) {
        let (shuffle, reshuffle) = (as_choices(&self.shuffle), as_choices(&self.reshuffle));
        for question in &mut self.asked {
            let cards = match question.deck {
                Some(Deck::Shuffle) => &shuffle,
                Some(Deck::Reshuffle) => &reshuffle,
                None => continue,
            };
            question.asked.properties.get_or_insert_default().choices = Some(cards.clone());
        }
    }

    /// The question of a ref.
    #[must_use]
    pub fn question(&self, reference: &str) -> Option<&AskedQuestion> {
        self.asked.iter().find(|question| question.asked.reference == reference)
    }

    /// How the first box reaches a customer with these answers: as they chose in the delivery step, and before that as they signed
    /// up.
    #[must_use]
    pub fn flow(&self, answers: &Map<String, Value>, signed_up_to_pick_up: bool) -> Flow {
        first_box::flow(self.chosen_flow(answers), signed_up_to_pick_up)
    }

    /// What these answers chose in the delivery step; `None` if they did not.
    #[must_use]
    pub fn chosen_flow(&self, answers: &Map<String, Value>) -> Option<Flow> {
        let question = self.delivery_questions.iter().find(|question| question.reference == policy::FLOW_QUESTION);
        let choices = question.and_then(|question| question.properties.choices.as_ref()).into_iter().flatten();
        let answer = answers.get(policy::FLOW_QUESTION).and_then(Value::as_str);
        let chosen = choices.into_iter().find(|choice| answer == Some(choice.label.as_str()))?;
        Flow::of(&chosen.reference)
    }

    /// The quiz's questions that a customer with these answers is asked. Those of a pick-up are about shoes.
    fn of_quiz(
        &self,
        answers: &Map<String, Value>,
        signed_up_to_pick_up: bool,
    ) -> impl Iterator<Item = &AskedQuestion> {
        let flow = self.flow(answers, signed_up_to_pick_up);
        let wants_shoes = answers.get(policy::SHOES_QUESTION).and_then(Value::as_bool);
        let asks_about_shoes = signup::asks_about_shoes(flow, wants_shoes);
        let applies = move |question: &AskedQuestion| match question.flow {
            Some(Flow::Pickup) => asks_about_shoes,
            Some(Flow::Delivery) => flow == Flow::Delivery,
            None => true,
        };
        self.asked.iter().filter(move |question| question.in_quiz && applies(question))
    }

    /// Whether every required question that the customer is asked is answered.
    ///
    /// # Errors
    /// If the answers are not of their form.
    pub fn is_complete(&self, answers: &Map<String, Value>, signed_up_to_pick_up: bool) -> serde_json::Result<bool> {
        let questions = self.of_quiz(answers, signed_up_to_pick_up).map(|question| StepQuestion {
            reference: question.asked.reference.clone(),
            kind: question.asked.kind.to_string(),
            required: question.asked.validations.and_then(|validations| validations.required).unwrap_or(false),
        });
        let step = QuizStep { questions: questions.collect(), responses: Some(responses(answers)?) };
        Ok(quiz_step::readiness(&step).next_enabled)
    }

    /// How complete each section of the quiz is, of the questions that the customer is asked.
    ///
    /// # Errors
    /// If the answers are not of their form.
    pub fn stats(&self, answers: &Map<String, Value>, signed_up_to_pick_up: bool) -> serde_json::Result<ProfileStats> {
        let questions = self.of_quiz(answers, signed_up_to_pick_up).map(|question| ProfileQuestion {
            reference: question.asked.reference.clone(),
            onboarding_section: question.section,
        });
        let profile = StyleProfile { questions: questions.collect(), responses: Some(responses(answers)?) };
        Ok(style_profile::stats(&profile))
    }
}

fn responses(answers: &Map<String, Value>) -> serde_json::Result<Responses> {
    serde_json::from_value(Value::Object(answers.clone()))
}

#[cfg(test)]
mod tests {
    use super::{ChoicesOfShop, Questionnaire, Written};
    use serde_json::{Value, json};
    use stylebox_core::values::frequency::Type;

    fn choices(stores: &[&str], frequencies: &[Type]) -> ChoicesOfShop {
        ChoicesOfShop { stores: stores.iter().map(ToString::to_string).collect(), frequencies: frequencies.to_vec() }
    }

    fn served(choices: &ChoicesOfShop) -> [(&'static str, Value); 4] {
        let written: Written = crate::data::read("questionnaire.json").unwrap();
        let served = Questionnaire::of(written, choices).unwrap().served;
        [
            ("questions", served.questions),
            ("delivery_questions", served.delivery_questions),
            ("profile_questions", served.profile_questions),
            ("shuffle", served.shuffle),
        ]
        .map(|(name, list)| (name, serde_json::from_str(list.get()).unwrap()))
    }

    #[test]
    fn the_lists_are_served_as_the_file_has_them_with_the_shops_stores() {
        let mut file: Value = crate::data::read("questionnaire.json").unwrap();
        for question in file["delivery_questions"].as_array_mut().unwrap() {
            if ["preferred_store", "match_with_stylist_2"].contains(&question["ref"].as_str().unwrap()) {
                question["properties"]["choices"] = json!([
                    {"ref": "no_preference", "label": "No Preference"},
                    {"ref": "minnesota_st_paul_s", "label": "Minnesota - St. Paul’s"},
                ]);
            }
        }
        for (name, list) in served(&choices(&["No Preference", "Minnesota - St. Paul’s"], Type::ALL)) {
            assert_eq!(list, file[name], "{name}");
        }
    }

    #[test]
    fn a_frequency_that_is_not_on_offer_is_no_choice() {
        let [_, (_, questions), ..] = served(&choices(&[], &[Type::OnDemand, Type::Every60Days]));
        let question = questions.as_array().unwrap().iter().find(|question| question["ref"] == "subscription_type");
        let choices = question.unwrap()["properties"]["choices"].as_array().unwrap().iter();
        let refs: Vec<_> = choices.map(|choice| choice["ref"].as_str().unwrap()).collect();
        assert_eq!(refs, ["subscription_60_day", "subscription_on_demand"]);
    }

    #[test]
    fn a_field_that_the_description_does_not_know_is_refused() {
        let mut file: Value = crate::data::read("questionnaire.json").unwrap();
        file["questions"][0]["properties"]["colour"] = "red".into();
        let error = serde_json::from_value::<Written>(file).unwrap_err().to_string();
        assert!(error.contains("unknown field `colour`"), "{error}");
    }
}
