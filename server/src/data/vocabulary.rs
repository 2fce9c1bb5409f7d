//! What the questionnaire's words mean to a stylist.

use super::Questionnaire;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;

/// The words of the questionnaire that answers do not hold themselves: a choice's ref for its label, a card's styles. It is made
/// once, when the service starts.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    refs: HashMap<String, HashMap<String, String>>,
    cards: HashMap<String, Vec<String>>,
    stylists: Vec<String>,
}

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "ref")]
    reference: String,
    #[serde(default)]
    properties: Properties,
}

#[derive(Deserialize, Default)]
struct Properties {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    fields: Vec<Question>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(rename = "ref")]
    reference: String,
    label: String,
}

#[derive(Deserialize)]
struct Card {
    id: String,
    styles: Vec<String>,
}

impl Vocabulary {
    /// The vocabulary of a questionnaire.
    ///
    /// # Errors
    /// A sentence, if it is not of the form that `data/README.md` describes.
    pub fn of(questionnaire: &Questionnaire) -> Result<Self, String> {
        let mut vocabulary = Self::default();
        for question in &questionnaire.questions {
            vocabulary.learn(part(question)?);
        }
        for card in questionnaire.shuffle.iter().chain(&questionnaire.reshuffle) {
            let Card { id, styles } = part(card)?;
            vocabulary.cards.insert(id, styles);
        }
        Ok(vocabulary)
    }

    fn learn(&mut self, question: Question) {
        let Properties { choices, fields } = question.properties;
        if question.reference == "match_with_stylist" {
            // The first choice stands for none of them.
            self.stylists = choices.iter().skip(1).map(|choice| choice.label.clone()).collect();
        }
        let refs = choices.into_iter().map(|choice| (choice.label, choice.reference)).collect();
        self.refs.insert(question.reference, refs);
        fields.into_iter().for_each(|field| self.learn(field));
    }

    /// The stylists whom a customer can choose.
    #[must_use]
    pub fn stylists(&self) -> &[String] {
        &self.stylists
    }

    /// The styles that a card of the shuffle shows.
    pub fn styles_of_card(&self, card: &str) -> impl Iterator<Item = &String> {
        self.cards.get(card).into_iter().flatten()
    }

    /// The refs of the labels that were chosen.
    #[must_use]
    pub fn refs(&self, question: &str, labels: &[String]) -> Vec<String> {
        let known = self.refs.get(question);
        labels.iter().filter_map(|label| known?.get(label).cloned()).collect()
    }
}

fn part<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("The questionnaire is not of the expected form: {error}."))
}
