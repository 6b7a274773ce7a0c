//! The board on which it is somebody's move, as a notification shows it.

use komadai_game::Game;
use komadai_ids::Code;
use komadai_kifu::{Diagram, diagrams::notation};
use komadai_language::Language;
use komadai_rules::{BySide, Move, Position, Side};

/// How wide its picture is in pixels.
const WIDTH_PX: u32 = 480;

/// A position with the move that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    game: Code,
    /// What was there before the move.
    before: Position,
    last: Move,
    /// The move before it.
    previous: Option<Move>,
    /// The number of the move.
    number: u32,
    names: BySide<String>,
    king: Option<Side>,
    /// Who is to look at it.
    reader: Side,
}

impl Board {
    /// The board of a game as the side to move sees it, if a move was made.
    pub(crate) fn of(game: &Game) -> Option<Self> {
        let (line, players) = (game.line(), game.players()?);
        let (&last, earlier) = line.moves().split_last()?;
        let mut before = line.start().clone();
        for &mv in earlier {
            before.play(mv);
        }
        Some(Self {
            game: game.id().code(),
            before,
            last,
            previous: earlier.last().copied(),
            number: line.n_moves(),
            names: BySide::from_fn(|side| players[side].name.clone()),
            king: game.king_shown(),
            reader: game.turn(),
        })
    }

    /// The last move, in the notation of the language.
    pub(crate) fn said(&self, language: Language) -> String {
        let text = notation(language).write(&self.before, self.last, self.previous);
        language.words().diagram_move(self.number.into(), &text)
    }

    /// Where its picture is, for a browser.
    pub(crate) fn path(&self, language: Language) -> String {
        let Self { game, number, .. } = self;
        let (tag, bottom) = (language.tag(), self.reader.as_str());
        format!(
            "/api/v1/games/{game}/diagram.png?ply={number}&lang={tag}&bottom={bottom}&width={WIDTH_PX}"
        )
    }

    /// Its picture, as PNG. It takes a while.
    pub(crate) fn png(&self, language: Language) -> Option<Vec<u8>> {
        let mut after = self.before.clone();
        after.play(self.last);
        let mut diagram = Diagram::new(&after)
            .last(Some(self.last))
            .caption(&self.said(language))
            .language(language)
            .bottom(self.reader)
            .king(self.king)
            .width_px(WIDTH_PX);
        for side in Side::ALL {
            diagram = diagram.player(side, &self.names[side]);
        }
        // Without a picture the email is still good.
        diagram.png().ok()
    }
}
