//! What organisers and players ask for.

use komadai_game::Time;
use komadai_ids::Code;
use komadai_protocol::{ClockSetup, RulesSetup, SideName};
use komadai_service::tournaments::{LaterClock, OfClub, Pace, Plan, Settings};
use komadai_tournament::{
    EntryId, GameKey, HandicapPolicy, Order, Outcome, Scoring, Setup, Sides, Tie,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A new tournament.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateRequest {
    /// Drawn by the client, so that a repeated one is known.
    pub(super) create: Uuid,
    pub(super) settings: SettingsWire,
}

/// Everything that can be decided, as it is sent.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsWire {
    name: String,
    format: Setup,
    #[serde(default)]
    tiebreaks: Vec<Tie>,
    #[serde(default)]
    scoring: Scoring,
    #[serde(default)]
    sides: Sides,
    #[serde(default)]
    handicap: HandicapPolicy,
    plan: PlanWire,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanWire {
    #[serde(default)]
    about: String,
    variant: String,
    #[serde(default)]
    rules: RulesSetup,
    #[serde(default)]
    rated: bool,
    clock: ClockSetup,
    #[serde(default)]
    later_clocks: Vec<LaterClockWire>,
    #[serde(default)]
    starts_ms: Option<u64>,
    #[serde(default)]
    closes_ms: Option<u64>,
    #[serde(default)]
    check_in_ms: Option<u64>,
    #[serde(default)]
    pace: Pace,
    grace_ms: u64,
    #[serde(default)]
    no_show_leaves: bool,
    #[serde(default)]
    delay_moves: u32,
    #[serde(default)]
    late_until: u32,
    #[serde(default)]
    players_max: Option<u32>,
    #[serde(default)]
    at_the_board: bool,
    #[serde(default)]
    by_invitation: bool,
    /// The address of the club whose tournament it is.
    #[serde(default)]
    club: Option<String>,
    #[serde(default)]
    members_only: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LaterClockWire {
    from_round: u32,
    clock: ClockSetup,
}

impl SettingsWire {
    /// The club whose tournament it is to be.
    pub(super) fn club(&self) -> Option<&str> {
        self.plan.club.as_deref().filter(|slug| !slug.is_empty())
    }

    /// As the director keeps them.
    pub(super) fn settings(self, club: Option<OfClub>) -> Result<Settings, String> {
        let Self { name, format, tiebreaks, scoring, sides, handicap, plan } = self;
        let rules = plan.rules.rules();
        let rules =
            rules.ok_or("rule sets are casual, tournament and professional, or each rule")?;
        let later = plan.later_clocks.into_iter();
        Ok(Settings {
            name,
            format,
            tiebreaks,
            scoring,
            sides,
            handicap,
            plan: Plan {
                about: plan.about,
                variant: plan.variant,
                rules,
                rated: plan.rated,
                clock: plan.clock.into(),
                later_clocks: later
                    .map(|it| LaterClock { from_round: it.from_round, clock: it.clock.into() })
                    .collect(),
                starts_ms: plan.starts_ms,
                closes_ms: plan.closes_ms,
                check_in_ms: plan.check_in_ms,
                pace: plan.pace,
                grace_ms: plan.grace_ms,
                no_show_leaves: plan.no_show_leaves,
                delay_moves: plan.delay_moves,
                late_until: plan.late_until,
                players_max: plan.players_max,
                at_the_board: plan.at_the_board,
                by_invitation: plan.by_invitation,
                club,
                members_only: plan.members_only,
            },
        })
    }
}

impl From<Settings> for SettingsWire {
    fn from(settings: Settings) -> Self {
        let Settings { name, format, tiebreaks, scoring, sides, handicap, plan } = settings;
        let later = plan.later_clocks.into_iter();
        Self {
            name,
            format,
            tiebreaks,
            scoring,
            sides,
            handicap,
            plan: PlanWire {
                about: plan.about,
                variant: plan.variant,
                rules: match plan.rules.name() {
                    Some(name) => RulesSetup::Named(name.to_owned()),
                    None => RulesSetup::Each(plan.rules.into()),
                },
                rated: plan.rated,
                clock: plan.clock.into(),
                later_clocks: later
                    .map(|it| LaterClockWire { from_round: it.from_round, clock: it.clock.into() })
                    .collect(),
                starts_ms: plan.starts_ms,
                closes_ms: plan.closes_ms,
                check_in_ms: plan.check_in_ms,
                pace: plan.pace,
                grace_ms: plan.grace_ms,
                no_show_leaves: plan.no_show_leaves,
                delay_moves: plan.delay_moves,
                late_until: plan.late_until,
                players_max: plan.players_max,
                at_the_board: plan.at_the_board,
                by_invitation: plan.by_invitation,
                club: plan.club.map(|club| club.slug),
                members_only: plan.members_only,
            },
        }
    }
}

/// Somebody the organiser enters: an account by its handle, or a name that is typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryRequest {
    pub(super) handle: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    pub(super) rating: Option<i32>,
    pub(super) grade: Option<String>,
    pub(super) club: Option<String>,
    pub(super) team: Option<String>,
    pub(super) board: Option<u32>,
    pub(super) class: Option<String>,
    pub(super) seed: Option<u32>,
}

/// What a clock is to show.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TimeWire {
    main_ms: u32,
    #[serde(default)]
    periods: u8,
}

impl TimeWire {
    pub(super) fn time(self) -> Time {
        Time { main_ms: self.main_ms, periods: self.periods }
    }
}

/// Something to be done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActRequest {
    /// Drawn by the client, so that a repeated one is known.
    pub(super) id: Uuid,
    pub(super) act: ActWire,
    #[serde(default)]
    pub(super) reason: String,
}

/// What can be done; without an entry it is the player's own.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ActWire {
    Edit {
        settings: Box<SettingsWire>,
    },
    Open,
    Cancel,
    Join,
    /// Somebody else who has an account is asked.
    Enter {
        entry: EntryRequest,
    },
    Uninvite {
        user: Code,
    },
    Accept,
    Decline,
    Amend {
        entry: EntryId,
        to: EntryRequest,
    },
    Leave {
        entry: Option<EntryId>,
    },
    Return {
        entry: Option<EntryId>,
    },
    CheckIn {
        entry: Option<EntryId>,
    },
    Absent {
        entry: Option<EntryId>,
        round: u32,
        #[serde(default)]
        comes: bool,
    },
    Begin,
    NextRound,
    Pause,
    GoOn,
    Result {
        game: GameKey,
        outcome: Outcome,
    },
    Rule {
        game: GameKey,
        outcome: Outcome,
    },
    Repair {
        round: u32,
        pairs: Vec<(EntryId, EntryId)>,
    },
    Order {
        order: Order,
    },
    Unorder {
        index: usize,
    },
    Halt {
        game: GameKey,
    },
    Release {
        game: GameKey,
    },
    SetClocks {
        game: GameKey,
        sente: TimeWire,
        gote: TimeWire,
    },
    Adjudicate {
        game: GameKey,
        winner: Option<SideName>,
    },
    Restart {
        game: GameKey,
    },
    Helper {
        handle: String,
        helps: bool,
    },
    Dismiss {
        user: Code,
    },
    Close,
}
