//! One action, once.
//!
//! Before a native action its name is read again: an index that now means something else is not used. Then exactly one
//! request that changes anything is sent. From that moment on a failure says that it may have happened. Positions in
//! texts are characters, but the length that goes with inserted text is counted in bytes: passing characters there cuts
//! what is not ASCII.

use surehand_core::action::ActionKind;
use surehand_core::clock::{Clock, Deadline};
use surehand_core::code::Code;
use surehand_core::desktop::{Payload, Reply};
use surehand_core::error::{Error, Result};
use surehand_core::route::{Route, RouteKind};
use zbus::zvariant::Value;

use crate::built;
use crate::bus::Toolkit;
use crate::detail::{actions_of, utf16_units};
use crate::label;
use crate::object::{
    ACCESSIBLE, ACTION, APPLICATION, EDITABLE_TEXT, Interfaces, Object, ROOT, SELECTION, TEXT, VALUE, Wire,
};
use crate::routes::may_stand_for;
use crate::rows;
use crate::transport::{Answer, Call, CallError, Client, PROPERTIES, body, value};

/// Options of a combo box are read up to this number.
const OPTIONS: i32 = 1_000;

/// Carries out a route on an object.
pub(crate) fn perform(
    (client, clock): (&Client, &dyn Clock),
    toolkit: Toolkit,
    object: &Object,
    route: &Route,
    payload: &Payload,
    deadline: &Deadline,
) -> Result<Reply> {
    let performer = Performer { client, toolkit, object, deadline };
    if let Payload::Text(text) | Payload::Insert { text, .. } | Payload::Option(text) = payload
        && text.contains('\0')
    {
        // The bus hangs up on whoever sends one.
        return Err(Error::new(Code::Unsupported, "the text has a character that cannot be sent to an app"));
    }
    let needs = match route.kind {
        RouteKind::EditableText | RouteKind::InsertText => Some(Interfaces::EDITABLE_TEXT),
        RouteKind::Value => Some(Interfaces::VALUE),
        _ => None,
    };
    // Qt answers true to whatever is asked of whatever object.
    if let Some(needs) = needs.filter(|_| toolkit == Toolkit::Qt) {
        let answer = client.call(object.call(ACCESSIBLE, "GetInterfaces"), deadline);
        let names: Vec<String> = body(&answer).map_err(before_sending)?;
        if !Interfaces::from_names(names.iter().map(String::as_str)).has(needs) {
            return Err(Error::new(Code::Unsupported, "the control offers no way to do this"));
        }
    }
    match (route.kind, payload) {
        (RouteKind::NativeAction, Payload::Nothing) => performer.native(route.action, route.token),
        (RouteKind::NativeAction, Payload::Chord(chord)) if chord == "return" => performer.submit(),
        (RouteKind::EditableText | RouteKind::MenuCommand, Payload::Chord(chord)) => {
            performer.text_chord(chord)
        }
        (RouteKind::EditableText, Payload::Text(text)) => {
            performer.send(object.call_with(EDITABLE_TEXT, "SetTextContents", &(text,)))
        }
        (RouteKind::InsertText, Payload::Insert { at, text }) => performer.insert(*at, text),
        (RouteKind::Value, Payload::Number(number)) => performer.set_number(*number),
        (RouteKind::Value, Payload::Text(text)) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => performer.set_number(number),
            _ => Err(Error::new(Code::Unsupported, "the control takes a number and the text is none")),
        },
        (RouteKind::Selection, Payload::Option(name) | Payload::Text(name))
            if route.action == ActionKind::ChooseOption =>
        {
            match toolkit {
                Toolkit::Qt => rows::choose(&performer, clock, name),
                Toolkit::Gtk3 if performer.holds_rows()? => rows::choose(&performer, clock, name),
                Toolkit::Gtk4 => built::choose(&performer, clock, name),
                _ => performer.choose(name),
            }
        }
        (RouteKind::Selection, Payload::Nothing) if route.action != ActionKind::ChooseOption => match toolkit
        {
            Toolkit::Qt => rows::select(&performer, object),
            Toolkit::Gtk3 => match rows::select_cell(&performer, object)? {
                Some(reply) => Ok(reply),
                None => performer.select(),
            },
            _ => performer.select(),
        },
        _ => Err(Error::new(Code::Unsupported, "the control offers no way to do this")),
    }
}

/// What carrying out a route needs.
pub(crate) struct Performer<'a> {
    pub(crate) client: &'a Client,
    pub(crate) toolkit: Toolkit,
    pub(crate) object: &'a Object,
    pub(crate) deadline: &'a Deadline,
}

impl Performer<'_> {
    fn native(&self, action: ActionKind, token: u32) -> Result<Reply> {
        let answer = self.client.call(self.object.call(ACTION, "GetActions"), self.deadline);
        let actions = actions_of(&answer).map_err(before_sending)?;
        let index = usize::try_from(token).unwrap_or(usize::MAX);
        if !actions.get(index).is_some_and(|native| may_stand_for(action, &native.name)) {
            return Err(Error::new(Code::DesktopError, "the control does not offer that action any more"));
        }
        let index = i32::try_from(token).unwrap_or(i32::MAX);
        self.press(self.object.call_with(ACTION, "DoAction", &(index,)))
    }

    fn insert(&self, at: u64, text: &str) -> Result<Reply> {
        let at = if self.toolkit.counts_utf16() { self.utf16_position(at)? } else { at };
        let position = i32::try_from(at).map_err(|_| too_long())?;
        let units = if self.toolkit.counts_utf16() { text.encode_utf16().count() } else { text.len() };
        let length = i32::try_from(units).map_err(|_| too_long())?;
        self.send(self.object.call_with(EDITABLE_TEXT, "InsertText", &(position, text, length)))
    }

    fn utf16_position(&self, at: u64) -> Result<u64> {
        let count: i32 =
            value(&self.client.call(self.object.property(TEXT, "CharacterCount"), self.deadline))
                .map_err(before_sending)?;
        let answer = self.client.call(self.object.call_with(TEXT, "GetText", &(0_i32, count)), self.deadline);
        Ok(utf16_units(&body::<String>(&answer).map_err(before_sending)?, at))
    }

    fn set_number(&self, number: f64) -> Result<Reply> {
        let arguments = (VALUE, "CurrentValue", Value::from(number));
        match self.told(self.object.call_with(PROPERTIES, "Set", &arguments)) {
            Some(answer) => answer.map(|_| Reply::Accepted).map_err(after_sending),
            None => Ok(Reply::Unanswered),
        }
    }

    /// Selects the object in its container, where it stands now.
    fn select(&self) -> Result<Reply> {
        let calls = vec![
            self.object.property(ACCESSIBLE, "Parent"),
            self.object.call(ACCESSIBLE, "GetIndexInParent"),
        ];
        let answers = self.client.batch(calls, self.deadline);
        let [parent, index] = answers.as_slice() else { return Err(before_sending(CallError::Malformed)) };
        let parent = value::<zbus::zvariant::OwnedValue>(parent)
            .and_then(|value| Wire::try_from(value).map_err(|_| CallError::Malformed))
            .map_err(before_sending)?;
        let parent = Object::from_wire(&parent).ok_or_else(|| before_sending(CallError::NoObject))?;
        let index: i32 = body(index).map_err(before_sending)?;
        self.send(parent.call_with(SELECTION, "SelectChild", &(index,)))
    }

    fn holds_rows(&self) -> Result<bool> {
        let answer = self.client.call(self.object.call(ACCESSIBLE, "GetInterfaces"), self.deadline);
        let names: Vec<String> = body(&answer).map_err(before_sending)?;
        Ok(Interfaces::from_names(names.iter().map(String::as_str)).has(Interfaces::TABLE))
    }

    /// Selects the option of that name in a combo box.
    fn choose(&self, name: &str) -> Result<Reply> {
        let options = self.options()?;
        let calls = options.iter().map(|option| option.property(ACCESSIBLE, "Name")).collect();
        let names: Vec<String> = self
            .client
            .batch(calls, self.deadline)
            .iter()
            .map(|answer| value::<String>(answer).map_err(before_sending))
            .collect::<Result<_>>()?;
        let exact = names.iter().position(|option| option == name);
        let place =
            exact.or_else(|| names.iter().position(|option| label::clean(option, self.toolkit) == name));
        let place = place.and_then(|place| i32::try_from(place).ok());
        let place = place.ok_or_else(|| Error::new(Code::Unsupported, "the control has no such option"))?;
        self.send(self.object.call_with(SELECTION, "SelectChild", &(place,)))
    }

    pub(crate) fn options(&self) -> Result<Vec<Object>> {
        let mut holder = self.object.clone();
        // The options stand below a menu or list below the combo box.
        for _ in 0..3 {
            let count = self.client.call(holder.property(ACCESSIBLE, "ChildCount"), self.deadline);
            let count: i32 = value(&count).map_err(before_sending)?;
            if !(1..=OPTIONS).contains(&count) {
                return Ok(Vec::new());
            }
            let answer = self.client.call(holder.call(ACCESSIBLE, "GetChildren"), self.deadline);
            let children: Vec<Wire> = body(&answer).map_err(before_sending)?;
            let children: Vec<Object> = children.iter().filter_map(Object::from_wire).collect();
            let roles = children.iter().map(|child| child.call(ACCESSIBLE, "GetRole")).collect();
            let roles = self.client.batch(roles, self.deadline);
            let holds_more = children
                .iter()
                .zip(&roles)
                .find(|(_, role)| matches!(body::<u32>(role), Ok(33 | 41 | 31 | 98 | 55 | 65 | 69)));
            match holds_more {
                Some((child, _)) => holder = child.clone(),
                None => return Ok(children),
            }
        }
        Ok(Vec::new())
    }

    /// Sends the request that changes something. Without an answer when the app answers what is asked behind it: it is
    /// inside of what the request opened, and will answer when that is closed.
    fn told(&self, call: Call) -> Option<Answer> {
        self.client.call_before(call, self.object.call(ACCESSIBLE, "GetRole"), self.deadline)
    }

    /// Presses. GTK 3 hears nothing more on a connection while it is inside of what came by it, such as a dialog that
    /// runs in the handler of its button: over the bus the app would be deaf until the dialog is closed. So a press goes
    /// over a connection of its own.
    fn press(&self, call: Call) -> Result<Reply> {
        let Some(app) = self.own_connection() else { return self.send(call) };
        // There is nobody between who would tell that the app has died.
        let answer = app.call(call, self.deadline).map_err(|error| match error {
            CallError::Disconnected => CallError::Died,
            error => error,
        });
        reply(&answer)
    }

    fn own_connection(&self) -> Option<Client> {
        if self.toolkit != Toolkit::Gtk3 {
            return None;
        }
        let address = Call::new(&self.object.bus, ROOT, APPLICATION, "GetApplicationBusAddress", &());
        let address: String = body(&self.client.call(address, self.deadline)).ok()?;
        self.client.connect_to_app(&address).ok()
    }

    /// Sends the request that changes something, and reads the app's word on it.
    pub(crate) fn send(&self, call: Call) -> Result<Reply> {
        self.told(call).map_or(Ok(Reply::Unanswered), |answer| reply(&answer))
    }
}

/// The app's word on a request.
fn reply(answer: &Answer) -> Result<Reply> {
    match body::<bool>(answer) {
        Ok(true) => Ok(Reply::Accepted),
        Ok(false) => Ok(Reply::Declined),
        // An answer without a word is still an answer.
        Err(CallError::Malformed) if answer.is_ok() => Ok(Reply::Accepted),
        Err(error) => Err(after_sending(error)),
    }
}

fn too_long() -> Error {
    Error::new(Code::Unsupported, "the text is too long for the control")
}

/// The failure of a read that came before the action.
pub(crate) fn before_sending(error: CallError) -> Error {
    match error {
        CallError::Timeout => Error::new(Code::DesktopTimeout, "the app did not answer in time"),
        CallError::Gone | CallError::Died => Error::new(Code::AppGone, "the app has ended"),
        CallError::NoObject => Error::new(Code::DesktopError, "the control is gone"),
        CallError::NoMethod => Error::new(Code::Unsupported, "the control offers no way to do this"),
        CallError::Refused => Error::new(Code::DesktopError, "the app answered with an error"),
        CallError::Malformed => Error::new(Code::DesktopError, "the app's answer could not be understood"),
        CallError::Disconnected => Error::new(Code::DesktopUnavailable, "the accessibility bus is gone"),
    }
}

/// The failure of the action itself. Some of the bus's answers prove that it was never delivered.
pub(crate) fn after_sending(error: CallError) -> Error {
    let failed = before_sending(error);
    match error {
        CallError::Timeout
        | CallError::Died
        | CallError::Refused
        | CallError::Malformed
        | CallError::Disconnected => failed.after_sending(),
        CallError::Gone | CallError::NoObject | CallError::NoMethod => failed,
    }
}
