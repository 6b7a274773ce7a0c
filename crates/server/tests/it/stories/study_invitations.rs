//! Nobody is a member of a study before they have said so.

use serde_json::{Value, json};

use super::{
    accounts::{PASSWORD, ask},
    ratings::member,
    studies::{chapters, done, draft, get, hides, made, refused, takes_part},
};
use crate::fixture::{Kind, Tab, TestServer, both_servers};

const UNKNOWN: (u16, &str) = (404, "unknown_study");

/// What somebody is asked, as every page of theirs shows it: each study, and what they would become.
async fn asked(server: &TestServer, who: &Tab) -> Vec<(Value, Value)> {
    let agenda = get(server, &who.cookie, "/tournaments/agenda").await.json();
    let studies = agenda["studies"].as_array().expect("studies").clone();
    studies.into_iter().map(|it| (it["study"].clone(), it["role"].clone())).collect()
}

/// A private study, as its address; what a stranger must not find of it is its code and its first
/// chapter.
async fn private(server: &TestServer, owner: &Tab) -> (String, [String; 2]) {
    let study = made(server, owner, draft("Nghiên cứu kín", "private")).await;
    let first = chapters(server, owner, &study).await.swap_remove(0);
    (format!("/studies/{study}"), [study, first])
}

both_servers!(nobody_is_a_member_before_they_have_said_so, |server| async {
    let owner = member(server, "owner", "5k").await;
    let anh = member(server, "anh", "5k").await;
    let (path, [study, chapter]) = private(server, &owner).await;
    let (invite, answer) = (format!("{path}/members/anh"), format!("{path}/invitation"));
    let as_role = |role: &str| json!({ "role": role });
    refused(server, &anh, ("PUT", &answer, Value::Null), UNKNOWN).await;
    done(server, &owner, "PUT", &invite, as_role("viewer")).await;
    done(server, &owner, "PUT", &invite, as_role("contributor")).await;

    // They read that they are asked and nothing else, and others not even that.
    assert_eq!(asked(server, &anh).await, [(json!(study), json!("contributor"))]);
    hides(server, &anh.cookie, std::slice::from_ref(&path), (&study, &chapter)).await;
    let page = get(server, &owner.cookie, &path).await.json();
    let invited = page["invited"].as_array().expect("invited").clone();
    assert_eq!((&page["members"], invited.len()), (&json!([]), 1), "{page}");
    assert_eq!(
        (&invited[0]["person"]["handle"], &invited[0]["declined"]),
        (&json!("anh"), &json!(false))
    );
    let data = get(server, &anh.cookie, "/me/data.json").await.json();
    assert_eq!(
        (&data["studies"], &data["study_invitations"][0]["title"]),
        (&json!([]), &json!("Nghiên cứu kín"))
    );
    refused(server, &owner, ("PUT", &answer, Value::Null), (403, "bad_invitation")).await;

    // Who has said no is not asked again, and may still say yes.
    done(server, &anh, "DELETE", &answer, Value::Null).await;
    assert_eq!(asked(server, &anh).await, []);
    refused(server, &owner, ("PUT", &invite, as_role("viewer")), (422, "declined")).await;
    let page = get(server, &owner.cookie, &path).await.json();
    assert_eq!(page["invited"][0]["declined"], true, "{page}");
    done(server, &anh, "PUT", &answer, Value::Null).await;
    let page = get(server, &anh.cookie, &path).await.json();
    assert_eq!((&page["role"], &page["invited"]), (&json!("contributor"), &Value::Null), "{page}");
    let page = get(server, &owner.cookie, &path).await.json();
    assert_eq!(
        (page["members"].as_array().map(Vec::len), &page["invited"]),
        (Some(1), &Value::Null)
    );

    // A member's role is the owner's matter, and one who was removed has to be asked again.
    done(server, &owner, "PUT", &invite, as_role("viewer")).await;
    assert_eq!(get(server, &anh.cookie, &path).await.json()["role"], "viewer");
    done(server, &owner, "DELETE", &invite, Value::Null).await;
    refused(server, &anh, ("PUT", &answer, Value::Null), UNKNOWN).await;
    hides(server, &anh.cookie, &[path], (&study, &chapter)).await;
});

both_servers!(an_invitation_ends_with_what_it_is_for, |server| async {
    let owner = member(server, "owner", "5k").await;
    let anh = member(server, "anh", "5k").await;
    let (path, _) = private(server, &owner).await;
    let (invite, answer) = (format!("{path}/members/anh"), format!("{path}/invitation"));
    let viewer = json!({ "role": "viewer" });
    done(server, &owner, "PUT", &invite, viewer.clone()).await;
    done(server, &owner, "DELETE", &invite, Value::Null).await;
    assert_eq!(asked(server, &anh).await, [], "it was taken back");
    refused(server, &anh, ("PUT", &answer, Value::Null), UNKNOWN).await;
    done(server, &owner, "PUT", &invite, viewer.clone()).await;
    // A block, of whomever by whomever, hides it as long as it lasts.
    for (one, other) in [(&anh, "owner"), (&owner, "anh")] {
        let relate = |distance: Value| {
            let body = json!({ "handle": other, "distance": distance });
            done(server, one, "POST", "/me/relations", body)
        };
        relate(json!("block")).await;
        assert_eq!(asked(server, &anh).await, []);
        refused(server, &anh, ("PUT", &answer, Value::Null), UNKNOWN).await;
        let again = ("PUT", invite.as_str(), viewer.clone());
        refused(server, &owner, again, (403, "kept_apart")).await;
        relate(Value::Null).await;
        assert_eq!(asked(server, &anh).await.len(), 1);
    }
    done(server, &owner, "DELETE", &path, Value::Null).await;
    assert_eq!(asked(server, &anh).await, []);
    // It goes with either account.
    let (path, _) = private(server, &owner).await;
    let binh = member(server, "binh", "5k").await;
    for handle in ["anh", "binh"] {
        done(server, &owner, "PUT", &format!("{path}/members/{handle}"), viewer.clone()).await;
    }
    let deleted = ask(server, &anh.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    let page = get(server, &owner.cookie, &path).await.json();
    assert_eq!(page["invited"].as_array().map(Vec::len), Some(1), "{page}");
    let deleted = ask(server, &owner.cookie, "delete", json!({ "password": PASSWORD })).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    assert_eq!(asked(server, &binh).await, []);
});

both_servers!(who_takes_no_challenges_is_asked_by_those_they_follow, |server| async {
    let owner = member(server, "owner", "5k").await;
    let anh = member(server, "anh", "5k").await;
    let (path, _) = private(server, &owner).await;
    let privacy = json!({ "challenges_from": "none", "tells_followers": true });
    done(server, &anh, "PUT", "/account/privacy", privacy).await;
    let invite = format!("{path}/members/anh");
    let viewer = json!({ "role": "viewer" });
    let attempt = ("PUT", invite.as_str(), viewer.clone());
    refused(server, &owner, attempt, (403, "takes_no_challenges")).await;
    done(server, &anh, "PUT", "/me/follows/owner", Value::Null).await;
    done(server, &owner, "PUT", &invite, viewer.clone()).await;
    // Guests invite by a link alone.
    let guest = server.enter("guest").await;
    let study = made(server, &guest, draft("Khách", "private")).await;
    let invite = format!("/studies/{study}/members/owner");
    refused(server, &guest, ("PUT", &invite, viewer), (403, "needs_account")).await;
});

#[tokio::test]
async fn one_player_has_so_many_invitations_to_answer() {
    let server = TestServer::with(Kind::Sqlite, |config| config.limits.chat_burst = 1_000).await;
    let server = &server;
    let owner = member(server, "owner", "5k").await;
    let anh = member(server, "anh", "5k").await;
    let viewer = json!({ "role": "viewer" });
    let mut paths = Vec::new();
    for _ in 0..6 {
        paths.push(private(server, &owner).await.0);
    }
    let (last, first) = paths.split_last().expect("six studies");
    for path in first {
        done(server, &owner, "PUT", &format!("{path}/members/anh"), viewer.clone()).await;
    }
    let sixth = format!("{last}/members/anh");
    let too_many = (429, "too_many_invitations");
    refused(server, &owner, ("PUT", &sixth, viewer.clone()), too_many).await;
    assert_eq!(asked(server, &anh).await.len(), 5);
    // One that is answered makes room, and others have theirs.
    done(server, &anh, "PUT", &format!("{}/invitation", first[0]), Value::Null).await;
    done(server, &owner, "PUT", &sixth, viewer).await;
    let binh = member(server, "binh", "5k").await;
    let (path, _) = private(server, &binh).await;
    takes_part(server, &binh, (&anh, "anh"), (&path, "viewer")).await;
}
