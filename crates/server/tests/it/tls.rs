//! Encrypted connections without a proxy: certificates that are fetched, renewed and replaced while
//! people play.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use komadai_protocol::GameEvent;
use rcgen::{CertificateParams, Issuer, KeyPair};

#[cfg(feature = "acme")]
use crate::fixture::authority::{Authority, Mood};
use crate::fixture::{
    Kind, Launch, Program, Tab, clock, http,
    relay::{self, Browser, SITE},
    setup, until,
};

/// Two who play through a relay, to which the site is the same as without encryption.
async fn begin(address: std::net::SocketAddr) -> [Tab; 2] {
    let mut sente = Tab::open(address, "sente", None).await;
    let mut gote = Tab::open(address, "gote", None).await;
    let game = sente.create(setup(clock("5+30"))).await;
    gote.join(game).await;
    sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    [sente, gote]
}

async fn plays(tabs: &mut [Tab; 2], first_ply: u32, moves: &[&str]) {
    for (ply, usi) in (first_ply..).zip(moves) {
        let [sente, gote] = tabs;
        let (mover, other) = if ply % 2 == 1 { (sente, gote) } else { (gote, sente) };
        mover.play(usi).await;
        other.sees_ply(ply).await;
    }
}

async fn encrypting() -> Launch {
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__SERVER__PUBLIC_URL", format!("https://{SITE}"));
    launch.set("KOMADAI__TLS__MODE", "on");
    launch.set("KOMADAI__TLS__REDIRECT", "127.0.0.1:0");
    launch.set("KOMADAI__METRICS__LISTEN", "127.0.0.1:0");
    launch
}

/// A certificate of this root with its key, into two files.
fn write_own(root: &Issuer<'_, KeyPair>, folder: &Path) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec![SITE.to_owned()]).unwrap();
    fs::write(folder.join("site.pem"), params.signed_by(&key, root).unwrap().pem()).unwrap();
    fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
    fs::set_permissions(folder.join("key.pem"), fs::Permissions::from_mode(0o600)).unwrap();
}

/// What follows this in the log, up to a space.
fn logged(server: &Program, before: &str) -> Option<String> {
    let said = server.said_lately();
    let (_, rest) = said.split_once(before)?;
    rest.split([' ', '\n', '/']).next().map(str::to_owned)
}

#[tokio::test]
async fn a_certificate_of_ones_own_is_replaced_while_people_play() {
    let (root, root_pem) = relay::root();
    let folder = tempfile::tempdir().unwrap();
    write_own(&root, folder.path());
    let mut launch = encrypting().await;
    let path = |name: &str| folder.path().join(name).display().to_string();
    launch.set("KOMADAI__TLS__CERTIFICATE", path("site.pem"));
    launch.set("KOMADAI__TLS__KEY", path("key.pem"));
    let mut server = Program::start(launch).await;
    let browser = Browser::new(relay::roots(&root_pem), server.address);
    let relay = browser.relay().await;

    let page = http::get(relay, "/", &[]).await;
    assert_eq!(page.status, 200);
    assert!(page.header("strict-transport-security").is_some(), "{}", page.head);
    let mut tabs = begin(relay).await;
    assert!(tabs[0].cookie.starts_with("__Host-"), "{}", tabs[0].cookie);
    plays(&mut tabs, 1, &["7g7f", "3c3d"]).await;

    // Whoever comes by http:// is led here.
    until("http:// is answered", || async { logged(&server, "http:// on ").is_some() }).await;
    let plain = logged(&server, "http:// on ").unwrap().parse().unwrap();
    let led = http::get(plain, "/tournaments?of=all", &[]).await;
    assert_eq!(led.status, 308);
    let there = format!("https://{SITE}/tournaments?of=all");
    assert_eq!(led.header("location"), Some(there.as_str()));
    // So is whoever asks on the machine.
    let listen = server.address.to_string();
    server.launch().set("KOMADAI__SERVER__LISTEN", listen);
    let said = server.command(&["health"]).await;
    assert!(said.contains("ready"), "{said}");
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("ok     the certificate is valid until"), "{said}");

    // One that is no good changes nothing, and the next is shown to whoever comes from then on.
    let before = browser.certificate().await.unwrap();
    fs::write(path("key.pem"), "nothing").unwrap();
    until("the log complains", || async { server.said().contains("of before stays in use") }).await;
    assert_eq!(browser.certificate().await.as_ref(), Some(&before));
    write_own(&root, folder.path());
    until("the new one is shown", || async {
        browser.certificate().await.is_some_and(|it| it != before)
    })
    .await;
    plays(&mut tabs, 3, &["2g2f", "8c8d"]).await;
}

#[tokio::test]
async fn what_is_no_certificate_is_refused_at_the_start() {
    let (root, _) = relay::root();
    let folder = tempfile::tempdir().unwrap();
    write_own(&root, folder.path());
    let mut launch = encrypting().await;
    let path = |name: &str| folder.path().join(name).display().to_string();
    launch.set("KOMADAI__TLS__CERTIFICATE", path("site.pem"));
    launch.set("KOMADAI__TLS__KEY", path("site.pem"));
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let said = launch.refused(&serve).await;
    assert!(said.contains("no private key") && said.contains("site.pem"), "{said}");
    launch.set("KOMADAI__TLS__KEY", path("nowhere.pem"));
    let said = launch.refused(&serve).await;
    assert!(said.contains("nowhere.pem cannot be read"), "{said}");
    // A key that everybody can read is used, and complained of.
    launch.set("KOMADAI__TLS__KEY", path("key.pem"));
    fs::set_permissions(folder.path().join("key.pem"), fs::Permissions::from_mode(0o644)).unwrap();
    let server = Program::start(launch).await;
    assert!(server.said().contains("can be read by everybody"), "{}", server.said());
}

#[cfg(feature = "acme")]
async fn fetching(authority: &Authority) -> Launch {
    let mut launch = encrypting().await;
    launch.set("KOMADAI__TLS__DIRECTORY", authority.directory());
    launch.set("KOMADAI__TLS__DIRECTORY_ROOT", authority.root_file().display().to_string());
    launch.set("KOMADAI__TLS__CONTACT", "admin@example.org");
    launch
}

#[cfg(feature = "acme")]
#[tokio::test]
async fn a_certificate_is_fetched_kept_and_renewed_while_people_play() {
    let authority = Authority::start().await;
    // Due in four seconds: with a third of its time left.
    authority.signs_for(-40, 26);
    let mut server = Program::start(fetching(&authority).await).await;
    authority.finds_site(server.address);
    let browser = Browser::new(relay::roots(authority.root_pem()), server.address);
    until("there is a certificate", || async { browser.certificate().await.is_some() }).await;
    assert_eq!(authority.contact().as_deref(), Some("mailto:admin@example.org"));
    let first = browser.certificate().await.unwrap();
    authority.signs_for(-3600, 90 * 86_400);
    let relay = browser.relay().await;
    let mut tabs = begin(relay).await;
    plays(&mut tabs, 1, &["7g7f", "3c3d"]).await;
    until("it is renewed", || async { browser.certificate().await.is_some_and(|it| it != first) })
        .await;
    plays(&mut tabs, 3, &["2g2f", "8c8d"]).await;
    let renewed = browser.certificate().await;
    assert_eq!(authority.n_accounts(), 1, "the same account is used again");

    // It is kept for its owner alone, and the next start needs nobody.
    for kept in fs::read_dir(server.data_dir().join("tls")).unwrap() {
        assert_eq!(kept.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    authority.is(Mood::Away);
    let n_asked = authority.n_asked();
    server.kill();
    server.restart().await;
    let browser = Browser::new(relay::roots(authority.root_pem()), server.address);
    assert_eq!(browser.certificate().await, renewed);
    assert_eq!(authority.n_asked(), n_asked);
    let figures = logged(&server, "metrics are on http://").unwrap().parse().unwrap();
    let figures = String::from_utf8(http::get(figures, "/metrics", &[]).await.body).unwrap();
    assert!(figures.contains("komadai_certificate_ends_timestamp_seconds"), "{figures}");
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("the certificate is valid until"), "{said}");
}

#[cfg(feature = "acme")]
#[tokio::test]
async fn an_authority_that_refuses_or_is_away_leaves_the_certificate_of_before() {
    let authority = Authority::start().await;
    // Due at once.
    authority.signs_for(-7200, 3000);
    authority.is(Mood::Refusing);
    let mut server = Program::start(fetching(&authority).await).await;
    authority.finds_site(server.address);
    until("it is refused", || async { server.said().contains("too many certificates") }).await;
    let said = server.said();
    assert!(said.contains("nobody can connect") && said.contains(&authority.directory()), "{said}");
    let said = server.command(&["doctor"]).await;
    assert!(said.contains("there is no certificate yet"), "{said}");
    authority.is(Mood::Working);
    let browser = Browser::new(relay::roots(authority.root_pem()), server.address);
    until("there is a certificate", || async { browser.certificate().await.is_some() }).await;
    // Nobody is asked for one after the other because each is due when it comes.
    until("it waits", || async { server.said().contains("is to be renewed already") }).await;

    for (mood, why) in
        [(Mood::Refusing, "too many certificates"), (Mood::Away, "cannot be reached")]
    {
        server.kill();
        authority.is(mood);
        server.restart().await;
        let stays = |it: &Program| {
            let said = it.said_lately();
            said.contains("was not renewed and stays in use") && said.contains(why)
        };
        until("it says so", || async { stays(&server) }).await;
        let browser = Browser::new(relay::roots(authority.root_pem()), server.address);
        assert!(browser.certificate().await.is_some(), "the one of before is shown");
        let said = server.command(&["doctor"]).await;
        assert!(said.contains("should have been renewed"), "{said}");
    }
}

#[cfg(feature = "acme")]
#[tokio::test]
async fn a_folder_that_cannot_be_used_is_refused_at_the_start() {
    let authority = Authority::start().await;
    let mut launch = fetching(&authority).await;
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    launch.set("KOMADAI__TLS__FOLDER", taken.display().to_string());
    let said = launch.refused(&["serve", "--listen", "127.0.0.1:0"]).await;
    assert!(said.contains("taken, cannot be used"), "{said}");
    assert_eq!(authority.n_asked(), 0);
}
