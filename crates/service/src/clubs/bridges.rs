//! What organisers do with their club's bridges to groups elsewhere.

use komadai_community::{
    bridges::{BRIDGES_MAX, BridgeKind, BridgeSettings, exact},
    clubs::{ClubRefusal, StoredClubAct},
};
use komadai_live::random;
use komadai_store::{
    Club, Tx,
    clubs::bridges::{self as rows, Bridge, NewMessage},
};
use uuid::Uuid;

use super::{ActOutcome, AuditLine, ClubView, Clubs, Result, act::Actor};
use crate::{
    bridges::{BridgeNews, Bridges, new_secret, stored_topics},
    stored_json::write_json,
};

/// How long a trial message is worth sending, in milliseconds.
const TRIAL_MS: i64 = 10 * 60_000;

/// A bridge, with how many messages wait for it.
#[derive(Clone, Debug)]
pub struct BridgeView {
    pub bridge: Bridge,
    pub n_waiting: i64,
}

impl Clubs {
    /// Whether clubs may have bridges here.
    pub fn has_bridges(&self) -> bool {
        self.bridges.is_on()
    }

    /// The bridges of a club: for organisers.
    ///
    /// # Errors
    /// When the caller is none, or the database fails.
    pub async fn bridges(&self, look: &ClubView) -> Result<Vec<BridgeView>> {
        if !look.organises() {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let mut conn = self.store.read().await?;
        let mut found = Vec::new();
        for bridge in rows::of_club(&mut conn, look.club.id).await? {
            let n_waiting = rows::n_waiting(&mut conn, bridge.id).await?;
            found.push(BridgeView { bridge, n_waiting });
        }
        Ok(found)
    }

    /// Adds a bridge.
    pub(super) async fn add_bridge(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
        settings: &BridgeSettings,
        secret: &str,
    ) -> Result<(AuditLine, ActOutcome)> {
        let (bridge, token) = self.new_bridge(tx, club, acting, id, settings, secret).await?;
        rows::insert(tx, &bridge).await?;
        let act = StoredClubAct::AddBridge { name: bridge.title };
        Ok((AuditLine::new(act), ActOutcome { token }))
    }

    /// Changes a bridge.
    pub(super) async fn change_bridge(
        &self,
        tx: &mut Tx,
        club: &Club,
        bridge: Uuid,
        settings: &BridgeSettings,
        secret: &str,
    ) -> Result<AuditLine> {
        let changed = self.changed(of(tx, club, bridge).await?, settings, secret)?;
        rows::edit(tx, &changed).await?;
        Ok(AuditLine::new(StoredClubAct::ChangeBridge { name: changed.title }))
    }

    /// A new bridge, and the secret that a program is to know.
    async fn new_bridge(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
        settings: &BridgeSettings,
        secret: &str,
    ) -> Result<(Bridge, Option<String>)> {
        if !self.bridges.is_on() {
            return Err(words("this server has no bridges"));
        }
        if rows::of_club(tx, club.id).await?.len() >= BRIDGES_MAX {
            let text = format!("a club has at most {BRIDGES_MAX} bridges; remove one first");
            return Err(ClubRefusal::Full(text).into());
        }
        let drawn = (settings.kind == BridgeKind::Webhook).then(|| new_secret(random::bytes()));
        let secret = drawn.as_deref().unwrap_or(secret).trim();
        if secret.is_empty() {
            return Err(words("the token or the address is missing"));
        }
        let empty = Bridge {
            id,
            club: club.id,
            kind: settings.kind,
            title: String::new(),
            lang: String::new(),
            news: String::new(),
            names: false,
            host: String::new(),
            target: String::new(),
            secret: Vec::new(),
            made_ms: acting.now_ms,
            next_ms: acting.now_ms,
            sent_ms: None,
            fault: None,
            fault_ms: None,
            n_failed: 0,
            paused_ms: None,
        };
        Ok((self.with(empty, settings, secret)?, drawn))
    }

    /// A bridge of which organisers decide something else.
    fn changed(&self, old: Bridge, settings: &BridgeSettings, secret: &str) -> Result<Bridge> {
        if settings.kind != old.kind {
            return Err(words("a bridge stays what it is; add another one"));
        }
        // A program's secret stays with it.
        let secret = if old.kind == BridgeKind::Webhook { "" } else { secret.trim() };
        let is_elsewhere = old.kind == BridgeKind::Matrix && settings.host.trim() != old.host;
        if is_elsewhere && secret.is_empty() {
            // Otherwise whoever organises a club is sent the token of another organiser.
            return Err(words("another server needs a token of its own"));
        }
        self.with(old, settings, secret)
    }

    /// A bridge with these settings and this secret; with an empty one it keeps its own.
    fn with(&self, old: Bridge, settings: &BridgeSettings, secret: &str) -> Result<Bridge> {
        let settings = settings.checked().map_err(ClubRefusal::Words)?;
        let fields = settings.kind.fields();
        let host_of = |address: &str| {
            let text = "the address must begin with https:// and name a public server";
            self.bridges.host_of(address).ok_or_else(|| words(text))
        };
        let mut host = if fields.secret_is_address { old.host.clone() } else { settings.host };
        if fields.host {
            host_of(&host)?;
        }
        let mut sealed = old.secret;
        if !secret.is_empty() {
            let secret = exact(secret, "the token").map_err(ClubRefusal::Words)?;
            if fields.secret_is_address {
                host = host_of(&secret)?;
            } else if !Bridges::is_token(settings.kind, &secret) {
                return Err(words("the token cannot be right"));
            }
            sealed = self.bridges.seal(old.id, &secret);
        }
        Ok(Bridge {
            title: settings.name,
            lang: settings.lang,
            news: stored_topics(&settings.topics),
            names: settings.names,
            host,
            target: settings.target,
            secret: sealed,
            ..old
        })
    }
}

/// Removes a bridge.
pub(super) async fn remove_bridge(tx: &mut Tx, club: &Club, bridge: Uuid) -> Result<AuditLine> {
    let old = of(tx, club, bridge).await?;
    rows::delete(tx, old.id).await?;
    Ok(AuditLine::new(StoredClubAct::RemoveBridge { name: old.title }))
}

/// Has a trial message sent through a bridge.
pub(super) async fn try_bridge(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
    bridge: Uuid,
) -> Result<AuditLine> {
    let found = of(tx, club, bridge).await?;
    let trial = NewMessage {
        bridge: found.id,
        about: &format!("trial:{id}"),
        by: None,
        news: &write_json(&BridgeNews::Trial),
        made_ms: acting.now_ms,
        until_ms: acting.now_ms + TRIAL_MS,
        due_ms: acting.now_ms,
    };
    rows::try_out(tx, id, trial).await?;
    Ok(AuditLine::new(StoredClubAct::TryBridge { name: found.title }))
}

fn words(text: &str) -> super::ClubError {
    ClubRefusal::Words(text.to_owned()).into()
}

/// A bridge of this club.
async fn of(tx: &mut Tx, club: &Club, id: Uuid) -> Result<Bridge> {
    let found = rows::find(tx, id).await?.filter(|it| it.club == club.id);
    Ok(found.ok_or(ClubRefusal::UnknownThing("such bridge"))?)
}
