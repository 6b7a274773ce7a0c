//! Schemas for enumerated words of the game: they are plain text on the wire, and the crates that
//! define them list their values.

pub use komadai_community::schemas::{Preset, VariantName};
use komadai_community::word_schemas;
use komadai_game::{EndReason, Offer};
use komadai_rules::{Handicap as Given, Illegal as Broken, Problem, variants};

/// Every name of an opening: 相居飛車, 中飛車, 四間飛車, 三間飛車, 向かい飛車, 相振り飛車.
pub const OPENINGS: [&str; 6] =
    ["double_static", "central", "fourth_file", "third_file", "opposing", "double_ranging"];

word_schemas! {
    /// An offer that one player can make to the other.
    OfferKind: Offer::ALL.into_iter().map(Offer::as_str);
    /// Why a game ended.
    Reason: EndReason::all().map(EndReason::as_str);
    /// Why a rated game changes no rating after all.
    Unrated: komadai_game::UnratedReason::ALL.into_iter().map(komadai_game::UnratedReason::as_str);
    /// What makes a move illegal.
    Illegal: Broken::ALL.into_iter().map(Broken::as_str);
    /// Why a command over the WebSocket is refused.
    CommandRefusal: crate::RefusalCode::OF_COMMANDS.iter().map(|code| code.as_str());
    /// What is wrong with a position.
    PositionProblem: Problem::ALL.into_iter().map(Problem::as_str);
    /// The pieces gote plays without, or that sente gains (§3.2).
    Handicap: Given::ALL.into_iter().map(Given::name);
    /// The pieces gote plays without, or that sente gains; `even` for none.
    HandicapOrEven: ["even"].into_iter().chain(Given::ALL.into_iter().map(Given::name));
    /// How a game begins: without a handicap, with one, with the handicap that follows from the
    /// grades, or from another start of the variant.
    StartName: ["even", "suggested"]
        .into_iter()
        .chain(Given::ALL.into_iter().map(Given::name))
        .chain(variants::ALL.iter().flat_map(|def| def.starts).map(|start| start.name));
    /// How the king is written (§2.5).
    King: ["王", "玉"].into_iter();
    /// The opening of an even game of standard shogi.
    Opening: OPENINGS.into_iter();
}
