//! Clubs, as their owners, organisers and members, those who want in, and strangers see them.

use futures_util::future::join_all;
use komadai_ids::UserId;
use komadai_service::site::SiteState;
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code},
    ratings::member,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, TestServer, both_servers, byoyomi, http::Page, setup, until, uuid};

const BASE: &str = "/api/v1/clubs";

/// A club, seen by somebody.
struct Hall<'s> {
    server: &'s TestServer,
    slug: &'static str,
}

fn settings(joining: &str, private: bool) -> Value {
    json!({
        "name": "Câu lạc bộ Shogi Hà Nội",
        "city": "Hà Nội",
        "about": "Chơi vào chiều chủ nhật.\nAi cũng được.",
        "for_members": "Mã cửa 1234",
        "link": "https://shogi.example/hanoi",
        "lang": "vi",
        "private": private,
        "joining": joining,
    })
}

async fn get(server: &TestServer, cookie: &str, path: &str) -> Page {
    server.get_with(&format!("{BASE}{path}"), &[("Cookie", cookie)]).await
}

async fn found(server: &TestServer, by: &Tab, slug: &str, settings: &Value) -> Page {
    let body = json!({ "create": uuid(), "slug": slug, "settings": settings });
    let headers = [("Cookie", by.cookie.as_str())];
    let page = server.request("POST", BASE, &headers, &body.to_string()).await;
    if page.status == 201 {
        let again = server.request("POST", BASE, &headers, &body.to_string()).await;
        assert_eq!(again.json()["slug"], page.json()["slug"], "the same one, said twice");
    }
    page
}

impl<'s> Hall<'s> {
    async fn set_up(server: &'s TestServer, by: &Tab, joining: &str, private: bool) -> Self {
        let page = found(server, by, "hanoi", &settings(joining, private)).await;
        assert_eq!(page.status, 201, "{page:?}");
        Self { server, slug: "hanoi" }
    }
    async fn try_act(&self, cookie: &str, act: &Value) -> Page {
        let path = format!("{BASE}/{}/acts", self.slug);
        let body = json!({ "id": uuid(), "act": act }).to_string();
        let headers = [("Cookie", cookie)];
        let page = self.server.request("POST", &path, &headers, &body).await;
        if page.status == 200 {
            let again = self.server.request("POST", &path, &headers, &body).await;
            let is_gone = act["t"] == "close";
            assert_eq!(again.status, if is_gone { 404 } else { 200 }, "said twice: {again:?}");
        }
        page
    }

    async fn act(&self, by: &Tab, act: Value) -> Value {
        let page = self.try_act(&by.cookie, &act).await;
        assert_eq!(page.status, 200, "{act}: {page:?}");
        page.json()
    }

    async fn refused(&self, by: &Tab, act: Value, expected: &str) {
        let page = self.try_act(&by.cookie, &act).await;
        assert_eq!(code(&page).1, expected, "{act}: {page:?}");
    }

    async fn see(&self, cookie: &str) -> Value {
        let page = get(self.server, cookie, &format!("/{}", self.slug)).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()
    }

    async fn role(&self, of: &Tab) -> Value {
        self.see(&of.cookie).await["you"]["role"].clone()
    }

    async fn list(&self, by: &Tab) -> Vec<Value> {
        let page = get(self.server, &by.cookie, &format!("/{}/members", self.slug)).await;
        assert_eq!(page.status, 200, "{page:?}");
        page.json()["members"].as_array().unwrap().clone()
    }

    /// A line of the list, as its organiser sees it.
    async fn line(&self, by: &Tab, name: &str) -> Value {
        let list = self.list(by).await;
        let line = list.iter().find(|it| it["name"] == name || it["handle"] == name);
        line.unwrap_or_else(|| panic!("{name} is not in {list:?}")).clone()
    }

    /// The list as a file.
    async fn table(&self, by: &Tab) -> String {
        let page = get(self.server, &by.cookie, &format!("/{}/members.csv", self.slug)).await;
        String::from_utf8(page.body).unwrap()
    }

    async fn import(&self, by: &Tab, file: &str) -> Page {
        let path = format!("{BASE}/{}/import?id={}", self.slug, uuid());
        self.server.request("POST", &path, &[("Cookie", &by.cookie)], file).await
    }
}

/// The names of a list.
fn names(list: &[Value]) -> Vec<&str> {
    list.iter().filter_map(|it| it["name"].as_str()).collect()
}

both_servers!(a_club_is_founded_and_found, |server| async {
    let anh = member(server, "anh", "1k").await;
    let guest = server.enter("guest").await;
    assert_eq!(code(&found(server, &guest, "hanoi", &settings("open", false)).await).0, 401);
    let hall = Hall::set_up(server, &anh, "open", false).await;
    let taken = found(server, &anh, "hanoi", &settings("open", false)).await;
    assert_eq!(code(&taken), (409, "slug_taken".to_owned()));
    for (slug, change) in [
        ("Hà", json!({})),
        ("new", json!({})),
        ("saigon", json!({ "name": " " })),
        ("saigon", json!({ "name": "駒".repeat(61) })),
        ("saigon", json!({ "link": "javascript:alert(1)" })),
    ] {
        let mut bad = settings("open", false);
        bad.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let page = found(server, &anh, slug, &bad).await;
        assert_eq!(code(&page), (422, "bad_words".to_owned()), "{slug} {change}");
    }
    let bribed = found(server, &anh, "saigon", &settings("bribe", false)).await;
    assert_eq!(code(&bribed), (422, "bad_body".to_owned()));
    for (words, n_found) in
        [("", 1), ("ha%20noi", 1), ("HANOI", 1), ("sai%20gon", 0), ("%07hanoi", 1)]
    {
        let page = get(server, "", &format!("?q={words}")).await.json();
        assert_eq!(page["clubs"].as_array().unwrap().len(), n_found, "{words}");
    }
    let mine = get(server, &anh.cookie, "?mine=true").await.json();
    assert_eq!(
        (&mine["clubs"][0]["role"], &mine["clubs"][0]["n_members"]),
        (&json!("owner"), &json!(1))
    );
    let seen = hall.see("").await;
    assert_eq!((&seen["inside"], &seen["you"]["signed_in"]), (&json!(true), &json!(false)));
    assert_eq!(seen["about"], "Chơi vào chiều chủ nhật.\nAi cũng được.");
    // What has not changed is not sent again, and is nobody else's.
    let page = get(server, "", "/hanoi").await;
    let etag = page.header("etag").unwrap().to_owned();
    let path = format!("{BASE}/hanoi");
    let again = server.get_with(&path, &[("If-None-Match", &etag)]).await;
    assert_eq!(again.status, 304);
    let again = server.get_with(&path, &[("If-None-Match", &etag), ("Cookie", &anh.cookie)]).await;
    assert_eq!(again.status, 200);
    // All at once, and only as many as one may own.
    let wanted = settings("open", false);
    let slugs = [1, 2, 3, 4, 6, 7, 8, 9].map(|n| format!("club-{n}"));
    let asked = slugs.iter().map(|slug| found(server, &anh, slug, &wanted));
    let mut answers: Vec<u16> = join_all(asked).await.iter().map(|page| page.status).collect();
    answers.sort_unstable();
    assert_eq!(answers, [201, 201, 201, 201, 429, 429, 429, 429]);
    let page = found(server, &anh, "club-5", &settings("open", false)).await;
    assert_eq!(code(&page), (429, "too_many_clubs".to_owned()));
    hall.act(&anh, json!({ "t": "edit", "settings": settings("request", true) })).await;
    assert_eq!(hall.see("").await["inside"], false);
    hall.act(&anh, json!({ "t": "close" })).await;
    assert_eq!(get(server, &anh.cookie, "/hanoi").await.status, 404);
    let page = found(server, &anh, "hanoi", &settings("open", false)).await;
    assert_eq!(code(&page).1, "slug_taken", "nobody takes an old club's place");
});

both_servers!(one_joins_as_the_club_wants_it, |server| async {
    let owner = member(server, "owner", "1k").await;
    let (binh, chi) = (member(server, "binh", "5k").await, member(server, "chi", "5k").await);
    let dung = member(server, "dung", "5k").await;
    let hall = Hall::set_up(server, &owner, "request", true).await;
    // A private club shows its name.
    let seen = hall.see(&binh.cookie).await;
    assert_eq!(seen["name"], "Câu lạc bộ Shogi Hà Nội");
    assert_eq!((&seen["about"], &seen["n_members"]), (&json!(""), &json!(0)));
    assert_eq!(get(server, "", "?q=hanoi").await.json()["clubs"], json!([]));
    for path in ["/hanoi/members", "/hanoi/members.csv"] {
        assert_eq!(code(&get(server, &binh.cookie, path).await).1, "private_club", "{path}");
    }
    for path in ["/hanoi/desk", "/hanoi/acts"] {
        assert_eq!(code(&get(server, &binh.cookie, path).await).1, "not_allowed", "{path}");
    }
    // By request.
    hall.act(&binh, json!({ "t": "join", "words": "cho em vào với" })).await;
    assert!(hall.see(&binh.cookie).await["you"]["asked_ms"].is_i64());
    assert_eq!(hall.role(&binh).await, Value::Null);
    let desk = get(server, &owner.cookie, "/hanoi/desk").await.json();
    assert_eq!(desk["requests"][0]["words"], "cho em vào với");
    // Who belongs to it is for its members, on a player's page too.
    let shown = async |cookie: &str| {
        let page = get(server, cookie, "?player=owner").await.json();
        page["clubs"].as_array().unwrap().iter().map(|it| it["role"].clone()).collect::<Vec<_>>()
    };
    for cookie in ["", &binh.cookie] {
        assert_eq!(shown(cookie).await, [] as [Value; 0]);
    }
    assert_eq!(shown(&owner.cookie).await, ["owner"]);
    hall.act(&owner, json!({ "t": "accept", "handle": "binh" })).await;
    assert_eq!(hall.role(&binh).await, "member");
    assert_eq!(shown(&binh.cookie).await, ["owner"]);
    assert_eq!(code(&get(server, "", "?player=nobody-1").await).1, "unknown_player");
    hall.refused(&binh, json!({ "t": "join" }), "already_member").await;
    hall.refused(&owner, json!({ "t": "accept", "handle": "binh" }), "unknown_entry").await;
    hall.act(&chi, json!({ "t": "join" })).await;
    hall.act(&owner, json!({ "t": "decline", "handle": "chi" })).await;
    assert!(hall.see(&chi.cookie).await["you"]["declined_ms"].is_i64());
    hall.refused(&chi, json!({ "t": "join" }), "declined_lately").await;
    // By a link, also after a no.
    hall.refused(&chi, json!({ "t": "join", "invitation": "nonsense" }), "bad_invitation").await;
    for (days, uses) in [(0, json!(1)), (366, json!(1)), (7, json!(0)), (7, json!(2_001))] {
        let act = json!({ "t": "invite", "days": days, "uses_max": uses });
        hall.refused(&owner, act, "bad_words").await;
    }
    let made = hall.act(&owner, json!({ "t": "invite", "days": 7, "uses_max": 1 })).await;
    let token = made["token"].as_str().unwrap();
    hall.act(&chi, json!({ "t": "join", "invitation": token })).await;
    assert_eq!(hall.role(&chi).await, "member");
    hall.refused(&dung, json!({ "t": "join", "invitation": token }), "bad_invitation").await;
    let made = hall.act(&owner, json!({ "t": "invite", "days": 1 })).await;
    let desk = get(server, &owner.cookie, "/hanoi/desk").await.json();
    assert!(!desk.to_string().contains(made["token"].as_str().unwrap()), "{desk}");
    let link = &desk["invitations"][0]["id"];
    hall.act(&owner, json!({ "t": "revoke", "invitation": link })).await;
    hall.refused(&owner, json!({ "t": "revoke", "invitation": link }), "unknown_entry").await;
    let late = json!({ "t": "join", "invitation": made["token"] });
    hall.refused(&dung, late, "bad_invitation").await;
    for n in 1..=21 {
        let page = hall.try_act(&owner.cookie, &json!({ "t": "invite", "days": 1 })).await;
        assert_eq!(page.status, if n <= 20 { 200 } else { 409 }, "link {n}: {page:?}");
    }
    // By invitation alone, and freely.
    hall.act(&owner, json!({ "t": "edit", "settings": settings("invitation", false) })).await;
    assert_eq!(shown("").await, ["owner"], "a public club's list is for everybody");
    hall.refused(&dung, json!({ "t": "join" }), "by_invitation").await;
    hall.act(&owner, json!({ "t": "edit", "settings": settings("open", false) })).await;
    // Whom an owner keeps away does not come in, and neither does whom the club has banned.
    let block = json!({ "handle": "dung", "distance": "block" }).to_string();
    let headers = [("Cookie", owner.cookie.as_str())];
    server.request("POST", "/api/v1/me/relations", &headers, &block).await;
    hall.refused(&dung, json!({ "t": "join" }), "kept_apart").await;
    hall.act(&owner, json!({ "t": "ban", "handle": "binh", "reason": "quấy rối" })).await;
    assert_eq!(hall.role(&binh).await, Value::Null);
    hall.refused(&binh, json!({ "t": "join" }), "club_banned").await;
    hall.act(&owner, json!({ "t": "unban", "handle": "binh" })).await;
    hall.act(&binh, json!({ "t": "join" })).await;
    hall.act(&binh, json!({ "t": "leave" })).await;
    assert_eq!(names(&hall.list(&owner).await), ["owner", "chi"]);
});

both_servers!(each_role_may_do_its_own, |server| async {
    let owner = member(server, "owner", "1k").await;
    let (binh, chi) = (member(server, "binh", "5k").await, member(server, "chi", "5k").await);
    let stranger = member(server, "stranger", "5k").await;
    let hall = Hall::set_up(server, &owner, "open", false).await;
    for tab in [&binh, &chi] {
        hall.act(tab, json!({ "t": "join" })).await;
    }
    let id = |line: Value| line["id"].clone();
    let (owners, binhs) =
        (id(hall.line(&owner, "owner").await), id(hall.line(&owner, "binh").await));
    let chis = id(hall.line(&owner, "chi").await);
    let role = |member: &Value, role: &str| json!({ "t": "role", "member": member, "role": role });
    let organisers = [
        json!({ "t": "invite", "days": 1 }),
        json!({ "t": "announce", "title": "x" }),
        json!({ "t": "add", "player": { "name": "x" } }),
        json!({ "t": "award", "member": chis, "grade": "3k" }),
        json!({ "t": "change", "member": chis, "note": "x" }),
        json!({ "t": "remove", "member": chis }),
        json!({ "t": "ban", "handle": "stranger" }),
        json!({ "t": "accept", "handle": "stranger" }),
    ];
    let owners_alone = [
        json!({ "t": "edit", "settings": settings("open", false) }),
        role(&chis, "organiser"),
        json!({ "t": "hand_over", "member": chis }),
        json!({ "t": "close" }),
    ];
    for tab in [&binh, &stranger] {
        for act in organisers.iter().chain(&owners_alone) {
            hall.refused(tab, act.clone(), "not_allowed").await;
        }
        assert_eq!(code(&hall.import(tab, "name\nx\n").await).1, "not_allowed");
    }
    hall.act(&owner, role(&binhs, "organiser")).await;
    for act in &owners_alone {
        hall.refused(&binh, act.clone(), "not_allowed").await;
    }
    hall.refused(&binh, json!({ "t": "remove", "member": owners }), "not_allowed").await;
    hall.refused(&binh, json!({ "t": "ban", "handle": "owner" }), "not_allowed").await;
    hall.refused(&owner, json!({ "t": "leave" }), "last_owner").await;
    hall.refused(&owner, role(&owners, "member"), "last_owner").await;
    hall.refused(&owner, json!({ "t": "remove", "member": owners }), "last_owner").await;
    hall.refused(&owner, role(&chis, "king"), "bad_body").await;
    hall.refused(&owner, role(&json!(uuid()), "organiser"), "unknown_entry").await;
    hall.act(&binh, json!({ "t": "add", "player": { "name": "Ông Tư" } })).await;
    let typed = id(hall.line(&owner, "Ông Tư").await);
    hall.refused(&owner, role(&typed, "organiser"), "no_account").await;
    hall.refused(&owner, json!({ "t": "hand_over", "member": typed }), "no_account").await;
    hall.act(&owner, json!({ "t": "hand_over", "member": chis })).await;
    assert_eq!(
        (hall.role(&owner).await, hall.role(&chi).await),
        (json!("organiser"), json!("owner"))
    );
    hall.act(&owner, json!({ "t": "leave" })).await;
    hall.act(&binh, json!({ "t": "remove", "member": typed })).await;
    // Everything is in the audit log, the latest first.
    let trail = get(server, &chi.cookie, "/hanoi/acts").await.json();
    let acts: Vec<_> =
        trail["entries"].as_array().unwrap().iter().map(|it| &it["act"]["t"]).collect();
    let expected =
        ["remove", "leave", "hand_over", "add", "role", "join", "join", "found"].map(Value::from);
    assert_eq!(acts, expected.iter().collect::<Vec<_>>(), "{trail}");
    assert_eq!(
        (&trail["entries"][2]["by"], &trail["entries"][2]["about"]),
        (&json!("owner"), &json!("chi"))
    );
    // Those who run the site may see to any club.
    let root = sign_in_as(server, "root-user", "admin").await;
    assert_eq!(hall.see(&root).await["you"]["role"], "owner");
    assert_eq!(hall.try_act(&root, &json!({ "t": "close" })).await.status, 200);
});

both_servers!(a_club_announces_and_awards, |server| async {
    let owner = member(server, "owner", "1k").await;
    let binh = member(server, "binh", "5k").await;
    let hall = Hall::set_up(server, &owner, "open", false).await;
    assert_eq!(hall.see(&binh.cookie).await["for_members"], "");
    hall.act(&binh, json!({ "t": "join" })).await;
    assert_eq!(hall.see(&binh.cookie).await["for_members"], "Mã cửa 1234");
    let tell = json!({ "t": "announce", "title": "Chủ nhật này", "text": "Quán cà phê.\n14 giờ." });
    hall.act(&owner, tell).await;
    let told = hall.see("").await["announcements"][0].clone();
    assert_eq!((&told["text"], &told["by"]), (&json!("Quán cà phê.\n14 giờ."), &json!("owner")));
    let reword = json!({ "t": "reword", "announcement": told["id"], "title": "Thứ bảy" });
    hall.act(&owner, reword).await;
    let told = hall.see("").await["announcements"][0].clone();
    assert!(told["title"] == "Thứ bảy" && told["changed_ms"].is_i64(), "{told}");
    // What is pinned stands before what is newer.
    let pin = |pinned: bool| json!({ "t": "pin", "announcement": told["id"], "pinned": pinned });
    hall.act(&owner, json!({ "t": "announce", "title": "Hôm nay" })).await;
    for (pinned, expected) in [(true, ["Thứ bảy", "Hôm nay"]), (false, ["Hôm nay", "Thứ bảy"])]
    {
        hall.act(&owner, pin(pinned)).await;
        let all = hall.see("").await["announcements"].clone();
        let titles: Vec<_> = all.as_array().unwrap().iter().map(|it| &it["title"]).collect();
        assert_eq!(titles, expected);
    }
    hall.refused(&binh, pin(true), "not_allowed").await;
    let newer = hall.see("").await["announcements"][0]["id"].clone();
    hall.act(&owner, json!({ "t": "unannounce", "announcement": newer })).await;
    let log = get(server, &owner.cookie, "/hanoi/acts").await.json();
    assert_eq!(
        log["entries"][1]["act"],
        json!({ "t": "pin", "title": "Thứ bảy", "pinned": false })
    );
    hall.act(&owner, json!({ "t": "unannounce", "announcement": told["id"] })).await;
    assert_eq!(hall.see("").await["announcements"], json!([]));
    let gone = json!({ "t": "unannounce", "announcement": told["id"] });
    hall.refused(&owner, gone, "unknown_entry").await;
    for (title, text) in [("", String::new()), ("x", "あ".repeat(5_001))] {
        let act = json!({ "t": "announce", "title": title, "text": text });
        hall.refused(&owner, act, "bad_words").await;
    }
    // A club's grade is beside the earned one, never in its place.
    let line = hall.line(&owner, "binh").await;
    let award = |grade: &str| json!({ "t": "award", "member": line["id"], "grade": grade });
    hall.refused(&owner, award("rất mạnh"), "bad_words").await;
    hall.act(&owner, award("Sơ đẳng")).await;
    let line = hall.line(&binh, "binh").await;
    assert_eq!((&line["club_grade"]["grade"], &line["earned"]), (&json!("1d"), &Value::Null));
    let profile = server.get("/api/v1/players/binh").await.json();
    assert_eq!(profile["grade"], Value::Null, "{profile}");
    hall.act(&owner, award("")).await;
    assert_eq!(hall.line(&binh, "binh").await["club_grade"], Value::Null);
    // Somebody without an account comes to have one.
    let add = |handle: &str| json!({ "t": "add", "player": { "name": "Ông Tư", "handle": handle, "grade": "2 dan" } });
    hall.refused(&owner, add("nobody-there"), "unknown_player").await;
    hall.refused(&owner, add("binh"), "already_member").await;
    hall.act(&owner, add("")).await;
    let tu = member(server, "tu-90", "5k").await;
    let line = hall.line(&owner, "Ông Tư").await;
    let offer =
        json!({ "t": "change", "member": line["id"], "name": "Ông Tư", "handle": "@tu-90" });
    hall.act(&owner, offer).await;
    assert_eq!(hall.line(&owner, "Ông Tư").await["offered"], "tu-90");
    assert!(hall.line(&binh, "Ông Tư").await.get("offered").is_none(), "for organisers");
    assert_eq!(hall.see(&tu.cookie).await["you"]["offered"], "Ông Tư");
    hall.act(&owner, json!({ "t": "edit", "settings": settings("invitation", false) })).await;
    hall.act(&tu, json!({ "t": "join" })).await;
    let linked = hall.line(&owner, "tu-90").await;
    assert_eq!((&linked["id"], &linked["club_grade"]["grade"]), (&line["id"], &json!("2d")));
});

both_servers!(a_list_is_read_from_a_spreadsheet_as_a_whole, |server| async {
    let owner = member(server, "owner", "1k").await;
    let binh = member(server, "binh", "5k").await;
    let hall = Hall::set_up(server, &owner, "invitation", false).await;
    let bad = "Tên,Tài khoản,Đẳng cấp,Ghi chú\nÔng Tư,,3k,\nBà Năm,nobody-there,,\n佐藤,,99 dan,\n\
               ,,1k,\nÔng Tư,,,\n";
    let page = hall.import(&owner, bad).await;
    assert_eq!(code(&page), (422, "bad_rows".to_owned()));
    let rows = page.json()["rows"].clone();
    let told =
        rows.as_array().unwrap().iter().map(|it| (it["line"].clone(), it["problem"].clone()));
    let expected = [(3, "unknown_account"), (4, "grade"), (5, "name_missing"), (6, "twice")];
    let expected = expected.map(|(line, problem)| (json!(line), json!(problem)));
    assert_eq!(told.collect::<Vec<_>>(), expected, "{rows}");
    assert_eq!(names(&hall.list(&owner).await), ["owner"], "nothing is half imported");
    let good = "name;account;grade;note\n\"Ông; Tư\";;3k;thầy\nBình;binh;初段;\n;owner;2d;\n";
    let page = hall.import(&owner, good).await;
    assert_eq!(page.json(), json!({ "added": 2, "changed": 1 }), "{page:?}");
    let page = hall.import(&owner, good).await;
    assert_eq!(page.json(), json!({ "added": 0, "changed": 0 }), "the same file again");
    // Nobody is made a member without a word: the account takes its line over.
    assert_eq!(hall.line(&owner, "Bình").await["handle"], Value::Null);
    hall.act(&binh, json!({ "t": "join" })).await;
    assert_eq!(hall.line(&owner, "binh").await["club_grade"]["grade"], "1d");
    // What is written can be read again; notes are for organisers.
    let written = hall.table(&owner).await;
    assert!(written.contains("\"Ông; Tư\",\"\",\"3k\",\"thầy\",\"member\""), "{written}");
    assert_eq!(hall.import(&owner, &written).await.json(), json!({ "added": 0, "changed": 0 }));
    assert!(!hall.table(&binh).await.contains("thầy"));
    let many: String = (0..2_001).map(|n| format!("player {n}\n")).collect();
    assert_eq!(code(&hall.import(&owner, &many).await), (409, "club_full".to_owned()));
    let long = "x".repeat(600_000);
    assert_eq!(hall.import(&owner, &long).await.status, 413);
    assert_eq!(hall.list(&owner).await.len(), 3);
});

both_servers!(clubs_stand_still_while_the_site_is_read_only, |server| async {
    let owner = member(server, "owner", "1k").await;
    let hall = Hall::set_up(server, &owner, "open", false).await;
    let state = SiteState { banner: String::new(), read_only: true };
    let by = UserId::new(1, [7; 10]);
    server.service().site.set(by, state).await.unwrap();
    hall.refused(&owner, json!({ "t": "announce", "title": "x" }), "read_only").await;
    assert_eq!(code(&hall.import(&owner, "name\nx\n").await).0, 503);
    assert_eq!(code(&found(server, &owner, "another", &settings("open", false)).await).0, 503);
    assert_eq!(hall.see("").await["inside"], true, "it is read all the same");
});

both_servers!(an_account_that_goes_leaves_its_clubs, |server| async {
    let owner = member(server, "owner", "1k").await;
    let binh = member(server, "binh", "5k").await;
    let hall = Hall::set_up(server, &owner, "open", false).await;
    hall.act(&binh, json!({ "t": "join" })).await;
    let line = hall.line(&owner, "binh").await;
    hall.act(&owner, json!({ "t": "award", "member": line["id"], "grade": "3k" })).await;
    hall.act(&owner, json!({ "t": "announce", "title": "Chào" })).await;
    let data = server.get_with("/api/v1/me/data.json", &[("Cookie", &binh.cookie)]).await.json();
    let own = &data["clubs"][0];
    assert_eq!(
        (&own["club"], &own["role"], &own["grade"]),
        (&json!("hanoi"), &json!("member"), &json!("3k"))
    );
    let deleted =
        ask(server, &owner.cookie, "delete", json!({ "password": "bảy con tốt đen" })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    assert_eq!(hall.role(&binh).await, "owner");
    assert_eq!(hall.see("").await["announcements"][0]["by"], "(deleted)");
    let deleted =
        ask(server, &binh.cookie, "delete", json!({ "password": "bảy con tốt đen" })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    assert_eq!(get(server, "", "/hanoi").await.status, 404, "nobody is left");
});

/// Makes a tournament.
async fn make(server: &TestServer, by: &Tab, settings: Value) -> Page {
    let body = json!({ "create": uuid(), "settings": settings }).to_string();
    let headers = [("Cookie", by.cookie.as_str())];
    server.request("POST", "/api/v1/tournaments", &headers, &body).await
}

/// Does something in a tournament.
async fn act(server: &TestServer, by: &Tab, acts: &str, act: Value) -> Page {
    let body = json!({ "id": uuid(), "act": act, "reason": "x" }).to_string();
    server.request("POST", acts, &[("Cookie", &by.cookie)], &body).await
}

both_servers!(a_club_has_tournaments_of_its_own, |server| async {
    let owner = member(server, "owner", "1k").await;
    let (binh, stranger) =
        (member(server, "binh", "5k").await, member(server, "stranger", "5k").await);
    let hall = Hall::set_up(server, &owner, "open", false).await;
    hall.act(&binh, json!({ "t": "join" })).await;
    let line = hall.line(&owner, "binh").await;
    hall.act(&owner, json!({ "t": "award", "member": line["id"], "grade": "2d" })).await;
    let plan = |club: Value, members_only: bool| {
        json!({
            "name": "Giải nội bộ",
            "format": { "t": "swiss", "rounds": 3 },
            "plan": {
                "variant": "standard",
                "clock": { "kind": "byoyomi", "main_ms": 600_000, "byoyomi_ms": 30_000 },
                "grace_ms": 600_000,
                "club": club,
                "members_only": members_only,
            },
        })
    };
    let refused = make(server, &binh, plan(json!("hanoi"), true)).await;
    assert_eq!(code(&refused), (403, "not_allowed".to_owned()), "members do not organise");
    // Nor do they by saying more of the club than its address.
    let known =
        json!({ "id": "0190a1b2-0000-7000-8000-000000000001", "slug": "hanoi", "name": "binh's" });
    let refused = make(server, &binh, plan(known, true)).await;
    assert_eq!(code(&refused), (403, "not_allowed".to_owned()), "the club is looked up");
    let refused = make(server, &owner, plan(json!("nowhere"), true)).await;
    assert_eq!(code(&refused), (404, "not_found".to_owned()));
    let refused = make(server, &owner, plan(Value::Null, true)).await;
    assert_eq!(code(&refused), (422, "bad_settings".to_owned()), "of which club?");
    let page = make(server, &owner, plan(json!("hanoi"), true)).await;
    assert_eq!(page.status, 201, "{page:?}");
    let event = page.json()["code"].as_str().unwrap().to_owned();
    let acts = format!("/api/v1/tournaments/{event}/acts");
    // A draft is on the page of the club for its organisers.
    let listed = |seen: Value| seen["tournaments"].as_array().unwrap().len();
    assert_eq!((listed(hall.see(&owner.cookie).await), listed(hall.see("").await)), (1, 0));
    assert_eq!(
        act(server, &binh, &acts, json!({ "t": "open" })).await.status,
        404,
        "a draft of others"
    );
    let role = json!({ "t": "role", "member": line["id"], "role": "organiser" });
    hall.act(&owner, role).await;
    assert_eq!(
        act(server, &binh, &acts, json!({ "t": "open" })).await.status,
        200,
        "the club's organisers do"
    );
    assert_eq!(listed(hall.see("").await), 1);
    // Members come in with the club's grade, and strangers when an organiser asks them.
    assert_eq!(
        code(&act(server, &stranger, &acts, json!({ "t": "join" })).await),
        (403, "members_only".to_owned())
    );
    assert_eq!(act(server, &binh, &acts, json!({ "t": "join" })).await.status, 200);
    let enter = json!({ "t": "enter", "entry": { "handle": "stranger" } });
    assert_eq!(act(server, &stranger, &acts, enter.clone()).await.status, 403);
    assert_eq!(act(server, &binh, &acts, enter).await.status, 200);
    assert_eq!(act(server, &stranger, &acts, json!({ "t": "accept" })).await.status, 200);
    let view = server.get(&format!("/api/v1/tournaments/{event}")).await.json();
    let entries: Vec<_> = view["entries"].as_array().unwrap().iter().collect();
    let grades: Vec<_> = entries.iter().map(|it| json!([it["handle"], it["club_grade"]])).collect();
    assert_eq!((&entries[0]["grade"], entries[0]["club"].is_string()), (&json!("2d"), true));
    assert_eq!(grades, [json!(["binh", "2d"]), json!(["stranger", null])], "{view}");
    assert_eq!(view["plan"]["club"], "hanoi");
    assert_eq!(view["club"], json!({ "slug": "hanoi", "name": "Câu lạc bộ Shogi Hà Nội" }));
    // What one of the club's organisers decides stands under that organiser's name.
    assert_eq!(act(server, &binh, &acts, json!({ "t": "begin" })).await.status, 200);
    let look = async || server.get(&format!("/api/v1/tournaments/{event}")).await.json();
    let key = look().await["rounds"][0]["games"][0]["key"].clone();
    let rule = json!({ "t": "rule", "game": key, "outcome": "both_lose" });
    assert_eq!(act(server, &binh, &acts, rule).await.status, 200);
    let ruled_by = async || look().await["rounds"][0]["games"][0]["ruling"]["by"].clone();
    assert_eq!(ruled_by().await, view["entries"][0]["name"], "{view}");
    // A former organiser organises no tournament of the club.
    hall.act(&owner, json!({ "t": "role", "member": line["id"], "role": "member" })).await;
    assert_eq!(code(&act(server, &binh, &acts, json!({ "t": "pause" })).await).1, "not_organiser");
    until("the game that was ruled upon is over, and the account is deleted", || async {
        let gone = ask(server, &binh.cookie, "delete", json!({ "password": PASSWORD })).await;
        gone.status == 200
    })
    .await;
    assert_eq!(ruled_by().await, "(deleted)");
});

both_servers!(games_of_members_are_on_the_page_where_that_may_be_known, |server| async {
    let mut owner = member(server, "owner", "5k").await;
    let mut guest = server.enter("guest").await;
    let hall = Hall::set_up(server, &owner, "open", false).await;
    let playing = async |cookie: &str| -> Vec<String> {
        let page = get(server, cookie, &format!("/{}", hall.slug)).await.json();
        let games = page["playing"].as_array().cloned().unwrap_or_default();
        games.iter().map(|it| it.as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(playing("").await, Vec::<String>::new());
    let game = owner.create(setup(byoyomi(600_000, 30_000))).await;
    guest.join(game).await;
    assert_eq!(playing("").await, [game.to_string()]);
    let body = json!({ "challenges_from": "all", "tells_followers": false });
    send(server, &owner.cookie, "PUT", "/account/privacy", body).await;
    assert_eq!(playing("").await, Vec::<String>::new());
    assert_eq!(playing(&owner.cookie).await, [game.to_string()], "one's own");
});
