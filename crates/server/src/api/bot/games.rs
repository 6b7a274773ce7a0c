//! A game, line by line.

use axum::extract::{Path, State};
use komadai_game::{Game, Offer, TimeControl};
use komadai_protocol::{
    ChatLine, ClientMessage, ClocksView, GameEvent, GameSnapshot, PhaseView, ResultView,
    ServerMessage, StreamEvent, StreamName, StreamSnapshot, TimeView,
    http::bot_api::{
        BotGameEvent, BotGameFull, BotPerfName, BotPlayer, BotStanding, BotVariant, NO_CLOCK_MS,
    },
};
use komadai_rules::{BySide, Side};
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::{
    asking::{Door, Listener, after_a_while},
    view,
};
use crate::{
    app::App,
    gateway::{Client, SessionEnded},
    http::{
        lines::{LIFE_EVERY, Lines, Writer},
        problem::Problem,
        streaming::StreamEnd,
    },
};

/// Clocks of which nothing is known yet.
const AT_REST: ClocksView = ClocksView {
    sente: TimeView { main_ms: 0, periods: 0 },
    gote: TimeView { main_ms: 0, periods: 0 },
    running: None,
    elapsed_ms: 0,
    first_move_due_ms: None,
};

pub(super) async fn follow<D: Door>(
    State(app): State<App>,
    Listener(program): Listener<D>,
    Path(id): Path<String>,
) -> Result<Lines<BotGameEvent>, Problem> {
    let opened = async {
        let (game, side) = program.game(&app, &id).await?;
        Ok((program.client(&app).await?, BotStream::of(&app, &game, side).await?, game.id().code()))
    };
    let (mut client, told, code) = match opened.await {
        Ok(opened) => opened,
        Err(problem) => return Err(after_a_while(problem).await),
    };
    let here = app.open_streams.follow_game(program.player.id, code);
    let stream = move |id| ClientMessage::Subscribe {
        id,
        stream: StreamName::Game(code),
        last: None,
        epoch: None,
        glance: false,
    };
    Ok(Lines::new(|out| async move {
        let _here = here;
        match client.say(stream).await {
            Ok(_) => told.write(client, out).await,
            Err(SessionEnded) => Ok(()),
        }
    }))
}

/// A chat line as programs of lishogi know one.
pub(super) fn room(line: &ChatLine) -> &'static str {
    if line.side.is_some() { "player" } else { "spectator" }
}

/// What a line of chat was said by.
pub(super) fn speaker(line: &ChatLine) -> String {
    line.handle.clone().unwrap_or_else(|| line.by.clone())
}

/// What a program is sent about its game.
struct BotStream {
    /// Until the first line was sent.
    beginning: Option<Box<BotGameFull>>,
    controls: BySide<TimeControl>,
    /// Whether moves are sent in Fairy-Stockfish's letters too, which are ours.
    is_fairy: bool,
    /// The reader's side.
    side: Side,
    moves: Vec<String>,
    clocks: ClocksView,
    /// Who offers a draw: here that is an impasse by agreement, and nothing else.
    draws: BySide<bool>,
    result: Option<ResultView>,
}

impl BotStream {
    async fn of(app: &App, game: &Game, side: Side) -> Result<Self, Problem> {
        let setup = game.setup();
        let mut conn = app.service.store.read().await?;
        let creator = &setup.seats.creator;
        let mut seat = async |side: Side| -> Result<BotPlayer, Problem> {
            let player = game.players().map_or(creator, |players| &players[side]);
            view::player(app, &mut conn, player, setup).await
        };
        let sente = seat(Side::Sente).await?;
        let gote = seat(Side::Gote).await?;
        let initial_sfen = view::initial_sfen(setup).unwrap_or_else(|| "startpos".to_owned());
        let control = &setup.clocks[side];
        let (_, perf) = view::perf(setup);
        let told = Self {
            beginning: None,
            controls: setup.clocks,
            is_fairy: BotVariant::is_fairy(&setup.variant),
            side,
            moves: Vec::new(),
            clocks: AT_REST,
            draws: BySide::default(),
            result: None,
        };
        let beginning = BotGameFull {
            id: game.id().code().to_string(),
            variant: BotVariant::of(&setup.variant),
            clock: view::clock(control),
            speed: view::speed(control).to_owned(),
            perf: BotPerfName { icon: None, name: perf },
            rated: setup.rated,
            created_at: setup.created_ms,
            white: sente.clone(),
            black: gote.clone(),
            sente,
            gote,
            fairy_initial_sfen: told.is_fairy.then(|| initial_sfen.clone()),
            initial_fen: initial_sfen.clone(),
            initial_sfen,
            state: BotGameEvent::GameState(told.standing()),
        };
        Ok(Self { beginning: Some(Box::new(beginning)), ..told })
    }

    async fn write(
        mut self,
        mut client: Client,
        out: Writer<BotGameEvent>,
    ) -> Result<(), StreamEnd> {
        let mut life = interval_at(Instant::now() + LIFE_EVERY, LIFE_EVERY);
        life.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let message = tokio::select! {
                biased;
                heard = client.hear() => match heard {
                    Some(message) => message,
                    None => return Ok(()),
                },
                _ = life.tick() => {
                    // An empty line before the first one is not understood.
                    if self.beginning.is_none() {
                        out.life().await?;
                    }
                    continue;
                }
            };
            match message {
                ServerMessage::Refused { .. } => return Ok(()),
                ServerMessage::Snapshot { snapshot: StreamSnapshot::Game(game), .. } => {
                    self.stands(*game);
                    let standing = BotGameEvent::GameState(self.standing());
                    let line = match self.beginning.take() {
                        Some(beginning) => BotGameEvent::GameFull(Box::new(BotGameFull {
                            state: standing,
                            ..*beginning
                        })),
                        None => standing,
                    };
                    out.line(&line).await?;
                }
                ServerMessage::Event { event: StreamEvent::Game(event), .. } => {
                    if let Some(line) = self.hear(*event) {
                        out.line(&line).await?;
                    }
                }
                _ => {}
            }
            if self.result.is_some() {
                return Ok(());
            }
        }
    }

    fn stands(&mut self, game: GameSnapshot) {
        self.moves = game.moves.into_iter().map(|it| it.usi).collect();
        self.clocks = game.clocks;
        self.draws = BySide::default();
        for offer in game.offers {
            if matches!(offer.kind, Offer::Impasse | Offer::Draw) {
                self.draws[offer.by] = true;
            }
        }
        self.result = game.result.filter(|_| game.phase == PhaseView::Over);
    }

    /// Takes in what happens, and reports it if programs are to know.
    fn hear(&mut self, event: GameEvent) -> Option<BotGameEvent> {
        match event {
            GameEvent::Moved { usi, clocks, dests, .. } => {
                self.moves.push(usi);
                self.clocks = clocks;
                // The next move withdraws what was offered before it.
                self.draws = BySide::default();
                // It ends the game, which is reported next: a program that is mated is not to
                // search.
                if dests.is_some_and(|dests| dests.is_empty()) {
                    return None;
                }
            }
            GameEvent::TakenBack { ply, clocks, .. } => {
                self.moves.truncate(ply as usize);
                self.clocks = clocks;
                self.draws = BySide::default();
            }
            GameEvent::Offered { by, kind: Offer::Impasse | Offer::Draw } => self.draws[by] = true,
            GameEvent::Answered { by, kind: Offer::Impasse | Offer::Draw, .. } => {
                self.draws[by.other()] = false
            }
            GameEvent::Ended { result, clocks } => {
                self.clocks = clocks;
                self.draws = BySide::default();
                self.result = Some(result);
            }
            GameEvent::Chat { line } => {
                let (room, username) = (room(&line).to_owned(), speaker(&line));
                return Some(BotGameEvent::ChatLine { room, username, text: line.text });
            }
            GameEvent::Agreed { clocks, .. }
            | GameEvent::Away { clocks, .. }
            | GameEvent::Interrupted { clocks, .. }
            | GameEvent::Resumed { clocks, .. }
            | GameEvent::Arbiter { clocks, .. } => {
                self.clocks = clocks;
                return None;
            }
            _ => return None,
        }
        Some(BotGameEvent::GameState(self.standing()))
    }

    /// How it stands. What the side to move has used of this move by now is taken off.
    fn standing(&self) -> BotStanding {
        let extra = |side: Side| view::clock(&self.controls[side]);
        let left = |side: Side| {
            let time = if side == Side::Sente { self.clocks.sente } else { self.clocks.gote };
            let used = if self.clocks.running == Some(side) { self.clocks.elapsed_ms } else { 0 };
            match extra(side) {
                None => NO_CLOCK_MS,
                Some(_) => view::left_ms(&self.controls[side], time.main_ms.saturating_sub(used)),
            }
        };
        let increment = |side: Side| extra(side).map_or(0, |clock| clock.increment);
        let ended = self.result.as_ref();
        let moves = self.moves.join(" ");
        BotStanding {
            fairy_moves: self.is_fairy.then(|| moves.clone()),
            moves,
            btime: left(Side::Sente),
            wtime: left(Side::Gote),
            binc: increment(Side::Sente),
            winc: increment(Side::Gote),
            byo: extra(self.side).map_or(0, |clock| clock.byoyomi),
            sdraw: self.draws.sente,
            gdraw: self.draws.gote,
            status: view::status(ended.map(|it| (it.reason, it.winner))).name,
            winner: ended.and_then(|it| it.winner),
            rematch: ended.and_then(|it| it.next).map(|next| next.to_string()),
        }
    }
}
