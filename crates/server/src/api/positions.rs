//! Pictures and files of a position that belongs to no game.

use axum::{
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_kifu::Record;
use komadai_protocol::{
    RefusalCode,
    http::files::{PictureOptions, PositionAsked},
};
use komadai_rules::{Position, Variant};

use super::files::{self, File, GameFile, Subject};
use crate::{
    app::App,
    http::{
        answer::Download, caching::CacheTag, contract::Routes, extract::Ask, peer::Peer,
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("games").get("/{file}", file, "A position as `diagram.svg`, `record.kif` and so on")
}

async fn file(
    State(app): State<App>,
    peer: Peer,
    Path(name): Path<String>,
    Ask(asked): Ask<PositionAsked>,
    Ask(look): Ask<PictureOptions>,
    headers: HeaderMap,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let start = read(&asked).map_err(|detail| Problem::new(RefusalCode::BadPosition, detail))?;
    // It is what the address says, for ever.
    let cached = CacheTag::public((asked.variant, start.sfen(), file, look), true);
    let subject = Subject {
        record: Record::new(start),
        name: "komadai-position".to_owned(),
        king: None,
        cached,
        source: None,
    };
    Ok(files::send(&app, peer, &headers, subject, file, &look).await?.for_every_page())
}

fn read(asked: &PositionAsked) -> Result<Position, String> {
    let variant = Variant::from_name(&asked.variant)
        .ok_or_else(|| format!("there is no variant {:?}", asked.variant))?;
    Position::from_sfen(variant, &asked.sfen).map_err(|cause| cause.to_string())
}
