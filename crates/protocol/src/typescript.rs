//! The facts about the protocol and the variants that the browser's client needs, as TypeScript.

use std::fmt::Write as _;

use komadai_community::{ClockSetup, TimeView, grades, schemas::PRESETS};
use komadai_game::{
    TimeControl,
    clocks::{Byoyomi, Fischer, SuddenDeath},
};
use komadai_rating::{
    Speed,
    matchmaking::{NEXT_CLOCK_AFTER_MS, expected_ms},
};
use komadai_rules::{
    RuleSet, Variant, tsume,
    variants::{self, Def, Drops, PawnMate, PieceDef, Promotion, Repetition},
};
use serde_json::json;

use crate::{PLAYER_PING_MS, PLAYER_SILENCE_MAX_MS, PROTOCOL, Rules};

/// The text of `web/src/wire/constants.ts`: the protocol's version, the interval at which players
/// must send something, and the rules of each preset (§2.6).
pub fn constants() -> String {
    let mut text = String::from(
        "// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/protocol. Do not edit.\n\n\
         import type { Preset, RuleSet } from './generated';\n",
    );
    text.push_str(&format!("\nexport const PROTOCOL = {PROTOCOL};\n"));
    text.push_str(&format!(
        "\n/** While a clock of its game runs, a page says something at least this often. */\n\
         export const PLAYER_PING_MS = {PLAYER_PING_MS};\n\
         \n/** A player from whom nothing has come for so long is away while the game is played. */\n\
         export const PLAYER_SILENCE_MAX_MS = {PLAYER_SILENCE_MAX_MS};\n"
    ));
    text.push_str(&format!(
        "\n/** How long somebody waits until a clock next to theirs will do too (§6.6). */\n\
         export const NEXT_CLOCK_AFTER_MS = {NEXT_CLOCK_AFTER_MS};\n"
    ));
    text.push_str("\n/** What each preset stands for. */\n");
    text.push_str("export const PRESETS: Record<Preset, RuleSet> = {\n");
    for name in PRESETS {
        let rules = RuleSet::from_name(name).map(Rules::from);
        text.push_str(&format!("  {name}: {},\n", serde_json::json!(rules)));
    }
    text.push_str("};\n");
    text
}

/// The text of `web/src/wire/grades.ts`: the words of grades, which are read by the same rules here
/// and there.
pub fn grades() -> String {
    let numbers: serde_json::Map<String, serde_json::Value> =
        grades::NUMBER_WORDS.iter().map(|(word, n)| ((*word).to_owned(), json!(n))).collect();
    format!(
        "// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/community. Do not edit.\n\n\
         /** What kyu and dan are called, a longer word before one that it ends with. */\n\
         export const KYU_WORDS: readonly string[] = {};\n\
         export const DAN_WORDS: readonly string[] = {};\n\n\
         /** What may stand behind the digits of an ordinal. */\n\
         export const ORDINALS: readonly string[] = {};\n\n\
         /** Numbers in words. Ten makes a number of what stands before it. */\n\
         export const NUMBER_WORDS: Readonly<Record<string, number>> = {};\n",
        json!(grades::KYU_WORDS),
        json!(grades::DAN_WORDS),
        json!(grades::ORDINALS),
        json!(numbers),
    )
}

/// The text of `web/src/wire/paces.ts`: how fast games on some clocks are, by which the page's own
/// computing is tested.
pub fn paces() -> String {
    let mut text = String::from(
        "// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/rating. Do not edit.\n\n\
         import type { Clock, Speed } from './generated';\n\n\
         /** How fast games on some clocks are (§6.2), and how long a side is expected to think (§6.6). */\n\
         export const PACES: { clock: Clock; speed: Speed; expected_ms: number }[] = [\n",
    );
    for clock in clocks() {
        let Some(time) = clock.thinking_time() else { continue };
        let speed = Speed::of(time.main_ms, time.added_ms + time.byoyomi_ms);
        let expected_ms = expected_ms(time.main_ms, time.added_ms, time.byoyomi_ms);
        let (clock, speed) = (json!(ClockSetup::from(clock)), json!(speed));
        text.push_str(&format!(
            "  {{ clock: {clock}, speed: {speed}, expected_ms: {expected_ms} }},\n"
        ));
    }
    text.push_str("];\n");
    text
}

/// The text of `web/src/wire/spends.ts`: what moves take off clocks, by which the page's own
/// arithmetic is tested.
pub fn spends() -> String {
    let mut text = String::from(
        "// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/game. Do not edit.\n\n\
         import type { Clock, SideClock } from './generated';\n\n\
         /** Moves of so many milliseconds, and what each leaves (§4); null where the flag falls. */\n\
         export const SPENDS: { clock: Clock; moves: { ms: number; left: SideClock | null }[] }[] = [\n",
    );
    let periods = Byoyomi { main_ms: 0, byoyomi_ms: 10_000, periods: 3 };
    for clock in komadai_game::clocks::ALL.into_iter().chain([TimeControl::Byoyomi(periods)]) {
        let moves = moves(&clock);
        let clock = json!(ClockSetup::from(clock));
        text.push_str(&format!("  {{ clock: {clock}, moves: {} }},\n", json!(moves)));
    }
    text.push_str("];\n");
    text
}

/// Moves that try the edges of a clock, one after the other: the flag falls at some of them, and the
/// clock then stays as it was.
fn moves(clock: &TimeControl) -> Vec<serde_json::Value> {
    let mut time = clock.start();
    let mut moves = Vec::new();
    let edges = [0, 1, 9_999, 10_000, 29_999, 30_000, 59_999, 60_000, 89_999, 90_000, 150_000];
    for _ in 0..4 {
        // The last moment before the flag falls, and the one at which it does.
        let allowance_ms = clock.allowance_ms(time);
        for ms in edges.into_iter().chain([allowance_ms / 2, allowance_ms, allowance_ms - 1]) {
            let left = clock.spend(time, ms);
            moves.push(json!({ "ms": ms, "left": left.map(TimeView::from) }));
            time = left.unwrap_or(time);
        }
    }
    moves
}

/// Clocks of every kind and speed.
fn clocks() -> Vec<TimeControl> {
    let mut all = komadai_game::clocks::ALL.to_vec();
    for main_ms in [60_000, 180_000, 540_000, 900_000, 1_800_000, 3_600_000] {
        all.push(TimeControl::SuddenDeath(SuddenDeath { main_ms }));
        for seconds in [1, 5, 10, 30, 60] {
            let (byoyomi_ms, increment_ms) = (seconds * 1_000, seconds * 1_000);
            all.push(TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods: 1 }));
            all.push(TimeControl::Fischer(Fischer { main_ms, increment_ms }));
        }
    }
    all
}

/// The text of `web/src/wire/variants.ts`: what a client needs to know about a variant to draw it,
/// to write its moves, to tell which are legal and to offer its settings.
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

import type { Handicap } from './generated';

export type PieceTable = {
  kanji: string;
  kanji2: string;
  /** §9.7 What Western notation calls it, where that is not its key. */
  western?: string;
  betza: string;
  /** Key of the promoted piece, absent when there is none. */
  promotes_to?: string;
  /** §10.2 Key of the other side, where the piece turns over at every move. */
  turns?: string;
  /** §9.3 First steps with lion power, to the right and forward; absent where there is none. */
  power?: [right: number, forward: number][];
  /** §9.3 Whether its second step may be any of them, and not only on or back. */
  power_turns?: boolean;
  /** §9.4 Whether the rules on taking lions speak of it. */
  lion?: boolean;
  /** §9.4 Whether it is too little to be taken on the way to a lion. */
  minor?: boolean;
  /** On how many of the farthest ranks it must promote; absent where it never must. */
  must_promote?: number;
  /** §1.4 Whether the rules on dropped pawns speak of it. */
  pawn?: boolean;
};

export type VariantTable = {
  name: string;
  files: number;
  ranks: number;
  start: string;
  /** Ranks of the promotion zone. */
  zone: number;
  /** When pieces promote; as in shogi where it is absent. */
  promotion?: 'in_zone' | 'whenever' | 'turns' | 'enter_or_take';
  /** §11.2 Whether a piece moves as the friendly one directly behind it. */
  lends?: boolean;
  /** §5, §9.7 Whether its moves are written in nothing but USI. */
  usi_only?: boolean;
  /** Whether a KIF file holds it. */
  kif?: boolean;
  /** §12.1 Whether giving check wins. */
  check_wins?: boolean;
  /** §8 Whether a royal may be left in check, and taking the last one wins. */
  royal_capture?: boolean;
  /** §8 Whether a royal that is safe on the farthest rank wins. */
  far_rank?: boolean;
  /** §9.6 Whether a royal that stands alone loses, so that none is mated. */
  bare_royals?: boolean;
  /** §9.6 Whether a draw may be offered. */
  draw_offers?: boolean;
  /** Whether there are problems (tsume) of it. */
  tsume?: boolean;
  /** Pieces that can be held in hand, strongest first; empty where nothing is dropped. */
  hand: string[];
  /** How captured pieces come back; absent where they are gone. */
  drops?: {
    /** §1.4, §13.3 How many own unpromoted pawns a drop may bring onto a file; 0 is any number. */
    pawns_on_file: number;
    /** §1.4 Whether a dropped pawn may mate; §11.5 in front of the king it may leave no move at all. */
    pawn_mate: 'legal' | 'illegal' | 'illegal_in_front';
    /** Whether a piece may be dropped where it can never move again. */
    dead: boolean;
  };
  royals: string[];
  /** What a position coming back means: what the rule set says, or something of the variant's own. */
  repetition: 'policy' | 'sente_loses' | 'third_draws' | 'mover_loses' | 'attacker_loses';
  /** Whether there is an impasse to be counted. */
  impasse: boolean;
  /** Whether the usual move limit holds. */
  move_limit: boolean;
  /** Its handicaps, the smallest first. */
  handicaps: Handicap[];
  /** §14.1 Its other even starts, by their names; absent where there are none. */
  starts?: Record<string, string>;
  /** By SFEN letter, `+` before a promoted piece; strongest first. */
  pieces: Record<string, PieceTable>;
};
";

fn variant(text: &mut String, def: &Def) {
    let repetition = match def.repetition {
        Repetition::Policy => "policy",
        Repetition::SenteLoses => "sente_loses",
        Repetition::ThirdDraws => "third_draws",
        Repetition::MoverLoses => "mover_loses",
        Repetition::AttackerLoses => "attacker_loses",
    };
    let promotion = match def.promotion {
        Promotion::InZone => "in_zone",
        Promotion::Whenever => "whenever",
        Promotion::Turns => "turns",
        Promotion::EnteringOrTaking => "enter_or_take",
    };
    // A piece that turns over is held in hand by the face that comes first.
    let is_first = |index: usize, it: &PieceDef| {
        def.pieces[..index].iter().all(|before| before.turns != Some(it.letter))
    };
    let held = |&(index, it): &(usize, &PieceDef)| {
        def.drops.is_some() && !it.is_promoted() && !it.royal && is_first(index, it)
    };
    let hand = def.pieces.iter().enumerate().filter(held).map(|(_, it)| it);
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
    if def.promotion != Promotion::InZone {
        line(format!("    promotion: '{promotion}',"));
    }
    for (name, holds) in [
        ("lends", def.lends),
        ("usi_only", def.is_usi_only()),
        ("kif", def.kif.is_some()),
        ("check_wins", def.ends.check_wins),
        ("royal_capture", def.ends.royal_capture),
        ("far_rank", def.ends.far_rank),
        ("bare_royals", def.ends.bare_royals),
        ("draw_offers", def.ends.draw_offers),
        ("tsume", tsume::variants().any(|variant| variant.name() == def.name)),
    ] {
        if holds {
            line(format!("    {name}: true,"));
        }
    }
    line(format!("    hand: [{}],", list(&mut hand.map(|it| it.letter))));
    if let Some(Drops { pawns_on_file, pawn_mate, dead }) = def.drops {
        let pawn_mate = match pawn_mate {
            PawnMate::Legal => "legal",
            PawnMate::Illegal => "illegal",
            PawnMate::IllegalInFront => "illegal_in_front",
        };
        line(format!(
            "    drops: {{ pawns_on_file: {pawns_on_file}, pawn_mate: '{pawn_mate}', dead: {dead} }},"
        ));
    }
    line(format!("    royals: [{}],", list(&mut royals.map(|it| it.letter))));
    line(format!("    repetition: '{repetition}',"));
    line(format!("    impasse: {},", def.ends.impasse));
    line(format!("    move_limit: {},", def.ends.move_limit.is_some()));
    let handicaps = def.handicaps.iter().map(|it| it.handicap.name());
    line(format!("    handicaps: [{}],", list(&mut { handicaps })));
    if !def.starts.is_empty() {
        let starts = def.starts.iter().map(|it| format!("{}: '{}'", it.name, it.start));
        line(format!("    starts: {{ {} }},", starts.collect::<Vec<_>>().join(", ")));
    }
    line("    pieces: {".to_owned());
    for piece in def.pieces {
        let promoted = format!("+{}", piece.letter);
        let promotes_to = if def.pieces.iter().any(|it| it.letter == promoted) {
            format!(", promotes_to: '{promoted}'")
        } else {
            String::new()
        };
        let western = if piece.western == piece.letter {
            String::new()
        } else {
            format!(", western: '{}'", piece.western)
        };
        let turns = piece.turns.map_or(String::new(), |other| format!(", turns: '{other}'"));
        line(format!(
            "      '{}': {{ kanji: '{}', kanji2: '{}'{western}, betza: '{}'{promotes_to}{turns}{} }},",
            piece.letter,
            piece.kanji,
            piece.kanji2,
            piece.betza,
            lion(def, piece) + &forced(piece)
        ));
    }
    line("    },".to_owned());
    line("  },".to_owned());
}

/// Whether a piece has the lion's power (§9.3, §9.4).
fn lion(def: &Def, piece: &PieceDef) -> String {
    let tables = Variant::from_name(def.name).map(Variant::move_tables);
    let mut pieces = tables.into_iter().flat_map(|tables| tables.pieces);
    let Some(moves) = pieces.find(|moves| moves.letter == piece.letter) else {
        return String::new();
    };
    let mut text = String::new();
    if !moves.power.is_empty() {
        let steps = moves.power.iter().map(|(files, ranks)| format!("[{}, {}]", -files, -ranks));
        text += &format!(", power: [{}]", steps.collect::<Vec<_>>().join(", "));
    }
    for (name, holds) in
        [("power_turns", moves.turns), ("lion", piece.lion), ("minor", piece.minor)]
    {
        if holds {
            text += &format!(", {name}: true");
        }
    }
    text
}

/// Where a piece must promote, and whether the rules on dropped pawns speak of it (§1.3, §1.4).
fn forced(piece: &PieceDef) -> String {
    let mut text = String::new();
    if piece.must_promote > 0 {
        text += &format!(", must_promote: {}", piece.must_promote);
    }
    if piece.pawn {
        text += ", pawn: true";
    }
    text
}
