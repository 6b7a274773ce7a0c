//! Studies: who sees and changes what, chapters, copies, files and lists.

use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, RefusalCode, ReviewEvent, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
};
use komadai_review::{Change, Edit, Tree};
use komadai_rules::{Position, Variant};
use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask, code},
    ratings::member,
    site::{send, sign_in_as},
};
use crate::fixture::{Tab, TestServer, both_servers, http::Page};

/// A tree of so many moves.
fn tree(moves: &[&str]) -> Value {
    let mut tree = Tree::new(&Position::start(Variant::standard()));
    tree.headers = vec![
        ("Sente".to_owned(), "Nguyễn Bí Mật".to_owned()),
        ("Gote".to_owned(), "羽生".to_owned()),
        ("Opening".to_owned(), "四間飛車".to_owned()),
    ];
    for (after, usi) in (0..).zip(moves) {
        tree.edit(Edit::Play { after, usi: (*usi).to_owned(), alone: false }).unwrap();
    }
    serde_json::to_value(&tree).unwrap()
}

pub(super) fn draft(title: &str, visibility: &str) -> Value {
    json!({
        "title": title,
        "description": "Mở đầu",
        "topics": ["Yagura", "矢倉"],
        "visibility": visibility,
        "chapters": [
            { "name": "Một", "tree": tree(&["7g7f", "3c3d"]) },
            { "name": "", "tree": tree(&["2g2f"]), "orientation": "gote", "mode": "practice" },
        ],
    })
}

/// A study of somebody's; its address.
pub(super) async fn made(server: &TestServer, owner: &Tab, draft: Value) -> String {
    let page = send(server, &owner.cookie, "POST", "/studies", draft).await;
    assert_eq!(page.status, 201, "{page:?}");
    page.json()["study"].as_str().expect("its code").to_owned()
}

pub(super) async fn get(server: &TestServer, cookie: &str, path: &str) -> Page {
    send(server, cookie, "GET", path, Value::Null).await
}

pub(super) async fn done(server: &TestServer, who: &Tab, method: &str, path: &str, body: Value) {
    let page = send(server, &who.cookie, method, path, body).await;
    assert!(page.status < 300, "{method} {path}: {page:?}");
}

pub(super) async fn refused(
    server: &TestServer,
    who: &Tab,
    (method, path, body): (&str, &str, Value),
    expected: (u16, &str),
) {
    let page = send(server, &who.cookie, method, path, body).await;
    assert_eq!(code(&page), (expected.0, expected.1.to_owned()), "{method} {path}: {page:?}");
}

/// An account is asked to become a member, and says yes.
pub(super) async fn takes_part(
    server: &TestServer,
    owner: &Tab,
    (who, handle): (&Tab, &str),
    (study, role): (&str, &str),
) {
    let member = format!("{study}/members/{handle}");
    done(server, owner, "PUT", &member, json!({ "role": role })).await;
    done(server, who, "PUT", &format!("{study}/invitation"), Value::Null).await;
}

/// Checks that somebody finds nothing at these addresses, and neither the study nor its chapter in
/// any list.
pub(super) async fn hides(
    server: &TestServer,
    cookie: &str,
    paths: &[String],
    (study, chapter): (&str, &str),
) {
    for path in paths {
        let page = get(server, cookie, path).await;
        assert_eq!(page.status, 404, "{path}: {page:?}");
    }
    let lists =
        ["/studies", "/studies?text=kin", "/studies?topic=yagura", "/me/studies", "/me/reviews"];
    for path in lists {
        let page = String::from_utf8(get(server, cookie, path).await.body).unwrap();
        assert!(!page.contains(study) && !page.contains(chapter), "{path}: {page}");
    }
}

/// The chapters of a study, in their order.
pub(super) async fn chapters(server: &TestServer, who: &Tab, study: &str) -> Vec<String> {
    let page = get(server, &who.cookie, &format!("/studies/{study}")).await.json();
    let chapters = page["chapters"].as_array().expect("chapters").clone();
    chapters.iter().map(|it| it["review"].as_str().expect("its code").to_owned()).collect()
}

async fn try_follow(tab: &mut Tab, review: Code) -> Result<(), RefusalCode> {
    tab.ask(|id| ClientMessage::Subscribe {
        id,
        stream: StreamName::Review(review),
        last: None,
        epoch: None,
        glance: false,
    })
    .await
    .map(drop)
}

/// Follows a chapter; whether they may change it.
async fn follow(tab: &mut Tab, review: Code) -> bool {
    try_follow(tab, review).await.unwrap();
    may_edit(tab).await
}

/// Waits for a review as it is; whether they may change it.
async fn may_edit(tab: &mut Tab) -> bool {
    tab.hears(|message| match message {
        ServerMessage::Snapshot { snapshot: StreamSnapshot::Review(view), .. } => {
            Some(view.may_edit)
        }
        _ => None,
    })
    .await
}

/// Waits until a change of the study is announced.
async fn hears_of_study(tab: &mut Tab) -> u32 {
    tab.hears(|message| match message {
        ServerMessage::Event { event: StreamEvent::Review(event), .. } => match event.as_ref() {
            ReviewEvent::Study { seq, .. } => Some(*seq),
            _ => None,
        },
        _ => None,
    })
    .await
}

fn changed(message: &ServerMessage) -> Option<Change> {
    let ServerMessage::Event { event: StreamEvent::Review(event), .. } = message else {
        return None;
    };
    let ReviewEvent::Changed { change, .. } = event.as_ref() else { return None };
    Some(change.clone())
}

async fn edit(tab: &mut Tab, review: Code, edit: Edit) -> Result<(), RefusalCode> {
    tab.ask(|id| ClientMessage::Edit { id, review, edit }).await.map(drop)
}

both_servers!(a_private_study_is_seen_by_its_members_alone, |server| async {
    let owner = member(server, "owner", "5k").await;
    let mut writer = member(server, "writer", "5k").await;
    let mut reader = member(server, "reader", "5k").await;
    let mut stranger = member(server, "stranger", "5k").await;
    let nobody = server.enter("nobody").await;
    let study = made(server, &owner, draft("Nghiên cứu kín", "private")).await;
    let path = format!("/studies/{study}");
    takes_part(server, &owner, (&writer, "writer"), (&path, "contributor")).await;
    takes_part(server, &owner, (&reader, "reader"), (&path, "viewer")).await;
    let codes = chapters(server, &owner, &study).await;
    let chapter: Code = codes[0].parse().unwrap();
    let review = format!("/reviews/{chapter}");
    let paths = [
        path.clone(),
        format!("{path}/record.kifu"),
        review.clone(),
        format!("{review}/record.kifu"),
        format!("{review}/diagram.svg"),
        format!("{review}/diagram.gif?ply=1"),
    ];
    for member in [&owner, &writer, &reader] {
        for path in &paths {
            assert_eq!(get(server, &member.cookie, path).await.status, 200, "{path}");
        }
        let own = get(server, &member.cookie, "/me/studies").await.json();
        assert_eq!(own["studies"][0]["study"], json!(study), "{own}");
    }
    // Caches that others look into have nothing of it.
    for path in &paths {
        let page = get(server, &reader.cookie, path).await;
        assert_eq!(page.header("cache-control"), Some("no-store"), "{path}: {page:?}");
    }

    let hidden = (study.as_str(), codes[0].as_str());
    for cookie in [&stranger.cookie, &nobody.cookie, ""] {
        hides(server, cookie, &paths, hidden).await;
    }
    let unknown = (404, "unknown_study");
    let terms = json!({ "title": "x" });
    for attempt in [
        ("PUT", path.as_str(), terms.clone()),
        ("DELETE", &path, Value::Null),
        ("POST", &format!("{path}/chapters"), json!({ "chapters": [{ "review": chapter }] })),
        ("PUT", &format!("{path}/order"), json!({ "chapters": codes })),
        ("PUT", &format!("{path}/members/stranger"), json!({ "role": "viewer" })),
        ("DELETE", &format!("{path}/members/reader"), Value::Null),
        ("PUT", &format!("{path}/link"), json!({ "role": "viewer" })),
        ("POST", &format!("{path}/join"), json!({ "link": "x" })),
        ("PUT", &format!("{path}/invitation"), Value::Null),
        ("DELETE", &format!("{path}/invitation"), Value::Null),
        ("PUT", &format!("{path}/like"), Value::Null),
        ("POST", &format!("{path}/copy"), Value::Null),
    ] {
        let expected =
            if attempt.1.ends_with("chapters") { (404, "unknown_review") } else { unknown };
        refused(server, &stranger, attempt, expected).await;
    }
    for attempt in [
        ("PUT", review.as_str(), json!({ "public": true })),
        ("DELETE", &review, Value::Null),
        ("POST", "/reports", json!({ "review": chapter, "reason": "other", "words": "" })),
    ] {
        refused(server, &stranger, attempt, (404, "unknown_review")).await;
    }
    assert_eq!(try_follow(&mut stranger, chapter).await, Err(RefusalCode::UnknownReview));
    let look = Edit::Look { node: 0 };
    assert_eq!(edit(&mut stranger, chapter, look).await, Err(RefusalCode::UnknownReview));

    // Whoever is removed sees nothing from that moment on.
    assert!(follow(&mut writer, chapter).await);
    assert!(!follow(&mut reader, chapter).await);
    done(server, &owner, "DELETE", &format!("{path}/members/reader"), Value::Null).await;
    hears_of_study(&mut reader).await;
    let hint = Edit::Hint { node: 0, text: "geheim".to_owned() };
    edit(&mut writer, chapter, hint).await.unwrap();
    assert!(matches!(writer.hears(changed).await, Change::Hinted { .. }));
    reader.now().await;
    assert!(reader.rest().iter().all(|message| changed(message).is_none()));
    hides(server, &reader.cookie, &paths, hidden).await;
    assert_eq!(try_follow(&mut reader, chapter).await, Err(RefusalCode::UnknownReview));

    // A public study that turns private is followed by its members alone.
    let terms = |visibility: &str| json!({ "title": "Nghiên cứu", "visibility": visibility });
    done(server, &owner, "PUT", &path, terms("public")).await;
    assert!(!follow(&mut stranger, chapter).await);
    done(server, &owner, "PUT", &path, json!({ "title": "Nghiên cứu", "visibility": "private" }))
        .await;
    hears_of_study(&mut stranger).await;
    edit(&mut writer, chapter, Edit::Look { node: 1 }).await.unwrap();
    stranger.now().await;
    assert!(stranger.rest().iter().all(|message| changed(message).is_none()));
    hides(server, &stranger.cookie, &paths, hidden).await;

    // Nor does it come back with another process.
    server.restart().await;
    hides(server, &stranger.cookie, &paths, hidden).await;
    assert_eq!(get(server, &writer.cookie, &path).await.status, 200);
});

both_servers!(everybody_may_do_what_their_role_says, |server| async {
    let mut owner = member(server, "owner", "5k").await;
    let mut writer = member(server, "writer", "5k").await;
    let reader = member(server, "reader", "5k").await;
    let study = made(server, &owner, draft("Yagura", "unlisted")).await;
    let path = format!("/studies/{study}");
    let codes = chapters(server, &owner, &study).await;
    let chapter: Code = codes[0].parse().unwrap();
    assert!(follow(&mut owner, chapter).await && !follow(&mut writer, chapter).await);

    // By link: as a contributor, until there is another one.
    let link = async |role: Value| {
        let page = send(server, &owner.cookie, "PUT", &format!("{path}/link"), role).await;
        page.json()["link"].clone()
    };
    let first = link(json!({ "role": "contributor" })).await;
    let join = format!("{path}/join");
    let page = send(server, &writer.cookie, "POST", &join, json!({ "link": first })).await;
    assert_eq!(page.json(), json!({ "role": "contributor" }), "{page:?}");
    assert!(may_edit(&mut writer).await, "at once, where they look already");
    let second = link(json!({ "role": "viewer" })).await;
    let stale = ("POST", join.as_str(), json!({ "link": first }));
    refused(server, &reader, stale, (403, "bad_invitation")).await;
    done(server, &reader, "POST", &join, json!({ "link": second })).await;
    let page = get(server, &reader.cookie, &path).await.json();
    assert_eq!(page["role"], "viewer", "{page}");
    assert!(page["link"].is_null() && page["members"].as_array().unwrap().len() == 2, "{page}");
    let page = get(server, &owner.cookie, &path).await.json();
    assert_eq!(page["link"], json!({ "role": "viewer" }), "{page}");

    let add = format!("{path}/chapters");
    let more = json!({ "chapters": [{ "review": chapter, "mode": "hide_next" }] });
    refused(server, &reader, ("POST", &add, more.clone()), (403, "not_your_study")).await;
    let page = send(server, &writer.cookie, "POST", &add, more).await;
    assert_eq!(page.status, 201, "{page:?}");
    let added = page.json()["chapters"][0].as_str().unwrap().to_owned();
    let terms = json!({ "name": "Ba", "orientation": "gote", "mode": "practice" });
    let of_added = format!("{add}/{added}");
    refused(server, &reader, ("PUT", &of_added, terms.clone()), (403, "not_your_study")).await;
    done(server, &writer, "PUT", &of_added, terms).await;
    let page = get(server, &writer.cookie, &path).await.json();
    let third = &page["chapters"][2];
    assert_eq!(
        (&third["name"], &third["mode"], &third["mine"]),
        (&json!("Ba"), &json!("practice"), &json!(true))
    );
    assert_eq!(page["chapters"][1]["name"], "Nguyễn Bí Mật – 羽生", "{page}");

    let order = format!("{path}/order");
    let wanted = [&added, &codes[1], &codes[0]];
    for wrong in [json!([added]), json!([added, added, codes[0]]), json!([added, codes[0], study])]
    {
        let body = json!({ "chapters": wrong });
        refused(server, &writer, ("PUT", &order, body), (422, "bad_study")).await;
    }
    done(server, &writer, "PUT", &order, json!({ "chapters": wanted })).await;
    assert_eq!(chapters(server, &reader, &study).await.iter().collect::<Vec<_>>(), wanted);

    for attempt in [
        ("DELETE", format!("{add}/{}", codes[0]), Value::Null),
        ("PUT", path.clone(), json!({ "title": "x" })),
        ("DELETE", path.clone(), Value::Null),
        ("PUT", format!("{path}/members/reader"), json!({ "role": "contributor" })),
        ("DELETE", format!("{path}/members/reader"), Value::Null),
        ("PUT", format!("{path}/link"), json!({ "role": null })),
    ] {
        let (method, path, body) = attempt;
        refused(server, &writer, (method, &path, body), (403, "not_your_study")).await;
    }
    let review = format!("/reviews/{chapter}");
    for (method, body) in [("PUT", json!({ "public": true })), ("DELETE", Value::Null)] {
        refused(server, &owner, (method, &review, body), (409, "part_of_study")).await;
    }

    // Two at one chapter: who works alone moves nobody.
    let _ = owner.rest();
    let alone = Edit::Play { after: 0, usi: "5g5f".to_owned(), alone: true };
    edit(&mut writer, chapter, alone).await.unwrap();
    assert!(matches!(owner.hears(changed).await, Change::Added { alone: true, .. }));
    let view = get(server, &owner.cookie, &review).await.json();
    assert_eq!(
        (&view["tree"]["at"], &view["study"]["study"]),
        (&json!(2), &json!(study)),
        "{view}"
    );

    done(server, &writer, "DELETE", &of_added, Value::Null).await;
    done(server, &owner, "DELETE", &format!("{add}/{}", codes[1]), Value::Null).await;
    let last = format!("{add}/{}", codes[0]);
    refused(server, &owner, ("DELETE", &last, Value::Null), (409, "last_chapter")).await;
    done(server, &reader, "DELETE", &format!("{path}/members/reader"), Value::Null).await;

    // A moderator takes it down, which ends it for those who follow it.
    let moderator = sign_in_as(server, "Moderator", "moderator").await;
    let take_down = format!("/moderation/studies/{study}/remove");
    let page = send(server, &moderator, "POST", &take_down, json!({ "reason": "spam" })).await;
    assert_eq!(page.status, 204, "{page:?}");
    assert_eq!(
        edit(&mut writer, chapter, Edit::Look { node: 0 }).await,
        Err(RefusalCode::UnknownReview)
    );
    assert_eq!(get(server, &owner.cookie, &path).await.status, 404);
});

both_servers!(studies_are_found_liked_copied_and_written, |server| async {
    let owner = member(server, "owner", "5k").await;
    let reader = member(server, "reader", "5k").await;
    let first = made(server, &owner, draft("Cờ Nhật 100%", "public")).await;
    let second = made(server, &owner, draft("Khác", "public")).await;
    let found = async |query: &str| -> Vec<String> {
        let page = get(server, "", &format!("/studies?{query}")).await;
        assert_eq!(page.status, 200, "{page:?}");
        let studies = page.json()["studies"].as_array().unwrap().clone();
        studies.iter().map(|it| it["study"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(found("").await, [second.as_str(), &first]);
    for (query, expected) in [
        ("text=co%20nhat", vec![&first]),
        ("text=bi%20mat", vec![&second, &first]),
        ("text=nha&order=likes", vec![&first]),
        ("text=hat", vec![]),
        ("text=100", vec![&first]),
        ("text=%E5%9B%9B%E9%96%93%E9%A3%9B%E8%BB%8A", vec![&second, &first]),
        ("text=nothing", vec![]),
        ("text=%25", vec![&second, &first]),
        ("topic=YAGURA", vec![&second, &first]),
        ("topic=yagu", vec![]),
    ] {
        assert_eq!(found(query).await.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    let like = format!("/studies/{first}/like");
    for _ in 0..2 {
        done(server, &reader, "PUT", &like, Value::Null).await;
    }
    assert_eq!(found("order=likes").await, [first.as_str(), &second]);
    let page = get(server, &reader.cookie, &format!("/studies/{first}")).await.json();
    assert_eq!((&page["likes"], &page["liked"]), (&json!(1), &json!(true)), "{page}");
    done(server, &reader, "DELETE", &like, Value::Null).await;
    let page = get(server, &reader.cookie, &format!("/studies/{first}")).await.json();
    assert_eq!((&page["likes"], &page["liked"]), (&json!(0), &json!(false)), "{page}");

    // A copy is the reader's own, with everything in it.
    let copy = format!("/studies/{first}/copy");
    let page = send(server, &reader.cookie, "POST", &copy, Value::Null).await;
    let copied = page.json()["study"].as_str().expect("its code").to_owned();
    let page = get(server, &reader.cookie, &format!("/studies/{copied}")).await.json();
    assert_eq!((&page["visibility"], &page["is_owner"]), (&json!("private"), &json!(true)));
    assert_eq!(page["chapters"][1]["mode"], "practice", "{page}");
    let old = chapters(server, &owner, &first).await;
    let new = chapters(server, &reader, &copied).await;
    let tree_of = async |cookie: &str, chapter: &str| {
        get(server, cookie, &format!("/reviews/{chapter}")).await.json()["tree"].clone()
    };
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(tree_of("", old).await, tree_of(&reader.cookie, new).await);
    }

    // What is written is read again.
    for format in ["kifu", "jkf", "csa"] {
        let file = get(server, "", &format!("/studies/{first}/record.{format}")).await;
        assert_eq!(file.status, 200, "{file:?}");
        let file = String::from_utf8(file.body).unwrap();
        let read = format!(
            "/api/v1/reviews/read?format={}",
            if format == "kifu" { "kif" } else { format }
        );
        let page = server.request("POST", &read, &[], &file).await;
        assert_eq!(page.status, 200, "{format}: {page:?} {file}");
        let trees = page.json()["trees"].as_array().unwrap().clone();
        assert_eq!(trees.len(), 2, "{format}: {file}");
        for (read, chapter) in trees.iter().zip(&old) {
            let kept = tree_of("", chapter).await;
            let moves = |tree: &Value| -> Vec<Value> {
                tree["nodes"].as_array().unwrap().iter().map(|it| it["usi"].clone()).collect()
            };
            assert_eq!(moves(read), moves(&kept), "{format}: {file}");
        }
    }
    let page = get(server, "", &format!("/studies/{first}/record.exe")).await;
    assert_eq!(code(&page), (404, "unknown_format".to_owned()));

    // It goes with its owner's account, and so does what the account has elsewhere.
    done(server, &owner, "PUT", &format!("/studies/{second}/like"), Value::Null).await;
    let copied_path = format!("/studies/{copied}");
    takes_part(server, &reader, (&owner, "owner"), (&copied_path, "contributor")).await;
    let kept = get(server, &owner.cookie, "/me/data.json").await.json();
    let studies = kept["studies"].as_array().expect("studies");
    let of_others = studies.iter().filter(|it| it["role"] == "contributor").count();
    assert_eq!((studies.len(), of_others, &kept["liked_studies"]), (3, 1, &json!([second])));
    let is_whole = |it: &Value| {
        let chapters = it["chapters"].as_array().unwrap();
        chapters.len() == 2 && chapters.iter().all(|it| it["tree"].is_object())
    };
    assert!(studies.iter().filter(|it| it["role"].is_null()).all(is_whole), "{kept}");
    let page = ask(server, &owner.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(page.status, 200, "{page:?}");
    for study in [&first, &second] {
        assert_eq!(get(server, "", &format!("/studies/{study}")).await.status, 404);
    }
    assert_eq!(get(server, "", &format!("/reviews/{}", old[0])).await.status, 404);
    let page = get(server, &reader.cookie, &format!("/studies/{copied}")).await.json();
    assert_eq!(page["members"], json!([]), "{page}");
});

both_servers!(a_study_has_limits, |server| async {
    let owner = member(server, "owner", "5k").await;
    let words = async |field: &str, value: Value, expected: (u16, &str)| {
        let mut draft = draft("x", "private");
        draft[field] = value;
        refused(server, &owner, ("POST", "/studies", draft), expected).await;
    };
    words("title", json!(" \u{200b}"), (422, "bad_words")).await;
    words("title", json!("x".repeat(101)), (422, "bad_words")).await;
    words("topics", json!(vec!["x"; 11]), (422, "bad_words")).await;
    words("chapters", json!([]), (409, "last_chapter")).await;
    words("chapters", json!([{ "name": "x" }]), (422, "bad_study")).await;
    let bad = json!([{ "tree": { "variant": "chess" } }]);
    words("chapters", bad, (422, "bad_body")).await;
    let small = json!({ "tree": tree(&[]) });
    words("chapters", json!(vec![small.clone(); 65]), (409, "study_full")).await;
    let mut full = draft("x", "private");
    full["chapters"] = json!(vec![small.clone(); 64]);
    let study = made(server, &owner, full).await;
    let one_more = json!({ "chapters": [small] });
    let path = format!("/studies/{study}/chapters");
    refused(server, &owner, ("POST", &path, one_more), (409, "study_full")).await;
});

both_servers!(
    likes_count_once_for_a_network,
    |config| {
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let owner = member(server, "owner", "5k").await;
        let study = made(server, &owner, draft("Cờ Nhật", "public")).await;
        let path = format!("/api/v1/studies/{study}/like");
        let like = async |by: &Tab, method: &str, address: &str| {
            let headers = [("Cookie", by.cookie.as_str()), ("X-Forwarded-For", address)];
            let page = server.request(method, &path, &headers, "").await;
            assert_eq!(page.status, 204, "{page:?}");
            let page = get(server, &by.cookie, &format!("/studies/{study}")).await.json();
            (page["likes"].as_i64().unwrap(), page["liked"].as_bool().unwrap())
        };
        let [anh, binh, chi] = [
            member(server, "anh", "5k").await,
            member(server, "binh", "5k").await,
            member(server, "chi", "5k").await,
        ];
        let (home, phone) = ("203.0.113.7", "198.51.100.4");
        assert_eq!(like(&anh, "PUT", home).await, (1, true));
        assert_eq!(like(&binh, "PUT", home).await, (1, true), "it is theirs, and not counted");
        assert_eq!(like(&chi, "PUT", phone).await, (2, true));
        assert_eq!(like(&binh, "DELETE", home).await, (2, false));
        assert_eq!(like(&anh, "DELETE", phone).await, (1, false));
        assert_eq!(like(&binh, "PUT", home).await, (2, true));
    }
);
