//! The wire types as TypeScript.

use komadai_game::{EndReason, Offer};
use komadai_rules::{Handicap, Illegal};
use ts_rs::{Config, TS};

use crate::{
    Answer, ChatLine, ClientMessage, ClockSetup, Clocks, ClocksView, DrawName, FurigomaView,
    GameEvent, GameSnapshot, GameSummary, IllegalName, ImpasseCount, ImpasseName, LobbyEvent,
    LobbySnapshot, MeEvent, MeSnapshot, MoveView, MyGame, OfferView, PROTOCOL, PhaseView,
    PlayerView, PositionView, RefusalCode, ResultView, Rules, RulesSetup, SeekView, ServerMessage,
    SetupRequest, SideName, SideWish, StartSetup, StreamEvent, StreamSnapshot, TimeView, UserView,
    game::Sides,
};

/// The text of `web/src/wire/generated.ts`.
pub fn types() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/protocol. Do not edit.\n",
    );
    text.push_str(&format!("\nexport const PROTOCOL = {PROTOCOL};\n"));
    text.push_str("\n/** By origin, a square or a piece's letter and `*`: squares one after the other, each followed by `?` where promotion may be chosen and by `+` where it is compulsory. */\n");
    text.push_str("export type Dests = Record<string, string>;\n");
    union(&mut text, "OfferKind", Offer::ALL.iter().map(|offer| offer.as_str()));
    union(&mut text, "Reason", EndReason::all().map(EndReason::as_str));
    union(&mut text, "Illegal", Illegal::ALL.iter().map(|illegal| illegal.as_str()));
    union(&mut text, "Handicap", Handicap::ALL.iter().map(|handicap| handicap.name()));
    union(&mut text, "Preset", ["casual", "tournament", "professional"].into_iter());

    macro_rules! declare {
        ($($name:ty),* $(,)?) => { $(
            text.push_str("\nexport ");
            text.push_str(&<$name as TS>::decl(&config));
            text.push('\n');
        )* };
    }
    declare!(
        SideName,
        Sides<()>,
        PhaseView,
        PlayerView,
        MoveView,
        TimeView,
        ClocksView,
        FurigomaView,
        OfferView,
        ResultView,
        ImpasseCount,
        ChatLine,
        IllegalName,
        DrawName,
        ImpasseName,
        Rules,
        RulesSetup,
        StartSetup,
        SideWish,
        ClockSetup,
        Clocks,
        SetupRequest,
        GameSnapshot,
        GameEvent,
        SeekView,
        GameSummary,
        LobbySnapshot,
        LobbyEvent,
        MyGame,
        MeSnapshot,
        MeEvent,
        UserView,
        PositionView,
        Answer,
        RefusalCode,
        StreamEvent,
        StreamSnapshot,
        ClientMessage,
        ServerMessage,
    );
    text
}

fn union<'a>(text: &mut String, name: &str, members: impl Iterator<Item = &'a str>) {
    let members: Vec<_> = members.map(|member| format!("\"{member}\"")).collect();
    text.push_str(&format!("\nexport type {name} = {};\n", members.join(" | ")));
}
