//! Nothing of a deleted account is left but what is listed here.

use std::collections::BTreeSet;

use komadai_ids::UserId;
use komadai_store::{TokenHash, Tx, both_dbs, deletion, testing::SchemaColumn};
use uuid::Uuid;

use crate::user;

/// What stays, and why. Whatever else is found of a person has to go in `deletion.rs`, or here.
const STAYS: &[(&str, &[&str])] = &[
    ("what else stays refers to the player, who has no name any more", &["users.id"]),
    (
        "games stay what they were",
        &["game_players.user_id", "games.gote", "games.left_by", "games.sente"],
    ),
    (
        "the ratings of others are computed again from it",
        &[
            "careers.user_id",
            "grade_annulments.user_id",
            "grade_awards.user_id",
            "rating_history.opponent",
            "rating_history.user_id",
        ],
    ),
    (
        "moderators are answerable for what they do, and whom it concerned is part of that",
        &[
            "audit_log.about_id",
            "audit_log.by_id",
            "grade_annulments.moderator",
            "invitations.made_by",
            "invitations.used_by",
            "reports.about_id",
            "reports.by_id",
            "reports.closed_by",
            "reports.lines",
            "reports.words",
            "sanctions.address",
            "sanctions.by_id",
            "sanctions.lifted_by",
            "sanctions.user_id",
        ],
    ),
    (
        "organisers are answerable to their club, which keeps what they have made for it",
        &[
            "club_acts.about_id",
            "club_acts.by_id",
            "club_announcements.by_id",
            "club_announcements.title",
            "club_bans.by_id",
            "club_invitations.made_by",
            "club_members.grade_by",
        ],
    ),
    (
        "tournaments stay what they were; the service takes names out of their documents",
        &[
            "tournament_acts.by_id",
            "tournament_players.user_id",
            "tournaments.name",
            "tournaments.owner_id",
        ],
    ),
    (
        "nobody deletes their account during a game, but a board where a player has not come \
         may sleep",
        &["sleeping_games.gote", "sleeping_games.sente"],
    ),
    ("the line is another member's", &["club_members.name", "club_members.note"]),
    (
        "a chapter that they added to somebody else's study is that study's",
        &["reviews.gote_name", "reviews.name", "reviews.sente_name", "reviews.title"],
    ),
    (
        "no person's",
        &[
            // The key of a game and of an entry in a tournament's document, which has the names.
            "broadcast_boards.tournament_game",
            "broadcast_boards.tournament_sente",
            "club_bridges.title",
            "club_homework.title",
            "clubs.name",
            "explorer_records.gote_name",
            "explorer_records.sente_name",
            "explorer_sources.name",
            "server_keys.name",
            "site.name",
            "site_files.name",
        ],
    ),
];

/// Columns with UUIDs that are no person's. A new one is a person's until it is listed here.
const THINGS: &[&str] = &[
    "batch",
    "bridge_id",
    "circuit_id",
    "club_id",
    "composition_id",
    "featured_id",
    "game_id",
    "homework_id",
    "id",
    // These three are lines of a club's list, which refer to persons in turn.
    "member_id",
    "pupil_id",
    "teacher_id",
    "next_game",
    "node",
    "previous_game",
    "review_id",
    "study_id",
    "tournament_id",
];

/// In the names of columns with texts: what is a person's.
const WORDS: &[&str] =
    &["address", "agent", "email", "handle", "lines", "name", "note", "title", "words"];

/// What each of these texts is, where it is user 1's.
const SAID: &str = "Minh Ánh";

fn is_person(column: &SchemaColumn) -> bool {
    let is_user = column.table == "users" && column.name == "id";
    let is_thing = THINGS.contains(&column.name.as_str());
    column.kind == "uuid" && (is_user || column.refers_to_user || !is_thing)
}

fn is_said(column: &SchemaColumn) -> bool {
    column.kind == "text" && WORDS.iter().any(|word| column.name.contains(word))
}

/// How this database writes values.
#[derive(Clone, Copy)]
struct Values {
    is_sqlite: bool,
}

impl Values {
    fn bytes(self, hex: &str) -> String {
        if self.is_sqlite { format!("X'{hex}'") } else { format!("'\\x{hex}'") }
    }

    fn uuid(self, id: Uuid) -> String {
        if self.is_sqlite { self.bytes(&id.simple().to_string()) } else { format!("'{id}'") }
    }

    fn user(self, user: UserId) -> String {
        self.uuid(user.uuid())
    }

    /// Something in the `n`th row, which is in no other row.
    fn of(self, column: &SchemaColumn, n: usize) -> String {
        match column.kind.as_str() {
            "uuid" if is_person(column) => self.user(user(2)),
            "uuid" => self.uuid(Uuid::from_u128(n as u128)),
            "text" => format!("'{n}'"),
            "bytea" => self.bytes(&format!("{n:08x}")),
            "boolean" => "FALSE".to_owned(),
            _ => n.to_string(),
        }
    }
}

/// Puts in a row in which `person` is user 1, and every other person user 2.
async fn insert(tx: &mut Tx, table: &[SchemaColumn], person: &str, n: usize, values: Values) {
    let others = table.iter().filter(|it| is_person(it) && it.name != person);
    let others: Vec<_> = others.map(|it| format!("{}_", it.name)).collect();
    let value = |it: &SchemaColumn| {
        if it.name == person {
            values.user(user(1))
        } else if is_said(it) && !others.iter().any(|other| it.name.starts_with(other)) {
            format!("'{SAID}'")
        } else {
            values.of(it, n)
        }
    };
    let filled = table.iter().filter(|it| it.is_needed || it.name == person || is_said(it));
    let (names, filled): (Vec<_>, Vec<_>) = filled.map(|it| (it.name.as_str(), value(it))).unzip();
    let (names, filled) = (names.join(", "), filled.join(", "));
    tx.sql(&format!("INSERT INTO {} ({names}) VALUES ({filled})", table[0].table)).await;
}

/// The columns in which something of user 1 is found.
async fn found(tx: &mut Tx, schema: &[SchemaColumn], values: Values) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for it in schema {
        let sought = if is_person(it) {
            values.user(user(1))
        } else if is_said(it) {
            format!("'{SAID}'")
        } else {
            continue;
        };
        let (table, name) = (&it.table, &it.name);
        if tx.count(table, &format!("{name} = {sought}")).await.unwrap() > 0 {
            found.insert(format!("{table}.{name}"));
        }
    }
    found
}

/// A row for each person whom a table names, and one where it names nobody but has their words.
async fn fill(tx: &mut Tx, schema: &[SchemaColumn], values: Values) {
    let mut n = 0;
    for table in schema.chunk_by(|a, b| a.table == b.table) {
        let persons = table.iter().filter(|it| is_person(it)).map(|it| it.name.as_str());
        let mut rows: Vec<_> = persons.collect();
        if rows.is_empty() && table.iter().any(is_said) {
            rows.push("nobody");
        }
        for person in rows {
            n += 1;
            insert(tx, table, person, n, values).await;
        }
    }
    // Games are found by their players.
    let her = values.user(user(1));
    tx.sql(&format!(
        "INSERT INTO game_players (user_id, kind, ended_ms, game_id) \
         SELECT {her}, kind, ended_ms, id FROM games WHERE sente = {her} OR gote = {her}"
    ))
    .await;
}

both_dbs!(of_a_deleted_account_stays_what_is_listed, |store| async {
    let values = Values { is_sqlite: store.is_sqlite() };
    let mut tx = store.write().await.unwrap();
    let schema = tx.schema().await.unwrap();
    tx.ignore_references().await.unwrap();
    fill(&mut tx, &schema, values).await;
    let hers = schema.iter().filter(|it| is_person(it) || is_said(it));
    let hers: BTreeSet<_> = hers.map(|it| format!("{}.{}", it.table, it.name)).collect();
    assert_eq!(found(&mut tx, &schema, values).await, hers);

    assert!(deletion::delete(&mut tx, user(1), TokenHash([1; 32]), 5).await.unwrap());
    let after = found(&mut tx, &schema, values).await;
    let listed = STAYS.iter().flat_map(|(_, columns)| columns.iter().map(|it| (*it).to_owned()));
    let listed: BTreeSet<_> = listed.collect();
    let forgotten: Vec<_> = after.difference(&listed).collect();
    assert!(forgotten.is_empty(), "deletion.rs forgets {forgotten:#?}");
    let gone: Vec<_> = listed.difference(&after).collect();
    assert!(gone.is_empty(), "no longer there: {gone:#?}");
});
