//! What an organiser decides, as it is sent and answered and as the director keeps it.

use komadai_protocol::{RulesSetup, http::tournaments as wire};
use komadai_service::{
    lines::{clean_line, clean_text},
    tournaments::{HostClock, LaterClock, OfClub, Plan, Settings},
};

/// The club whose tournament it is to be.
pub(super) fn club(settings: &wire::TournamentSettings) -> Option<&str> {
    settings.plan.club.as_deref().filter(|slug| !slug.is_empty())
}

/// As the director keeps them.
pub(super) fn read(
    settings: wire::TournamentSettings,
    club: Option<OfClub>,
) -> Result<Settings, String> {
    let wire::TournamentSettings {
        name,
        format,
        tiebreaks,
        scoring,
        sides,
        handicap,
        prizes,
        plan,
    } = settings;
    let rules = plan.rules.rules();
    let rules = rules.ok_or("rule sets are casual, tournament and professional, or each rule")?;
    let later = plan.later_clocks.into_iter();
    let plan = Plan {
        about: clean_text(&plan.about),
        variant: plan.variant,
        rules,
        rated: plan.rated,
        clock: plan.clock.into(),
        later_clocks: later
            .map(|it| LaterClock { from_round: it.from_round, clock: it.clock.into() })
            .collect(),
        host_clock: plan
            .host_clock
            .map(|it| HostClock { clock: it.clock.into(), per_guest_ms: it.per_guest_ms }),
        starts_ms: plan.starts_ms,
        closes_ms: plan.closes_ms,
        check_in_ms: plan.check_in_ms,
        schedule: plan.schedule,
        grace_ms: plan.grace_ms,
        no_show_leaves: plan.no_show_leaves,
        delay_moves: plan.delay_moves,
        games_at_once: plan.games_at_once,
        late_until: plan.late_until,
        players_max: plan.players_max,
        at_the_board: plan.at_the_board,
        by_invitation: plan.by_invitation,
        by_application: plan.by_application,
        club,
        members_only: plan.members_only,
        place: clean_line(&plan.place),
        country: clean_line(&plan.country),
    };
    let scoring = scoring.unwrap_or_default();
    Ok(Settings { name, format, tiebreaks, scoring, sides, handicap, prizes, plan })
}

/// As they are answered.
pub(super) fn told(settings: Settings) -> wire::TournamentSettings {
    let Settings { name, format, tiebreaks, scoring, sides, handicap, prizes, plan } = settings;
    let (plan, scoring) = (told_plan(&plan), Some(scoring));
    wire::TournamentSettings { name, format, tiebreaks, scoring, sides, handicap, prizes, plan }
}

/// A plan as it is answered.
pub(super) fn told_plan(plan: &Plan) -> wire::Plan {
    let later = plan.later_clocks.iter();
    wire::Plan {
        about: plan.about.clone(),
        variant: plan.variant.clone(),
        rules: match plan.rules.name() {
            Some(name) => RulesSetup::Named(name.to_owned()),
            None => RulesSetup::Each(plan.rules.into()),
        },
        rated: plan.rated,
        clock: plan.clock.into(),
        later_clocks: later
            .map(|it| wire::LaterClock { from_round: it.from_round, clock: it.clock.into() })
            .collect(),
        host_clock: plan
            .host_clock
            .map(|it| wire::HostClock { clock: it.clock.into(), per_guest_ms: it.per_guest_ms }),
        starts_ms: plan.starts_ms,
        closes_ms: plan.closes_ms,
        check_in_ms: plan.check_in_ms,
        schedule: plan.schedule.clone(),
        grace_ms: plan.grace_ms,
        no_show_leaves: plan.no_show_leaves,
        delay_moves: plan.delay_moves,
        games_at_once: plan.games_at_once,
        late_until: plan.late_until,
        players_max: plan.players_max,
        at_the_board: plan.at_the_board,
        by_invitation: plan.by_invitation,
        by_application: plan.by_application,
        club: plan.club.as_ref().map(|club| club.slug.clone()),
        members_only: plan.members_only,
        place: plan.place.clone(),
        country: plan.country.clone(),
    }
}
