//! What the Federation of European Shogi Associations would refuse or could not read in its file,
//! told before the file is made.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::TimeControl;
use komadai_protocol::http::tournaments as wire;
use komadai_service::{latin::is_latin_1, tournaments::Tournament};
use komadai_tournament::Entry;

use super::{fesa::main_and_each, find};
use crate::{
    app::App,
    http::{answer::Answer, extract::MaybeMember},
};

/// The least the federation rates: so much for the whole game and so much with every move, in
/// milliseconds. One of them is enough.
const TIMES_MIN: [(u32, u32); 3] = [(30 * 60_000, 30_000), (20 * 60_000, 40_000), (60 * 60_000, 0)];

pub(super) async fn check(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Answer<wire::FesaCheck> {
    let stored = find(&app, member.as_ref(), &code).await?;
    Ok(Json(checked(&stored.tournament)))
}

fn checked(it: &Tournament) -> wire::FesaCheck {
    let plan = &it.plan;
    let later = plan.later_clocks.iter().map(|later| TimeControl::from(later.clock));
    let clocks = std::iter::once(plan.control()).chain(later);
    let words = [&it.event.name, &plan.place, &plan.country];
    let came = it.event.entries.iter().filter(|entry| entry.withdrawn_after != Some(0));
    wire::FesaCheck {
        too_short: clocks.into_iter().any(|clock| is_too_short(&clock)),
        not_latin: words.into_iter().any(|text| !is_latin_1(text)),
        no_place: plan.place.is_empty() || plan.country.is_empty(),
        players: came.filter_map(player).collect(),
    }
}

/// What is wrong with a player; nothing for most.
fn player(entry: &Entry) -> Option<wire::FesaPlayer> {
    let (family, given) = entry.family_and_given();
    let found = wire::FesaPlayer {
        entry: entry.id.clone(),
        not_latin: !is_latin_1(&family) || !is_latin_1(&given),
        one_name: family.is_empty() || given.is_empty(),
        no_nationality: entry.nationality.is_none(),
        family,
        given,
    };
    (found.not_latin || found.one_name || found.no_nationality).then_some(found)
}

fn is_too_short(clock: &TimeControl) -> bool {
    main_and_each(clock).is_none_or(|(main_ms, each_ms)| {
        !TIMES_MIN.iter().any(|(main, each)| main_ms >= *main && each_ms >= *each)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_federation_wants_half_an_hour_and_half_a_minute() {
        let is_refused = |main_ms: u32, byoyomi_ms: u32| {
            let clock = format!(
                r#"{{"kind":"byoyomi","main_ms":{main_ms},"byoyomi_ms":{byoyomi_ms},"periods":1}}"#
            );
            is_too_short(&serde_json::from_str(&clock).unwrap())
        };
        assert!(is_refused(900_000, 60_000), "15 minutes and a minute");
        assert!(is_refused(1_500_000, 30_000));
        assert!(!is_refused(1_800_000, 30_000) && !is_refused(1_200_000, 40_000));
    }

    #[test]
    fn players_whom_the_file_cannot_name_are_listed() {
        let named = |name: &str, nationality: Option<&str>| {
            player(&Entry {
                name: name.to_owned(),
                nationality: nationality.map(str::to_owned),
                ..Entry::new("1")
            })
        };
        assert_eq!(named("Nguyễn Thị Ánh", Some("VN")), None);
        assert_eq!(named("O'Neill, Seán", Some("IE")), None);
        let sato = named("佐藤 健", Some("JP")).unwrap();
        assert!(sato.not_latin && !sato.one_name && !sato.no_nationality);
        let one = named("Ánh", None).unwrap();
        assert!(!one.not_latin && one.one_name && one.no_nationality);
    }
}
