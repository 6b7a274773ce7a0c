//! What happens in the service, as frames of the protocol.

pub(crate) mod bell;
mod challenges;
pub(crate) mod ratings;
mod reviews;
mod tsume;

use std::sync::Arc;

use bytes::Bytes;
use komadai_engine::Level;
use komadai_game::{Event, Game, Outcome, Phase, Player, Setup, Stretch};
use komadai_ids::{Code, UserId};
use komadai_live::{Backlog, Frames, LiveGame, OngoingGame, Render, RoomFacts, Seek, opponents};
use komadai_protocol::{
    Answer, ArbiterActName, ChatLine, ClocksView, Dests, FurigomaView, GameEvent, GameSnapshot,
    GameSummary, ImpasseCount, LobbyEvent, LobbySnapshot, MeEvent, MoveView, OfferView, PhaseView,
    PlayerView, QuickView, ResultView, RulesSetup, SeekView, SeekWants, ServerMessage,
    SetupRequest, StartSetup, StreamEvent, StreamName, StreamSnapshot, TournamentEvent,
    TournamentSnapshot, Vacation, ack_frame, moved_frame, played_frame, with_dests,
};
use komadai_rules::{BySide, IllegalPolicy, Line, RuleSet, Side};
use uuid::Uuid;

pub use self::reviews::review_view;
use crate::refused::WireRefusal;

/// How a seek says that the handicap is to follow from the difference of grades.
pub const SUGGESTED: &str = "suggested";

/// The one way in which frames are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct WireRender;

impl WireRender {
    /// It, as the service wants it.
    pub fn shared() -> Arc<Self> {
        Arc::new(Self)
    }
}

/// A message as a frame.
pub fn frame(message: &ServerMessage) -> Bytes {
    let json = serde_json::to_vec(message).expect("every message has a JSON form");
    Backlog::of_process().frame(json)
}

fn game_frame(game: Code, seq: Option<u32>, event: GameEvent) -> Bytes {
    frame(&ServerMessage::Event {
        stream: StreamName::Game(game),
        seq,
        epoch: None,
        event: StreamEvent::Game(Box::new(event)),
    })
}

fn lobby_frame(epoch: u64, seq: u32, event: LobbyEvent) -> Bytes {
    frame(&ServerMessage::Event {
        stream: StreamName::Lobby,
        seq: Some(seq),
        epoch: Some(epoch),
        event: StreamEvent::Lobby(event),
    })
}

/// The frames of an event that gives the side to move its destinations: written once without
/// them, and once more for that side with another end.
fn told_to_mover(game: &Game, common: Vec<u8>) -> Frames {
    let position = game.line().position();
    let own = tells_dests(game).then(|| with_dests(&common, position)).flatten();
    let mut frames = Frames::same(Backlog::of_process().frame(common));
    if let Some(own) = own {
        frames.players[game.turn()] = Backlog::of_process().frame(own);
    }
    frames
}

/// Whether the side to move is sent where it may go: not when the game is over, nor when it is
/// strict, because nothing must reveal what is legal where an illegal move loses (§2.1).
fn tells_dests(game: &Game) -> bool {
    game.setup().rules.illegal == IllegalPolicy::Reject && game.phase() == Phase::Playing
}

fn dests(game: &Game) -> Option<Dests> {
    tells_dests(game).then(|| Dests::of(game.line().position()))
}

/// How both sides stand for an impasse, once a king has entered and the rules count points.
fn impasse(line: &Line) -> Option<BySide<ImpasseCount>> {
    let counts =
        line.can_declare() && Side::ALL.into_iter().any(|side| line.position().has_entered(side));
    let view = |side: Side| {
        let count = line.impasse_count(side);
        ImpasseCount {
            king_in_zone: count.king_in_zone,
            pieces_in_zone: count.pieces_in_zone,
            in_check: count.in_check,
            points: count.points,
            points_everywhere: count.points_everywhere,
        }
    };
    counts.then(|| BySide::from_fn(view))
}

fn clocks(game: &Game, now_ms: u64) -> ClocksView {
    let times = game.times();
    let small = |ms: u64| u32::try_from(ms).unwrap_or(u32::MAX);
    ClocksView {
        sente: times.sente.into(),
        gote: times.gote.into(),
        running: game.running().map(|running| running.side),
        elapsed_ms: small(game.elapsed_ms(now_ms)),
        first_move_due_ms: game
            .first_move_due_ms()
            .map(|due_ms| small(due_ms.saturating_sub(now_ms))),
    }
}

/// The vacation of a player that is not over.
pub fn vacation(game: &Game, side: Side, now_ms: u64) -> Option<Vacation> {
    let known = game.vacation(side).filter(|it| it.until_ms > now_ms);
    known.map(|Stretch { from_ms, until_ms }| Vacation { from_ms, until_ms })
}

fn arbiter(game: &Game, act: ArbiterActName, now_ms: u64) -> GameEvent {
    let clocks = clocks(game, now_ms);
    GameEvent::Arbiter { act, halted: game.is_halted(), clocks, now: now_ms }
}

/// A player with the king that is theirs (§2.5).
pub fn player_view(player: &Player, holds_king: bool) -> PlayerView {
    PlayerView {
        user: player.id.code(),
        name: player.name.clone(),
        guest: player.guest,
        engine: opponents::is_machine(player.id),
        level: opponents::level_of(player.id).map(Level::number),
        bot: player.bot,
        king: if holds_king { "王" } else { "玉" }.to_owned(),
    }
}

/// Whether the side that is to have 王 in a game like this is shown with it (§2.5).
fn kings_differ(setup: &Setup) -> bool {
    setup.variant().is_ok_and(|variant| variant.def().kings_differ)
}

fn players(game: &Game) -> Option<BySide<PlayerView>> {
    let players = game.players()?;
    Some(BySide::from_fn(|side| player_view(&players[side], game.king_shown() == Some(side))))
}

fn furigoma(game: &Game) -> Option<FurigomaView> {
    let toss = game.toss()?;
    // §3.1: for the side that has 王.
    let holder = game.king_holder()?;
    Some(FurigomaView {
        tossed_for: game.players()?[holder].id.code(),
        pawns: (0..5).map(|n| toss.pawns & 1 << n != 0).collect(),
        fu: toss.fu(),
    })
}

/// How a game ended.
pub fn result_view(outcome: &Outcome, next: Option<Code>) -> ResultView {
    ResultView {
        reason: outcome.reason,
        winner: outcome.winner,
        illegal: outcome.illegal,
        illegal_usi: outcome.illegal_usi.clone(),
        left: outcome.left,
        unrated: outcome.unrated,
        next,
    }
}

fn moves(game: &Game) -> Vec<MoveView> {
    let variant = game.line().position().variant();
    let moves = game.line().moves().iter().zip(game.played());
    moves
        .map(|(mv, played)| MoveView {
            usi: mv.usi(variant).to_string(),
            thought_ms: played.thought_ms,
            credit_ms: played.credit_ms,
        })
        .collect()
}

fn chat_view(line: &komadai_live::ChatLine) -> ChatLine {
    ChatLine {
        user: Some(line.user.code()),
        by: line.by.clone(),
        handle: line.handle.clone(),
        bot: line.bot,
        side: line.side,
        text: line.text.clone(),
        at: line.at_ms,
    }
}

/// Whether what watchers say is kept from this reader: from the players, while they play.
fn is_whispered(game: &Game, you: Option<Side>) -> bool {
    you.is_some() && game.phase() == Phase::Playing
}

/// A game as one reader sees it.
pub fn snapshot(
    game: &Game,
    facts: &RoomFacts<'_>,
    reader: Option<UserId>,
    now_ms: u64,
) -> GameSnapshot {
    let setup = game.setup();
    let line = game.line();
    let you = reader.and_then(|reader| game.side_of(reader));
    let seats = players(game);
    let is_mover = you == Some(game.turn());
    GameSnapshot {
        game: game.id().code(),
        variant: setup.variant.clone(),
        start: line.start().sfen(),
        handicap: setup.handicap().map(|handicap| handicap.name().to_owned()),
        rated: setup.rated,
        rules: RuleSet { takeback: setup.takes_back(), ..setup.rules }.into(),
        preset: setup.rules.name().map(str::to_owned),
        clock: setup.clocks.into(),
        phase: match game.phase() {
            Phase::Waiting => PhaseView::Waiting,
            Phase::Playing => PhaseView::Playing,
            Phase::Over => PhaseView::Over,
        },
        players: seats.map_or_else(BySide::default, |seats| seats.map(Some)),
        creator: player_view(&setup.seats.creator, kings_differ(setup)),
        wish: setup.seats.side.into(),
        you,
        furigoma: furigoma(game),
        moves: moves(game),
        sfen: line.position().sfen(),
        turn: game.turn(),
        ply: line.n_moves(),
        check: line.position().is_check(),
        repetitions: u32::from(line.repetitions()),
        impasse: impasse(line),
        clocks: clocks(game, now_ms),
        halted: game.is_halted(),
        tournament: setup.tournament,
        quick: setup.quick.map(|it| QuickView { instead_of: it.instead_of.map(Into::into) }),
        delay: setup.delay,
        now: now_ms,
        dests: if is_mover { dests(game) } else { None },
        offers: game.offers().map(|(side, offer)| OfferView { by: side, kind: offer }).collect(),
        result: game
            .outcome()
            .map(|outcome| result_view(outcome, game.next().map(|next| next.code()))),
        connected: facts.connected,
        claim_at: facts.claim_ms,
        watchers: facts.watchers,
        chat: facts
            .chat
            .iter()
            .filter(|line| !is_whispered(game, you) || game.side_of(line.user).is_some())
            .map(chat_view)
            .collect(),
        created: setup.created_ms,
        vacations: BySide::from_fn(|side| vacation(game, side, now_ms)),
        conditions: you.map(|side| game.conditions(side)).unwrap_or_default(),
    }
}

/// What lists show of a game that is being played.
pub fn summary(game: &LiveGame) -> GameSummary {
    let view = |side: Side| Some(player_view(&game.players[side], game.king_shown == Some(side)));
    GameSummary {
        game: game.id.code(),
        variant: game.variant.clone(),
        handicap: game.handicap.clone(),
        players: BySide::from_fn(view),
        clock: game.clocks.into(),
        sfen: game.sfen.clone(),
        ply: game.ply,
    }
}

/// A set-up as somebody asked for it.
fn setup_request(setup: &Setup) -> SetupRequest {
    SetupRequest {
        variant: setup.variant.clone(),
        start: setup.start.clone().into(),
        rules: match setup.rules.name() {
            Some(name) => RulesSetup::Named(name.to_owned()),
            None => RulesSetup::Each(setup.rules.into()),
        },
        clock: setup.clocks.into(),
        side: setup.seats.side.into(),
        rated: setup.rated,
    }
}

fn seek_view(seek: &Seek) -> SeekView {
    let mut request = setup_request(&seek.setup);
    if seek.suggests {
        request.start = StartSetup::Named(SUGGESTED.to_owned());
    }
    SeekView {
        seek: seek.id,
        by: player_view(&seek.by, kings_differ(&seek.setup)),
        strength: seek.strength.as_ref().map(ratings::view),
        setup: request,
        wants: SeekWants {
            rating_min: seek.wants.rating_min,
            rating_max: seek.wants.rating_max,
            grade_min: seek.wants.grade_min.map(|grade| grade.to_string()),
            grade_max: seek.wants.grade_max.map(|grade| grade.to_string()),
        },
        quick: seek.quick,
        accounts_only: !seek.accepts_guests,
        at: seek.at_ms,
    }
}

impl Render for WireRender {
    fn event(&self, game: &Game, seq: u32, event: &Event, now_ms: u64) -> Frames {
        let code = game.id().code();
        let line = game.line();
        let make = |event: GameEvent| game_frame(code, Some(seq), event);
        match event {
            // It is in the snapshot with which every follower begins; and conditional moves have no
            // number, so nobody is ever told this way.
            Event::Created(_) | Event::ConditionsSet { .. } => {
                Frames::same(make(GameEvent::Created))
            }
            Event::Started { .. } => {
                let Some(players) = players(game) else {
                    return Frames::same(make(GameEvent::Created));
                };
                let dests = dests(game);
                let started = |reader: Option<Side>| {
                    make(GameEvent::Started {
                        players: players.clone(),
                        you: reader,
                        furigoma: furigoma(game),
                        clocks: clocks(game, now_ms),
                        now: now_ms,
                        dests: (reader == Some(game.turn())).then(|| dests.clone()).flatten(),
                    })
                };
                Frames {
                    players: komadai_rules::BySide::from_fn(|side| started(Some(side))),
                    watchers: started(None),
                }
            }
            Event::Moved { mv, thought_ms, credit_ms, .. } => {
                let position = line.position();
                let moved = GameEvent::Moved {
                    ply: line.n_moves(),
                    usi: mv.usi(position.variant()).to_string(),
                    sfen: position.sfen(),
                    check: position.is_check(),
                    repetitions: u32::from(line.repetitions()),
                    impasse: impasse(line),
                    thought_ms: *thought_ms,
                    credit_ms: *credit_ms,
                    clocks: clocks(game, now_ms),
                    now: now_ms,
                    dests: None,
                };
                told_to_mover(game, moved_frame(code, seq, moved))
            }
            Event::Offered { by, offer } => {
                Frames::same(make(GameEvent::Offered { by: *by, kind: *offer }))
            }
            Event::Answered { by, offer, accepted } => Frames::same(make(GameEvent::Answered {
                by: *by,
                kind: *offer,
                accepted: *accepted,
            })),
            Event::TakenBack { .. } => {
                let position = line.position();
                let taken_back = GameEvent::TakenBack {
                    ply: line.n_moves(),
                    sfen: position.sfen(),
                    check: position.is_check(),
                    repetitions: u32::from(line.repetitions()),
                    impasse: impasse(line),
                    clocks: clocks(game, now_ms),
                    now: now_ms,
                    dests: None,
                };
                told_to_mover(game, moved_frame(code, seq, taken_back))
            }
            Event::Interrupted { from_ms, to_ms, .. } => {
                Frames::same(make(GameEvent::Interrupted {
                    from: *from_ms,
                    to: *to_ms,
                    clocks: clocks(game, now_ms),
                    now: now_ms,
                }))
            }
            Event::Agreed { .. } => {
                Frames::same(make(GameEvent::Agreed { clocks: clocks(game, now_ms), now: now_ms }))
            }
            Event::AwayUntil { side, .. } => Frames::same(make(GameEvent::Away {
                side: *side,
                vacation: vacation(game, *side, now_ms),
                clocks: clocks(game, now_ms),
                now: now_ms,
            })),
            Event::Halted { .. } => {
                Frames::same(make(arbiter(game, ArbiterActName::Halted, now_ms)))
            }
            Event::WentOn { .. } => {
                Frames::same(make(arbiter(game, ArbiterActName::WentOn, now_ms)))
            }
            Event::ClocksSet { .. } => {
                Frames::same(make(arbiter(game, ArbiterActName::ClocksSet, now_ms)))
            }
            Event::Ended { outcome, next, .. } => Frames::same(make(GameEvent::Ended {
                result: result_view(outcome, next.as_ref().map(|next| next.id.code())),
                clocks: clocks(game, now_ms),
            })),
            Event::Rematch { next } => Frames::same(make(GameEvent::Next { game: next.id.code() })),
        }
    }

    fn event_briefly(&self, game: &Game, seq: u32, event: &Event, now_ms: u64) -> Option<Bytes> {
        let Event::Moved { mv, thought_ms, credit_ms, .. } = event else { return None };
        let line = game.line();
        let turn = line.position().turn();
        let clocks = clocks(game, now_ms);
        // Any other state of the clocks is not what follows from a move.
        let is_usual = clocks.running == Some(turn)
            && clocks.elapsed_ms == 0
            && clocks.first_move_due_ms.is_none();
        is_usual.then(|| {
            let played = GameEvent::Played {
                ply: line.n_moves(),
                usi: mv.usi(line.position().variant()).to_string(),
                repetitions: u32::from(line.repetitions()),
                impasse: impasse(line),
                thought_ms: *thought_ms,
                credit_ms: *credit_ms,
                time: match turn {
                    Side::Sente => clocks.gote,
                    Side::Gote => clocks.sente,
                },
                now: now_ms,
            };
            Backlog::of_process().frame(played_frame(game.id().code(), seq, played))
        })
    }

    fn snapshot(
        &self,
        game: &Game,
        facts: &RoomFacts<'_>,
        reader: Option<UserId>,
        now_ms: u64,
    ) -> Bytes {
        frame(&ServerMessage::Snapshot {
            stream: StreamName::Game(game.id().code()),
            seq: game.seq() - 1,
            epoch: None,
            snapshot: StreamSnapshot::Game(Box::new(snapshot(game, facts, reader, now_ms))),
        })
    }

    fn conditions(&self, game: Code, lines: &[String]) -> Bytes {
        game_frame(game, None, GameEvent::Conditions { lines: lines.to_vec() })
    }

    fn resumed(&self, game: &Game, now_ms: u64) -> Bytes {
        let resumed = GameEvent::Resumed { clocks: clocks(game, now_ms), now: now_ms };
        game_frame(game.id().code(), None, resumed)
    }

    fn stalled(&self, game: Code) -> Bytes {
        game_frame(game, None, GameEvent::Stalled)
    }

    fn presence(&self, game: Code, facts: &RoomFacts<'_>) -> Bytes {
        let presence = GameEvent::Presence {
            connected: facts.connected,
            claim_at: facts.claim_ms,
            watchers: facts.watchers,
        };
        game_frame(game, None, presence)
    }

    fn chat(&self, game: Code, line: &komadai_live::ChatLine) -> Bytes {
        game_frame(game, None, GameEvent::Chat { line: chat_view(line) })
    }

    fn ack(&self, id: u32, game: Option<Code>) -> Bytes {
        Backlog::of_process().frame(ack_frame(id, game))
    }

    fn refused(&self, id: u32, refused: &komadai_live::LiveRefusal) -> Bytes {
        frame(&refusal(Some(id), &refused.clone().into()))
    }

    fn lobby(
        &self,
        epoch: u64,
        seq: u32,
        seeks: &[Seek],
        games: &[LiveGame],
        online: u32,
    ) -> Bytes {
        frame(&ServerMessage::Snapshot {
            stream: StreamName::Lobby,
            seq,
            epoch: Some(epoch),
            snapshot: StreamSnapshot::Lobby(LobbySnapshot {
                seeks: seeks.iter().map(seek_view).collect(),
                games: games.iter().map(summary).collect(),
                online,
            }),
        })
    }

    fn seek_added(&self, epoch: u64, seq: u32, seek: &Seek) -> Bytes {
        lobby_frame(epoch, seq, LobbyEvent::SeekAdded { seek: Box::new(seek_view(seek)) })
    }

    fn seek_removed(&self, epoch: u64, seq: u32, seek: Uuid) -> Bytes {
        lobby_frame(epoch, seq, LobbyEvent::SeekRemoved { seek })
    }

    fn lobby_games(&self, epoch: u64, seq: u32, games: &[LiveGame]) -> Bytes {
        let games = games.iter().map(summary).collect();
        lobby_frame(epoch, seq, LobbyEvent::Games { games })
    }

    fn online(&self, epoch: u64, seq: u32, online: u32) -> Bytes {
        lobby_frame(epoch, seq, LobbyEvent::Online { n: online })
    }

    fn game_started(&self, epoch: u64, playing: OngoingGame, tournament: Option<Code>) -> Bytes {
        let OngoingGame { game, side, is_correspondence: correspondence, waits } = playing;
        me_frame(epoch, MeEvent::GameStarted { game, side, tournament, correspondence, waits })
    }

    fn turn(&self, epoch: u64, game: Code, yours: bool) -> Bytes {
        me_frame(epoch, MeEvent::Turn { game, yours })
    }

    fn rematch(&self, epoch: u64, game: Code, by: Option<&str>) -> Bytes {
        me_frame(epoch, MeEvent::Rematch { game, by: by.map(str::to_owned) })
    }

    fn tournament_changed(&self, epoch: u64, tournament: Code, version: u64) -> Bytes {
        frame(&ServerMessage::Event {
            stream: StreamName::Tournament(tournament),
            seq: None,
            epoch: Some(epoch),
            event: StreamEvent::Tournament(TournamentEvent::Changed { version }),
        })
    }
}

/// A tournament's stream at one instant.
pub fn tournament_frame(epoch: u64, tournament: Code, version: u64) -> Bytes {
    frame(&ServerMessage::Snapshot {
        stream: StreamName::Tournament(tournament),
        seq: 0,
        epoch: Some(epoch),
        snapshot: StreamSnapshot::Tournament(TournamentSnapshot { version }),
    })
}

/// An event of a player's own stream.
pub fn me_frame(epoch: u64, event: MeEvent) -> Bytes {
    frame(&ServerMessage::Event {
        stream: StreamName::Me,
        seq: None,
        epoch: Some(epoch),
        event: StreamEvent::Me(event),
    })
}

/// The refusal of a command.
pub fn refusal(id: Option<u32>, refused: &WireRefusal) -> ServerMessage {
    let message = refused.message().to_owned();
    let node = refused.node.clone();
    ServerMessage::Refused { id, code: refused.code, message, until: refused.until_ms, node }
}

/// The plain acknowledgement with what it carries.
pub fn ack(id: u32, answer: Answer) -> Bytes {
    frame(&ServerMessage::Ack { id, answer })
}
