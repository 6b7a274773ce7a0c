//! Our games and challenges in lishogi's shapes.

use komadai_game::{EndReason, Game, Phase, Player, Setup, SideChoice, TimeControl};
use komadai_live::{opponents, rated::speed_of};
use komadai_protocol::http::bot_api::{
    BotChallenge, BotClock, BotCompat, BotGame, BotOpponent, BotPerfName, BotPlayer, BotStatus,
    BotTimeControl, BotVariant, NO_CLOCK_MS,
};
use komadai_protocol::http::ratings::Strength;
use komadai_rules::{Reason, Side};
use komadai_service::challenges::game_of;
use komadai_store::{Challenge, Conn, accounts};

use crate::{app::App, http::problem::Problem, render::ratings};

/// From how many seconds on a game is of the next speed: the main time, sixty increments and
/// twenty-five periods of it.
const SPEEDS: [(u64, &str); 4] =
    [(60, "ultraBullet"), (300, "bullet"), (600, "blitz"), (1_500, "rapid")];

/// The numbers and words of how games end.
fn ended(reason: EndReason) -> (u8, &'static str) {
    use EndReason as E;
    match reason {
        E::Board(reason) => match reason {
            Reason::Checkmate => (30, "mate"),
            Reason::NoMoves => (32, "stalemate"),
            Reason::Repetition => (44, "repetition"),
            Reason::PerpetualCheck | Reason::PerpetualAttack => (40, "perpetualCheck"),
            Reason::IllegalMove => (46, "illegalMove"),
            Reason::Declaration | Reason::DeclarationFailed | Reason::ImpasseAgreement => {
                (41, "impasse27")
            }
            Reason::Try => (39, "tryRule"),
            Reason::MaxMoves | Reason::BareRoyals | Reason::Agreement => (34, "draw"),
            Reason::BareKing => (43, "bareKing"),
            Reason::RoyalCaptured => (42, "royalsLost"),
            Reason::Check => (45, "specialVariantEnd"),
        },
        E::Resignation => (31, "resign"),
        E::Time => (35, "outoftime"),
        E::Abandoned => (33, "timeout"),
        E::NoShow => (37, "noStart"),
        E::Forfeit => (36, "cheat"),
        E::NoFirstMove | E::Aborted | E::Annulled => (25, "aborted"),
        E::Adjudicated => (38, "unknownFinish"),
    }
}

/// How far a game has come, by how it ended if it has. A game without a winner that ended by
/// agreement is a draw, whatever the agreement was about.
pub(super) fn status(ended_by: Option<(EndReason, Option<Side>)>) -> BotStatus {
    let (id, name) = match ended_by {
        None => (20, "started"),
        Some((EndReason::Board(Reason::Declaration | Reason::ImpasseAgreement), None)) => {
            (34, "draw")
        }
        Some((reason, _)) => ended(reason),
    };
    BotStatus { id, name: name.to_owned() }
}

/// A time control in milliseconds; nothing where there is no clock.
pub(super) fn clock(control: &TimeControl) -> Option<BotClock> {
    let none = BotClock { initial: 0, increment: 0, byoyomi: 0, periods: 0 };
    Some(match control {
        TimeControl::Byoyomi(it) => BotClock {
            initial: it.main_ms,
            byoyomi: it.byoyomi_ms,
            periods: it.periods.into(),
            ..none
        },
        // What each move has for certain: periods of another length have no name there.
        TimeControl::Consideration(it) => {
            BotClock { initial: it.main_ms, byoyomi: it.byoyomi_ms, periods: 1, ..none }
        }
        TimeControl::SuddenDeath(it) => BotClock { initial: it.main_ms, ..none },
        TimeControl::Fischer(it) => {
            BotClock { initial: it.main_ms, increment: it.increment_ms, ..none }
        }
        TimeControl::Stopwatch(it) => {
            BotClock { initial: u32::from(it.main_minutes) * 60_000, ..none }
        }
        TimeControl::Untimed(_) | TimeControl::Correspondence(_) => return None,
    })
}

/// How fast a game is.
pub(super) fn speed(control: &TimeControl) -> &'static str {
    let Some(clock) = clock(control) else { return "correspondence" };
    let [initial, increment, byoyomi, periods] =
        [clock.initial, clock.increment, clock.byoyomi, clock.periods].map(u64::from);
    let seconds = (initial + 60 * increment + 25 * byoyomi * periods) / 1_000;
    let speed = SPEEDS.iter().find(|(below, _)| seconds < *below);
    speed.map_or("classical", |(_, speed)| speed)
}

/// What kind of game it is: for programs, and for people.
pub(super) fn perf(setup: &Setup) -> (String, String) {
    let is_timed = clock(&setup.clocks[Side::Sente]).is_some();
    let variant = BotVariant::of(&setup.variant);
    match (is_timed, setup.variant.as_str()) {
        (false, _) => ("correspondence".to_owned(), "Correspondence".to_owned()),
        (true, "standard") => ("realTime".to_owned(), "Real time".to_owned()),
        (true, _) => (variant.key, variant.name),
    }
}

/// Where a game begins, if that is not the usual start of its variant.
pub(super) fn initial_sfen(setup: &Setup) -> Option<String> {
    let start = setup.position().ok()?.sfen();
    let usual = setup.variant().ok()?.start().sfen();
    (start != usual).then_some(start)
}

/// A player of a game like this.
pub(super) async fn player(
    app: &App,
    conn: &mut Conn,
    player: &Player,
    setup: &Setup,
) -> Result<BotPlayer, Problem> {
    let is_known = !player.guest && !opponents::is_machine(player.id);
    let account = if is_known { accounts::find(conn, player.id).await? } else { None };
    let Some(account) = account else {
        let nobody = BotPlayer::account(&player.name, false, &Strength::default());
        return Ok(BotPlayer { id: player.id.code().to_string(), ..nobody });
    };
    let speed = speed_of(&setup.clocks[Side::Sente]);
    let now_ms = app.service.timebase.now_ms() as i64;
    let shown = app.service.ratings.shown(conn, player.id, &setup.variant, speed, now_ms).await?;
    Ok(BotPlayer::account(&account.handle, account.user.bot, &ratings::view(&shown)))
}

/// A game that has begun, as one of its players sees it.
pub(super) async fn listed(app: &App, game: &Game, side: Side) -> Result<Option<BotGame>, Problem> {
    let Some(players) = game.players() else { return Ok(None) };
    let setup = game.setup();
    let mut conn = app.service.store.read().await?;
    let other = player(app, &mut conn, &players[side.other()], setup).await?;
    drop(conn);
    let line = game.line();
    let variant = line.position().variant();
    let id = game.id().code().to_string();
    let control = &setup.clocks[side];
    let time = game.times()[side];
    let (perf, _) = perf(setup);
    let n_moves = line.n_moves();
    let is_first = line.start().turn() == side;
    Ok(Some(BotGame {
        game_id: id.clone(),
        full_id: id.clone(),
        id,
        color: side,
        sfen: line.position().sfen(),
        last_move: line.moves().last().map_or_else(String::new, |it| it.usi(variant).to_string()),
        source: if setup.tournament.is_some() { "tournament" } else { "friend" }.to_owned(),
        status: status(game.outcome().map(|it| (it.reason, it.winner))),
        variant: BotVariant::of(&setup.variant),
        speed: speed(control).to_owned(),
        perf,
        rated: setup.rated,
        has_moved: n_moves > u32::from(!is_first),
        is_my_turn: game.phase() == Phase::Playing && game.turn() == side,
        opponent: BotOpponent { id: other.id, username: other.name, rating: other.rating },
        seconds_left: control.is_timed().then(|| left_ms(control, time.main_ms) / 1_000),
        winner: game.outcome().and_then(|it| it.winner),
        compat: BotCompat { bot: true, board: true },
    }))
}

/// What a side has left: its main time, or a period when that is spent.
pub(super) fn left_ms(control: &TimeControl, main_ms: u32) -> u32 {
    match clock(control) {
        None if control.is_correspondence() => main_ms,
        None => NO_CLOCK_MS,
        Some(clock) if main_ms == 0 => clock.byoyomi,
        Some(_) => main_ms,
    }
}

/// A challenge.
pub(super) async fn challenge(
    app: &App,
    row: &Challenge,
    setup: &Setup,
    status: &str,
) -> Result<Option<BotChallenge>, Problem> {
    let seats = &setup.seats;
    let Some(opponent) = &seats.opponent else { return Ok(None) };
    let color = match seats.side {
        SideChoice::Random => "random",
        SideChoice::Sente => "sente",
        SideChoice::Gote => "gote",
    };
    let (id, people) = (game_of(row.id).to_string(), [&seats.creator, opponent]);
    let mut shown = proposal(app, setup, people, id, color).await?;
    shown.status = status.to_owned();
    shown.challenger.online = Some(app.service.presence.is_online(row.challenger));
    Ok(Some(shown))
}

/// Another game that the opponent of a finished one offers, sent as a challenge with the id of the
/// game that was played.
pub(super) async fn rematch(
    app: &App,
    game: &Game,
    side: Side,
) -> Result<Option<BotChallenge>, Problem> {
    let Some(players) = game.players() else { return Ok(None) };
    let setup = game.setup();
    // Sides are swapped, but for handicaps.
    let theirs = if setup.handicap().is_some() { side.other() } else { side };
    let (id, people) = (game.id().code().to_string(), [&players[side.other()], &players[side]]);
    let mut shown = proposal(app, setup, people, id, &theirs.to_string()).await?;
    shown.challenger.online = Some(true);
    Ok(Some(shown))
}

/// A game that the first of two proposes to the second.
async fn proposal(
    app: &App,
    setup: &Setup,
    [challenger, dest_user]: [&Player; 2],
    id: String,
    color: &str,
) -> Result<BotChallenge, Problem> {
    let mut conn = app.service.store.read().await?;
    let challenger = player(app, &mut conn, challenger, setup).await?;
    let dest_user = player(app, &mut conn, dest_user, setup).await?;
    drop(conn);
    let control = &setup.clocks[Side::Sente];
    let (perf, _) = perf(setup);
    Ok(BotChallenge {
        url: format!("{}/{id}", app.config.public_url()),
        id,
        status: "created".to_owned(),
        challenger,
        dest_user,
        variant: BotVariant::of(&setup.variant),
        rated: setup.rated,
        speed: speed(control).to_owned(),
        time_control: time_control(control),
        color: color.to_owned(),
        perf: BotPerfName { icon: Some(String::new()), name: perf },
        initial_sfen: initial_sfen(setup),
    })
}

fn time_control(control: &TimeControl) -> BotTimeControl {
    let Some(clock) = clock(control) else {
        let days_per_turn = match control {
            TimeControl::Correspondence(it) => it.days.into(),
            _ => 1,
        };
        return BotTimeControl::Correspondence { days_per_turn };
    };
    let [limit, increment, byoyomi] =
        [clock.initial, clock.increment, clock.byoyomi].map(|ms| ms / 1_000);
    let show = format!("{}|{}", limit / 60, if increment > 0 { increment } else { byoyomi });
    BotTimeControl::Clock { limit, increment, byoyomi, periods: clock.periods, show }
}

#[cfg(test)]
mod tests {
    use komadai_game::clocks::{Byoyomi, Fischer, SuddenDeath, Untimed};

    use super::*;

    #[test]
    fn speeds_are_those_of_lishogi() {
        let byoyomi = |main_ms, byoyomi_ms, periods| {
            TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods })
        };
        for (control, wanted) in [
            (TimeControl::SuddenDeath(SuddenDeath { main_ms: 59_000 }), "ultraBullet"),
            (byoyomi(60_000, 5_000, 1), "bullet"),
            (byoyomi(300_000, 10_000, 1), "blitz"),
            (byoyomi(300_000, 10_000, 3), "rapid"),
            (TimeControl::Fischer(Fischer { main_ms: 900_000, increment_ms: 10_000 }), "classical"),
            (TimeControl::Untimed(Untimed {}), "correspondence"),
        ] {
            assert_eq!(speed(&control), wanted, "{control:?}");
        }
    }

    #[test]
    fn every_end_has_a_word_and_a_number_of_its_own() {
        for reason in EndReason::all() {
            let told = status(Some((reason, None)));
            assert!(told.id >= 25 && told.name != "started", "{reason}: {told:?}");
        }
        assert_eq!(status(None), BotStatus { id: 20, name: "started".to_owned() });
    }

    #[test]
    fn ends_are_told_by_lishogis_words_and_numbers() {
        let (winner, nobody) = (Some(Side::Sente), None);
        for (reason, winner, id, name) in [
            ("checkmate", winner, 30, "mate"),
            ("resignation", winner, 31, "resign"),
            ("no_moves", winner, 32, "stalemate"),
            ("abandoned", winner, 33, "timeout"),
            ("max_moves", nobody, 34, "draw"),
            ("declaration", nobody, 34, "draw"),
            ("impasse_agreement", nobody, 34, "draw"),
            ("bare_royals", nobody, 34, "draw"),
            ("agreement", nobody, 34, "draw"),
            ("perpetual_attack", winner, 40, "perpetualCheck"),
            ("time", winner, 35, "outoftime"),
            ("forfeit", winner, 36, "cheat"),
            ("no_show", winner, 37, "noStart"),
            ("adjudicated", nobody, 38, "unknownFinish"),
            ("try", winner, 39, "tryRule"),
            ("perpetual_check", winner, 40, "perpetualCheck"),
            ("declaration", winner, 41, "impasse27"),
            ("declaration_failed", winner, 41, "impasse27"),
            ("impasse_agreement", winner, 41, "impasse27"),
            ("royal_captured", winner, 42, "royalsLost"),
            ("check", winner, 45, "specialVariantEnd"),
            ("bare_king", winner, 43, "bareKing"),
            ("repetition", nobody, 44, "repetition"),
            ("illegal_move", winner, 46, "illegalMove"),
            ("no_first_move", nobody, 25, "aborted"),
            ("aborted", nobody, 25, "aborted"),
            ("annulled", nobody, 25, "aborted"),
        ] {
            let of = EndReason::all().find(|it| it.to_string() == reason);
            let of = of.unwrap_or_else(|| panic!("no reason {reason}"));
            let told = status(Some((of, winner)));
            assert_eq!((told.id, told.name.as_str()), (id, name), "{reason}");
        }
    }

    #[test]
    fn what_is_left_is_a_period_when_the_main_time_is_spent() {
        let control = TimeControl::Byoyomi(Byoyomi { main_ms: 9, byoyomi_ms: 5, periods: 1 });
        assert_eq!([left_ms(&control, 7), left_ms(&control, 0)], [7, 5]);
        assert_eq!(left_ms(&TimeControl::Untimed(Untimed {}), 0), NO_CLOCK_MS);
    }
}
