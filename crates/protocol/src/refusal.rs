//! Every code with which a command may be refused.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident => $code:literal, $message:literal;)*) => {
        /// Why a command was refused, for programs. The message beside it is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        pub enum RefusalCode {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
        }

        impl RefusalCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code as it goes over the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// One English clause for people whose client does not know the code.
            pub fn message(self) -> &'static str {
                match self { $(Self::$name => $message),* }
            }

            /// The code with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.as_str() == name)
            }
        }
    };
}

codes! {
    /// The frame is not JSON, or not a message.
    BadMessage => "bad_message", "the message could not be read";
    /// The frame was longer than [`crate::FRAME_BYTES_MAX`].
    TooLong => "too_long", "the message is too long";
    /// Anything but `hello` came first.
    HelloFirst => "hello_first", "say hello before anything else";
    /// A second `hello`.
    HelloTwice => "hello_twice", "you have said hello already";
    /// The client speaks another version of the protocol.
    ProtocolUnsupported => "protocol_unsupported", "this page is from another version; reload it";
    /// Too many messages in a short time.
    TooFast => "too_fast", "too many messages; wait a moment";
    /// More connections than one player may have.
    TooManySockets => "too_many_sockets", "the site is open in too many places at once; close some";
    /// More subscriptions than one tab may have.
    TooManyStreams => "too_many_streams", "you follow too many games in one tab";
    /// More watchers than one game may have.
    TooManyWatchers => "too_many_watchers", "this game has as many watchers as it can take";
    /// More open seeks or games than one player may have.
    TooManyGames => "too_many_games", "you have too many open seeks or games; finish or cancel one";
    /// No stream has that name.
    UnknownStream => "unknown_stream", "there is nothing of that name to follow";
    /// No such game.
    UnknownGame => "unknown_game", "there is no such game";
    /// The seek was cancelled or taken.
    UnknownSeek => "unknown_seek", "this seek is no longer open";
    /// One cannot accept one's own seek.
    OwnSeek => "own_seek", "this is your own seek";
    /// No account has that name.
    UnknownPlayer => "unknown_player", "there is no player of that name";
    /// One cannot challenge oneself.
    Yourself => "yourself", "that is you";
    /// The challenge was answered, withdrawn, or has expired.
    UnknownChallenge => "unknown_challenge", "this challenge does not stand any more";
    /// There is an open one already.
    AlreadyChallenged => "already_challenged", "you have challenged this player already";
    /// More challenges than one player may make, or be given.
    TooManyChallenges => "too_many_challenges", "there are too many challenges open; wait for answers";
    /// The challenger has no connection, so the game would begin without them.
    Away => "away", "the other player is not here just now; the challenge stands";
    /// The other player is banned, or has to wait.
    CannotCome => "cannot_come", "the other player cannot come to a board just now";
    /// The set-up of a seek or game cannot be.
    BadSetup => "bad_setup", "this game cannot be set up";
    /// The SFEN cannot be read.
    BadPosition => "bad_position", "this is no position";
    /// Only the two players may do that.
    NotAPlayer => "not_a_player", "you are not a player of this game";
    /// The game waits for an opponent.
    NotStarted => "not_started", "the game has not begun";
    /// The game has ended.
    GameOver => "game_over", "the game is over";
    /// The game has not ended.
    GameNotOver => "game_not_over", "the game is not over yet";
    /// An arbiter has stopped the game.
    Halted => "halted", "the arbiter has stopped the game; wait until it goes on";
    /// It is the other side's turn.
    NotYourTurn => "not_your_turn", "it is not your turn";
    /// The move answers another position than the present one.
    StalePly => "stale_ply", "the position has changed meanwhile";
    /// The text is not a move.
    BadMove => "bad_move", "this is not a move in USI notation, such as 7g7f or P*5e";
    /// The rules, or the moment, do not allow it.
    NotAllowed => "not_allowed", "this is not allowed now";
    /// Both sides have moved.
    TooLateToAbort => "too_late_to_abort", "the game can no longer be aborted; you may resign";
    /// The opponent is there, or may still come back.
    NotLeft => "not_left", "your opponent is there, or may still come back";
    /// Who left too many games waits.
    LeftTooOften => "left_too_often", "you left several of your last games; wait a while";
    /// There is no such offer.
    NoOffer => "no_offer", "there is no such offer to answer";
    /// The same offer is already open.
    AlreadyOffered => "already_offered", "you have already offered that";
    /// Both seats are taken.
    SeatTaken => "seat_taken", "somebody else has joined this game";
    /// One cannot play oneself.
    OwnGame => "own_game", "you cannot join your own game";
    /// The seek is for other ratings or grades.
    NotWanted => "not_wanted", "this seek is for other ratings or grades";
    /// Guests have no rating.
    NeedsAccount => "needs_account", "rated games are between accounts; register first";
    /// The next game is already there.
    AlreadyFollowed => "already_followed", "the next game has already been made";
    /// One of the two has blocked the other.
    KeptApart => "kept_apart", "you and this player do not meet at a board";
    /// The player takes challenges from nobody, or from those whom they follow.
    TakesNoChallenges => "takes_no_challenges", "this player takes no challenges from you";
    /// The site only lets people read.
    ReadOnly => "read_only", "nothing new can begin here just now; games go on to their ends";
    /// A moderator has silenced the player.
    Muted => "muted", "a moderator has silenced you";
    /// Too many lines of chat in a short time.
    TooMuchChat => "too_much_chat", "you say too much; wait a moment";
    /// A chat line was empty or too long.
    BadChat => "bad_chat", "a message has between 1 and 300 characters";
    /// No such review.
    UnknownStudy => "unknown_study", "there is no such review";
    /// Only its owner, or the two players of the game, change a review.
    NotYourStudy => "not_your_study", "only its owners change this review; make a copy of your own";
    /// The place in the review is gone.
    UnknownNode => "unknown_node", "this position is no longer in the review";
    /// The review has as many moves as it can have.
    StudyFull => "study_full", "this review holds no more moves";
    /// The review would be larger than a review can be.
    StudyTooLarge => "study_too_large", "this review would be larger than a mebibyte; shorten its comments";
    /// The change cannot be made.
    BadEdit => "bad_edit", "this cannot be done with a review";
    /// The server cannot write just now; nothing was lost and the clocks stand.
    Stalled => "stalled", "the server cannot write just now; the clocks stand";
    /// The server is stopping.
    Stopping => "stopping", "the server is restarting; try again in a moment";
    /// Something went wrong with the server.
    Internal => "internal", "something went wrong here; try again";
    /// §1.4: two own pawns on one file.
    Nifu => "nifu", "illegal move: two unpromoted pawns on one file (nifu)";
    /// §1.4: mate by a dropped pawn.
    Uchifuzume => "uchifuzume", "illegal move: mate by a dropped pawn (uchifuzume)";
    /// §1.4: the piece could never move again.
    DeadPiece => "dead_piece", "illegal move: the piece could never move again";
    /// §1.3: promotion is forced there.
    MustPromote => "must_promote", "illegal move: the piece must promote there";
    /// §1.3: the piece does not promote.
    CannotPromote => "cannot_promote", "illegal move: this piece cannot promote";
    /// §1.3: neither end of the move lies in the zone.
    OutsidePromotionZone => "outside_promotion_zone", "illegal move: promotion is only in the zone";
    /// §1.5: the king is, or stays, in check.
    LeavesKingInCheck => "leaves_king_in_check", "illegal move: the king would be in check";
    /// §1.4: the piece is not in hand.
    NotInHand => "not_in_hand", "illegal move: that piece is not in hand";
    /// §1.4: drops are on empty squares; one cannot take one's own piece.
    Occupied => "occupied", "illegal move: the square is occupied";
    /// Nothing stands there.
    EmptySquare => "empty_square", "illegal move: nothing stands on that square";
    /// The piece is the other side's.
    NotYourPiece => "not_your_piece", "illegal move: that is not your piece";
    /// §1.2: the piece does not move like that.
    CannotMoveThere => "cannot_move_there", "illegal move: the piece does not move like that";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_spelled_once() {
        let mut names: Vec<_> = RefusalCode::ALL.iter().map(|code| code.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RefusalCode::ALL.len());
    }

    #[test]
    fn every_illegal_move_has_its_code() {
        for illegal in komadai_rules::Illegal::ALL {
            assert!(RefusalCode::from_name(illegal.as_str()).is_some(), "{illegal}");
        }
    }
}
