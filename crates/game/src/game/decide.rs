//! Deciding: from a command to events, or to a refusal. Nothing here changes the game.

use komadai_ids::UserId;
use komadai_rules::{BySide, Ending, IllegalPolicy, Move, Side};

use super::{Game, Phase, event_ms};
use crate::{
    ArbiterAct, By, CREDIT_MS_MAX, Command, EndReason, Event, Offer, Outcome, Player,
    RATED_PLIES_MIN, Refusal, Rejection, Stretch, Time, TimeOff, UnratedReason, conditions,
};

type Decision = Result<Vec<Event>, Rejection>;

/// What thinking costs.
struct Charge {
    /// How long it took, in milliseconds.
    thought_ms: u64,
    /// What of it is not charged because the network took it, in milliseconds.
    credit_ms: u64,
    /// What stands on the clock after it.
    time: Time,
}

impl Game {
    /// What `command`, given by `by` at `now_ms`, leads to.
    ///
    /// These events are the command's own effect, its end of the game included. Nothing has
    /// happened until they are applied; an empty list means that nothing will.
    ///
    /// # Errors
    /// The reason for which it is not carried out.
    pub fn handle(&self, now_ms: u64, by: By, command: &Command) -> Result<Vec<Event>, Rejection> {
        let mut decision = self.decide(now_ms, by, command);
        if self.setup.rated {
            match &mut decision {
                Ok(events) => self.rate_no_short_game(events),
                Err(Rejection::Ended(end)) => self.rate_no_short_game(std::slice::from_mut(end)),
                Err(Rejection::Refused(_)) => {}
            }
        }
        decision
    }

    /// A result that came before both sides had made two moves says nothing of their strength.
    fn rate_no_short_game(&self, events: &mut [Event]) {
        let is_short = self.n_moves_with(events) < RATED_PLIES_MIN;
        for event in events {
            if let Event::Ended { outcome, next: None, .. } = event
                && is_short
                && !outcome.reason.is_void()
            {
                outcome.unrated = Some(UnratedReason::TooShort);
            }
        }
    }

    /// How many moves there are once these events are applied.
    pub fn n_moves_with(&self, events: &[Event]) -> u32 {
        let n_new = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
        self.line.n_moves().saturating_add(n_new as u32)
    }

    fn decide(&self, now_ms: u64, by: By, command: &Command) -> Decision {
        match (by, command) {
            (By::User(_), Command::Join { player, has_king }) => {
                self.join(now_ms, player, *has_king)
            }
            (By::User(user), Command::Abort) => self.abort(now_ms, user),
            (By::User(user), command) => {
                let side = self.side_of(user).ok_or(match self.phase {
                    Phase::Waiting if user == self.setup.seats.creator.id => Refusal::NotStarted,
                    _ => Refusal::NotAPlayer,
                })?;
                self.player_command(now_ms, side, command)
            }
            (By::Server, Command::CheckTime { srtt_ms }) => Ok(self.check_time(now_ms, *srtt_ms)),
            (By::Server, Command::Interrupt { from_ms, to_ms }) => {
                Ok(self.interrupt(now_ms, *from_ms, *to_ms))
            }
            (By::Server, Command::Away { side, vacation }) => self.away(now_ms, *side, *vacation),
            (By::Server, Command::Arbiter(act)) => self.arbiter(now_ms, act),
            (By::Server, Command::Agree) => self.agree(now_ms),
            (By::Server, Command::Abort) if self.phase == Phase::Over => {
                Err(Refusal::GameOver.into())
            }
            (By::Server, Command::Abort) => Ok(vec![self.end(now_ms, EndReason::Aborted, None)]),
            (By::Server, _) => Err(Refusal::NotAPlayer.into()),
        }
    }

    fn player_command(&self, now_ms: u64, side: Side, command: &Command) -> Decision {
        match command {
            Command::Move { ply, usi, read_ms, srtt_ms } => {
                self.player_move(now_ms, side, *ply, usi, *read_ms, *srtt_ms)
            }
            Command::Conditions { ply, lines } => self.set_conditions(side, *ply, lines),
            Command::Resign => {
                self.playing()?;
                Ok(vec![self.end(now_ms, EndReason::Resignation, Some(side.other()))])
            }
            Command::Claim { win, left } => self.claim(now_ms, side, *win, *left),
            Command::Offer(offer) => self.offer(now_ms, side, *offer),
            Command::Answer { offer, accept } => self.answer(now_ms, side, *offer, *accept),
            Command::Declare { read_ms, srtt_ms } => {
                self.in_motion()?;
                if self.turn() != side {
                    return Err(Refusal::NotYourTurn.into());
                }
                self.charge(now_ms, *read_ms, *srtt_ms)?;
                let ending = self.line.declare().map_err(|_| Refusal::NotAllowed)?;
                Ok(vec![self.end_by_rules(now_ms, &ending, self.times, None)])
            }
            Command::Join { .. }
            | Command::Abort
            | Command::Agree
            | Command::Arbiter(_)
            | Command::Away { .. }
            | Command::CheckTime { .. }
            | Command::Interrupt { .. } => Err(Refusal::NotAllowed.into()),
        }
    }

    fn playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Err(Refusal::NotStarted),
            Phase::Playing => Ok(()),
            Phase::Over => Err(Refusal::GameOver),
        }
    }

    /// It is being played, and no arbiter has stopped it.
    fn in_motion(&self) -> Result<(), Refusal> {
        self.playing()?;
        if self.halted { Err(Refusal::Halted) } else { Ok(()) }
    }

    fn agree(&self, now_ms: u64) -> Decision {
        self.playing()?;
        // A side that was out of time before has not agreed in time.
        match self.check_time(now_ms, Some(CREDIT_MS_MAX)).pop() {
            _ if self.agreed => Ok(Vec::new()),
            Some(end) => Err(ended(end)),
            None => Ok(vec![Event::Agreed { at_ms: now_ms }]),
        }
    }

    /// §4: the vacation of one side, in place of what was known of it.
    fn away(&self, now_ms: u64, side: Side, vacation: Option<Stretch>) -> Decision {
        self.playing()?;
        if !self.setup.is_correspondence() {
            return Err(Refusal::NotAllowed.into());
        }
        let is_ahead = |it: &Stretch| it.until_ms > now_ms && it.until_ms > it.from_ms;
        let known = self.vacation(side).filter(is_ahead);
        let wanted = vacation.filter(is_ahead);
        let vacation = match (wanted, known) {
            (wanted, known) if wanted == known => return Ok(Vec::new()),
            (Some(wanted), _) => wanted,
            // Back early, or not going at all.
            (None, known) => {
                let from_ms = known.map_or(now_ms, |it| it.from_ms.min(now_ms));
                Stretch { from_ms, until_ms: now_ms }
            }
        };
        let elapsed_ms = (side == self.turn()).then(|| self.thought_with(vacation, now_ms));
        let allowance_ms = self.setup.clocks[side].allowance_ms(self.times[side]);
        let most_ms = allowance_ms + self.lags[side].claimable_ms(Some(CREDIT_MS_MAX));
        if elapsed_ms.is_some_and(|elapsed_ms| elapsed_ms >= most_ms) {
            return Err(ended(self.flag(now_ms, side)));
        }
        let elapsed_ms = elapsed_ms.map(event_ms);
        Ok(vec![Event::AwayUntil { side, vacation, elapsed_ms }])
    }

    /// How long the side to move has thought, where it turns out to be on vacation since before
    /// now: up to then counts what was known.
    fn thought_with(&self, vacation: Stretch, now_ms: u64) -> u64 {
        let Some(running) = self.running else { return self.carried_ms };
        let off = self.time_off(running.side);
        let from_ms = vacation.from_ms.clamp(running.since_ms, now_ms.max(running.since_ms));
        let known_ms = off.counted_ms(running.since_ms, from_ms);
        let off = TimeOff { vacation: Some(vacation), ..off };
        self.carried_ms + known_ms + off.counted_ms(from_ms, now_ms)
    }

    fn arbiter(&self, now_ms: u64, act: &ArbiterAct) -> Decision {
        self.playing()?;
        let event = match act {
            ArbiterAct::Halt if self.halted => return Ok(Vec::new()),
            ArbiterAct::Halt => {
                // A side with no time left has lost before anybody stopped the game.
                if let Some(end) = self.check_time(now_ms, Some(CREDIT_MS_MAX)).pop() {
                    return Err(ended(end));
                }
                Event::Halted { elapsed_ms: event_ms(self.thought_ms(now_ms)), at_ms: now_ms }
            }
            ArbiterAct::GoOn if !self.halted => return Ok(Vec::new()),
            ArbiterAct::GoOn => Event::WentOn { at_ms: now_ms },
            ArbiterAct::SetClocks(_) if !self.halted => return Err(Refusal::NotAllowed.into()),
            ArbiterAct::SetClocks(times) => Event::ClocksSet { times: *times, at_ms: now_ms },
            ArbiterAct::End(outcome) => self.end_with(now_ms, outcome.clone()),
        };
        Ok(vec![event])
    }

    fn join(&self, now_ms: u64, player: &Player, has_king: bool) -> Decision {
        match self.phase {
            Phase::Waiting if player.id == self.setup.seats.creator.id => {
                Err(Refusal::OwnGame.into())
            }
            Phase::Waiting if self.setup.needs_accounts() && player.guest => {
                Err(Refusal::NeedsAccount.into())
            }
            Phase::Waiting => Ok(vec![self.start_with(now_ms, player, has_king)]),
            Phase::Over if self.players.is_none() => Err(Refusal::GameOver.into()),
            Phase::Playing | Phase::Over => Err(Refusal::SeatTaken.into()),
        }
    }

    fn abort(&self, now_ms: u64, user: UserId) -> Decision {
        match self.phase {
            Phase::Waiting if user == self.setup.seats.creator.id => {
                Ok(vec![self.end(now_ms, EndReason::Aborted, None)])
            }
            Phase::Over if self.players.is_none() && user == self.setup.seats.creator.id => {
                Err(Refusal::GameOver.into())
            }
            _ if self.side_of(user).is_none() => Err(Refusal::NotAPlayer.into()),
            Phase::Playing if self.setup.tournament.is_some() => Err(Refusal::NotAllowed.into()),
            Phase::Playing if Side::ALL.into_iter().all(|side| self.has_moved[side]) => {
                Err(Refusal::TooLateToAbort.into())
            }
            Phase::Playing => {
                let called_off = self.side_of(user);
                let outcome = Outcome { called_off, ..Outcome::new(EndReason::Aborted, None) };
                Ok(vec![self.end_with(now_ms, outcome)])
            }
            Phase::Waiting | Phase::Over => Err(Refusal::GameOver.into()),
        }
    }

    fn player_move(
        &self,
        now_ms: u64,
        side: Side,
        ply: u32,
        usi: &str,
        read_ms: u64,
        srtt_ms: Option<u64>,
    ) -> Decision {
        self.in_motion()?;
        let present = self.line.n_moves();
        if ply != present {
            return Err(Refusal::StalePly { ply: present }.into());
        }
        if self.turn() != side {
            return Err(Refusal::NotYourTurn.into());
        }
        let variant = self.line.position().variant();
        let mv = Move::from_usi(variant, usi).map_err(|_| Refusal::BadMove)?;

        let Charge { thought_ms, credit_ms, time } = self.charge(now_ms, read_ms, srtt_ms)?;
        let ending = self.line.judge(mv).map_err(Refusal::Illegal)?;
        let times = with(self.times, side, time);
        match ending {
            Some(ending) if ending.illegal.is_some() => {
                Ok(vec![self.end_by_rules(now_ms, &ending, times, Some(usi))])
            }
            ending => {
                let moved = Event::Moved {
                    mv: self.line.position().plain(mv),
                    // While the other is not ready nobody need hurry.
                    thought_ms: if self.agreed { event_ms(thought_ms) } else { 0 },
                    credit_ms: credit_ms.min(CREDIT_MS_MAX) as u16,
                    time,
                };
                let end = ending.map(|ending| self.end_by_rules(now_ms, &ending, times, None));
                let mut events: Vec<_> = std::iter::once(moved).chain(end).collect();
                self.answer_by_conditions(now_ms, &mut events);
                Ok(events)
            }
        }
    }

    /// What the thinking of the side to move costs, if it has ended by `read_ms`; where that was
    /// too late, how the game has ended.
    fn charge(&self, now_ms: u64, read_ms: u64, srtt_ms: Option<u64>) -> Result<Charge, Rejection> {
        let side = self.turn();
        let thought_ms = self.thought_ms(read_ms);
        let (charged_ms, credit_ms) = if self.is_charged(side) {
            let credit_ms = self.lags[side].credit_ms(thought_ms, srtt_ms);
            (thought_ms - credit_ms, credit_ms)
        } else if thought_ms >= self.uncharged_ms() {
            return Err(ended(self.no_first_move(now_ms, side)));
        } else {
            (0, 0)
        };
        match self.setup.clocks[side].spend(self.times[side], charged_ms) {
            Some(time) => Ok(Charge { thought_ms, credit_ms, time }),
            None => Err(ended(self.flag(now_ms, side))),
        }
    }

    /// What was decided before is carried out with the move that it answers, at no cost of time;
    /// it may be answered the same way.
    fn answer_by_conditions(&self, now_ms: u64, events: &mut Vec<Event>) {
        if Side::ALL.into_iter().all(|side| self.conditions[side].is_empty()) {
            return;
        }
        let mut ahead = self.clone();
        events.iter().for_each(|event| ahead.apply(event));
        while let Some(mv) = ahead.conditions[ahead.turn()].answer() {
            let side = ahead.turn();
            let ending = match ahead.line.judge(mv) {
                Ok(ending) if ending.is_none_or(|it| it.illegal.is_none()) => ending,
                // It was judged in this very position.
                _ => break,
            };
            let Some(time) = ahead.setup.clocks[side].spend(ahead.times[side], 0) else { break };
            let moved = Event::Moved { mv, thought_ms: 0, credit_ms: 0, time };
            ahead.apply(&moved);
            events.push(moved);
            if let Some(ending) = ending {
                let end = ahead.end_by_rules(now_ms, &ending, ahead.times, None);
                ahead.apply(&end);
                events.push(end);
            }
        }
    }

    fn set_conditions(&self, side: Side, ply: u32, lines: &[String]) -> Decision {
        self.in_motion()?;
        // §2.1: where an illegal move loses, nothing says beforehand what is legal.
        if !self.setup.is_correspondence() || self.setup.rules.illegal == IllegalPolicy::Loses {
            return Err(Refusal::NotAllowed.into());
        }
        let present = self.line.n_moves();
        if ply != present {
            return Err(Refusal::StalePly { ply: present }.into());
        }
        let lines = conditions::judge(&self.line, side, lines)?;
        // The same again is an event too, so that the command is known when it is repeated.
        Ok(vec![Event::ConditionsSet { by: side, lines }])
    }

    fn offer(&self, now_ms: u64, side: Side, offer: Offer) -> Decision {
        if offer == Offer::Rematch {
            self.rematch_possible()?;
        } else {
            self.playing()?;
        }
        if offer != Offer::Takeback && self.offers[side.other()].has(offer) {
            return self.answer(now_ms, side, offer, true);
        }
        let allowed = match offer {
            Offer::Takeback => self.setup.takes_back() && self.plies_to_take_back(side).is_some(),
            Offer::Impasse => self.line.can_agree(),
            Offer::Draw => self.line.can_draw(),
            Offer::Rematch => true,
        };
        if !allowed {
            return Err(Refusal::NotAllowed.into());
        }
        if self.offers[side].has(offer) {
            return Err(Refusal::AlreadyOffered.into());
        }
        Ok(vec![Event::Offered { by: side, offer }])
    }

    fn answer(&self, now_ms: u64, side: Side, offer: Offer, accepted: bool) -> Decision {
        if offer == Offer::Rematch {
            self.rematch_possible()?;
        } else {
            self.playing()?;
        }
        if !self.offers[side.other()].has(offer) {
            return Err(Refusal::NoOffer.into());
        }
        let answered = Event::Answered { by: side, offer, accepted };
        if !accepted {
            return Ok(vec![answered]);
        }
        let consequence = match offer {
            Offer::Takeback => {
                let plies = self.plies_to_take_back(side.other()).ok_or(Refusal::NotAllowed)?;
                Event::TakenBack { plies, times: self.times_before_last(usize::from(plies)) }
            }
            Offer::Impasse | Offer::Draw => {
                let ending = self.line.agree().map_err(|_| Refusal::NotAllowed)?;
                self.end_by_rules(now_ms, &ending, self.times, None)
            }
            Offer::Rematch => Event::Rematch { next: Box::new(self.rematch(now_ms)?) },
        };
        Ok(vec![answered, consequence])
    }

    fn rematch_possible(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Over if self.next.is_some() => Err(Refusal::AlreadyFollowed),
            Phase::Over if self.players.is_none() || self.setup.tournament.is_some() => {
                Err(Refusal::NotAllowed)
            }
            Phase::Over => Ok(()),
            Phase::Waiting | Phase::Playing => Err(Refusal::GameNotOver),
        }
    }

    /// How many plies go so that `side`'s last move is undone (§3.4).
    fn plies_to_take_back(&self, side: Side) -> Option<u16> {
        let plies = if self.turn() == side { 2 } else { 1 };
        (self.line.n_moves() >= u32::from(plies)).then_some(plies)
    }

    /// What stood on the clocks before the last `plies` moves.
    fn times_before_last(&self, plies: usize) -> BySide<Time> {
        let kept = self.played.len().saturating_sub(plies);
        let mut times = self.setup.times();
        let mut side = self.line.start().turn();
        for played in self.played.iter().take(kept) {
            times[side] = played.time();
            side = side.other();
        }
        times
    }

    fn check_time(&self, now_ms: u64, srtt_ms: Option<u64>) -> Vec<Event> {
        match self.deadline_ms(srtt_ms) {
            Some(deadline_ms) if deadline_ms <= now_ms => vec![self.out_of_time(now_ms)],
            _ => Vec::new(),
        }
    }

    fn out_of_time(&self, now_ms: u64) -> Event {
        let side = self.turn();
        if self.is_charged(side) {
            self.flag(now_ms, side)
        } else {
            self.no_first_move(now_ms, side)
        }
    }

    /// The other side has left, and `side` does not wait for it any longer. Who never moved has
    /// not come at all.
    fn claim(&self, now_ms: u64, side: Side, win: bool, left: bool) -> Decision {
        self.playing()?;
        // By correspondence, somebody who is away has not left.
        if self.setup.tournament.is_some() || self.setup.is_correspondence() {
            return Err(Refusal::NotAllowed.into());
        }
        if !left {
            return Err(Refusal::NotLeft.into());
        }
        let other = side.other();
        let outcome = match win {
            true if self.has_moved[other] => Outcome::left(EndReason::Abandoned, Some(side), other),
            true => Outcome::left(EndReason::NoShow, Some(side), other),
            false => Outcome::left(EndReason::Aborted, None, other),
        };
        Ok(vec![self.end_with(now_ms, outcome)])
    }

    fn no_first_move(&self, now_ms: u64, side: Side) -> Event {
        self.end_with(now_ms, Outcome::left(EndReason::NoFirstMove, None, side))
    }

    fn interrupt(&self, now_ms: u64, from_ms: u64, to_ms: u64) -> Vec<Event> {
        if self.phase != Phase::Playing {
            return Vec::new();
        }
        // What the player could have claimed is not known any more: the most there is counts.
        match self.deadline_ms(Some(CREDIT_MS_MAX)) {
            Some(deadline_ms) if deadline_ms <= from_ms => vec![self.out_of_time(now_ms)],
            _ => vec![Event::Interrupted {
                from_ms,
                to_ms,
                elapsed_ms: event_ms(self.thought_ms(from_ms)),
            }],
        }
    }

    fn flag(&self, now_ms: u64, side: Side) -> Event {
        Event::Ended {
            outcome: Outcome::new(EndReason::Time, Some(side.other())),
            times: with(self.times, side, Time::default()),
            at_ms: now_ms,
            next: None,
        }
    }

    fn end(&self, now_ms: u64, reason: EndReason, winner: Option<Side>) -> Event {
        self.end_with(now_ms, Outcome::new(reason, winner))
    }

    fn end_with(&self, now_ms: u64, outcome: Outcome) -> Event {
        Event::Ended { outcome, times: self.times, at_ms: now_ms, next: None }
    }

    fn end_by_rules(
        &self,
        now_ms: u64,
        ending: &Ending,
        times: BySide<Time>,
        usi: Option<&str>,
    ) -> Event {
        Event::Ended {
            outcome: Outcome {
                illegal: ending.illegal,
                illegal_usi: usi.map(str::to_owned),
                ..Outcome::new(EndReason::Board(ending.reason), ending.winner)
            },
            times,
            at_ms: now_ms,
            next: if ending.replay { self.replay(now_ms, times).map(Box::new) } else { None },
        }
    }
}

/// What is not carried out because of this end, which came before it.
fn ended(end: Event) -> Rejection {
    Rejection::Ended(Box::new(end))
}

/// The clocks with one of them changed.
fn with(mut times: BySide<Time>, side: Side, time: Time) -> BySide<Time> {
    times[side] = time;
    times
}
