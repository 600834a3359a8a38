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

/// A script of the page; the page names them in the order in which they build on each other.
macro_rules! script {
    ($name:literal) => {
        Asset {
            path: concat!("/", $name),
            content_type: "text/javascript; charset=utf-8",
            text: include_str!(concat!("assets/", $name)),
        }
    };
}

/// Every file of the page.
pub(super) const ASSETS: [Asset; 20] = [
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
    script!("page.js"),
    script!("position.js"),
    script!("game.js"),
    script!("known.js"),
    script!("board.js"),
    script!("panels.js"),
    script!("tree.js"),
    script!("acting.js"),
    script!("editor.js"),
    script!("clock.js"),
    script!("play.js"),
    script!("share.js"),
    script!("review.js"),
    script!("puzzles.js"),
    script!("library.js"),
    script!("start.js"),
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
