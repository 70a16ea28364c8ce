//! One HTTP exchange, and the only place that opens a connection.
//!
//! Time is limited three ways: for connecting, for reading, and by what is left of the call. Redirects are answers like
//! any other, an answer has a greatest size, and a proxy of the environment is used for https to other machines only.
//! Left out: compression, and stopping in the middle of a read when the caller cancels; the limits end it.

use std::fmt;
use std::time::Duration;

use surehand_core::secret::Secret;
use ureq::http::{HeaderMap, HeaderValue};
use ureq::{Agent, Timeout};

use crate::endpoint::Endpoint;
use crate::failure::Failure;

/// The most bytes of an answer. One about 255 options has some ten thousand.
const LARGEST: u64 = 1 << 20;
/// The most bytes of an answer's headers.
const LARGEST_HEADERS: usize = 64 << 10;

/// How long the parts of an exchange may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Finding the server and connecting to it.
    pub connect: Duration,
    /// Waiting for its answer, once it has the request.
    pub read: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), read: Duration::from_secs(30) }
    }
}

/// What is sent.
pub(crate) struct Message<'a> {
    pub(crate) url: &'a str,
    pub(crate) key: Option<&'a Secret>,
    /// Which repetition it is; 0 for the first time.
    pub(crate) repetition: u32,
    pub(crate) body: &'a [u8],
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// How long the server wants to be left alone.
    pub(crate) retry_after: Option<Duration>,
    /// The server's name for the request; harmless characters only.
    pub(crate) request_id: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// Exchanges messages. The real one is [`Http`]; tests script it.
pub(crate) trait Transport: Send + Sync + fmt::Debug {
    /// Sends `message` and answers what came back, within `left`.
    fn exchange(&self, message: &Message<'_>, left: Duration) -> Result<Reply, Failure>;
}

/// Over the network.
#[derive(Debug)]
pub(crate) struct Http {
    agent: Agent,
    timeouts: Timeouts,
}

impl Http {
    pub(crate) fn new(endpoint: &Endpoint, timeouts: Timeouts) -> Self {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(LARGEST_HEADERS)
            .https_only(!endpoint.is_loopback())
            .user_agent(concat!("surehand/", env!("CARGO_PKG_VERSION")));
        if endpoint.is_loopback() {
            config = config.proxy(None);
        }
        Self { agent: config.build().new_agent(), timeouts }
    }
}

impl Transport for Http {
    fn exchange(&self, message: &Message<'_>, left: Duration) -> Result<Reply, Failure> {
        let within = |limit: Duration| Some(limit.min(left));
        let mut request = self
            .agent
            .post(message.url)
            .header("accept", "application/json")
            .header("content-type", "application/json");
        if let Some(key) = message.key {
            request = request.header("authorization", bearer(key)?);
        }
        if message.repetition > 0 {
            request = request.header("x-typesafe-retry-count", message.repetition.to_string());
        }
        let mut response = request
            .config()
            .timeout_resolve(within(self.timeouts.connect))
            .timeout_connect(within(self.timeouts.connect))
            .timeout_send_request(within(self.timeouts.read))
            .timeout_send_body(within(self.timeouts.read))
            .timeout_recv_response(within(self.timeouts.read))
            .timeout_recv_body(within(self.timeouts.read))
            .timeout_global(Some(left))
            .build()
            .send(message.body)
            .map_err(|error| failure(&error))?;
        let headers = response.headers();
        let mut reply = Reply {
            status: response.status().as_u16(),
            retry_after: retry_after(headers),
            request_id: request_id(headers),
            body: Vec::new(),
        };
        reply.body = response
            .body_mut()
            .with_config()
            .limit(LARGEST)
            .read_to_vec()
            .map_err(|error| failure(&error))?;
        Ok(reply)
    }
}

/// Keys were checked when they were set; one that cannot be a header is no key.
fn bearer(key: &Secret) -> Result<HeaderValue, Failure> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", key.expose())).map_err(|_| Failure::Key)?;
    value.set_sensitive(true);
    Ok(value)
}

fn failure(error: &ureq::Error) -> Failure {
    use std::io::ErrorKind;
    use ureq::Error;
    match error {
        Error::Timeout(Timeout::Global) => Failure::OutOfTime,
        Error::Timeout(Timeout::Connect | Timeout::Resolve)
        | Error::HostNotFound
        | Error::ConnectionFailed
        | Error::ConnectProxyFailed(_)
        | Error::InvalidProxyUrl => Failure::Connect,
        Error::Timeout(_) => Failure::Timeout,
        Error::Io(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Failure::Timeout,
            ErrorKind::ConnectionRefused
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::AddrNotAvailable => Failure::Connect,
            ErrorKind::InvalidData => Failure::Tls,
            _ => Failure::Broken,
        },
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) | Error::TlsRequired => Failure::Tls,
        Error::BodyExceedsLimit(_) | Error::LargeResponseHeader(..) => Failure::TooLarge,
        Error::RedirectFailed | Error::TooManyRedirects => Failure::Redirected,
        _ => Failure::Broken,
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// `retry-after-ms`, else `retry-after` in seconds or as a date, which counts from the answer's own date: this machine's
/// clock may be wrong.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let number = |name, unit: f64| {
        let number: f64 = text(headers, name)?.parse().ok()?;
        Duration::try_from_secs_f64(number / unit).ok()
    };
    number("retry-after-ms", 1000.0).or_else(|| number("retry-after", 1.0)).or_else(|| {
        let then = seconds(text(headers, "retry-after")?)?;
        let now = seconds(text(headers, "date")?)?;
        Some(Duration::from_secs(then.saturating_sub(now)))
    })
}

/// The seconds of a date such as `Wed, 21 Oct 2026 07:28:00 GMT`, from any fixed day in the past.
fn seconds(date: &str) -> Option<u64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut parts = date.split_once(", ")?.1.split(' ');
    let number = |text: Option<&str>| text?.parse::<u64>().ok();
    let day = number(parts.next()).filter(|day| (1..=31).contains(day))?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64;
    let year = number(parts.next()).filter(|year| (1970..3000).contains(year))?;
    let mut time = parts.next()?.split(':');
    let (hours, minutes, seconds) = (number(time.next())?, number(time.next())?, number(time.next())?);
    // Days as if the year began in March, so that the leap day is its last.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

/// The server's name for the request. It goes to a log, so anything but plain characters is dropped.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let id =
        ["x-typesafe-request-id", "x-request-id", "cf-ray"].iter().find_map(|name| text(headers, name))?;
    let harmless = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    (harmless && (1..=100).contains(&id.len())).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (ureq::http::HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn a_server_says_how_long_to_wait_in_four_ways() {
        let wait = |pairs: &[_]| retry_after(&headers(pairs)).map(|wait| wait.as_millis());
        assert_eq!(wait(&[("retry-after-ms", "350"), ("retry-after", "9")]), Some(350));
        assert_eq!(wait(&[("retry-after", "2")]), Some(2000));
        assert_eq!(wait(&[("retry-after", "0.5")]), Some(500));
        let date = ("date", "Sat, 28 Feb 2032 23:59:50 GMT");
        assert_eq!(wait(&[("retry-after", "Sun, 29 Feb 2032 00:00:05 GMT"), date]), Some(15_000));
        assert_eq!(wait(&[("retry-after", "Mon, 01 Mar 2032 00:00:00 GMT"), date]), Some(86_410_000));
        assert_eq!(wait(&[("retry-after", "Fri, 27 Feb 2032 00:00:00 GMT"), date]), Some(0));
        for nonsense in ["-1", "soon", "NaN", "1e300", "Fri, 99 Feb 2032 00:00:00 GMT"] {
            assert_eq!(wait(&[("retry-after", nonsense), date]), None, "{nonsense}");
        }
        assert_eq!(wait(&[("retry-after", "Fri, 27 Feb 2032 00:00:00 GMT")]), None, "no date to count from");
    }

    #[test]
    fn a_request_s_id_is_plain_or_dropped() {
        let id = |value| request_id(&headers(&[("x-typesafe-request-id", value)]));
        assert_eq!(id("req_1-a.B").as_deref(), Some("req_1-a.B"));
        assert_eq!(id("the screen says hello"), None);
    }

    #[test]
    fn a_key_is_not_shown() {
        let value = bearer(&Secret::new("apikey_s3cret"));
        assert!(!format!("{value:?}").contains("s3cret"), "{value:?}");
    }
}
