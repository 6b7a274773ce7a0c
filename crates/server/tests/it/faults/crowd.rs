//! Players who play any legal move, one game after the other, whatever happens to the server.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use komadai_game::Offer;
use komadai_ids::Code;
use komadai_protocol::{
    ClientMessage, GameEvent, RefusalCode, ResultView, ServerMessage, StreamEvent, StreamName,
    StreamSnapshot,
};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{is_long, ledger::Ledger};
use crate::fixture::{PATIENCE, Tab, byoyomi, random, setup, until};

/// How many watchers each tenth game has.
const WATCHERS: usize = 2;

/// The clock behind a balancer: longer than any move waits, and short enough that games which a
/// crowd has left end soon, so that the next one is not served beside hundreds of them.
const MAIN_MS: u32 = 15_000;
const BYOYOMI_MS: u32 = 15_000;

/// How long somebody behind a balancer thinks, unless the run is a long one: three servers that many
/// players use as fast as they can leave other tests no time.
const THINKS: Duration = Duration::from_millis(50);

/// How soon a command is delivered again that was refused because nothing can be written.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// How soon somebody comes back who is behind a balancer and could not.
const BACK_AFTER: Duration = Duration::from_millis(50);

/// The server as the tabs find it: its address, and how often it has moved.
type Place = watch::Receiver<(u32, SocketAddr)>;

/// The players and watchers of some games, each of them a task.
pub(super) struct Crowd {
    pub(super) ledger: Arc<Ledger>,
    place: watch::Sender<(u32, SocketAddr)>,
    tasks: JoinSet<()>,
    /// How often a tab has found its connection gone.
    lost: Arc<AtomicUsize>,
    /// How often a tab went to another server for its game.
    went: Arc<AtomicUsize>,
}

/// What every tab of the crowd needs.
#[derive(Clone)]
struct Around {
    place: Place,
    /// There is a balancer at that place, so that no client needs to know where to come back.
    is_balanced: bool,
    ledger: Arc<Ledger>,
    lost: Arc<AtomicUsize>,
    went: Arc<AtomicUsize>,
}

impl Crowd {
    /// So many games, which begin at once.
    pub(super) async fn sit_down(address: SocketAddr, n_games: usize) -> Self {
        Self::sit_down_at(address, n_games, false).await
    }

    /// The same behind a balancer: everybody comes back as soon as that is possible.
    pub(super) async fn sit_down_behind(balancer: SocketAddr, n_games: usize) -> Self {
        Self::sit_down_at(balancer, n_games, true).await
    }

    async fn sit_down_at(address: SocketAddr, n_games: usize, is_balanced: bool) -> Self {
        let (place, seen) = watch::channel((0, address));
        let (ledger, lost) = (Arc::<Ledger>::default(), Arc::<AtomicUsize>::default());
        let went = Arc::<AtomicUsize>::default();
        let around = Around {
            place: seen,
            is_balanced,
            ledger: ledger.clone(),
            lost: lost.clone(),
            went: went.clone(),
        };
        let mut tasks = JoinSet::new();
        for n in 0..n_games {
            let (mut sente, mut gote, game);
            if is_balanced {
                sente = Tab::open_wide(address, &format!("sente {n}"), None).await;
                gote = Tab::open_wide(address, &format!("gote {n}"), None).await;
                game = sente.meet(&mut gote, setup(byoyomi(MAIN_MS, BYOYOMI_MS))).await;
                for tab in [&mut sente, &mut gote] {
                    go_to(tab, game).await;
                }
            } else {
                sente = Tab::open(address, &format!("sente {n}"), None).await;
                gote = Tab::open(address, &format!("gote {n}"), None).await;
                game = sente.create(setup(byoyomi(600_000, 60_000))).await;
                gote.join(game).await;
                gote.rest();
                sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
                sente.rest();
            }
            for n in 0..if n % 10 == 0 { WATCHERS } else { 0 } {
                let mut looker = if is_balanced {
                    Tab::open_wide(address, &format!("watcher {n}"), None).await
                } else {
                    Tab::open(address, &format!("watcher {n}"), None).await
                };
                go_to(&mut looker, game).await;
                tasks.spawn(watcher(looker, around.clone()));
            }
            for tab in [sente, gote] {
                tasks.spawn(player(tab, around.clone()));
            }
        }
        Self { ledger, place, tasks, lost, went }
    }

    /// How many pages are open.
    pub(super) fn n_tabs(&self) -> usize {
        self.tasks.len()
    }

    /// How often somebody has gone to another server for a game, since this was asked last.
    pub(super) fn went_elsewhere(&self) -> usize {
        self.went.swap(0, SeqCst)
    }

    /// Waits until so many more moves have been announced.
    pub(super) async fn plays(&mut self, n_moves: u64) {
        let until = self.ledger.announced() + n_moves;
        self.hears(&format!("{n_moves} moves"), |ledger| ledger.announced() >= until).await;
    }

    /// Waits until something holds of what was heard.
    ///
    /// # Panics
    /// When somebody gives up meanwhile.
    pub(super) async fn hears(&mut self, what: &str, holds: impl Fn(&Ledger) -> bool) {
        let ledger = self.ledger.clone();
        tokio::select! {
            () = ledger.until(holds) => {}
            Some(ended) = self.tasks.join_next() => panic!("somebody gave up: {ended:?}"),
            () = sleep(PATIENCE) => panic!("waited {PATIENCE:?} in vain for {what}"),
        }
    }

    /// Waits until everybody has found the connection gone, having read what was on its way.
    pub(super) async fn loses_connection(&mut self) {
        let n_tabs = self.tasks.len();
        tokio::select! {
            () = until("everybody notices", || async { self.lost.load(SeqCst) >= n_tabs }) => {}
            Some(ended) = self.tasks.join_next() => panic!("somebody gave up: {ended:?}"),
        }
        self.lost.store(0, SeqCst);
    }

    /// Everybody leaves; what they have heard.
    pub(super) async fn leaves(mut self) -> Arc<Ledger> {
        self.tasks.shutdown().await;
        self.ledger
    }

    /// The server is there again, here.
    pub(super) fn finds_it_at(&self, address: SocketAddr) {
        self.place.send_modify(|place| *place = (place.0 + 1, address));
    }
}

/// One player: plays any legal move, agrees to rematches, and comes back after each break.
async fn player(mut tab: Tab, mut around: Around) {
    let mut pending: Option<ClientMessage> = None;
    // The last position in which it has moved: that it was moved there is heard after the answer.
    let mut moved: Option<(Option<Code>, u32)> = None;
    // It was refused for now.
    let mut again = false;
    loop {
        let here = Some((tab.game, tab.view.ply));
        let on_turn = tab.view.result.is_none() && tab.view.turn() == tab.view.you;
        if pending.is_none() && on_turn && moved != here {
            if around.is_balanced && !is_long() {
                sleep(THINKS).await;
            }
            pending = any_move(&mut tab);
            moved = pending.is_some().then_some(here).flatten();
            deliver(&mut tab, &pending).await;
        }
        let read =
            if again { timeout(AGAIN_AFTER, tab.read()).await } else { Ok(tab.read().await) };
        let Ok(message) = read else {
            again = false;
            deliver(&mut tab, &pending).await;
            continue;
        };
        let Some(message) = message else {
            around.ledger.note_close(tab.close_code);
            come_back(&mut tab, &mut around).await;
            deliver(&mut tab, &pending).await;
            continue;
        };
        if let Some(node) = elsewhere(&message) {
            go_elsewhere(&mut tab, node, &around).await;
            deliver(&mut tab, &pending).await;
            continue;
        }
        around.ledger.note(&message);
        match message {
            ServerMessage::Ack { id, .. } if is(&pending, id) => {
                if let Some(ClientMessage::Move { game, ply, usi, .. }) = pending.take() {
                    around.ledger.note_ack(game, ply, &usi);
                }
            }
            ServerMessage::Refused { id: Some(id), code, .. } if is(&pending, id) => match code {
                RefusalCode::Stalled | RefusalCode::Stopping => again = true,
                // The database was too busy to say who this is, so the hello was refused.
                RefusalCode::HelloFirst | RefusalCode::Internal => {
                    say_hello_again(&mut tab, &around).await;
                    again = true;
                }
                // The other had offered, or accepted, at the same time.
                RefusalCode::AlreadyOffered | RefusalCode::AlreadyFollowed => pending = None,
                code => panic!("{}: {pending:?} was refused: {code:?}", tab.name),
            },
            ServerMessage::Event { event: StreamEvent::Game(event), stream, .. }
                if tab.game.map(StreamName::Game) == Some(stream) =>
            {
                match *event {
                    GameEvent::Ended { .. } => {
                        pending = Some(rematch(&mut tab));
                        deliver(&mut tab, &pending).await;
                    }
                    GameEvent::Next { game } => {
                        pending = None;
                        go_to(&mut tab, game).await;
                    }
                    _ => {}
                }
            }
            // After a break the page may find that the game has ended meanwhile.
            ServerMessage::Snapshot { snapshot: StreamSnapshot::Game(snapshot), .. } => {
                match snapshot.result {
                    Some(ResultView { next: Some(next), .. }) => {
                        pending = None;
                        go_to(&mut tab, next).await;
                    }
                    Some(_) if pending.is_none() => {
                        pending = Some(rematch(&mut tab));
                        deliver(&mut tab, &pending).await;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

fn is(pending: &Option<ClientMessage>, id: u32) -> bool {
    pending.as_ref().is_some_and(|message| message.id() == id)
}

async fn deliver(tab: &mut Tab, pending: &Option<ClientMessage>) {
    if let Some(message) = pending {
        tab.deliver(message).await;
    }
}

/// Somebody who only looks on.
async fn watcher(mut tab: Tab, mut around: Around) {
    loop {
        match tab.read().await {
            Some(message) => {
                if let Some(node) = elsewhere(&message) {
                    go_elsewhere(&mut tab, node, &around).await;
                    continue;
                }
                around.ledger.note(&message);
                if let ServerMessage::Event { event: StreamEvent::Game(event), .. } = message
                    && let GameEvent::Next { game } = *event
                {
                    go_to(&mut tab, game).await;
                }
            }
            None => {
                around.ledger.note_close(tab.close_code);
                come_back(&mut tab, &mut around).await;
            }
        }
    }
}

/// Follows another game; the snapshot comes like everything else.
async fn go_to(tab: &mut Tab, game: Code) {
    if let Some(before) = tab.game.map(StreamName::Game) {
        tab.say(|id| ClientMessage::Unsubscribe { id, stream: before }).await;
        tab.streams.remove(&before);
    }
    tab.game = Some(game);
    tab.view = Default::default();
    let stream = StreamName::Game(game);
    tab.say(|id| ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance: false })
        .await;
}

/// Waits for the server to be there again, and goes on from where it was.
async fn come_back(tab: &mut Tab, around: &mut Around) {
    around.lost.fetch_add(1, SeqCst);
    if around.is_balanced {
        return connect_again(tab, around).await;
    }
    loop {
        around.place.changed().await.unwrap();
        let (_, address) = *around.place.borrow_and_update();
        if tab.try_reconnect(address).await {
            break;
        }
        // Killed again before this tab was back.
        around.lost.fetch_add(1, SeqCst);
    }
    follow_again(tab).await;
}

/// Comes in by any door, until one lets it in, and follows its game.
async fn connect_again(tab: &mut Tab, around: &Around) {
    let (_, address) = *around.place.borrow();
    while !tab.try_reconnect(address).await {
        // The server with the game may be gone; whoever has it then says where it is.
        tab.node = None;
        sleep(BACK_AFTER).await;
    }
    follow_again(tab).await;
}

/// The server that has what was asked for, if another has it.
fn elsewhere(message: &ServerMessage) -> Option<Option<String>> {
    match message {
        ServerMessage::Refused { code: RefusalCode::Elsewhere, node, .. } => Some(node.clone()),
        _ => None,
    }
}

/// Goes there.
async fn go_elsewhere(tab: &mut Tab, node: Option<String>, around: &Around) {
    if node.is_none() {
        // While a game goes from one to the other each says that the other has it.
        sleep(BACK_AFTER).await;
        if tab.node.is_none() {
            return follow_again(tab).await;
        }
    }
    if tab.node == node {
        // What was said before it came here.
        return;
    }
    around.went.fetch_add(1, SeqCst);
    tab.node = node;
    connect_again(tab, around).await;
}

/// On the same server, as somebody new to it.
async fn say_hello_again(tab: &mut Tab, around: &Around) {
    let (_, address) = *around.place.borrow();
    // A server that is gone is noticed by the next read.
    if tab.try_reconnect(address).await {
        follow_again(tab).await;
    }
}

/// Follows its game from where it was.
async fn follow_again(tab: &mut Tab) {
    let Some(game) = tab.game else { return };
    let stream = StreamName::Game(game);
    let last = tab.streams.get(&stream).map(|(_, seq)| *seq);
    tab.say(|id| ClientMessage::Subscribe { id, stream, last, epoch: None, glance: false }).await;
}

fn rematch(tab: &mut Tab) -> ClientMessage {
    let (id, game) = (tab.take_id(), tab.the_game());
    if random().is_multiple_of(2) {
        ClientMessage::Rematch { id, game }
    } else {
        ClientMessage::Offer { id, game, kind: Offer::Rematch }
    }
}

/// Any of the moves that the server says are legal.
fn any_move(tab: &mut Tab) -> Option<ClientMessage> {
    let dests = tab.view.dests.as_ref()?;
    let origins: Vec<_> = dests.iter().collect();
    let (origin, targets) = origins.get(random() as usize % origins.len().max(1))?;
    let signs = targets.as_bytes();
    // Each target is two signs, and a mark where it may or must promote.
    let starts: Vec<_> =
        signs.windows(2).enumerate().filter(|(_, two)| two[0].is_ascii_digit()).collect();
    let (at, square) = starts[random() as usize % starts.len()];
    let square = std::str::from_utf8(square).unwrap();
    let promotes = match signs.get(at + 2) {
        Some(b'+') => true,
        Some(b'?') => random().is_multiple_of(2),
        _ => false,
    };
    let usi = format!("{origin}{square}{}", if promotes { "+" } else { "" });
    let (game, ply, id) = (tab.the_game(), tab.view.ply, tab.take_id());
    Some(ClientMessage::Move { id, game, ply, usi })
}
