//! Questions to the user through the client: `elicitation/create`.
//!
//! Strict both ways: the question is a sentence of ours with one list of words to choose from (or one text, where a value
//! is missing), and only an accepted answer that is one of these words, and nothing beside it, is an answer. Declined, dismissed, malformed, an error or too
//! late is none. A client that does not say it can ask is not asked. Where the protocol has no requests from servers,
//! [`rounds`] does it.

use std::time::Duration;

use rmcp::model::{
    CancelledNotificationParam, ClientCapabilities, ClientResult, ElicitRequest, ElicitRequestParams,
    ElicitationAction, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, ServiceError};
use rmcp::{Peer, RoleServer};
use serde_json::{Value, json};
use surehand::core::clock::Cancel;
use surehand::permissions::question::{Asker, CannotAsk, Question};
use tokio::runtime::Handle;

use super::rounds;

/// How often to look whether the call that asks has been given up.
const GLANCE: Duration = Duration::from_millis(50);
/// The one key of an answer.
const ANSWER: &str = "answer";
/// The most characters of a value.
const LONGEST_VALUE: usize = 4_000;
/// The most options that a person is shown.
const MOST_OPTIONS: usize = 30;

/// Asks through the client of this connection.
#[derive(Debug)]
pub(super) struct ClientAsker {
    peer: Peer<RoleServer>,
    runtime: Handle,
    patience: Duration,
}

impl ClientAsker {
    /// Must be made on the runtime that serves the connection, and used on threads that may block.
    pub(super) fn new(peer: Peer<RoleServer>, patience: Duration) -> Self {
        Self { peer, runtime: Handle::current(), patience }
    }

    fn can_ask(&self) -> bool {
        self.peer.peer_info().is_some_and(|client| offers_questions(&client.capabilities))
    }

    async fn put(&self, question: &Question, cancel: &Cancel) -> Result<Option<String>, CannotAsk> {
        let parameters = parameters(question).ok_or(CannotAsk)?;
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(parameters));
        let options = PeerRequestOptions::with_timeout(self.patience);
        let asked = self.peer.send_cancellable_request(request, options).await.map_err(|_| CannotAsk)?;
        let id = asked.id.clone();
        let given_up = async {
            let mut glances = tokio::time::interval(GLANCE);
            while !cancel.is_cancelled() {
                glances.tick().await;
            }
        };
        let answer: Result<ClientResult, ServiceError> = tokio::select! {
            answer = asked.await_response() => answer,
            () = given_up => {
                // Nobody waits for the answer any more; a client that has gone does not need to know.
                let _ = self.peer.notify_cancelled(CancelledNotificationParam::new(Some(id), None)).await;
                return Ok(None);
            }
        };
        Ok(match answer {
            Ok(ClientResult::ElicitResult(result)) if result.action == ElicitationAction::Accept => {
                chosen(question, result.content.as_ref())
            }
            _ => None,
        })
    }
}

impl Asker for ClientAsker {
    fn ask(&self, question: &Question, cancel: &Cancel) -> Result<Option<String>, CannotAsk> {
        if let Some(answer) = rounds::ask(question) {
            return answer;
        }
        if self.can_ask() { self.runtime.block_on(self.put(question, cancel)) } else { Err(CannotAsk) }
    }
}

/// Whether a client can put our kind of question to its user.
pub(super) fn offers_questions(capabilities: &ClientCapabilities) -> bool {
    // Without a list of forms of asking, the first one there was is meant.
    capabilities.elicitation.as_ref().is_some_and(|can| can.form.is_some() || can.url.is_none())
}

/// The question as the protocol has it.
pub(super) fn parameters(question: &Question) -> Option<ElicitRequestParams> {
    let answer = match question {
        Question::Value { options, .. } if options.is_empty() => {
            json!({"type": "string", "title": "Value", "maxLength": LONGEST_VALUE})
        }
        Question::Value { options, .. } => {
            let options: Vec<&String> = options.iter().take(MOST_OPTIONS).collect();
            json!({"type": "string", "title": "Value", "enum": options})
        }
        Question::App { .. } | Question::Start { .. } | Question::Act { .. } => {
            let words: Vec<&str> = question.choices().iter().map(|(word, _)| *word).collect();
            let meanings: Vec<String> =
                question.choices().iter().map(|(word, meaning)| format!("{word}: {meaning}")).collect();
            json!({"type": "string", "title": "Answer", "description": meanings.join("; "), "enum": words})
        }
    };
    let schema = json!({"type": "object", "properties": {ANSWER: answer}, "required": [ANSWER]});
    let all = json!({"mode": "form", "message": question.sentence(), "requestedSchema": schema});
    // Made of constants and one text, so this cannot fail; if it does, nobody is asked.
    serde_json::from_value(all).ok()
}

/// The word that was chosen, if the content is an answer and nothing else.
pub(super) fn chosen(question: &Question, content: Option<&Value>) -> Option<String> {
    let content = content?.as_object().filter(|content| content.len() == 1)?;
    let word = content.get(ANSWER)?.as_str()?;
    if let Question::Value { options, .. } = question {
        let fits = (options.is_empty() || options.iter().any(|option| option == word))
            && word.chars().count() <= LONGEST_VALUE
            && !word.contains('\0');
        return fits.then(|| word.to_owned());
    }
    question.choices().iter().any(|(known, _)| *known == word).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use surehand::core::risk::Risk;

    use super::*;

    fn about_an_act() -> Question {
        Question::Act {
            name: "Notes".to_owned(),
            does: "click Button \"Delete\"".to_owned(),
            risk: Risk::Delete,
        }
    }

    #[test]
    fn only_a_word_of_the_list_alone_is_an_answer() {
        let question = about_an_act();
        assert_eq!(chosen(&question, Some(&json!({"answer": "yes"}))).as_deref(), Some("yes"));
        for content in [
            json!({}),
            json!({"answer": "Yes"}),
            json!({"answer": "full"}),
            json!({"answer": true}),
            json!({"answer": ["yes"]}),
            json!({"answer": "yes", "access": "full"}),
            json!({"Answer": "yes"}),
            json!("yes"),
            json!(["yes"]),
            json!(null),
        ] {
            assert_eq!(chosen(&question, Some(&content)), None, "{content}");
        }
        assert_eq!(chosen(&question, None), None);
    }

    #[test]
    fn a_value_is_a_text_or_one_of_the_options() {
        let asked = |options: &[&str]| Question::Value {
            name: "Notes".to_owned(),
            control: "Size".to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        };
        let read = |options: &[&str], content: Value| chosen(&asked(options), Some(&content));
        assert_eq!(read(&[], json!({"answer": " 5 \n"})).as_deref(), Some(" 5 \n"));
        assert_eq!(read(&["Small"], json!({"answer": "Small"})).as_deref(), Some("Small"));
        assert_eq!(read(&["Small"], json!({"answer": "small"})), None);
        assert_eq!(read(&[], json!({"answer": 5})), None);
        assert_eq!(read(&[], json!({"answer": "a\u{0}b"})), None);
        assert_eq!(read(&[], json!({"answer": "x".repeat(LONGEST_VALUE + 1)})), None);
    }

    #[test]
    fn questions_are_golden() {
        let app = Question::App { name: "Text Editor".to_owned(), pid: 4711 };
        let start = Question::Start { name: "Text Editor".to_owned() };
        let value = |options: &[&str]| Question::Value {
            name: "Notes".to_owned(),
            control: "Size".to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        };
        let all: Vec<Value> = [app, start, about_an_act(), value(&[]), value(&["Small", "Large"])]
            .iter()
            .map(|question| serde_json::to_value(parameters(question).expect("of constants")).expect("JSON"))
            .collect();
        insta::assert_snapshot!("questions", serde_json::to_string_pretty(&all).expect("JSON"));
    }
}
