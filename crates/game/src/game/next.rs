//! The players' sides, and the game that follows a game.

use komadai_ids::GameId;
use komadai_rules::{BySide, Side};

use super::Game;
use crate::{Event, Player, Refusal, Seats, Setup, SideChoice, Start, Time, Toss, furigoma::mix};

/// What a seed is used for; a new purpose gets a new number.
mod purpose {
    pub(super) const HANDICAP_LOT: u64 = 2;
    pub(super) const NEXT_SEED: u64 = 3;
    pub(super) const NEXT_ID: u64 = 4;
    pub(super) const NEXT_ID_2: u64 = 5;
}

impl Game {
    /// The event that begins the game between its creator and this opponent.
    pub fn start(&self, now_ms: u64, opponent: &Player) -> Event {
        self.start_with(now_ms, opponent, self.setup.king == Some(opponent.id))
    }

    /// The same, where it is known whether the opponent has 王 (§2.5).
    pub(super) fn start_with(&self, now_ms: u64, opponent: &Player, has_king: bool) -> Event {
        let Seats { creator, side, .. } = &self.setup.seats;
        let (creator_side, toss) = match side {
            SideChoice::Sente => (Side::Sente, None),
            SideChoice::Gote => (Side::Gote, None),
            // §3.1: never in handicaps, where a lot decides.
            SideChoice::Random if matches!(self.setup.start, Start::Handicap(_)) => {
                let heads = mix(self.setup.seed, purpose::HANDICAP_LOT) & 1 == 0;
                (if heads { Side::Sente } else { Side::Gote }, None)
            }
            SideChoice::Random => {
                let toss = Toss::from_seed(self.setup.seed);
                let holder = if toss.holder_is_sente() { Side::Sente } else { Side::Gote };
                (if has_king { holder.other() } else { holder }, Some(toss))
            }
        };
        let players = match creator_side {
            Side::Sente => BySide { sente: creator.clone(), gote: opponent.clone() },
            Side::Gote => BySide { sente: opponent.clone(), gote: creator.clone() },
        };
        let king = has_king.then(|| creator_side.other());
        Event::Started { players, toss, king, at_ms: now_ms }
    }

    /// §2.2: the same players again with sides swapped, except in handicaps, and with what was
    /// left on their clocks. Its id follows from this game's seed, so that it is made once.
    pub(super) fn replay(&self, now_ms: u64, times: BySide<Time>) -> Option<Setup> {
        let left = BySide::from_fn(|side| self.setup.clocks[side].carry_over(times[side]));
        let mut next = self.successor(now_ms)?;
        next.times =
            Some(if self.swaps() { BySide { sente: left.gote, gote: left.sente } } else { left });
        next.timed_at_once = true;
        Some(next)
    }

    /// The rematch: the same settings, sides swapped except in handicaps, fresh clocks.
    pub(super) fn rematch(&self, now_ms: u64) -> Result<Setup, Refusal> {
        self.successor(now_ms).ok_or(Refusal::NotAllowed)
    }

    fn swaps(&self) -> bool {
        !matches!(self.setup.start, Start::Handicap(_))
    }

    fn successor(&self, created_ms: u64) -> Option<Setup> {
        let players = self.players()?;
        let creator = &self.setup.seats.creator;
        let side = self.side_of(creator.id)?;
        let king = self.king_holder().filter(|holder| *holder != side);
        let opponent = players[side.other()].clone();
        let creator_side = if self.swaps() { side.other() } else { side };
        let clocks = self.setup.clocks;
        Some(Setup {
            id: self.next_id(created_ms),
            seed: mix(self.setup.seed, purpose::NEXT_SEED),
            created_ms,
            variant: self.setup.variant.clone(),
            start: self.setup.start.clone(),
            rules: self.setup.rules,
            clocks: if self.swaps() {
                BySide { sente: clocks.gote, gote: clocks.sente }
            } else {
                clocks
            },
            seats: Seats {
                creator: creator.clone(),
                opponent: Some(opponent),
                side: match creator_side {
                    Side::Sente => SideChoice::Sente,
                    Side::Gote => SideChoice::Gote,
                },
            },
            // A replay is timed at once (it has carried clocks); its rematch is a fresh game.
            timed_at_once: self.setup.timed_at_once && self.setup.times.is_none(),
            times: None,
            rated: self.setup.rated,
            tournament: self.setup.tournament,
            previous: Some(self.setup.id),
            king: king.map(|side| players[side].id),
            delay: self.setup.delay,
            sides_by_pairing: false,
            // A player who plays on is there.
            agreed_within_ms: None,
            pool: None,
            quick: None,
        })
    }

    fn next_id(&self, created_ms: u64) -> GameId {
        let mut random = [0; 10];
        let low = mix(self.setup.seed, purpose::NEXT_ID).to_be_bytes();
        let high = mix(self.setup.seed, purpose::NEXT_ID_2).to_be_bytes();
        random[..2].copy_from_slice(&high[..2]);
        random[2..].copy_from_slice(&low);
        GameId::new(created_ms, random)
    }
}
