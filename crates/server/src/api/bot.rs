//! lishogi's bot API: at the addresses, in the words and the units that its programs know
//! (`docs/programs.md`).
//!
//! What is done to a game is sent to a session by a client in the server (`gateway.rs`), as a
//! remote program would send it. Errors are reported as everywhere and rewritten at the end
//! (`errors.rs`).

mod account;
mod asking;
mod challenges;
pub(super) mod errors;
mod events;
pub(super) mod export;
mod exports;
mod games;
mod play;
mod rematches;
mod seek;
mod view;
mod wishes;

use self::asking::{Bots, People};
use crate::http::contract::Routes;

/// Their addresses.
pub(super) fn routes() -> Routes {
    Routes::new("bot API of lishogi")
        .get("/api/account", account::show, "The account")
        .get("/api/account/playing", account::playing, "The games that the account is playing")
        .get("/api/stream/event", events::follow, "The account's events, line by line")
        .post(
            "/api/bot/account/upgrade",
            account::upgrade,
            "Turns the account into a program's, permanently",
        )
        .get("/api/bot/online", account::online, "The programs that are online")
        .get("/api/bot/game/stream/{id}", games::follow::<Bots>, "A game, line by line")
        .post("/api/bot/game/{id}/move/{usi}", play::make_move::<Bots>, "Makes a move")
        .post("/api/bot/game/{id}/abort", play::abort::<Bots>, "Aborts a game")
        .post("/api/bot/game/{id}/resign", play::resign::<Bots>, "Resigns a game")
        .post("/api/bot/game/{id}/draw/{answer}", play::draw::<Bots>, "Offers or answers a draw")
        .get("/api/bot/game/{id}/chat", play::said::<Bots>, "The chat of a game")
        .post("/api/bot/game/{id}/chat", play::say::<Bots>, "Sends a line of chat")
        .get("/api/board/game/stream/{id}", games::follow::<People>, "A game, line by line")
        .post("/api/board/game/{id}/move/{usi}", play::make_move::<People>, "Makes a move")
        .post("/api/board/game/{id}/abort", play::abort::<People>, "Aborts a game")
        .post("/api/board/game/{id}/resign", play::resign::<People>, "Resigns a game")
        .post(
            "/api/board/game/{id}/draw/{answer}",
            play::draw::<People>,
            "Offers or answers a draw",
        )
        .get("/api/board/game/{id}/chat", play::said::<People>, "The chat of a game")
        .post("/api/board/game/{id}/chat", play::say::<People>, "Sends a line of chat")
        .get("/api/games/user/{name}", exports::of_player, "The games of a player, line by line")
        .get(
            "/api/tournament/{id}/games",
            exports::of_tournament,
            "The games of a tournament, line by line",
        )
        .get(
            "/api/tournament/{id}/results",
            exports::results,
            "The results of a tournament, line by line",
        )
        .post(
            "/api/board/seek",
            seek::follow,
            "Seeks an opponent for as long as the response is read",
        )
        .post("/api/challenge/ai", challenges::play_machine, "Plays the built-in opponent")
        .post("/api/challenge/{id}", challenges::make, "Challenges the player of this name")
        .post("/api/challenge/{id}/accept", challenges::accept, "Accepts a challenge")
        .post("/api/challenge/{id}/decline", challenges::decline, "Declines a challenge")
        .post("/api/challenge/{id}/cancel", challenges::cancel, "Cancels a challenge")
}
