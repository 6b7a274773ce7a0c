//! Three servers on one database behind a balancer that knows nothing, while fifty games run: they
//! are killed, stopped, ended and started again, and so is PostgreSQL. Nobody tells the players
//! anything; they only come back.

mod bans;
mod event;

use std::{net::SocketAddr, time::Duration};

use komadai_store::{
    DatabaseSettings, Member, Store,
    testing::{Cluster, Database, Proxy},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpSocket,
    time::{Instant, sleep, timeout},
};

use super::{crowd::Crowd, is_long, ledger::Ledger};
use crate::fixture::{Balancer, Launch, PATIENCE, Program, random, until};

/// How many games run at the same time.
const GAMES: usize = 50;

/// How many servers there are.
const SERVERS: usize = 3;

/// The key that they share.
const KEY: &str = "1111111111111111111111111111111111111111111111111111111111111111";

/// How long a game may stand still when a server is killed, and when it is ended by an operator.
const KILL_PAUSE_MAX: Duration = Duration::from_secs(5);
const STOP_PAUSE_MAX: Duration = Duration::from_secs(2);

/// How long a lease is: longer than by default, as nobody may lose it because the machine is busy.
const LEASE: Duration = Duration::from_secs(5);

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
        let listed = async {
            loop {
                if let Ok(members) = self.store.members().await {
                    return members;
                }
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(PATIENCE, listed).await.expect("the database answers")
    }

    /// Waits until one works, and says which.
    async fn who_works(&self) -> usize {
        let found = async {
            loop {
                let members = self.members().await;
                if let Some(works) = members.iter().find(|it| it.works) {
                    return number(works);
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, found).await.expect("somebody works")
    }

    /// Waits until the one that works has the others play games.
    async fn are_linked(&self) {
        until("all play games", || async {
            let members = self.members().await;
            let Some(works) = members.iter().find(|it| it.works).map(number) else { return false };
            let said = self.programs[works].said();
            let mut others = members.iter().filter(|it| !it.works);
            members.len() == SERVERS
                && others.all(|it| said.contains(&format!("{} plays games", it.address)))
        })
        .await;
    }

    /// How often one has taken over what was played at another.
    fn n_taken_over(&self) -> usize {
        let said = self.programs.iter().map(|program| program.said());
        said.map(|said| said.matches("continue here").count()).sum()
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
    let works = servers.who_works().await;
    let standby = (works + 1) % SERVERS;
    crowd.ledger.take_longest_pause();
    let began = Instant::now();
    let pause_max = match fault {
        Fault::Kill => {
            servers.programs[works].kill();
            Some(KILL_PAUSE_MAX)
        }
        Fault::Terminate => {
            servers.programs[works].terminate().await;
            Some(STOP_PAUSE_MAX)
        }
        Fault::Freeze => {
            servers.programs[works].freeze();
            until("another works", || async { servers.who_works().await != works }).await;
            assert!(
                began.elapsed() >= LEASE / 2,
                "nobody takes the place of who was heard just now"
            );
            // Its connections stood still with it. It must not go on as if nothing had been.
            servers.programs[works].resume();
            assert!(!servers.programs[works].ends().await, "it says that something is wrong");
            None
        }
        Fault::Cut => {
            servers.wires[works].hold();
            // Who takes its place tells it.
            assert!(!servers.programs[works].ends().await, "it says that something is wrong");
            servers.wires[works].let_go();
            None
        }
        Fault::KillStandby => {
            servers.programs[standby].kill();
            Some(KILL_PAUSE_MAX)
        }
        Fault::TerminateStandby => {
            servers.programs[standby].terminate().await;
            Some(STOP_PAUSE_MAX)
        }
        Fault::FreezeStandby => {
            let before = servers.n_taken_over();
            servers.programs[standby].freeze();
            // Its connections stand still with it.
            until("its games go on", || async { servers.n_taken_over() > before }).await;
            servers.programs[standby].resume();
            assert!(!servers.programs[standby].ends().await, "it says that something is wrong");
            None
        }
        Fault::CutStandby => {
            let before = servers.n_taken_over();
            servers.wires[standby].hold();
            until("its games go on", || async { servers.n_taken_over() > before }).await;
            servers.wires[standby].let_go();
            assert!(!servers.programs[standby].ends().await, "it says that something is wrong");
            None
        }
        Fault::Restart => {
            postgres.stop();
            sleep(Duration::from_secs(1)).await;
            postgres.resume();
            None
        }
    };
    let happened = Instant::now();
    crowd.hears("all games to go on", |ledger| ledger.all_moved_since(happened)).await;
    let pause = crowd.ledger.take_longest_pause();
    let went = crowd.went_elsewhere();
    println!("{fault:?}: the longest pause of a game was {pause:?}; {went} went elsewhere");
    match fault {
        Fault::Kill | Fault::Terminate | Fault::Freeze | Fault::Cut => {
            servers.restart(works).await;
        }
        Fault::KillStandby | Fault::TerminateStandby | Fault::FreezeStandby | Fault::CutStandby => {
            servers.restart(standby).await;
        }
        // Who worked goes on, unless it took a lease to find the database again.
        Fault::Restart => {
            println!("{} works as {works} did", servers.who_works().await);
            // Who has not been answered throughout a lease takes nobody's place.
            sleep(LEASE).await;
        }
    }
    let is_late = pause_max.is_some_and(|max| pause > max);
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
        servers.are_linked().await;
        let mut crowd = Crowd::sit_down_behind(servers.balancer.address, GAMES).await;
        crowd.plays(100).await;
        let n_elsewhere = crowd.went_elsewhere();
        assert!(n_elsewhere >= GAMES, "{n_elsewhere} pages have gone to another server");
        for fault in faults {
            crowd.plays(100 + random() % 200).await;
            // Not at the very instant of an announcement.
            sleep(Duration::from_micros(random() % 20_000)).await;
            late.extend(happen(&mut servers, &mut crowd, &postgres, fault).await);
            n_faults += 1;
        }
        crowd.plays(200).await;
        // The last one that works has everything that was announced by any of them.
        let works = servers.who_works().await;
        let ledger = crowd.leaves().await;
        announced += ledger.announced();
        found += ledger.compare(servers.programs[works].address).await;
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
    let settings =
        [("KOMADAI__LIMITS__REQUESTS_PER_MINUTE", "60"), ("KOMADAI__CSA__LISTEN", "127.0.0.{n}:0")];
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
    servers.programs[standby].terminate().await;
}
