//! D-Bus messages as bytes.
//!
//! A call is encoded once and is then only bytes: its number in the conversation is put in when it is sent, so the same
//! call can be sent again, compared and looked up. Of what arrives only the header is taken apart; the body stays
//! bytes until somebody wants it. Bodies go through zvariant. Names that do not exist in D-Bus make a call impossible
//! here already, because the bus would hang up on them. Left out: file descriptors, answering calls of others.

use std::str::FromStr;
use std::sync::Arc;

use zbus::zvariant::serialized::{Context, Data};
use zbus::zvariant::{DynamicDeserialize, DynamicType, Endian, ObjectPath, OwnedValue, Signature, to_bytes};

use crate::transport::CallError;

/// More than this is no message of D-Bus.
const LARGEST: usize = 128 << 20;
/// Where the fields of a header begin.
const FIELDS: usize = 16;

/// One method call, ready to send. One with impossible names is answered by [`CallError::Malformed`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Call(Option<Arc<[u8]>>);

/// The interface of properties.
pub(crate) const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

impl Call {
    /// Puts a call together. It starts no service.
    pub(crate) fn new<B>(destination: &str, path: &str, interface: &str, member: &str, body: &B) -> Self
    where
        B: serde::ser::Serialize + DynamicType,
    {
        if ObjectPath::try_from(path).is_err() || !is_bus_name(destination) {
            return Self(None);
        }
        let Ok(body_bytes) = to_bytes(Context::new_dbus(Endian::Little, 0), body) else { return Self(None) };
        let signature = body.signature().to_string_no_parens();
        let mut bytes = vec![b'l', 1, 2, 1];
        bytes.extend(length(body_bytes.len()));
        bytes.extend([0; 8]);
        for (code, kind, text) in
            [(1, b'o', path), (2, b's', interface), (3, b's', member), (6, b's', destination)]
        {
            pad(&mut bytes);
            bytes.extend([code, 1, kind, 0]);
            bytes.extend(length(text.len()));
            bytes.extend(text.as_bytes());
            bytes.push(0);
        }
        if !signature.is_empty() {
            pad(&mut bytes);
            bytes.extend([8, 1, b'g', 0, u8::try_from(signature.len()).unwrap_or_default()]);
            bytes.extend(signature.as_bytes());
            bytes.push(0);
        }
        let fields = length(bytes.len() - FIELDS);
        bytes.splice(12..FIELDS, fields);
        pad(&mut bytes);
        bytes.extend(body_bytes.bytes());
        Self(Some(bytes.into()))
    }

    /// Reads one property.
    pub(crate) fn property(destination: &str, path: &str, interface: &str, name: &str) -> Self {
        Self::new(destination, path, PROPERTIES, "Get", &(interface, name))
    }

    /// Reads all properties of an interface.
    pub(crate) fn properties(destination: &str, path: &str, interface: &str) -> Self {
        Self::new(destination, path, PROPERTIES, "GetAll", &(interface,))
    }

    /// Appends the call to `out` under a number. False when there is no such call.
    pub(crate) fn write(&self, number: u32, out: &mut Vec<u8>) -> bool {
        let Some(bytes) = &self.0 else { return false };
        let begin = out.len();
        out.extend_from_slice(bytes);
        out.splice(begin + 8..begin + 12, number.to_le_bytes());
        true
    }
}

fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

/// Headers and bodies begin at multiples of eight.
fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

fn is_bus_name(name: &str) -> bool {
    name.len() <= 255
        && name.contains('.')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":._-".contains(&byte))
}

/// What kind of message arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Call,
    Return,
    Error,
    Signal,
}

/// A message that arrived.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) kind: Kind,
    /// The number of the call that it answers.
    pub(crate) answers: u32,
    /// Of signals: who, where and what.
    pub(crate) sender: String,
    pub(crate) path: String,
    pub(crate) interface: String,
    pub(crate) member: String,
    pub(crate) error: String,
    signature: String,
    big_endian: bool,
    body: Vec<u8>,
}

/// What a connection sent is no D-Bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Garbled;

impl Message {
    /// Takes the first message off the bytes received so far, with the number of its bytes. `None` when it has not
    /// arrived whole.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<(Self, usize)>, Garbled> {
        let Some(fixed) = bytes.get(..FIELDS) else { return Ok(None) };
        let big_endian = match fixed.first() {
            Some(b'l') => false,
            Some(b'B') => true,
            _ => return Err(Garbled),
        };
        let kind = match fixed.get(1) {
            Some(1) => Kind::Call,
            Some(2) => Kind::Return,
            Some(3) => Kind::Error,
            Some(4) => Kind::Signal,
            _ => return Err(Garbled),
        };
        let number = |at: usize| number(bytes, at, big_endian).ok_or(Garbled);
        let (body_length, fields_length) = (number(4)? as usize, number(12)? as usize);
        if body_length > LARGEST || fields_length > LARGEST {
            return Err(Garbled);
        }
        let body_begin = (FIELDS + fields_length).next_multiple_of(8);
        let end = body_begin + body_length;
        if bytes.len() < end {
            return Ok(None);
        }
        let mut message = Self {
            kind,
            answers: 0,
            sender: String::new(),
            path: String::new(),
            interface: String::new(),
            member: String::new(),
            error: String::new(),
            signature: String::new(),
            big_endian,
            body: bytes.get(body_begin..end).unwrap_or_default().to_vec(),
        };
        message.read_fields(bytes.get(..FIELDS + fields_length).unwrap_or_default())?;
        Ok(Some((message, end)))
    }

    fn read_fields(&mut self, header: &[u8]) -> Result<(), Garbled> {
        let mut at = FIELDS;
        while at < header.len() {
            at = at.next_multiple_of(8);
            let Some([code, 1, kind, 0]) = header.get(at..at + 4) else { return Err(Garbled) };
            at += 4;
            let (begin, size) = match kind {
                b's' | b'o' => (at + 4, number(header, at, self.big_endian).ok_or(Garbled)? as usize),
                b'g' => (at + 1, usize::from(*header.get(at).ok_or(Garbled)?)),
                b'u' => {
                    let number = number(header, at, self.big_endian).ok_or(Garbled)?;
                    if *code == 5 {
                        self.answers = number;
                    }
                    at += 4;
                    continue;
                }
                _ => return Err(Garbled),
            };
            let text = header.get(begin..begin.saturating_add(size)).ok_or(Garbled)?;
            let slot = match code {
                1 => Some(&mut self.path),
                2 => Some(&mut self.interface),
                3 => Some(&mut self.member),
                4 => Some(&mut self.error),
                // Who answered is known from the call.
                7 if self.kind == Kind::Signal => Some(&mut self.sender),
                8 => Some(&mut self.signature),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = String::from_utf8(text.to_vec()).map_err(|_| Garbled)?;
            }
            // Texts end with a zero that does not count.
            at = begin + size + 1;
        }
        Ok(())
    }

    /// The body.
    pub(crate) fn body<T>(&self) -> Option<T>
    where
        T: for<'d> DynamicDeserialize<'d>,
    {
        let endian = if self.big_endian { Endian::Big } else { Endian::Little };
        let data = Data::new(self.body.as_slice(), Context::new_dbus(endian, 0));
        let signature = Signature::from_str(&self.signature).ok()?;
        data.deserialize_for_dynamic_signature(&signature).ok().map(|(body, _)| body)
    }
}

fn number(bytes: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(if big_endian { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
}

/// The result of one call.
pub(crate) type Answer = Result<Message, CallError>;

/// The body of an answer.
pub(crate) fn body<T>(answer: &Answer) -> Result<T, CallError>
where
    T: for<'d> DynamicDeserialize<'d>,
{
    answer.as_ref().map_err(|error| *error)?.body().ok_or(CallError::Malformed)
}

/// The value of a property answer.
pub(crate) fn value<T>(answer: &Answer) -> Result<T, CallError>
where
    T: TryFrom<OwnedValue>,
{
    let value: OwnedValue = body(answer)?;
    T::try_from(value).map_err(|_| CallError::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer as a bus would send it.
    fn returned(big_endian: bool) -> Vec<u8> {
        let four = |number: u32| if big_endian { number.to_be_bytes() } else { number.to_le_bytes() };
        let mut bytes = vec![if big_endian { b'B' } else { b'l' }, 2, 1, 1];
        bytes.extend(four(7));
        bytes.extend(four(99));
        bytes.extend(four(15));
        bytes.extend([5, 1, b'u', 0]);
        bytes.extend(four(41));
        bytes.extend([8, 1, b'g', 0, 1, b's', 0]);
        bytes.push(0);
        bytes.extend(four(2));
        bytes.extend("é\0".as_bytes());
        bytes
    }

    #[test]
    fn an_answer_is_read_in_both_byte_orders() {
        for big_endian in [false, true] {
            let bytes = returned(big_endian);
            for end in 0..bytes.len() {
                assert!(matches!(Message::read(&bytes[..end]), Ok(None)), "{end} bytes are not all");
            }
            let (message, used) = Message::read(&bytes).unwrap().unwrap();
            assert_eq!((message.kind, message.answers, used), (Kind::Return, 41, bytes.len()));
            assert_eq!(message.body::<String>().as_deref(), Some("é"));
            assert_eq!(message.body::<u32>(), None);
        }
        assert!(Message::read(&[b'x'; 16]).is_err());
    }

    #[test]
    fn a_call_reads_back_as_it_was_put_together() {
        let call = Call::new(":1.7", "/a/b", "org.x.Y", "Member", &(3_i32, "text"));
        let mut bytes = b"before".to_vec();
        assert!(call.write(12, &mut bytes));
        let (message, used) = Message::read(&bytes[6..]).unwrap().unwrap();
        assert_eq!(used, bytes.len() - 6);
        assert_eq!((message.kind, message.path.as_str()), (Kind::Call, "/a/b"));
        assert_eq!((message.interface.as_str(), message.member.as_str()), ("org.x.Y", "Member"));
        assert_eq!(message.body::<(i32, String)>(), Some((3, "text".into())));
        let nothing = Call::new(":1.7", "/", "org.x.Y", "Member", &());
        assert!(nothing.write(1, &mut Vec::new()));
    }

    #[test]
    fn impossible_names_make_no_call() {
        for (bus, path) in [(":1.7", "a"), (":1.7", "/a//b"), ("nodots", "/"), (":1.7 ", "/"), (":1.7", "/é")]
        {
            assert!(!Call::new(bus, path, "org.x.Y", "M", &()).write(1, &mut Vec::new()), "{bus} {path}");
        }
    }
}
