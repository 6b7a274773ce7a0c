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
use super::contract::Routes;

/// Their addresses.
pub(super) fn routes() -> Routes {
    Routes::new("bot API of lishogi")
        .get("/api/account", account::show, "The account")
        .get("/api/account/playing", account::playing, "The games that it plays")
        .get("/api/stream/event", events::follow, "What happens to it, line by line")
        .post("/api/bot/account/upgrade", account::upgrade, "Makes it that of a program, for good")
        .get("/api/bot/online", account::online, "The programs that are connected")
        .get("/api/bot/game/stream/{id}", games::follow::<Bots>, "A game, line by line")
        .post("/api/bot/game/{id}/move/{usi}", play::make_move::<Bots>, "Makes a move")
        .post("/api/bot/game/{id}/abort", play::abort::<Bots>, "Calls a game off")
        .post("/api/bot/game/{id}/resign", play::resign::<Bots>, "Gives a game up")
        .post("/api/bot/game/{id}/draw/{answer}", play::draw::<Bots>, "Offers or answers a draw")
        .get("/api/bot/game/{id}/chat", play::said::<Bots>, "What was said at a game")
        .post("/api/bot/game/{id}/chat", play::say::<Bots>, "Says something at a game")
        .get("/api/board/game/stream/{id}", games::follow::<People>, "A game, line by line")
        .post("/api/board/game/{id}/move/{usi}", play::make_move::<People>, "Makes a move")
        .post("/api/board/game/{id}/abort", play::abort::<People>, "Calls a game off")
        .post("/api/board/game/{id}/resign", play::resign::<People>, "Gives a game up")
        .post(
            "/api/board/game/{id}/draw/{answer}",
            play::draw::<People>,
            "Offers or answers a draw",
        )
        .get("/api/board/game/{id}/chat", play::said::<People>, "What was said at a game")
        .post("/api/board/game/{id}/chat", play::say::<People>, "Says something at a game")
        .get("/api/games/user/{name}", exports::of_player, "The games of a player, line by line")
        .get("/api/tournament/{id}/games", exports::of_tournament, "Its games, line by line")
        .get("/api/tournament/{id}/results", exports::results, "How it stands, line by line")
        .post("/api/board/seek", seek::follow, "Looks for an opponent as long as it is read")
        .post("/api/challenge/ai", challenges::play_machine, "Plays the built-in opponent")
        .post("/api/challenge/{id}", challenges::make, "Challenges whoever is called so")
        .post("/api/challenge/{id}/accept", challenges::accept, "Plays whoever made the challenge")
        .post("/api/challenge/{id}/decline", challenges::decline, "Does not want the game")
        .post("/api/challenge/{id}/cancel", challenges::cancel, "Takes a challenge back")
}
