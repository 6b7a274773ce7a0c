//! Those who have accounts: found by either of their names, and by their public ids.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::Player as Known;
use komadai_ids::{Code, UserId};
use komadai_protocol::http::people::{PeopleFound, PeopleNamed, Person};
use komadai_service::people;
use komadai_store::{
    Conn,
    people::{self as stored, FoundPerson},
};

use super::players;
use crate::{
    app::App,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Ask, Reader},
        problem::Problem,
    },
    render::ratings,
};

/// Their addresses.
pub(super) fn routes() -> Routes {
    Routes::new("people").get("/", named, "Users, by the beginning of a word in their names").get(
        "/{who}",
        show,
        "A user in brief, by public id or @handle",
    )
}

async fn named(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(PeopleNamed { name }): Ask<PeopleNamed>,
) -> Answer<PeopleFound> {
    let mut conn = app.service.store.read().await?;
    let found = people::find(&mut conn, &name).await?;
    Ok(Json(PeopleFound { people: all(&app, &mut conn, reader.as_ref(), found).await? }))
}

async fn show(
    State(app): State<App>,
    Reader(reader): Reader,
    Path(who): Path<String>,
) -> Answer<Person> {
    let mut conn = app.service.store.read().await?;
    let found = match who.strip_prefix('@') {
        Some(handle) => players::find(&mut conn, handle).await?.into(),
        None => {
            let code = who.parse().map_err(|_| Problem::unknown_player())?;
            stored::by_code(&mut conn, code).await?.ok_or_else(Problem::unknown_player)?
        }
    };
    let found = all(&app, &mut conn, reader.as_ref(), vec![found]).await?.pop();
    Ok(Json(found.ok_or_else(Problem::unknown_player)?))
}

/// People as this reader may know them.
pub(super) async fn all(
    app: &App,
    conn: &mut Conn,
    reader: Option<&Known>,
    found: Vec<FoundPerson>,
) -> Result<Vec<Person>, Problem> {
    let reader = reader.map(|reader| reader.id);
    let now_ms = app.service.timebase.now_ms() as i64;
    let users: Vec<UserId> = found.iter().map(|it| it.user).collect();
    let strengths = app.service.ratings.shown_of_all(conn, &users, now_ms).await?;
    let mut people = Vec::with_capacity(found.len());
    for FoundPerson { user, handle, name, bot, version: _ } in found {
        let Some(strength) = strengths.get(&user) else { continue };
        let tells = people::tells(conn, reader, user).await?;
        people.push(Person {
            user: user.code(),
            handle,
            name,
            bot,
            strength: ratings::view(strength),
            here: tells && app.service.presence.is_online(user),
            playing: playing(app, conn, reader, user).await?,
        });
    }
    Ok(people)
}

/// The games at which somebody sits now, if this reader may know.
pub(super) async fn playing(
    app: &App,
    conn: &mut Conn,
    reader: Option<UserId>,
    user: UserId,
) -> Result<Vec<Code>, Problem> {
    let games = app.service.directory.at_the_board(user);
    let is_told = !games.is_empty() && people::tells(conn, reader, user).await?;
    Ok(if is_told { games } else { Vec::new() })
}
