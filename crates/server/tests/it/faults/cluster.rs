//! Three servers on one database behind a balancer that knows nothing, while fifty games run: they
//! are killed, stopped, ended and started again, and so is PostgreSQL. Nobody tells the players
//! anything; they only come back.
//!
//! On a busy machine a server may also be silent for a whole lease without any fault, lose its place
//! and end. That is one fault more, and nothing here depends on how long anything takes.

mod bans;
mod event;

use std::{net::SocketAddr, time::Duration};

use komadai_ids::Code;
use komadai_protocol::GameSnapshot;
use komadai_store::{
    DatabaseSettings, Member, Store,
    testing::{Cluster, Database, Proxy},
};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpSocket,
    time::{Instant, interval, sleep, timeout},
};

use super::{
    crowd::Crowd,
    is_long,
    ledger::{Ledger, snapshot_in},
};
use crate::fixture::{Balancer, Launch, PATIENCE, Program, http, random, until};

/// How many games run at the same time.
const GAMES: usize = 50;

/// How many servers there are.
const SERVERS: usize = 3;

/// The key that they share.
const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

/// How long a game may stand still when a server is killed, and when it is ended by an operator.
const KILL_PAUSE_MAX: Duration = Duration::from_secs(5);
const STOP_PAUSE_MAX: Duration = Duration::from_secs(2);

/// How long a lease is: longer than by default, so that few lose it because the machine is busy.
const LEASE: Duration = Duration::from_secs(5);

/// For how long PostgreSQL is shut down.
const OUTAGE: Duration = Duration::from_secs(1);

/// How often it is looked whether all play games: each look asks the database.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How often players may sit down in vain.
const SITTINGS_MAX: usize = 5;

/// What a server says at its end when another has taken its place, or the games that it plays.
const REPLACED: [&str; 3] = [
    "another server of the cluster works in this one's place",
    "another server has taken over the games hosted here",
    "another process has taken this node's journal over",
];

/// How soon a server that stands by says that it is alive.
const LIVE_WITHIN: Duration = Duration::from_secs(1);

/// What happens to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// SIGKILL for the one that works.
    Kill,
    /// SIGTERM for the one that works, as an upgrade does it.
    Terminate,
    /// SIGSTOP for the one that works; it goes on when another has taken its place.
    Freeze,
    /// The one that works does not reach the database any more, and nobody is told.
    Cut,
    /// SIGKILL for one that stands by, with the games that it plays.
    KillStandby,
    /// SIGTERM for one that stands by.
    TerminateStandby,
    /// SIGSTOP for one that stands by; it goes on when its games are played elsewhere.
    FreezeStandby,
    /// One that stands by does not reach the database any more.
    CutStandby,
    /// PostgreSQL is shut down, and started again.
    Restart,
}

impl Fault {
    /// How long a game may stand still, where that does not depend on the lease.
    fn pause_max(self) -> Option<Duration> {
        match self {
            Self::Kill | Self::KillStandby => Some(KILL_PAUSE_MAX),
            Self::Terminate | Self::TerminateStandby => Some(STOP_PAUSE_MAX),
            Self::Freeze | Self::FreezeStandby | Self::Cut | Self::CutStandby | Self::Restart => {
                None
            }
        }
    }
}

/// The servers, on one database.
struct Servers {
    programs: Vec<Program>,
    /// What stands between each of them and PostgreSQL.
    wires: Vec<Proxy>,
    balancer: Balancer,
    /// To ask who works.
    store: Store,
    _database: Database,
    _files: tempfile::TempDir,
}

impl Servers {
    async fn start(postgres: &Cluster) -> Self {
        Self::start_with(postgres, &[]).await
    }

    /// With more settings, in which `{n}` is the number of the server.
    async fn start_with(postgres: &Cluster, settings: &[(&str, &str)]) -> Self {
        let more = settings;
        let database = Database::create_on(postgres).await;
        let files = tempfile::tempdir().unwrap();
        let settings = DatabaseSettings::postgres(database.url(), files.path());
        let wires: Vec<_> = (0..SERVERS).map(|_| Proxy::before(postgres)).collect();
        let mut programs = Vec::new();
        for (n, wire) in wires.iter().enumerate() {
            let mut launch = Launch::with(None).beside(wire.url(&database));
            // By its address it is known which is which.
            launch.set("KOMADAI__CLUSTER__LISTEN", format!("127.0.0.{}:0", 2 + n));
            launch.set("KOMADAI__CLUSTER__LEASE_MS", LEASE.as_millis().to_string());
            launch.set("KOMADAI__SECRETS__KEY", KEY);
            for (name, value) in more {
                launch.set(name, value.replace("{n}", &(2 + n).to_string()));
            }
            programs.push(Program::start(launch).await);
        }
        let balancer = Balancer::before(programs.iter().map(|it| it.address).collect()).await;
        let store = Store::look(&settings).await.unwrap();
        Self { programs, wires, balancer, store, _database: database, _files: files }
    }

    /// Who is connected to the database, and works or stands by.
    async fn members(&self) -> Vec<Member> {
        let found = Mutex::new(Vec::new());
        until("the database answers", || async {
            let listed = self.store.members().await;
            listed.map(|members| *found.lock() = members).is_ok()
        })
        .await;
        found.into_inner()
    }

    /// Waits until one works, and says which.
    async fn who_works(&self) -> usize {
        self.working_member().await.0
    }

    /// Waits until one works: which, and what the database knows of it.
    async fn working_member(&self) -> (usize, Member) {
        let found = Mutex::new(None);
        until("somebody works", || async {
            let works = self.members().await.into_iter().find(|it| it.works);
            *found.lock() = works;
            found.lock().is_some()
        })
        .await;
        let member = found.into_inner().expect("it was waited for");
        (number(&member), member)
    }

    /// Waits until one works and has the others play games: all of them. Whatever has ended is
    /// started again, as a supervisor does it.
    async fn are_linked(&mut self) -> Vec<Member> {
        let linked = async {
            let mut look = interval(LOOK_EVERY);
            loop {
                look.tick().await;
                if let Some(members) = self.try_link().await {
                    return members;
                }
            }
        };
        timeout(PATIENCE, linked).await.expect("all play games")
    }

    /// Starts whatever has ended; all members, if one works and has the others play games.
    async fn try_link(&mut self) -> Option<Vec<Member>> {
        for n in 0..SERVERS {
            if self.programs[n].has_ended() {
                self.restart(n).await;
            }
        }
        let members = self.members().await;
        let said = self.programs[number(members.iter().find(|it| it.works)?)].said_lately();
        let plays = |it: &Member| said.contains(&format!("{} plays games", it.address));
        let are_linked = members.len() == SERVERS && members.iter().all(|it| it.works || plays(it));
        are_linked.then_some(members)
    }

    /// SIGSTOP for the one that works, until another has taken its place.
    async fn freeze_working(&mut self) {
        let asked = Instant::now();
        let (works, heard) = self.working_member().await;
        self.programs[works].freeze();
        // Whoever asks one that stands by whether it is alive is not led to the frozen one.
        let standby = self.programs[(works + 1) % SERVERS].address;
        let alive = timeout(LIVE_WITHIN, http::get(standby, "/health/live", &[])).await;
        assert_eq!(alive.expect("it answers by itself").status, 200);
        until("another works", || async { self.who_works().await != works }).await;
        let silent = Duration::from_millis(heard.silent_ms.unwrap() as u64) + asked.elapsed();
        // The database's clock may differ from this one.
        assert!(silent >= LEASE * 9 / 10, "its place was taken after {silent:?}");
        // Its connections stood still with it.
        self.programs[works].resume();
        self.ends_as_replaced(works).await;
    }

    /// Waits until what was played at the member with this address goes on elsewhere, which it has
    /// done so often before.
    async fn take_over(&self, address: &str, before: usize) {
        until("its games go on", || async { self.n_taken_over(address) > before }).await;
    }

    /// How often one has taken over what was played at the member with this address.
    fn n_taken_over(&self, address: &str) -> usize {
        let taken = format!("the games hosted at {address} continue here");
        self.programs.iter().map(|program| program.said().matches(&taken).count()).sum()
    }

    /// SIGTERM for one of them, which says that all went well, unless it had been replaced.
    async fn terminate(&mut self, n: usize) {
        let program = &mut self.programs[n];
        let went_well = program.try_terminate().await;
        let said = program.said_lately();
        assert!(went_well || REPLACED.iter().any(|it| said.contains(it)), "{said}");
    }

    /// One was replaced while it stood still, or was out of reach. It must not go on as if nothing
    /// had been.
    async fn ends_as_replaced(&mut self, n: usize) {
        assert!(!self.programs[n].ends().await, "it says that something is wrong");
    }

    /// Some games, which are played at others than the one that works. Whoever sits down while a
    /// server is taken for lost gives up, and all begin again.
    async fn sit_down(&mut self) -> Crowd {
        let balancer = self.balancer.address;
        for _ in 0..SITTINGS_MAX {
            self.are_linked().await;
            let sitting = tokio::spawn(async move {
                let mut crowd = Crowd::sit_down_behind(balancer, GAMES).await;
                crowd.plays(100).await;
                crowd
            });
            // A panic has already said why somebody gave up.
            if let Ok(crowd) = sitting.await
                && crowd.went_elsewhere() >= GAMES
            {
                return crowd;
            }
        }
        panic!("{SITTINGS_MAX} times few pages have gone to another server");
    }

    /// What the one that works knows of a game.
    async fn snapshot(&self, game: Code) -> GameSnapshot {
        let found = Mutex::new(None);
        until("the one that works answers", || async {
            let works = self.programs[self.who_works().await].address;
            let page = http::try_get(works, &format!("/api/v1/games/{game}")).await;
            // It may have been replaced just then.
            *found.lock() = page.ok().filter(|it| (200..500).contains(&it.status));
            found.lock().is_some()
        })
        .await;
        found.into_inner().map(|page| snapshot_in(game, &page)).expect("it was waited for")
    }

    async fn restart(&mut self, n: usize) {
        self.programs[n].restart().await;
        self.balancer.moves(n, self.programs[n].address);
    }
}

/// Which of the servers it is.
fn number(member: &Member) -> usize {
    let sign = member.address.strip_prefix("127.0.0.").unwrap().chars().next().unwrap();
    sign.to_digit(10).unwrap() as usize - 2
}

/// Lets it happen, and waits until all games have gone on. What took too long.
async fn happen(
    servers: &mut Servers,
    crowd: &mut Crowd,
    postgres: &Cluster,
    fault: Fault,
) -> Option<String> {
    let members = servers.are_linked().await;
    let works = members.iter().find(|it| it.works).map(number).expect("one works");
    let standby = (works + 1) % SERVERS;
    let standby_address = &members.iter().find(|it| number(it) == standby).unwrap().address;
    // Not at the very instant of an announcement.
    sleep(Duration::from_micros(random() % 20_000)).await;
    crowd.ledger.take_longest_pause();
    match fault {
        Fault::Kill => servers.programs[works].kill(),
        Fault::Terminate => servers.terminate(works).await,
        Fault::Freeze => servers.freeze_working().await,
        Fault::Cut => {
            servers.wires[works].hold();
            // Who takes its place tells it.
            servers.ends_as_replaced(works).await;
            servers.wires[works].let_go();
        }
        Fault::KillStandby => servers.programs[standby].kill(),
        Fault::TerminateStandby => servers.terminate(standby).await,
        Fault::FreezeStandby => {
            let before = servers.n_taken_over(standby_address);
            servers.programs[standby].freeze();
            // Its connections stand still with it.
            servers.take_over(standby_address, before).await;
            servers.programs[standby].resume();
            servers.ends_as_replaced(standby).await;
        }
        Fault::CutStandby => {
            let before = servers.n_taken_over(standby_address);
            servers.wires[standby].hold();
            servers.take_over(standby_address, before).await;
            servers.wires[standby].let_go();
            servers.ends_as_replaced(standby).await;
        }
        Fault::Restart => {
            postgres.stop();
            // This is the outage itself, not a wait for anything.
            sleep(OUTAGE).await;
            postgres.resume();
        }
    }
    let happened = Instant::now();
    crowd.hears("all games to go on", |ledger| ledger.all_moved_since(happened)).await;
    let pause = crowd.ledger.take_longest_pause();
    let went = crowd.went_elsewhere();
    println!("{fault:?}: the longest pause of a game was {pause:?}; {went} went elsewhere");
    let is_late = fault.pause_max().is_some_and(|max| pause > max);
    is_late.then(|| format!("{fault:?}: a game stood still for {pause:?}"))
}

/// What happens to games that began at all servers, one after the other.
const FAULTS: [[Fault; 2]; 5] = [
    [Fault::KillStandby, Fault::Kill],
    [Fault::FreezeStandby, Fault::Terminate],
    [Fault::Restart, Fault::TerminateStandby],
    [Fault::CutStandby, Fault::Cut],
    [Fault::TerminateStandby, Fault::Freeze],
];

/// How many of them come in an ordinary run: each that stands for others, and waits for no lease
/// that another has waited for.
const ROUNDS: usize = 3;

#[tokio::test]
async fn they_come_and_go() {
    let rounds = if is_long() { 20 * FAULTS.len() } else { ROUNDS };
    let postgres = Cluster::start();
    let mut servers = Servers::start(&postgres).await;
    let (mut announced, mut found, mut n_faults) = (0, 0, 0);
    let mut late = Vec::new();
    for faults in FAULTS.into_iter().cycle().take(rounds) {
        let mut crowd = servers.sit_down().await;
        for fault in faults {
            crowd.plays(100 + random() % 200).await;
            late.extend(happen(&mut servers, &mut crowd, &postgres, fault).await);
            n_faults += 1;
        }
        crowd.plays(200).await;
        // The last one that works has everything that was announced by any of them.
        let ledger = crowd.leaves().await;
        announced += ledger.announced();
        found += ledger.compare_by(async |game| servers.snapshot(game).await).await;
        no_complaints(&ledger);
    }
    println!(
        "{n_faults} faults of {SERVERS} servers while {GAMES} games ran: announced {announced} \
         moves, found {found}, lost {}",
        announced - found.min(announced)
    );
    assert_eq!(found, announced);
    // How fast it goes is the machine's to say, except where it is measured.
    assert!(late.is_empty() || !is_long(), "{late:#?}");
}

/// Nobody was refused anything but for the moment.
fn no_complaints(ledger: &Ledger) {
    let mut complaints = ledger.complaints();
    // While PostgreSQL is away.
    complaints.remove("stalled");
    assert!(complaints.is_empty(), "players were told {complaints:?}");
}

/// Somebody who comes from this address of this machine; what is answered to `words`.
async fn say(from: &str, to: SocketAddr, words: &str) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    let mut socket = socket.connect(to).await.unwrap();
    socket.write_all(words.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, socket.read_buf(&mut answer)).await.unwrap().unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn who_comes_through_another_is_known_by_their_own_address() {
    let settings = [
        ("KOMADAI__LIMITS__REQUESTS_PER_MINUTE", "60"),
        ("KOMADAI__CSA__LISTEN", "127.0.0.{n}:0"),
        ("KOMADAI__METRICS__LISTEN", "127.0.0.{n}:0"),
    ];
    let mut servers = Servers::start_with(Cluster::shared(), &settings).await;
    let works = servers.who_works().await;
    let standby = (works + 1) % SERVERS;
    let door = servers.programs[standby].address;
    let ask = "GET /api/v1/site HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut n_answered = 0;
    while say("127.0.0.91", door, ask).await.starts_with("HTTP/1.1 200") {
        n_answered += 1;
        assert!(n_answered < 1_000, "whoever asks too much is refused");
    }
    let other = say("127.0.0.92", door, ask).await;
    assert!(other.starts_with("HTTP/1.1 200"), "another is not: {other}");

    // Programs that speak CSA come in by any server, too.
    let said = servers.programs[standby].said();
    let (_, csa) = said.split_once("speak CSA connect to ").unwrap();
    let csa = csa.lines().next().unwrap().trim().parse().unwrap();
    let answer = say("127.0.0.93", csa, "LOGIN nobody nothing\n").await;
    assert_eq!(answer, "LOGIN:incorrect\n");

    // What is behind the door of the members opens to nobody else.
    let member = servers.members().await.into_iter().find(|it| it.works).unwrap();
    let inside = member.address.parse().unwrap();
    for words in [ask, "pass http 203.0.113.7:50123 \n", "end 99 00\n", "\n", &"x".repeat(9_000)] {
        let answer = say("127.0.0.94", inside, words).await;
        assert!(answer.starts_with("KOMADAI 1 works ") || answer.is_empty(), "{answer}");
    }
    assert_eq!(servers.who_works().await, works);
    // An operator sees who is there.
    let seen = servers.programs[works].command(&["doctor"]).await;
    assert!(seen.contains("is working, and 2 on standby"), "{seen}");
    let addresses = servers.members().await.into_iter().map(|it| it.address);
    for address in addresses {
        assert!(seen.contains(&format!("the server {address} can be reached")), "{seen}");
    }
    // Each of them has metrics, and says what it does.
    for (n, role) in [(works, "working"), (standby, "standby")] {
        let said = servers.programs[n].said();
        let (_, address) = said.split_once("metrics are on http://").unwrap();
        let address = address.split_once('/').unwrap().0.parse().unwrap();
        let page = String::from_utf8(http::get(address, "/metrics", &[]).await.body).unwrap();
        let has = |line: &str| page.lines().any(|it| it == line);
        assert!(has(&format!("komadai_role{{role=\"{role}\"}} 1")), "{page}");
        assert!(has(&format!("komadai_ready {}", u8::from(n == works))), "{page}");
        assert!(page.contains("process_start_time_seconds"), "{page}");
        let page = http::get(address, "/health/ready", &[]).await;
        assert_eq!((page.status, page.json()["status"] == "ready"), (200, n == works));
    }
    // One more, with another key, is refused, and the doctor says the same there.
    let mut launch = Launch::with(None).beside(servers.wires[0].url(&servers._database));
    launch.set("KOMADAI__CLUSTER__LISTEN", "127.0.0.9:0");
    launch.set("KOMADAI__SECRETS__KEY", "2".repeat(64));
    let refused = launch.refused(&["serve", "--listen", "127.0.0.1:0"]).await;
    assert!(refused.contains("a cluster needs the same secrets.key"), "{refused}");
    let refused = launch.refused(&["doctor"]).await;
    assert!(refused.contains("WRONG  the database belongs to the secrets.key"), "{refused}");
    servers.programs[standby].terminate().await;
}
