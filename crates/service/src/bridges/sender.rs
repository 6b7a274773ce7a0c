//! Sends what is to be told through bridges, and sees to those through which nothing arrives.

use std::{collections::HashMap, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper::Request;
use komadai_community::{
    bell::{BellClub, BellItem},
    bridges::{BridgeFault, BridgeKind},
};
use komadai_ids::ClubId;
use komadai_language::Language;
use komadai_live::{LobbyHandle, Timebase, random};
use komadai_store::{
    ClubRole, Result, Tx,
    clubs::{
        self,
        bridges::{self as rows, Bridge, BridgeMessage},
        members,
    },
};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tracing::{debug, warn};
use uuid::Uuid;

use super::{
    BridgeNews, Bridges,
    answers::{Failure, judge},
    formats::{Delivery, Destination, OutgoingRequest, request},
    news::Telling,
    topics_of,
};
use crate::{
    bell::ring, branding::SiteBranding, keyed_tasks::KeyedTasks, metrics::BRIDGES,
    public_web::PublicWeb, stored_json::read_json,
};

/// How often is looked for what is to be sent.
const TICK: Duration = Duration::from_millis(500);

/// How many messages are handed over at the same time, of all clubs and of one: what one club's
/// servers are slow with holds up nobody else.
const AT_ONCE_MAX: usize = 32;
const OF_CLUB_MAX: usize = 2;

/// How long a server may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// How much is read of an answer, in bytes.
const ANSWER_BYTES_MAX: usize = 64 << 10;

/// After how long a message that did not arrive is sent again, at the earliest, in milliseconds.
const AGAIN_AFTER_MS: [i64; 7] =
    [2_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 3 * 3_600_000];

/// With so many failures in a row a bridge is paused.
const FAILURES_MAX: i64 = 10;

/// How long what is over is remembered, in milliseconds: eight days.
const REMEMBERED_MS: i64 = 8 * 24 * 3_600_000;

/// How often what is remembered no longer is deleted, in milliseconds.
const CLEAN_EVERY_MS: i64 = 3_600_000;

/// See the module.
#[derive(Clone)]
pub(crate) struct Sender {
    bridges: Bridges,
    web: PublicWeb,
    timebase: Timebase,
    lobby: LobbyHandle,
    branding: SiteBranding,
}

/// What is sent now through a bridge.
struct Batch {
    id: Uuid,
    messages: Vec<BridgeMessage>,
    news: Vec<BridgeNews>,
    request: OutgoingRequest,
}

impl Sender {
    /// # Errors
    /// When TLS cannot be used.
    pub(crate) fn new(
        bridges: Bridges,
        timebase: Timebase,
        lobby: LobbyHandle,
        branding: SiteBranding,
    ) -> std::result::Result<Self, tokio_rustls::rustls::Error> {
        let web = PublicWeb::new(bridges.setup().to_private)?;
        Ok(Self { bridges, web, timebase, lobby, branding })
    }

    /// Sends for ever what is due, one message of each bridge at a time.
    pub(crate) async fn run(self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut deliveries = KeyedTasks::<(ClubId, Uuid), ()>::default();
        let mut clean_ms = 0;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                Some(_) = deliveries.next() => continue,
            }
            let now_ms = self.now_ms();
            if clean_ms <= now_ms {
                clean_ms = now_ms + CLEAN_EVERY_MS;
                if let Err(cause) = self.clean(now_ms).await {
                    warn!("old messages of bridges are not deleted: {cause}");
                }
            }
            let due = match self.due(now_ms).await {
                Ok(due) => due,
                Err(cause) => {
                    warn!("nothing is sent through bridges: {cause}");
                    continue;
                }
            };
            for bridge in free(due, deliveries.keys()) {
                let sender = self.clone();
                deliveries.spawn((bridge.club, bridge.id), async move {
                    if let Err(cause) = sender.deliver(&bridge).await {
                        warn!("a message waits for its bridge: {cause}");
                    }
                });
            }
        }
    }

    fn now_ms(&self) -> i64 {
        self.timebase.now_ms() as i64
    }

    async fn due(&self, now_ms: i64) -> Result<Vec<Bridge>> {
        rows::due(&mut self.bridges.store().read().await?, now_ms).await
    }

    async fn clean(&self, now_ms: i64) -> Result<()> {
        let mut tx = self.bridges.store().write().await?;
        rows::clean(&mut tx, now_ms - REMEMBERED_MS).await?;
        tx.commit().await
    }

    /// Sends what is due through one bridge.
    async fn deliver(&self, bridge: &Bridge) -> Result<()> {
        let Some(secret) = self.bridges.open(bridge) else {
            return self.failed(bridge, None, BridgeFault::Sealed.into()).await;
        };
        let Some(batch) = self.take(bridge, &secret).await? else { return Ok(()) };
        let handed = timeout(ANSWER_WITHIN, self.hand_over(bridge, &batch.request)).await;
        match handed.unwrap_or(Err(BridgeFault::Slow.into())) {
            Ok(()) => self.arrived(bridge, &batch).await,
            // Where it was to go is nobody's business.
            Err(failure) => {
                debug!("a message does not arrive: {}", failure.fault.as_str());
                self.failed(bridge, Some(&batch), failure).await
            }
        }
    }

    /// Takes what is sent now: what was tried before, else all that waits. It is noted before it
    /// is sent, so that a server that ends meanwhile sends the same under the same id.
    async fn take(&self, bridge: &Bridge, secret: &str) -> Result<Option<Batch>> {
        let now_ms = self.now_ms();
        let mut conn = self.bridges.store().read().await?;
        let Some(club) = clubs::find(&mut conn, bridge.club).await? else { return Ok(None) };
        let waiting = rows::messages(&mut conn, bridge.id, now_ms).await?;
        drop(conn);
        let (mut messages, mut news, mut over) = (Vec::new(), Vec::new(), Vec::new());
        let (topics, is_paused) = (topics_of(bridge), bridge.paused_ms.is_some());
        let tried = waiting.iter().find_map(|it| it.batch);
        for message in waiting.into_iter().filter(|it| tried.is_none() || it.batch == tried) {
            let said = read_json(&message.news, "bridge_messages", "news", message.id);
            // What cannot be read is logged, and holds up nothing.
            let said = said.ok().and_then(|it: BridgeNews| it.if_wanted(&topics, bridge.names));
            let Some(said) = said.filter(|_| message.until_ms > now_ms) else {
                over.push(message.id);
                continue;
            };
            let is_trial = matches!(said, BridgeNews::Trial);
            if (is_paused && !is_trial) || self.is_over(&said).await {
                over.push(message.id);
            } else if is_trial || !matches!(news.first(), Some(BridgeNews::Trial)) {
                // A trial goes alone, and first.
                if is_trial {
                    (messages, news) = (Vec::new(), Vec::new());
                }
                messages.push(message);
                news.push(said);
            }
        }
        let mut tx = self.bridges.store().write().await?;
        for message in over {
            BRIDGES.over();
            rows::finish(&mut tx, message).await?;
        }
        let id = tried.unwrap_or_else(|| Uuid::from_bytes(random::bytes()));
        let mut taken = Vec::new();
        for (message, said) in messages.into_iter().zip(news) {
            let due_ms = now_ms + again_after_ms(&message);
            if rows::begin(&mut tx, message.id, id, due_ms).await? {
                taken.push((message, said));
            }
        }
        let (messages, news): (Vec<_>, Vec<_>) = taken.into_iter().unzip();
        let Some(first) = messages.first() else {
            tx.commit().await?;
            return Ok(None);
        };
        let language = Language::from_tag(&bridge.lang).unwrap_or_default();
        let branding = self.branding.get();
        let setup = self.bridges.setup();
        let with = Telling {
            language,
            site: &setup.site,
            site_name: &branding.name,
            slug: &club.slug,
            club: &club.settings.name,
        };
        let to =
            Destination { kind: bridge.kind, host: &bridge.host, target: &bridge.target, secret };
        let delivery = Delivery { id, news: &news, made_ms: first.made_ms, now_ms };
        let request = request(to, &setup.hosts, delivery, &with);
        rows::wait(&mut tx, bridge.id, now_ms + setup.gap_ms).await?;
        tx.commit().await?;
        Ok(Some(Batch { id, messages, news, request }))
    }

    /// Whether it is no longer so. A lobby that does not answer says nothing about that.
    async fn is_over(&self, news: &BridgeNews) -> bool {
        match news {
            BridgeNews::Seek { seek, .. } => matches!(self.lobby.look(*seek).await, Ok(None)),
            _ => false,
        }
    }

    async fn hand_over(
        &self,
        bridge: &Bridge,
        request: &OutgoingRequest,
    ) -> std::result::Result<(), Failure> {
        let target = self.web.target(&request.address).ok_or(BridgeFault::Address)?;
        let mut asking = Request::builder().method(request.method.clone());
        for (name, value) in &request.headers {
            asking = asking.header(*name, value);
        }
        let asking = asking.header("user-agent", "Komadai");
        let body = Full::new(Bytes::from(request.body.clone()));
        // A program says all by its status.
        let is_read = bridge.kind != BridgeKind::Webhook;
        let bytes_max = if is_read { ANSWER_BYTES_MAX } else { 0 };
        let answer = self.web.ask(&target, asking, body, bytes_max).await?;
        let (status, headers) = (answer.status(), answer.headers());
        judge(bridge.kind, status, headers, answer.body(), self.timebase.now_ms())
    }

    async fn arrived(&self, bridge: &Bridge, batch: &Batch) -> Result<()> {
        BRIDGES.told();
        let mut tx = self.bridges.store().write().await?;
        for message in &batch.messages {
            rows::finish(&mut tx, message.id).await?;
        }
        rows::arrived(&mut tx, bridge.id, self.now_ms()).await?;
        tx.commit().await
    }

    /// Nothing has arrived: it is tried again later, or given up; and where nothing gets better by
    /// itself the bridge is paused, of which its club's organisers are told.
    async fn failed(&self, bridge: &Bridge, batch: Option<&Batch>, why: Failure) -> Result<()> {
        let now_ms = self.now_ms();
        let is_paused = bridge.paused_ms.is_some();
        let pauses = why.fault.needs_somebody() || bridge.n_failed + 1 >= FAILURES_MAX;
        let mut tx = self.bridges.store().write().await?;
        let way = |it: &Bridge| (it.host.clone(), it.target.clone(), it.secret.clone());
        let known = rows::find(&mut tx, bridge.id).await?;
        if known.is_none_or(|known| way(&known) != way(bridge)) {
            // It went where an organiser had it go before: the way there now is not tried yet.
            if let Some(batch) = batch {
                rows::put_off(&mut tx, batch.id, now_ms).await?;
            }
            return tx.commit().await;
        }
        let is_trial = batch.is_some_and(|it| matches!(it.news.first(), Some(BridgeNews::Trial)));
        if pauses {
            BRIDGES.given_up();
            rows::give_up(&mut tx, bridge.id).await?;
            // Who tries sees it.
            if !is_paused && !is_trial {
                ring_for_pause(&mut tx, bridge, why.fault, now_ms).await?;
            }
        } else if let Some(batch) = batch {
            let asked_ms = why.retry_after.map_or(0, |it| it.as_millis() as i64);
            let own_ms = batch.messages.first().map_or(0, again_after_ms);
            let due_ms = now_ms + own_ms.max(asked_ms);
            let is_last = |it: &BridgeMessage| {
                is_trial
                    || why.fault == BridgeFault::Refused
                    || it.until_ms <= due_ms
                    || it.n_tries as usize >= AGAIN_AFTER_MS.len()
            };
            for message in batch.messages.iter().filter(|it| is_last(it)) {
                BRIDGES.given_up();
                rows::finish(&mut tx, message.id).await?;
            }
            if batch.messages.iter().any(|it| !is_last(it)) {
                BRIDGES.again();
                rows::put_off(&mut tx, batch.id, due_ms).await?;
            }
            if why.retry_after.is_some() {
                let wait_ms = asked_ms.max(self.bridges.setup().gap_ms);
                rows::wait(&mut tx, bridge.id, now_ms + wait_ms).await?;
            }
        }
        // Messages come before their bridge here, as wherever both change.
        rows::failed(&mut tx, bridge.id, why.fault, now_ms, pauses.then_some(now_ms)).await?;
        tx.commit().await
    }
}

/// Those of the bridges through which something is to be sent that are told of it now; through
/// the busy ones something is being sent.
fn free<'a>(due: Vec<Bridge>, busy: impl Iterator<Item = &'a (ClubId, Uuid)>) -> Vec<Bridge> {
    let mut n_of_club: HashMap<ClubId, usize> = HashMap::new();
    let busy: Vec<(ClubId, Uuid)> = busy.copied().collect();
    for (club, _) in &busy {
        *n_of_club.entry(*club).or_default() += 1;
    }
    let is_free = |it: &Bridge| {
        let n = n_of_club.entry(it.club).or_default();
        let is_free = *n < OF_CLUB_MAX && !busy.contains(&(it.club, it.id));
        *n += usize::from(is_free);
        is_free
    };
    let n_free = AT_ONCE_MAX.saturating_sub(busy.len());
    due.into_iter().filter(is_free).take(n_free).collect()
}

/// How long after an attempt a message is tried again.
fn again_after_ms(message: &BridgeMessage) -> i64 {
    let n_tries = usize::try_from(message.n_tries).unwrap_or_default();
    AGAIN_AFTER_MS.get(n_tries).or(AGAIN_AFTER_MS.last()).copied().unwrap_or_default()
}

/// Tells a club's organisers that nothing is sent through one of its bridges any more.
async fn ring_for_pause(
    tx: &mut Tx,
    bridge: &Bridge,
    fault: BridgeFault,
    now_ms: i64,
) -> Result<()> {
    let Some(club) = clubs::find(tx, bridge.club).await? else { return Ok(()) };
    let item = BellItem::BridgePaused {
        club: BellClub { slug: club.slug, name: club.settings.name },
        bridge: bridge.title.clone(),
        fault,
    };
    let organisers = members::all_of(tx, bridge.club).await?.into_iter();
    let organisers = organisers.filter(|line| line.role >= ClubRole::Organiser);
    for user in organisers.filter_map(|line| line.user) {
        ring(tx, user, None, now_ms, &item).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_whose_servers_are_slow_holds_up_no_other() {
        let club = |n: u8| ClubId::new(u64::from(n), [n; 10]);
        let bridge = |n_club: u8, n: u128| Bridge {
            id: Uuid::from_u128(n),
            club: club(n_club),
            kind: BridgeKind::Webhook,
            title: String::new(),
            lang: String::new(),
            news: String::new(),
            names: false,
            host: String::new(),
            target: String::new(),
            secret: Vec::new(),
            made_ms: 0,
            next_ms: 0,
            sent_ms: None,
            fault: None,
            fault_ms: None,
            n_failed: 0,
            paused_ms: None,
        };
        let due: Vec<_> = (1..=8).map(|n| bridge(1, n)).chain([bridge(2, 9)]).collect();
        let ids = |found: Vec<Bridge>| found.iter().map(|it| it.id.as_u128()).collect::<Vec<_>>();
        assert_eq!(ids(free(due.clone(), [].iter())), [1, 2, 9]);
        let busy = [(club(1), Uuid::from_u128(1)), (club(2), Uuid::from_u128(9))];
        assert_eq!(ids(free(due.clone(), busy.iter())), [2]);
        let others: Vec<_> = (0..32).map(|n| (club(3), Uuid::from_u128(100 + n))).collect();
        assert!(free(due, others.iter()).is_empty(), "so many at once are enough");
    }
}
