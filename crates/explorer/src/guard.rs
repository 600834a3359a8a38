//! The checks that every request must pass, and the headers that every answer carries.
//!
//! Another page can make a browser send requests to this machine. It cannot forge the Host header,
//! so requests that name another host are refused (DNS rebinding), and so are requests that another
//! page sends (Origin).

use super::Explorer;
use super::api_error::ApiError;
use amazons::util::start_of::start_of;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The headers of every answer: nothing external is loaded, and no site can frame the page.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

pub(super) async fn guard(
    State(explorer): State<Arc<Explorer>>,
    request: Request,
    next: Next,
) -> Response {
    let host = request.uri().authority().map(|authority| authority.as_str().to_owned());
    let host = host.or_else(|| text(request.headers(), &header::HOST));
    let origin = text(request.headers(), &header::ORIGIN);
    let refused = |message: String| ApiError::new(StatusCode::FORBIDDEN, message).into_response();
    let several = request.headers().get_all(header::HOST).iter().count() > 1;
    let mut response = match (host, origin) {
        (None, _) => refused("no Host header".to_owned()),
        _ if several => refused("several Host headers".to_owned()),
        (Some(host), _) if !is_ours(&host, explorer.address) => {
            let host = start_of(&host);
            refused(format!("host '{host}'; expected localhost:{}", explorer.address.port()))
        }
        (_, Some(origin)) if !is_our_page(&origin, explorer.address) => {
            refused("the request comes from another page".to_owned())
        }
        // Images and scripts of other pages are requested without an Origin header.
        _ if is_from_elsewhere(&request) => {
            refused("the request comes from another site".to_owned())
        }
        _ => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        // A page with a style sheet inside brings its own policy.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Whether the browser says that a page of another site asked this question. The page itself may be
/// requested from anywhere.
fn is_from_elsewhere(request: &Request) -> bool {
    let site = text(request.headers(), &HeaderName::from_static("sec-fetch-site"));
    request.uri().path().starts_with("/api/")
        && site.is_some_and(|site| !matches!(site.as_str(), "same-origin" | "none"))
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    // A value that is not text cannot be one of our hosts.
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// Whether a request to this host is meant for the address.
fn is_ours(host: &str, address: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(address.port()) {
        return false;
    }
    let literal: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
    match literal {
        Some(ip) => ip.is_loopback() || ip == address.ip() || address.ip().is_unspecified(),
        None => name.eq_ignore_ascii_case("localhost"),
    }
}

fn is_our_page(origin: &str, address: SocketAddr) -> bool {
    origin.strip_prefix("http://").is_some_and(|host| is_ours(host, address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_by_its_own_names() {
        let address: SocketAddr = "127.0.0.1:8029".parse().unwrap();
        for host in ["127.0.0.1:8029", "localhost:8029", "LOCALHOST:8029", "[::1]:8029"] {
            assert!(is_ours(host, address), "{host}");
        }
        for host in [
            "example.org:8029",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost.example.org:8029",
            "192.168.1.1:8029",
            "",
            ":8029",
            "[::1]",
            "127.0.0.1:8029:8029",
        ] {
            assert!(!is_ours(host, address), "{host}");
        }
        assert!(is_our_page("http://localhost:8029", address));
        assert!(!is_our_page("https://localhost:8029", address));
        assert!(!is_our_page("null", address));
        let open: SocketAddr = "0.0.0.0:8029".parse().unwrap();
        assert!(is_ours("192.168.1.1:8029", open) && !is_ours("example.org:8029", open));
    }
}
