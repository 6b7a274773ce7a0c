//! A club's list as a table: read from what a spreadsheet writes, and written for one.
//!
//! The columns are a name, a user name, a grade and a note; all but the name may be missing. A
//! line of the file is that of the list with the same account, else with the same typed name,
//! so reading a file twice changes nothing the second time. Either all rows are taken or none.

use std::collections::{HashMap, HashSet};

use komadai_community::{
    clubs::{NAME_CHARS_MAX, NOTE_CHARS_MAX, StoredClubAct, line},
    grades,
    rows::{BadRow, RowProblem},
};
use komadai_ids::UserId;
use komadai_store::{
    Club, Tx,
    clubs::{
        joining,
        members::{self, ClubMember, ListedMember},
    },
};
use unicode_normalization::UnicodeNormalization as _;
use uuid::Uuid;

use super::{
    AuditLine, ClubError, ClubRefusal, Clubs, MEMBERS_MAX, Result, Viewer,
    act::{Actor, account, has_room},
    blank, ended,
    joining::may_meet,
    note,
    settings::folded,
};
use crate::csv::{Record, Table, records};

/// How many bad rows are reported at once.
pub const BAD_ROWS_MAX: usize = 100;

/// What a file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RosterChanges {
    /// How many lines are new.
    pub added: usize,
    /// How many are other than before.
    pub changed: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Account,
    Grade,
    Note,
}

impl Column {
    const ALL: [Self; 4] = [Self::Name, Self::Account, Self::Grade, Self::Note];

    /// What its heading may be, folded, in the languages of `words/`.
    const fn headings(self) -> &'static str {
        match self {
            Self::Name => {
                "name, ten, ho ten, ho va ten, 名前, 氏名, 姓名, 이름, 성명, spieler, nom, joueur, \
                 nombre, jugador"
            }
            Self::Account => {
                "account, handle, user name, tai khoan, ten dang nhap, アカウント, 帳號, \
                 使用者名稱, 계정, konto, benutzername, compte, cuenta, usuario"
            }
            Self::Grade => {
                "grade, rank, dang cap, cap, 段級, 段級位, 段位, 급단, 단급, grad, grado"
            }
            Self::Note => {
                "note, ghi chu, 備考, メモ, 備註, 비고, 메모, bemerkung, notiz, remarque, nota"
            }
        }
    }

    /// The column with this heading, in any of our languages.
    fn headed(text: &str) -> Option<Self> {
        // Folding takes the syllables of Hangul apart.
        let head: String = folded(text.trim()).nfc().collect();
        Self::ALL.into_iter().find(|column| column.headings().split(", ").any(|it| it == head))
    }
}

/// Which value of a row is which, and the rows below the heading if there is one.
fn headed(mut records: Vec<Record>) -> (Vec<Option<Column>>, Vec<Record>) {
    let heads = records.first().map(|first| {
        let heads: Vec<_> = first.values.iter().map(|text| Column::headed(text)).collect();
        heads
    });
    match heads {
        Some(heads) if heads.contains(&Some(Column::Name)) => {
            records.remove(0);
            (heads, records)
        }
        _ => (Column::ALL.map(Some).to_vec(), records),
    }
}

/// A row whose words are in order.
#[derive(Debug, PartialEq, Eq)]
struct RosterRow {
    line: usize,
    name: String,
    account: String,
    grade: Option<String>,
    note: String,
}

/// Reads a whole file: its rows, and those that are wrong by themselves.
fn read(text: &str) -> (Vec<RosterRow>, Vec<BadRow>) {
    let bad = |line, problem, value: &str| BadRow {
        line,
        problem,
        value: value.trim().chars().take(NAME_CHARS_MAX).collect(),
    };
    let records = match records(text) {
        Ok(records) => records,
        Err(line) => return (Vec::new(), vec![bad(line, RowProblem::Quote, "")]),
    };
    let (heads, records) = headed(records);
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for Record { line: at, values } in records {
        let extra = values.get(heads.len()..).unwrap_or_default();
        if let Some(value) = extra.iter().find(|value| !value.trim().is_empty()) {
            wrong.push(bad(at, RowProblem::Values, value));
            continue;
        }
        let value = |column| {
            let place = heads.iter().position(|&head| head == Some(column));
            place.and_then(|place| values.get(place)).map_or("", |it| it.trim())
        };
        let account = value(Column::Account).trim_start_matches('@').to_owned();
        let typed = value(Column::Name);
        let name = line(typed, "", NAME_CHARS_MAX);
        let note = line(value(Column::Note), "", NOTE_CHARS_MAX);
        let told = value(Column::Grade);
        let read = if told.is_empty() { Some(None) } else { grades::read(told).map(Some) };
        match (name, note, read) {
            (Err(_), ..) => wrong.push(bad(at, RowProblem::Name, typed)),
            (_, Err(_), _) => wrong.push(bad(at, RowProblem::Note, value(Column::Note))),
            (.., None) => wrong.push(bad(at, RowProblem::Grade, told)),
            (Ok(name), ..) if name.is_empty() && account.is_empty() => {
                wrong.push(bad(at, RowProblem::NameMissing, ""));
            }
            (Ok(name), Ok(note), Some(grade)) => rows.push(RosterRow {
                line: at,
                name,
                account,
                grade: grade.map(|grade| grade.to_string()),
                note,
            }),
        }
    }
    (rows, wrong)
}

/// The list as a table that can be read again; `notes` are for organisers.
pub fn table(list: &[ListedMember], notes: bool) -> String {
    let mut table = Table::new();
    table.row(["name", "account", "grade", "note", "role", "earned", "rating"]);
    for it in list {
        let (handle, name) = match &it.account {
            Some((handle, name)) => (handle.as_str(), name.as_str()),
            None => {
                let offered = it.offered_handle.as_deref().filter(|_| notes);
                (offered.unwrap_or_default(), it.member.name.as_str())
            }
        };
        let note = if notes { it.member.note.as_str() } else { "" };
        let rating = it.rating.map(|it| format!("{:.0}", it.rating)).unwrap_or_default();
        table.row([
            name,
            handle,
            it.member.grade.as_deref().unwrap_or_default(),
            note,
            it.member.role.as_str(),
            it.earned.as_deref().unwrap_or_default(),
            &rating,
        ]);
    }
    table.into_text()
}

impl Clubs {
    /// Takes a file into a club's list. The same `id` does it once, however often it comes.
    ///
    /// # Errors
    /// [`ClubError::Rows`] with every row that cannot be taken, and other reasons; nothing has
    /// changed then.
    pub async fn import(
        &self,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
        file: &str,
    ) -> Result<RosterChanges> {
        let mut tx = self.store.write().await?;
        let imported = self.imported(&mut tx, slug, viewer, id, file).await;
        ended(tx, imported).await
    }

    async fn imported(
        &self,
        tx: &mut Tx,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
        file: &str,
    ) -> Result<RosterChanges> {
        let Some((club, acting)) = self.take(tx, slug, viewer, id).await? else {
            return Ok(RosterChanges::default());
        };
        if acting.role < Some(komadai_store::ClubRole::Organiser) {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let (rows, wrong) = read(file);
        if rows.len() as i64 > MEMBERS_MAX {
            let text = format!("a club has at most {MEMBERS_MAX} members");
            return Err(ClubRefusal::Full(text).into());
        }
        let imported = take_rows(tx, &club, acting, rows, wrong).await?;
        let RosterChanges { added, changed } = imported;
        let act = StoredClubAct::Import { added, changed };
        note(tx, &club, id, acting.user, acting.now_ms, AuditLine::new(act)).await?;
        Ok(imported)
    }
}

fn told(mut wrong: Vec<BadRow>) -> ClubError {
    wrong.sort_by_key(|row| row.line);
    wrong.truncate(BAD_ROWS_MAX);
    ClubError::Rows(wrong)
}

/// Takes all rows, or none when one is wrong: with itself, or with what is known here.
async fn take_rows(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    rows: Vec<RosterRow>,
    mut wrong: Vec<BadRow>,
) -> Result<RosterChanges> {
    let list = members::all_of(tx, club.id).await?;
    let by_user: HashMap<UserId, &ClubMember> =
        list.iter().filter_map(|it| Some((it.user.or(it.offered)?, it))).collect();
    let by_name: HashMap<&str, &ClubMember> =
        list.iter().filter(|it| it.user.is_none()).map(|it| (it.name.as_str(), it)).collect();
    let (mut seen, mut taken) = (HashSet::new(), Vec::new());
    for row in rows {
        let user = match row.account.as_str() {
            "" => None,
            handle => match account_of(tx, club, acting, handle, &by_user).await? {
                Ok(user) => Some(user),
                Err(problem) => {
                    wrong.push(BadRow { line: row.line, problem, value: row.account });
                    continue;
                }
            },
        };
        let known = match user {
            Some(user) => by_user.get(&user).or_else(|| by_name.get(row.name.as_str())),
            None => by_name.get(row.name.as_str()),
        };
        let is_new = match known {
            Some(known) => seen.insert((None, known.id.to_string())),
            None => {
                seen.insert((user, if user.is_some() { String::new() } else { row.name.clone() }))
            }
        };
        if !is_new {
            let value = if row.account.is_empty() { row.name } else { row.account };
            wrong.push(BadRow { line: row.line, problem: RowProblem::Twice, value });
            continue;
        }
        if known.is_none() && row.name.is_empty() {
            let (line, problem) = (row.line, RowProblem::NameMissing);
            wrong.push(BadRow { line, problem, value: row.account });
            continue;
        }
        taken.push((row, user, known.copied()));
    }
    if !wrong.is_empty() {
        return Err(told(wrong));
    }
    has_room(tx, club, taken.iter().filter(|(.., known)| known.is_none()).count()).await?;
    let mut imported = RosterChanges::default();
    for (row, user, known) in taken {
        match known {
            Some(known) => {
                imported.changed += usize::from(change(tx, acting, known, row, user).await?);
            }
            None => {
                let line = ClubMember {
                    name: row.name,
                    note: row.note,
                    offered: user,
                    grade_ms: row.grade.as_ref().map(|_| acting.now_ms),
                    grade: row.grade,
                    ..blank(club.id, acting.now_ms)
                };
                members::insert(tx, &line, Some(acting.user)).await?;
                imported.added += 1;
            }
        }
    }
    Ok(imported)
}

/// The account of a row, if it may be on the list.
async fn account_of(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    handle: &str,
    by_user: &HashMap<UserId, &ClubMember>,
) -> Result<Result<UserId, RowProblem>> {
    let user = match account(tx, handle).await {
        Ok(user) => user,
        Err(ClubError::Refused(_)) => return Ok(Err(RowProblem::UnknownAccount)),
        Err(error) => return Err(error),
    };
    if by_user.contains_key(&user) {
        return Ok(Ok(user));
    }
    if joining::is_banned(tx, club.id, user).await? {
        return Ok(Err(RowProblem::Banned));
    }
    match may_meet(tx, acting.user, user).await {
        Ok(()) => Ok(Ok(user)),
        Err(ClubError::Refused(_)) => Ok(Err(RowProblem::KeptApart)),
        Err(error) => Err(error),
    }
}

/// Whether a row has changed a line. What a row leaves empty stays.
async fn change(
    tx: &mut Tx,
    acting: Actor,
    known: &ClubMember,
    row: RosterRow,
    user: Option<UserId>,
) -> Result<bool> {
    let mut line = known.clone();
    if !row.note.is_empty() {
        line.note = row.note;
    }
    if line.user.is_none() {
        if !row.name.is_empty() {
            line.name = row.name;
        }
        line.offered = user.or(line.offered);
    }
    let says_more = line != *known;
    if says_more {
        members::put(tx, &line).await?;
    }
    let grade = row.grade.filter(|grade| known.grade.as_ref() != Some(grade));
    if let Some(grade) = &grade {
        members::award(tx, known.id, Some(grade), acting.user, acting.now_ms).await?;
    }
    Ok(says_more || grade.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: usize, name: &str, account: &str, grade: &str, note: &str) -> RosterRow {
        RosterRow {
            line,
            name: name.to_owned(),
            account: account.to_owned(),
            grade: (!grade.is_empty()).then(|| grade.to_owned()),
            note: note.to_owned(),
        }
    }

    #[test]
    fn what_spreadsheets_write_is_read() {
        for (file, expected) in [
            ("", vec![]),
            ("\u{feff}name,account,grade,note\r\n", vec![]),
            ("Ông Tư\n", vec![row(1, "Ông Tư", "", "", "")]),
            (
                "An;an-90;3k;x\nBình\n",
                vec![row(1, "An", "an-90", "3k", "x"), row(2, "Bình", "", "", "")],
            ),
            ("Ghi chú\tTên\tSố\n\nx\t 佐藤 \t7\n", vec![row(3, "佐藤", "", "", "x")]),
            (
                "name,note\n\"Lê, \"\"Tí\"\"\",\"một\nhai\"\nAn,\n",
                vec![row(2, "Lê, \"Tí\"", "", "", "một hai"), row(4, "An", "", "", "")],
            ),
            ("名前,段級\n羽生,初段\n", vec![row(2, "羽生", "", "1d", "")]),
            ("name,account\n,@an-90\n", vec![row(2, "", "an-90", "", "")]),
            ("姓名,帳號,備註\n王,wang,x\n", vec![row(2, "王", "wang", "", "x")]),
            ("이름;급단\n김;3급\n", vec![row(2, "김", "", "3k", "")]),
            ("Bemerkung,Name,Grad\nx,Anna,2. Dan\n", vec![row(2, "Anna", "", "2d", "x")]),
            ("Nom\tGrade\nZoé\t5e kyu\n", vec![row(2, "Zoé", "", "5k", "")]),
            ("Nombre,Grado,Nota\nInés,1.º dan,\n", vec![row(2, "Inés", "", "1d", "")]),
            ("name,note\nAn,'=1+1\n", vec![row(2, "An", "", "", "=1+1")]),
        ] {
            assert_eq!(read(file), (expected, vec![]), "{file:?}");
        }
    }

    #[test]
    fn every_bad_row_is_told_with_its_line() {
        let long = "駒".repeat(61);
        let file =
            format!("name,account,grade,note\nAn,,99k,\nBình,,,\n,,3k,\n{long}\na,b,1k,d,e\n");
        let (rows, wrong) = read(&file);
        assert_eq!(rows.len(), 1);
        use RowProblem::{Grade, Name, NameMissing, Values};
        let told: Vec<_> = wrong.iter().map(|it| (it.line, it.problem)).collect();
        assert_eq!(told, [(2, Grade), (4, NameMissing), (5, Name), (6, Values)]);
        assert_eq!(wrong[0].value, "99k");
        let (_, open) = read("name\nAn\n\"Bình\nChi\n");
        assert_eq!((open[0].line, open[0].problem), (3, RowProblem::Quote));
    }

    #[test]
    fn a_table_is_read_back() {
        let member = |name: &str, note: &str| ListedMember {
            member: ClubMember {
                name: name.to_owned(),
                note: note.to_owned(),
                grade: Some("2d".to_owned()),
                ..blank(komadai_ids::ClubId::new(1, [1; 10]), 1)
            },
            account: None,
            bot: false,
            offered_handle: Some("an-90".to_owned()),
            rating: None,
            earned: None,
            teaches: false,
        };
        let list = [member("Lê, Tí", "-5; \"x\""), member("=SUM(A1)", "")];
        let expected = vec![
            row(2, "Lê, Tí", "an-90", "2d", "-5; \"x\""),
            row(3, "=SUM(A1)", "an-90", "2d", ""),
        ];
        assert_eq!(read(&table(&list, true)), (expected, vec![]));
        assert!(!table(&list, false).contains("an-90"), "an offer is for organisers");
    }
}
