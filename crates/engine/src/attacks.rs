//! Which piece reaches which square, and what a series of exchanges there comes to.

use komadai_rules::{
    Kind, Move, Piece, PieceMoves, Position, Side, Square, Variant, variants::Promotion,
};

use crate::eval::{Evaluator, taken};

/// From one square to another is one of so many ways: 25 differences of files times 25 of ranks.
pub(crate) const WAYS: usize = 25 * 25;

/// The way that stays where it is.
pub(crate) const HERE: i32 = 312;

/// A single step or a leap.
const STEP: u8 = 1;
/// Along a line on which nothing stands between.
const SLIDE: u8 = 2;
/// Along a line with one piece between.
const HOP: u8 = 4;

/// How many pieces may take part in exchanges on one square.
const EXCHANGES_MAX: usize = 32;

/// Which piece reaches which square, by the way between them.
#[derive(Debug)]
pub(crate) struct Attacks {
    /// By side, kind and way: how a piece takes that way.
    takes: Vec<u8>,
    kinds: usize,
    /// By the index of a square: its place on a board 25 ranks high.
    grid: [i32; Square::COUNT],
    /// By the index of a square, the eight lines from it, each with the squares along it.
    rays: Vec<[Vec<Square>; 8]>,
    /// By the index of a square: the squares from where a leap could reach it.
    leaps: Vec<Vec<Square>>,
    /// §11.2: whether a piece moves as the one behind it.
    lends: bool,
    /// Kinds whose other side does all they do, and more.
    outdone: Vec<bool>,
    /// By side and the index of a square: whether it lies in the promotion zone.
    zone: [[bool; Square::COUNT]; 2],
    promotion: Promotion,
}

const LINES: [(i8, i8); 8] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (-1, 1), (1, -1)];

impl Attacks {
    pub(crate) fn of(variant: Variant) -> Self {
        let tables = variant.move_tables();
        let kinds = tables.pieces.len();
        let mut takes = vec![0; 2 * kinds * WAYS];
        for side in Side::ALL {
            for (kind, piece) in tables.pieces.iter().enumerate() {
                let base = (side as usize * kinds + kind) * WAYS;
                mark(piece, side, &mut takes[base..base + WAYS]);
            }
        }
        let grid = grid();
        let squares = || (0..Square::COUNT).filter_map(Square::from_index);
        let rays: Vec<[Vec<Square>; 8]> = squares()
            .map(|from| {
                LINES.map(|(files, ranks)| {
                    let along = (1..13).map_while(|n| from.offset(files * n, ranks * n));
                    along.take_while(|&it| variant.has(it)).collect()
                })
            })
            .collect();
        let leap = |&(files, ranks): &(i8, i8)| files.abs().max(ranks.abs()) > 1;
        let mut vectors: Vec<(i8, i8)> = tables
            .pieces
            .iter()
            .flat_map(|piece| piece.steps.iter().copied().filter(leap))
            .flat_map(|(files, ranks)| [(files, ranks), (-files, -ranks)])
            .collect();
        vectors.sort_unstable();
        vectors.dedup();
        let leaps: Vec<Vec<Square>> = squares()
            .map(|from| {
                let near = vectors.iter().filter_map(|&(files, ranks)| from.offset(files, ranks));
                near.filter(|&it| variant.has(it)).collect()
            })
            .collect();
        let outdone = variant.kinds().map(|kind| {
            let Some(other) = variant.promoted(kind) else { return false };
            let all = |kind: Kind| takes.iter().skip(kind.index() * WAYS).take(WAYS);
            let [piece, promoted] = [kind, other].map(|kind| &tables.pieces[kind.index()]);
            !promoted.royal
                && piece.specials.is_empty()
                && piece.power.is_empty()
                && all(kind).zip(all(other)).all(|(&own, &other)| own & !other == 0)
        });
        let outdone = outdone.collect();
        let zone = Side::ALL.map(|side| {
            std::array::from_fn(|index| {
                Square::from_index(index).filter(|&it| variant.has(it)).is_some_and(|it| match side
                {
                    Side::Sente => it.rank() <= tables.zone,
                    Side::Gote => it.rank() + tables.zone > variant.ranks(),
                })
            })
        });
        let promotion = variant.def().promotion;
        Self { kinds, grid, rays, leaps, lends: tables.lends, outdone, zone, promotion, takes }
    }

    /// The number of the way from one square to another, below [`WAYS`].
    #[inline]
    pub(crate) fn way(&self, from: Square, to: Square) -> usize {
        (self.grid[to.index()] - self.grid[from.index()] + HERE) as usize
    }

    #[inline]
    fn takes(&self, piece: Piece, way: usize) -> u8 {
        self.takes[(piece.side as usize * self.kinds + piece.kind.index()) * WAYS + way]
    }

    /// A piece as it moves: §11.2, as the one behind it where pieces lend their moves.
    #[inline]
    fn as_it_moves(&self, position: &Position, at: Square, piece: Piece) -> Piece {
        if !self.lends {
            return piece;
        }
        let back = if piece.side == Side::Sente { 1 } else { -1 };
        let behind = at.offset(0, back).and_then(|square| position.piece_at(square));
        behind.filter(|behind| behind.side == piece.side).unwrap_or(piece)
    }

    /// Whether not to promote is never better for itself.
    pub(crate) fn is_outdone(&self, kind: Kind) -> bool {
        self.outdone.get(kind.index()).copied().unwrap_or(false)
    }

    /// Whether a piece that promotes may do so on its way between these squares.
    pub(crate) fn may_promote(&self, position: &Position, from: Square, to: Square) -> bool {
        let zone = &self.zone[position.turn() as usize];
        let [from, to_zone] = [from, to].map(|square| zone[square.index()]);
        match self.promotion {
            Promotion::InZone => from || to_zone,
            Promotion::EnteringOrTaking => {
                to_zone && !from || from && position.piece_at(to).is_some()
            }
            Promotion::Whenever | Promotion::Turns => false,
        }
    }

    /// Whether a piece of that kind, put on a square, takes what stands on another. What stands
    /// behind it is not looked at.
    pub(crate) fn reaches(
        &self,
        position: &Position,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> bool {
        let how = self.takes(piece, self.way(from, to));
        if how & STEP != 0 {
            return true;
        }
        if how == 0 {
            return false;
        }
        let line = self.rays[from.index()].iter().find(|ray| ray.contains(&to));
        let Some(line) = line else { return false };
        let between = line.iter().take_while(|&&it| it != to);
        let n = between.filter(|&&it| position.piece_at(it).is_some()).count();
        how & SLIDE != 0 && n == 0 || how & HOP != 0 && n == 1
    }

    /// Whether a move attacks the other side's only royal with the piece that moves.
    pub(crate) fn checks(&self, variant: Variant, position: &Position, mv: Move) -> bool {
        let side = position.turn();
        let Some(king) = position.king(side.other()) else { return false };
        let kind = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => Some(kind),
            (None, Some(from)) => position.piece_at(from).map(|piece| {
                if mv.promotes() { variant.promoted(piece.kind) } else { None }
                    .unwrap_or(piece.kind)
            }),
            _ => None,
        };
        let Some(kind) = kind else { return false };
        self.reaches(position, Piece { side, kind }, mv.to(), king)
    }

    /// What a move comes to in hundredths of a pawn when both sides take on its square as long as
    /// it pays, always with the least of what can.
    pub(crate) fn exchange(&self, values: &Evaluator, position: &Position, mv: Move) -> i32 {
        let to = mv.to();
        let mover = position.turn();
        let from = mv.from();
        let moved = match (mv.dropped(), from.and_then(|from| position.piece_at(from))) {
            (Some(kind), _) => kind,
            (None, Some(piece)) => piece.kind,
            _ => return 0,
        };
        let mut now: i32 = taken(position, mv).map(|(_, piece)| values.taking(piece.kind)).sum();
        let mut stands = moved;
        if mv.promotes()
            && let Some(promoted) = position.variant().promoted(moved)
        {
            now += values.piece(promoted) - values.piece(moved);
            stands = promoted;
        }
        // Lines, each with how far it has been looked along.
        let rays = &self.rays[to.index()];
        let mut fronts: [(usize, Option<Piece>); 8] = [(0, None); 8];
        for (ray, front) in rays.iter().zip(&mut fronts) {
            self.advance(position, to, ray, front, from, 0);
        }
        let mut leapers: [Option<Piece>; EXCHANGES_MAX] = [None; EXCHANGES_MAX];
        let mut n_leapers = 0;
        for &at in &self.leaps[to.index()] {
            if Some(at) == from {
                continue;
            }
            let Some(piece) = position.piece_at(at) else { continue };
            let piece = Piece { kind: self.as_it_moves(position, at, piece).kind, ..piece };
            if self.takes(piece, self.way(at, to)) & STEP != 0 && n_leapers < EXCHANGES_MAX {
                leapers[n_leapers] = Some(piece);
                n_leapers += 1;
            }
        }
        let mut gains = [0; EXCHANGES_MAX];
        gains[0] = now;
        let mut n = 0;
        let mut side = mover.other();
        while n + 1 < EXCHANGES_MAX {
            let mut least: Option<(i32, usize, Kind)> = None;
            let own = |piece: &Option<Piece>| piece.filter(|piece| piece.side == side);
            for (at, (_, piece)) in fronts.iter().enumerate() {
                if let Some(piece) = own(piece) {
                    let cost = values.risk(piece.kind);
                    if least.is_none_or(|(most, ..)| cost < most) {
                        least = Some((cost, at, piece.kind));
                    }
                }
            }
            for (at, piece) in leapers.iter().take(n_leapers).enumerate() {
                if let Some(piece) = own(piece) {
                    let cost = values.risk(piece.kind);
                    if least.is_none_or(|(most, ..)| cost < most) {
                        least = Some((cost, 8 + at, piece.kind));
                    }
                }
            }
            let Some((_, at, kind)) = least else { break };
            n += 1;
            gains[n] = values.risk(stands) - gains[n - 1];
            stands = kind;
            if at < 8 {
                let n_before = fronts[at].0;
                self.advance(position, to, &rays[at], &mut fronts[at], from, n_before);
            } else {
                leapers[at - 8] = None;
            }
            side = side.other();
        }
        while n > 0 {
            gains[n - 1] = -(-gains[n - 1]).max(gains[n]);
            n -= 1;
        }
        gains[0]
    }

    /// Finds the next piece along a line that takes what stands at its end.
    fn advance(
        &self,
        position: &Position,
        to: Square,
        ray: &[Square],
        front: &mut (usize, Option<Piece>),
        gone: Option<Square>,
        begin: usize,
    ) {
        front.1 = None;
        let mut at = begin;
        while let Some(&square) = ray.get(at) {
            at += 1;
            if Some(square) == gone {
                continue;
            }
            let Some(piece) = position.piece_at(square) else { continue };
            let as_it_moves = self.as_it_moves(position, square, piece);
            let how = self.takes(as_it_moves, self.way(square, to));
            if how & SLIDE != 0 || how & STEP != 0 && at == 1 {
                front.1 = Some(Piece { kind: piece.kind, side: piece.side });
            }
            break;
        }
        front.0 = at;
    }
}

/// Each square's place on a board 25 ranks high.
pub(crate) fn grid() -> [i32; Square::COUNT] {
    std::array::from_fn(|index| {
        Square::from_index(index).map_or(0, |it| i32::from(it.file()) * 25 + i32::from(it.rank()))
    })
}

/// Marks the ways a piece takes.
fn mark(piece: &PieceMoves, side: Side, takes: &mut [u8]) {
    let turn = if side == Side::Sente { 1 } else { -1 };
    let mut set = |(files, ranks): (i32, i32), how: u8| {
        let way = turn * (files * 25 + ranks) + HERE;
        if files.abs() <= 12
            && ranks.abs() <= 12
            && let Some(place) = takes.get_mut(way as usize)
        {
            *place |= how;
        }
    };
    for &(files, ranks) in piece.steps.iter().chain(&piece.power) {
        set((files.into(), ranks.into()), STEP);
    }
    for slide in &piece.slides {
        let (files, ranks) = (i32::from(slide.step.0), i32::from(slide.step.1));
        for n in 1..=i32::from(slide.range.min(12)) {
            set((files * n, ranks * n), if n == 1 { STEP | SLIDE } else { SLIDE });
        }
    }
    for special in piece.specials.iter().filter(|special| special.takes) {
        let (files, ranks) = (i32::from(special.slide.step.0), i32::from(special.slide.step.1));
        for n in 1..=i32::from(special.slide.range.min(12)) {
            set((files * n, ranks * n), if special.hops { HOP } else { SLIDE });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(sfen: &str, usi: &str) -> i32 {
        let variant = Variant::standard();
        let position = Position::from_sfen(variant, sfen).unwrap();
        let mv = Move::from_usi(variant, usi).unwrap();
        Attacks::of(variant).exchange(&Evaluator::of(variant), &position, mv)
    }

    #[test]
    fn an_exchange_is_followed_as_long_as_it_pays() {
        // A free pawn; a pawn that a pawn protects, taken by a rook; by a pawn, which is even or better.
        assert!(exchange("4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1", "5h5d") > 0);
        assert!(exchange("4k4/9/4p4/4p4/9/9/9/4R4/4K4 b - 1", "5h5d") < -300);
        assert!(exchange("4k4/9/4p4/4p4/4P4/9/9/4R4/4K4 b - 1", "5e5d") > 0);
    }

    #[test]
    fn what_stands_behind_takes_part() {
        // A lance behind the rook makes the taking good.
        let without = exchange("4k4/9/4g4/4s4/9/4R4/9/9/4K4 b - 1", "5f5d");
        let with = exchange("4k4/9/4g4/4s4/9/4R4/4L4/9/4K4 b - 1", "5f5d");
        assert!(with > without, "{with} {without}");
    }

    #[test]
    fn a_drop_where_it_is_taken_for_nothing_costs_what_is_dropped() {
        assert!(exchange("4k4/9/4p4/9/9/9/9/9/4K4 b G 1", "G*5d") < -200);
        assert_eq!(exchange("4k4/9/4p4/9/9/9/9/9/4K4 b G 1", "G*5f"), 0);
    }

    #[test]
    fn pieces_that_lose_nothing_by_promoting_are_known() {
        let variant = Variant::standard();
        let attacks = Attacks::of(variant);
        let outdone: Vec<_> = variant.kinds().filter(|&kind| attacks.is_outdone(kind)).collect();
        let letters: Vec<_> = outdone.iter().map(|&kind| variant.piece(kind).letter).collect();
        assert_eq!(letters, ["R", "B", "P"]);
    }
}
