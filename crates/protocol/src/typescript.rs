//! The wire types and the variants' tables as TypeScript.

use std::fmt::Write as _;

use komadai_game::{EndReason, Offer, Unrated};
use komadai_rules::{
    Handicap, Illegal, Problem, RuleSet,
    variants::{self, Def, Repetition},
};
use komadai_study::{Brush, Change, Edit, Node, Shape, Study};
use ts_rs::{Config, TS};

use crate::{
    Answer, ArbiterActName, AwardGame, AwardView, Certificate, ChallengePlayer, ChallengeView,
    ChatLine, ClientMessage, ClockSetup, Clocks, ClocksView, DeclineReason, DrawName, EngineLeave,
    FollowList, FollowView, FoundGame, FoundList, FurigomaView, GameEvent, GameSnapshot,
    GameStrengths, GameSummary, HttpProblem, IllegalName, ImpasseCount, ImpasseName, ImportAnswer,
    ImportList, ImportNote, ImportStep, ImportTree, ImportView, LobbyEvent, LobbySnapshot, MeEvent,
    MeSnapshot, MoveView, MyGame, NextGrade, OfferView, PROTOCOL, PhaseView, PlayedList,
    PlayedView, PlayerStrength, PlayerView, PositionView, Profile, ProfileRating, RankedList,
    RankedView, RatingHistory, RatingPoint, RefusalCode, ResultRow, ResultView, Rules, RulesSetup,
    SeekView, SeekWants, ServerMessage, SetupRequest, SideName, SideWish, StartSetup, StreamEvent,
    StreamSnapshot, StrengthView, StudiesRead, StudyDraft, StudyEvent, StudyList, StudyListed,
    StudyMade, StudyTerms, StudyView, TimeView, TournamentEvent, TournamentSnapshot, UserView,
    WatchView, WatchedGame, game::Sides,
};

const PRESETS: [&str; 3] = ["casual", "tournament", "professional"];

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
    union(&mut text, "Unrated", Unrated::ALL.iter().map(|reason| reason.as_str()));
    union(&mut text, "Illegal", Illegal::ALL.iter().map(|illegal| illegal.as_str()));
    union(&mut text, "PositionProblem", Problem::ALL.iter().map(|problem| problem.as_str()));
    union(&mut text, "Handicap", Handicap::ALL.iter().map(|handicap| handicap.name()));
    union(&mut text, "Preset", PRESETS.into_iter());

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
        SeekWants,
        SeekView,
        GameSummary,
        LobbySnapshot,
        LobbyEvent,
        MyGame,
        DeclineReason,
        ChallengePlayer,
        ChallengeView,
        MeSnapshot,
        MeEvent,
        UserView,
        PositionView,
        Answer,
        RefusalCode,
        Brush,
        Shape,
        Node,
        Study,
        Edit,
        Change,
        StudyView,
        StudyEvent,
        StudyDraft,
        StudyMade,
        StudyTerms,
        StudyListed,
        StudyList,
        StudiesRead,
        EngineLeave,
        WatchedGame,
        WatchView,
        FollowView,
        FollowList,
        StreamEvent,
        StreamSnapshot,
        TournamentEvent,
        TournamentSnapshot,
        ArbiterActName,
        ClientMessage,
        ServerMessage,
        PlayedView,
        PlayedList,
        ImportView,
        ImportList,
        ImportNote,
        ImportAnswer,
        ImportStep,
        ImportTree,
        HttpProblem,
        StrengthView,
        PlayerStrength,
        GameStrengths,
        ProfileRating,
        NextGrade,
        AwardView,
        ResultRow,
        Profile,
        RatingPoint,
        RatingHistory,
        AwardGame,
        Certificate,
        RankedView,
        RankedList,
        FoundGame,
        FoundList,
    );
    presets(&mut text);
    text
}

/// §2.6: what each preset stands for.
fn presets(text: &mut String) {
    text.push_str("\n/** What each preset stands for. */\n");
    text.push_str("export const PRESETS: Record<Preset, RuleSet> = {\n");
    for name in PRESETS {
        let rules = RuleSet::from_name(name).map(Rules::from);
        text.push_str(&format!("  {name}: {},\n", serde_json::json!(rules)));
    }
    text.push_str("};\n");
}

fn union<'a>(text: &mut String, name: &str, members: impl Iterator<Item = &'a str>) {
    let members: Vec<_> = members.map(|member| format!("\"{member}\"")).collect();
    text.push_str(&format!("\nexport type {name} = {};\n", members.join(" | ")));
}

/// The text of `web/src/wire/variants.ts`: what a client must know of a variant to draw it, to write
/// its moves and to offer its settings. What may be played is for the server to say.
pub fn variants() -> String {
    let mut text = String::from(VARIANT_TYPES);
    text.push_str("\nexport const VARIANTS: VariantTable[] = [\n");
    for def in variants::ALL {
        variant(&mut text, def);
    }
    text.push_str("];\n");
    text
}

const VARIANT_TYPES: &str = "\
// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/rules. Do not edit.

export type PieceTable = {
  kanji: string;
  kanji2: string;
  betza: string;
  /** Key of the promoted piece, absent when there is none. */
  promotes_to?: string;
};

export type VariantTable = {
  name: string;
  files: number;
  ranks: number;
  start: string;
  /** Ranks of the promotion zone. */
  zone: number;
  /** Pieces that can be held in hand, strongest first; empty where nothing is dropped. */
  hand: string[];
  royals: string[];
  /** What a position coming back means: what the rule set says, or something of the variant's own. */
  repetition: 'policy' | 'sente_loses' | 'third_draws';
  /** Whether there is an impasse to be counted. */
  impasse: boolean;
  /** Whether the usual move limit holds. */
  move_limit: boolean;
  /** By SFEN letter, `+` before a promoted piece; strongest first. */
  pieces: Record<string, PieceTable>;
};
";

fn variant(text: &mut String, def: &Def) {
    let repetition = match def.repetition {
        Repetition::Policy => "policy",
        Repetition::SenteLoses => "sente_loses",
        Repetition::ThirdDraws => "third_draws",
    };
    let hand = def.pieces.iter().filter(|it| def.drops.is_some() && !it.is_promoted() && !it.royal);
    let royals = def.pieces.iter().filter(|it| it.royal);
    let list = |letters: &mut dyn Iterator<Item = &'static str>| {
        letters.map(|letter| format!("'{letter}'")).collect::<Vec<_>>().join(", ")
    };
    let mut line = |line: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    line("  {".to_owned());
    line(format!("    name: '{}',", def.name));
    line(format!("    files: {},", def.files));
    line(format!("    ranks: {},", def.ranks));
    line(format!("    start: '{}',", def.start));
    line(format!("    zone: {},", def.zone));
    line(format!("    hand: [{}],", list(&mut hand.map(|it| it.letter))));
    line(format!("    royals: [{}],", list(&mut royals.map(|it| it.letter))));
    line(format!("    repetition: '{repetition}',"));
    line(format!("    impasse: {},", def.ends.impasse));
    line(format!("    move_limit: {},", def.ends.move_limit));
    line("    pieces: {".to_owned());
    for piece in def.pieces {
        let promoted = format!("+{}", piece.letter);
        let promotes_to = match def.pieces.iter().any(|it| it.letter == promoted) {
            true => format!(", promotes_to: '{promoted}'"),
            false => String::new(),
        };
        line(format!(
            "      '{}': {{ kanji: '{}', kanji2: '{}', betza: '{}'{promotes_to} }},",
            piece.letter, piece.kanji, piece.kanji2, piece.betza
        ));
    }
    line("    },".to_owned());
    line("  },".to_owned());
}
