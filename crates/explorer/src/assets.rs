//! The page's files, which are built into the program.

use amazons::render::palette;
use axum::http::header;
use axum::response::{IntoResponse, Response};

/// A file of the page.
pub(super) struct Asset {
    pub path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

/// Every file of the page.
pub(super) const ASSETS: [Asset; 5] = [
    Asset {
        path: "/",
        content_type: "text/html; charset=utf-8",
        text: include_str!("assets/index.html"),
    },
    Asset { path: "/style.css", content_type: "text/css; charset=utf-8", text: palette::STYLE },
    Asset {
        path: "/explorer.css",
        content_type: "text/css; charset=utf-8",
        text: include_str!("assets/explorer.css"),
    },
    Asset {
        path: "/explorer.js",
        content_type: "text/javascript; charset=utf-8",
        text: include_str!("assets/explorer.js"),
    },
    Asset {
        path: "/icon.svg",
        content_type: "image/svg+xml",
        text: include_str!("assets/icon.svg"),
    },
];

impl IntoResponse for &Asset {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.content_type)], self.text).into_response()
    }
}
