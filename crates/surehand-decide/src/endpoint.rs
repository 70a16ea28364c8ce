//! The address of a decision server, checked before anything is sent to it.
//!
//! A request carries a key and what a screen shows, so an address is https, or http to this very machine, and holds
//! nothing that could be logged or sent by mistake: no credentials, query or fragment. What is wrong with an address is
//! said by the name of the setting it came from; the address itself is not repeated.

use std::net::{Ipv4Addr, Ipv6Addr};

use surehand_core::error::Invalid;
use ureq::http::Uri;

/// Where a decision server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
    host: String,
    loopback: bool,
}

impl Endpoint {
    /// Reads the address that was set as `setting`.
    ///
    /// # Errors
    /// [`Invalid`] with `setting` as its path.
    pub fn parse(setting: &str, address: &str) -> Result<Self, Invalid> {
        let wrong = |rule: &'static str| Invalid::new(setting, rule);
        let address = address.trim();
        if address.contains('#') {
            return Err(wrong("must not have a fragment: leave out everything from the #"));
        }
        let uri: Uri = address.parse().map_err(|_| {
            wrong("must be an address such as https://api.typesafe.ai or http://127.0.0.1:8080")
        })?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(wrong("must begin with https://, or with http:// for a server on this machine"));
        };
        if authority.as_str().contains('@') {
            return Err(wrong("must not have credentials: set the key by its own variable"));
        }
        if uri.query().is_some() {
            return Err(wrong("must not have a query: leave out everything from the ?"));
        }
        let host = authority.host().to_lowercase();
        if host.is_empty() {
            return Err(wrong("must name a host"));
        }
        let loopback = is_loopback(&host);
        match scheme {
            "https" => {}
            "http" if loopback => {}
            "http" => {
                return Err(wrong(
                    "must be https: http goes only to this machine (localhost, 127.0.0.1, [::1])",
                ));
            }
            _ => return Err(wrong("must begin with https://, or with http:// for a server on this machine")),
        }
        let base = format!("{scheme}://{authority}{}", uri.path().trim_end_matches('/'));
        Ok(Self { base, host, loopback })
    }

    /// The host in small letters.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is this machine.
    #[must_use]
    pub const fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// The whole address of a service at `path`. An address that already leads to a decision service is taken as it is.
    pub(crate) fn service(&self, path: &str) -> String {
        let leads_there = self.base.ends_with("/systemone")
            || self.base.ends_with("/decisions")
            || self.base.contains("/ai/run/");
        if leads_there { self.base.clone() } else { format!("{}{path}", self.base) }
    }
}

/// Names that can only mean this machine. Others may resolve to it today and to another one tomorrow.
fn is_loopback(host: &str) -> bool {
    let v6 = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host == "localhost"
        || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || v6.and_then(|host| host.parse::<Ipv6Addr>().ok()).is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(address: &str) -> Result<Endpoint, Invalid> {
        Endpoint::parse("TYPESAFE_BASE_URL", address)
    }

    #[test]
    fn https_goes_anywhere_and_http_to_this_machine_only() {
        for address in [
            "https://api.typesafe.ai",
            "https://api.typesafe.ai/",
            "http://localhost:8080",
            "http://127.0.0.1:11434",
            "http://127.8.9.1",
            "http://[::1]:30000/v1/systemone",
            " https://gateway.example/typesafe ",
        ] {
            assert!(parse(address).is_ok(), "{address}");
        }
        for address in
            ["http://api.typesafe.ai", "http://0.0.0.0:1", "http://localhost.evil.example", "http://[::2]"]
        {
            let error = parse(address).expect_err(address);
            assert!(error.to_string().contains("must be https"), "{error}");
        }
    }

    #[test]
    fn what_must_not_be_in_an_address_is_said_without_repeating_it() {
        for (address, word) in [
            ("https://user:s3cret@host", "credentials"),
            ("https://s3cret@host", "credentials"),
            ("https://host/?key=s3cret", "query"),
            ("https://host/#s3cret", "fragment"),
            ("ftp://host", "must begin with https://"),
            ("api.typesafe.ai", "must begin with https://"),
            ("https://", "must be an address"),
            ("https://ho st", "must be an address"),
            ("", "must be an address"),
        ] {
            let error = parse(address).expect_err(address);
            assert_eq!(error.path, "TYPESAFE_BASE_URL");
            assert!(error.to_string().contains(word), "{address}: {error}");
            assert!(!error.to_string().contains("s3cret"), "{error}");
        }
    }

    #[test]
    fn the_path_of_the_service_is_added_once() {
        let service = |address| parse(address).map(|endpoint| endpoint.service("/v1/systemone"));
        assert_eq!(
            service("https://api.typesafe.ai/"),
            Ok("https://api.typesafe.ai/v1/systemone".to_owned())
        );
        assert_eq!(service("http://[::1]:1/v1/systemone"), Ok("http://[::1]:1/v1/systemone".to_owned()));
        let clef = "https://api.cloudflare.com/client/v4/accounts/7/ai/run/@cf/cloudflare/clef";
        assert_eq!(service(clef), Ok(clef.to_owned()));
    }
}
