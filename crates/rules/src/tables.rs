//! What move generation looks up, made once for each variant.

mod lines;
mod zobrist;

pub(crate) use self::lines::{DIRECTIONS, NO_DIRECTION};
use self::{lines::Lines, zobrist::Zobrist};
use crate::{
    Kind, Piece, Side, Square, Variant,
    betza::{Moves, UNLIMITED},
    bits::Bits,
    lion::{Power, Steps},
    sfen::hand_kinds,
    square::SIZE_MAX,
    variant::KINDS_MAX,
    variants::{PawnMate, Promotion},
};

/// Codes of pieces are below this.
pub(crate) const CODES: usize = 2 * KINDS_MAX;

/// Everything move generation looks up. Lives as long as the process.
#[derive(Debug)]
pub(crate) struct Tables<B: Bits> {
    pub(crate) variant: Variant,
    /// The squares there are.
    pub(crate) board: B,
    /// Where each side promotes.
    pub(crate) zone: [B; 2],
    pub(crate) lines: Lines<B>,
    /// Kinds that move and promote alike.
    pub(crate) classes: Vec<Class<B>>,
    /// The class of each kind.
    pub(crate) class_of: [u8; KINDS_MAX],
    /// What each kind promotes to, or itself.
    pub(crate) promoted: [u8; KINDS_MAX],
    /// What each kind goes to a hand as.
    pub(crate) unpromoted: [u8; KINDS_MAX],
    /// Whether captured pieces come back.
    pub(crate) drops: bool,
    /// Whether the last royal may be left in check: it is taken, not mated.
    pub(crate) royal_capture: bool,
    /// Whether move generation has to look at more than pieces that move by themselves, a royal
    /// that is guarded, and drops. Everything that shogi does not have is asked for behind it.
    pub(crate) unusual: bool,
    /// Whether pieces hop or lend their moves, so that a move has to be played to know whether it
    /// leaves the player's own king in check.
    pub(crate) by_trial: bool,
    /// §11.2: whether a piece moves as the one behind it.
    pub(crate) lends: bool,
    /// By side: the rank nearest to it.
    pub(crate) nearest: [B; 2],
    /// §9.5: whether pieces promote on entering the zone and on taking something, not within it.
    pub(crate) entering: bool,
    /// The classes of royals.
    pub(crate) royal_classes: Vec<u8>,
    /// §9.4: the classes of lions.
    pub(crate) lion_classes: Vec<u8>,
    /// Classes that step, and classes that slide put together by how they slide.
    pub(crate) steppers: Vec<u8>,
    pub(crate) sliders: Vec<Slider<B>>,
    /// By side and square: from where any step of that side's, or any slide on an empty board,
    /// would reach the square.
    pub(crate) steps_to: [Vec<B>; 2],
    pub(crate) slides_to: [Vec<B>; 2],
    /// Kinds that can be in hand, with where each side may drop them; those that may be dropped on
    /// most squares first.
    pub(crate) droppable: Vec<Droppable<B>>,
    /// By piece code: how it is written, with a blank before what is not promoted.
    pub(crate) letters: [[u8; 2]; CODES],
    /// Kinds that can be in hand, in the order they are written in.
    pub(crate) hand_kinds: Vec<Kind>,
    /// Each file.
    pub(crate) files: Vec<B>,
    pub(crate) zobrist: Zobrist<B>,
}

/// What kinds have in common that share a class.
type Alike<'a> = ((&'a Moves, bool, bool, bool, bool, u8), (Option<Power>, bool, bool));

/// Kinds that move, promote and matter alike.
#[derive(Debug)]
pub(crate) struct Class<B: Bits> {
    /// By side and square: where it steps or jumps; empty if it only slides.
    pub(crate) steps: [Vec<B>; 2],
    /// By side: the directions it slides in, as bits.
    pub(crate) slides: [u8; 2],
    /// By side and square: how far the slides go; empty if nothing limits them.
    pub(crate) reach: [Vec<B>; 2],
    /// By side: what to add to a square when one single step is all it does.
    pub(crate) shift: Option<[i8; 2]>,
    /// By side: where such a step stays on the board.
    pub(crate) shift_from: [B; 2],
    /// Whether it jumps along a line, over the square between.
    pub(crate) jumps: bool,
    pub(crate) promotes: bool,
    /// §8: promoting adds a royal, which lifts the duty to save the one there is.
    pub(crate) crowns: bool,
    /// Whether it crowns or must promote [whenever](Self::whenever) it can.
    pub(crate) careful: bool,
    pub(crate) royal: bool,
    /// By side: where it must promote.
    pub(crate) forced: [B; 2],
    /// §13.2: whether it must promote on a move that begins in the zone, too.
    pub(crate) whenever: bool,
    /// By side: the lines along which it only moves, only takes, or hops.
    pub(crate) specials: [Vec<Special>; 2],
    /// By side: from where it could never move again.
    pub(crate) dead_end: [B; 2],
    /// §9.3: its lion power.
    pub(crate) power: Option<Steps<B>>,
    /// §9.4: whether the rules on taking lions speak of it.
    pub(crate) lion: bool,
    /// §9.4, §9.6: whether it counts for little.
    pub(crate) minor: bool,
}

/// A line along which a piece only moves, only takes, or hops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Special {
    direction: u8,
    range: u8,
    /// Over exactly one piece.
    hops: bool,
    moves: bool,
    takes: bool,
}

/// Where specials lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach<B> {
    /// Empty squares it may move to.
    pub(crate) moves: B,
    /// Squares with a piece that it may take, if it is not an own one.
    pub(crate) takes: B,
}

impl<B: Bits> Reach<B> {
    /// All of them.
    pub(crate) fn both(self) -> B {
        self.moves | self.takes
    }
}

/// Classes that slide alike.
#[derive(Debug)]
pub(crate) struct Slider<B: Bits> {
    pub(crate) classes: Vec<u8>,
    /// By side and square: from where on an empty board that side's would reach the square.
    pub(crate) from: [Vec<B>; 2],
}

/// A kind that can be in hand.
#[derive(Debug)]
pub(crate) struct Droppable<B: Bits> {
    pub(crate) kind: Kind,
    /// What it is in hand.
    pub(crate) held: u8,
    /// By side: where it can be dropped on an empty board.
    pub(crate) on: [B; 2],
    /// §1.4: how many of them may be on a file; 0 is any number.
    pub(crate) on_file: u8,
    /// §1.4: what it may not do.
    pub(crate) pawn_mate: PawnMate,
}

impl<B: Bits> Tables<B> {
    /// Makes the tables of a variant, which must fit the width.
    pub(crate) fn new(variant: Variant) -> Self {
        let squares: Vec<Square> =
            (0..Square::COUNT).filter_map(Square::from_index).filter(|&s| variant.has(s)).collect();
        let set = |chosen: &dyn Fn(Square) -> bool| {
            let chosen = squares.iter().filter(|&&square| chosen(square));
            chosen.fold(B::EMPTY, |set, square| set | B::one(square.index() as u8))
        };
        let def = variant.def();
        let farthest = |side, ranks: u8| set(&|square| variant.depth(side, square) < ranks);

        let by_trial =
            def.lends || variant.kinds().any(|kind| !variant.moves(kind).specials.is_empty());
        // Where pieces turn at every move all squares are as a zone.
        let turns = def.promotion == Promotion::Turns;
        let zone = if turns { def.ranks } else { def.zone };
        let mut tables = Self {
            variant,
            board: set(&|_| true),
            zone: Side::ALL.map(|side| farthest(side, zone)),
            lines: Lines::new(variant, &squares),
            classes: Vec::new(),
            class_of: [0; KINDS_MAX],
            promoted: std::array::from_fn(|kind| kind as u8),
            unpromoted: std::array::from_fn(|kind| kind as u8),
            drops: def.drops.is_some(),
            royal_capture: def.ends.royal_capture,
            unusual: def.ends.royal_capture || def.ends.far_rank || def.ends.check_wins || by_trial,
            by_trial,
            lends: def.lends,
            nearest: Side::ALL.map(|side| farthest(side.other(), 1)),
            entering: def.promotion == Promotion::EnteringOrTaking,
            royal_classes: Vec::new(),
            lion_classes: Vec::new(),
            steppers: Vec::new(),
            sliders: Vec::new(),
            steps_to: Default::default(),
            slides_to: Default::default(),
            droppable: Vec::new(),
            letters: letters(variant),
            hand_kinds: hand_kinds(variant).collect(),
            files: (1..=variant.files()).map(|file| set(&|s| s.file() == file)).collect(),
            zobrist: Zobrist::new(),
        };

        // Kinds that differ in nothing that generation looks at share a class.
        let mut alike: Vec<Alike<'_>> = Vec::new();
        let mut slides: Vec<&[((i8, i8), u8)]> = Vec::new();
        for kind in variant.kinds() {
            let piece = variant.piece(kind);
            let moves = variant.moves(kind);
            let promoted = variant.promoted(kind);
            let crowns = !piece.royal && promoted.is_some_and(|kind| variant.piece(kind).royal);
            let like = (
                (moves, promoted.is_some(), crowns, piece.royal, piece.pawn, piece.must_promote),
                (piece.power, piece.lion, piece.minor),
            );
            let class = alike.iter().position(|other| *other == like).unwrap_or_else(|| {
                alike.push(like);
                let class = tables.class(moves, &squares);
                let power = variant.power(kind);
                let power = power.map(|(steps, turns)| Steps::new(steps, *turns, &squares));
                let index = tables.classes.len() as u8;
                let whenever = def.promotion == Promotion::Whenever && promoted.is_some();
                let must_promote = variant.must_promote(kind);
                tables.classes.push(Class {
                    promotes: promoted.is_some(),
                    crowns,
                    careful: crowns || whenever,
                    royal: piece.royal,
                    forced: Side::ALL.map(|side| farthest(side, must_promote)),
                    whenever,
                    // What promotes by taking has to be looked at piece by piece.
                    shift: class.shift.filter(|_| !tables.entering),
                    power,
                    lion: piece.lion,
                    minor: piece.minor,
                    ..class
                });
                if piece.royal {
                    tables.royal_classes.push(index);
                }
                if piece.lion {
                    tables.lion_classes.push(index);
                }
                if !moves.steps.is_empty() {
                    tables.steppers.push(index);
                }
                if !moves.slides.is_empty() {
                    match slides.iter().position(|&other| other == moves.slides) {
                        Some(slider) => tables.sliders[slider].classes.push(index),
                        None => {
                            slides.push(&moves.slides);
                            let from = Side::ALL.map(|side| {
                                tables.by_square(&squares, |from| {
                                    tables.slide_squares(moves, side.other(), from)
                                })
                            });
                            tables.sliders.push(Slider { classes: vec![index], from });
                        }
                    }
                }
                index as usize
            });
            tables.class_of[kind.index()] = class as u8;
            tables.promoted[kind.index()] = promoted.unwrap_or(kind).0;
            tables.unpromoted[kind.index()] = variant.unpromoted(kind).0;
            if let Some(drops) = def.drops
                && !piece.royal
                && !piece.is_promoted()
            {
                let on = Side::ALL.map(|side| {
                    set(&|square| {
                        let square = square.index() as u8;
                        drops.dead || !tables.ever(class as u8, side, square).is_empty()
                    })
                });
                tables.droppable.push(Droppable {
                    kind,
                    held: variant.unpromoted(kind).0,
                    on,
                    on_file: if piece.pawn { drops.pawns_on_file } else { 0 },
                    pawn_mate: if piece.pawn { drops.pawn_mate } else { PawnMate::Legal },
                });
            }
        }
        let steps_to = Side::ALL.map(|side| {
            let steps = |&class: &u8| &tables.classes[class as usize].steps[side.other() as usize];
            tables.union(&squares, tables.steppers.iter().map(steps))
        });
        let slides_to = Side::ALL.map(|side| {
            tables.union(&squares, tables.sliders.iter().map(|slider| &slider.from[side as usize]))
        });
        (tables.steps_to, tables.slides_to) = (steps_to, slides_to);
        tables.droppable.sort_by_key(|it| (it.on_file > 0, !it.on[0].count()));
        tables
    }

    /// A class with these moves that never promotes.
    fn class(&self, moves: &Moves, squares: &[Square]) -> Class<B> {
        let steps = Side::ALL.map(|side| {
            if moves.steps.is_empty() {
                return Vec::new();
            }
            self.by_square(squares, |from| {
                let to = moves.steps.iter().filter_map(|&vector| {
                    let (files, ranks) = turned(vector, side);
                    from.offset(files, ranks).filter(|&to| self.variant.has(to))
                });
                to.fold(B::EMPTY, |set, to| set | B::one(to.index() as u8))
            })
        });
        let slides = Side::ALL.map(|side| {
            moves.slides.iter().fold(0, |bits, &(vector, _)| bits | 1 << direction(vector, side))
        });
        let limited = moves.slides.iter().any(|&(_, range)| range < UNLIMITED);
        let reach = Side::ALL.map(|side| {
            if limited {
                self.by_square(squares, |from| self.slide_squares(moves, side, from))
            } else {
                Vec::new()
            }
        });
        let shift = match (&moves.steps[..], &moves.slides[..]) {
            (&[vector], []) => Some(Side::ALL.map(|side| {
                let (files, ranks) = turned(vector, side);
                files * SIZE_MAX as i8 + ranks
            })),
            _ => None,
        };
        let shift_from = Side::ALL.map(|side| {
            squares.iter().fold(B::EMPTY, |set, square| {
                let square = square.index();
                match steps[side as usize].get(square) {
                    Some(to) if !to.is_empty() => set | B::one(square as u8),
                    _ => set,
                }
            })
        });
        let dead_end = Side::ALL.map(|side| {
            squares.iter().fold(B::EMPTY, |set, &square| {
                let steps = steps[side as usize].get(square.index());
                let stays = steps.is_none_or(|to| to.is_empty())
                    && self.slide_squares(moves, side, square).is_empty();
                if stays { set | B::one(square.index() as u8) } else { set }
            })
        });
        Class {
            steps,
            slides,
            reach,
            shift,
            shift_from,
            jumps: moves.steps.iter().any(|&(right, forward)| right % 2 == 0 && forward % 2 == 0),
            promotes: false,
            crowns: false,
            careful: false,
            royal: false,
            forced: [B::EMPTY; 2],
            whenever: false,
            specials: Side::ALL.map(|side| {
                let specials = moves.specials.iter().map(|special| Special {
                    direction: direction(special.vector, side),
                    range: special.range,
                    hops: special.hops,
                    moves: special.moves,
                    takes: special.takes,
                });
                specials.collect()
            }),
            dead_end,
            power: None,
            lion: false,
            minor: false,
        }
    }

    /// Where the slides lead from a square on an empty board.
    fn slide_squares(&self, moves: &Moves, side: Side, from: Square) -> B {
        let mut set = B::EMPTY;
        for &(vector, range) in &moves.slides {
            let (files, ranks) = turned(vector, side);
            for n in 1..=range.min(SIZE_MAX) as i8 {
                let to = from.offset(files * n, ranks * n);
                let Some(to) = to.filter(|&to| self.variant.has(to)) else { break };
                set |= B::one(to.index() as u8);
            }
        }
        set
    }

    fn by_square(&self, squares: &[Square], make: impl Fn(Square) -> B) -> Vec<B> {
        let mut table = vec![B::EMPTY; B::CELLS];
        for &square in squares {
            table[square.index()] = make(square);
        }
        table
    }

    /// By square, what any of these have there.
    fn union<'a>(
        &self,
        squares: &[Square],
        tables: impl Iterator<Item = &'a Vec<B>> + Clone,
    ) -> Vec<B> {
        self.by_square(squares, |square| {
            tables.clone().fold(B::EMPTY, |set, table| set | table[square.index()])
        })
    }

    /// The squares a piece of a class attacks.
    #[inline(always)]
    pub(crate) fn attacks(&self, class: u8, side: Side, from: u8, occupied: B) -> B {
        let class = &self.classes[class as usize];
        let mut to = B::EMPTY;
        let slides = class.slides[side as usize];
        if slides != 0 {
            to = self.lines.slides(slides, from, occupied);
            if let Some(&reach) = class.reach[side as usize].get(from as usize) {
                to &= reach;
            }
        }
        if let Some(&steps) = class.steps[side as usize].get(from as usize) {
            to |= steps;
        }
        to
    }

    /// The squares a piece of a class can go to, whatever stands where.
    pub(crate) fn ever(&self, class: u8, side: Side, from: u8) -> B {
        let specials = self.classes[class as usize].specials[side as usize].iter();
        specials.fold(self.attacks(class, side, from, B::EMPTY), |set, special| {
            set | self.lines.within(special.direction, from, special.range)
        })
    }

    /// Where the lines lead along which a piece of a class only moves, only takes, or hops.
    pub(crate) fn special(&self, class: u8, side: Side, from: u8, occupied: B) -> Reach<B> {
        let mut reach = Reach { moves: B::EMPTY, takes: B::EMPTY };
        for special in &self.classes[class as usize].specials[side as usize] {
            let direction = special.direction;
            let mut open = self.lines.slides(1 << direction, from, occupied);
            if special.hops {
                let screen = open & occupied;
                if screen.is_empty() {
                    continue;
                }
                open = self.lines.slides(1 << direction, screen.first(), occupied);
            }
            open &= self.lines.within(direction, from, special.range);
            if special.moves {
                reach.moves |= open.but(occupied);
            }
            if special.takes {
                reach.takes |= open & occupied;
            }
        }
        reach
    }
}

/// A vector seen by a side as files to the left and ranks down.
pub(crate) fn turned((right, forward): (i8, i8), side: Side) -> (i8, i8) {
    match side {
        Side::Sente => (-right, -forward),
        Side::Gote => (right, forward),
    }
}

fn direction(vector: (i8, i8), side: Side) -> u8 {
    let turned = turned(vector, side);
    let found = DIRECTIONS.iter().position(|&direction| direction == turned);
    found.expect("slides go in one of eight directions") as u8
}

/// How each piece is written, by its code.
fn letters(variant: Variant) -> [[u8; 2]; CODES] {
    let mut letters = [[b' '; 2]; CODES];
    for kind in variant.kinds() {
        let (sign, letter) = match variant.piece(kind).letter.as_bytes() {
            [sign, letter] => (*sign, *letter),
            letter => (b' ', letter.first().copied().unwrap_or(b' ')),
        };
        for side in Side::ALL {
            let letter = match side {
                Side::Sente => letter,
                Side::Gote => letter.to_ascii_lowercase(),
            };
            letters[Piece { side, kind }.code() as usize & (CODES - 1)] = [sign, letter];
        }
    }
    letters
}
