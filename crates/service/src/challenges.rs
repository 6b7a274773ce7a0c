//! Challenges: one player asks another for a game, who may not be there.
//!
//! They are kept in the database, so that a restart loses none. The first to close one in the
//! database decides what becomes of it: if an acceptance and a withdrawal coincide, one of them
//! counts. The game's id follows from the challenge's, so that one challenge leads to one game.

mod asking;

use std::sync::Arc;

use bytes::Bytes;
use komadai_community::bell::BellItem;
use komadai_game::{Player, Setup};
use komadai_ids::{Code, GameId, UserId};
use komadai_live::{
    Asker, Connection, LiveRefusal, OngoingGame, Render, Reply, Why, lobby::suggested_start,
    random, rated::speed_of,
};
use komadai_rating::ShownRating;
use komadai_rules::Side;
use komadai_store::{
    Challenge as Row, ChallengeState, ChallengesFrom, Conn, Tx, accounts, bell, challenges as rows,
    clubs::ladder::removals::Removal, follows, privacy,
};
use tokio::sync::RwLock;
use tracing::{error, warn};
use uuid::Uuid;

use self::asking::{failed, read, write};
use crate::{Service, accounts::account, bell::ring, ratings};

/// How many challenges a player may have standing.
pub const OPEN_BY_MAX: i64 = 10;

/// How many may stand against a player.
pub const OPEN_TO_MAX: i64 = 30;

/// How many a player may make in an hour.
pub const MADE_PER_HOUR_MAX: i64 = 30;

/// For how many hours a challenge stands at most: a week.
pub const HOURS_MAX: u32 = 168;

/// How long after a challenge that was taken back the next one is another try of the same, in
/// milliseconds.
const AGAIN_MS: i64 = 60_000;

/// How long one that has expired is remembered.
const REMEMBERED_MS: i64 = 24 * HOUR_MS;

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// A challenge that is to be made.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Drawn by the client that makes it.
    pub id: Uuid,
    /// Whom it is for, by the name to sign in with.
    pub to: String,
    /// The game; its creator is the challenger.
    pub setup: Setup,
    /// Whether the handicap is to follow from the difference of grades (§3.3).
    pub suggests: bool,
    /// For how many hours it stands.
    pub hours: u32,
}

/// One of the two players of a challenge.
#[derive(Clone, Debug, PartialEq)]
pub struct Party {
    /// The name to sign in with.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    pub bot: bool,
    /// How strong they are at that time control.
    pub strength: ShownRating,
}

/// A challenge with its players.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// Drawn by the client that made it.
    pub id: Uuid,
    pub from: Party,
    /// The player who is asked.
    pub to: Party,
    pub setup: Setup,
    /// When it was made, in Unix milliseconds.
    pub made_ms: u64,
    /// From when on it stands no longer.
    pub expires_ms: u64,
    /// Why it was declined, as a word of a list, if it was.
    pub declined: Option<String>,
    /// It is made now, and the challenger took one back shortly before: the other player has
    /// heard of that and need not hear of this as of something new.
    pub again: bool,
}

/// Turns what happens to challenges into frames. The rest is [`Render`]'s.
pub trait RenderChallenges: Render {
    /// A player's own stream at one instant: the games being played, and the challenges with
    /// whether they are the player's own; and how much that concerns them is new to them.
    fn me(
        &self,
        epoch: u64,
        games: &[OngoingGame],
        challenges: &[(Challenge, bool)],
        n_new: u32,
    ) -> Bytes;

    /// A challenge was made or declined, as the challenger (`mine`) or the other sees it.
    fn challenge(&self, epoch: u64, challenge: &Challenge, mine: bool) -> Bytes;

    /// A challenge does not wait for an answer any more.
    fn challenge_gone(&self, epoch: u64, challenge: Uuid) -> Bytes;

    /// Somebody has challenged a player on the ladder of the club at this address.
    fn ladder_challenge(&self, epoch: u64, club: &str, by: &str) -> Bytes;

    /// A player has accepted a challenge there, and its game is still to begin.
    fn ladder_accepted(&self, epoch: u64, club: &str, by: &str) -> Bytes;

    /// The organisers of a club have taken a player off its ladder.
    fn ladder_removed(&self, epoch: u64, removal: &Removal) -> Bytes;
}

/// How challenges are announced. Clones share it.
#[derive(Clone)]
pub(crate) struct Telling {
    /// The order in which they change and are announced: what is read for a snapshot is sent before
    /// any later change of it is.
    order: Arc<RwLock<()>>,
    render: Arc<dyn RenderChallenges>,
}

impl Telling {
    pub(crate) fn new(render: Arc<dyn RenderChallenges>) -> Self {
        Self { order: Arc::default(), render }
    }
}

impl std::fmt::Debug for Telling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Telling").finish_non_exhaustive()
    }
}

impl Service {
    /// Challenges a player; once, however often it comes.
    ///
    /// # Errors
    /// When it cannot be made.
    pub async fn challenge(
        &self,
        by: &Player,
        proposal: Proposal,
        reply: &Reply,
    ) -> Result<(), LiveRefusal> {
        if by.guest {
            return Err(LiveRefusal::new(Why::NeedsAccount));
        }
        self.may_begin()?;
        if !(1..=HOURS_MAX).contains(&proposal.hours) {
            let message = format!("a challenge is open for 1 to {HOURS_MAX} hours");
            return Err(LiveRefusal::said(Why::BadSetup, message));
        }
        let asker = Asker { player: Some(by.id), address: reply.connection.address() };
        self.may_begin_there(asker, &proposal.setup, false)?;
        let to = self.challenged(by, &proposal.to).await?;
        let row = self.draw_up(by, &to, proposal).await?;
        let order = self.challenges.order.write().await;
        if self.write_down(&row).await?
            && let Some(mut challenge) = self.with_players(&row).await?
        {
            challenge.again = read(&self.databases, async |conn| {
                rows::was_taken_back(conn, by.id, to.id, row.made_ms - AGAIN_MS).await
            })
            .await?;
            let render = &self.challenges.render;
            for (user, mine) in [(by.id, true), (to.id, false)] {
                self.presence
                    .tell(user, &render.challenge(self.presence.epoch(), &challenge, mine));
            }
        }
        drop(order);
        reply.ack(self.directory.render(), None);
        Ok(())
    }

    /// The player who is meant, if they may be challenged.
    async fn challenged(&self, by: &Player, handle: &str) -> Result<Player, LiveRefusal> {
        let found = read(&self.databases, async |conn| account(conn, handle).await).await?;
        let user = found.ok_or_else(|| LiveRefusal::new(Why::UnknownPlayer))?.user;
        if user.id == by.id {
            return Err(LiveRefusal::new(Why::Yourself));
        }
        self.may_meet(by.id, user.id).await?;
        self.is_not_banned(user.id)?;
        let takes =
            read(&self.databases, async |conn| takes_from(conn, user.id, by.id).await).await?;
        if !takes {
            return Err(LiveRefusal::new(Why::TakesNoChallenges));
        }
        Ok(Player { id: user.id, name: user.name, guest: user.guest, bot: user.bot })
    }

    /// The challenge as it is kept, with where the game begins.
    async fn draw_up(
        &self,
        by: &Player,
        to: &Player,
        proposal: Proposal,
    ) -> Result<Row, LiveRefusal> {
        let Proposal { id, mut setup, suggests, hours, .. } = proposal;
        setup.seats.opponent = Some(to.clone());
        if suggests {
            let own = self.strength(by, &setup).await?;
            let other = self.strength(to, &setup).await?;
            (setup.start, setup.seats.side) = suggested_start(own.level, other.level, setup.rated);
        }
        if setup.rated {
            ratings::may_be_rated(&setup)?;
        }
        setup.check().map_err(|problem| LiveRefusal::said(Why::BadSetup, problem.to_string()))?;
        let now_ms = self.timebase.now_ms() as i64;
        Ok(Row {
            id,
            challenger: by.id,
            challenged: to.id,
            setup: serde_json::to_string(&setup)
                .map_err(|cause| LiveRefusal::said(Why::BadSetup, cause.to_string()))?,
            made_ms: now_ms,
            expires_ms: now_ms + i64::from(hours) * HOUR_MS,
            state: ChallengeState::Open,
            reason: None,
        })
    }

    /// Keeps a challenge. `false`: it was kept before.
    async fn write_down(&self, row: &Row) -> Result<bool, LiveRefusal> {
        let now_ms = row.made_ms;
        let mut tx = self.databases.write().await.map_err(failed)?;
        if rows::find(&mut tx, row.id).await.map_err(failed)?.is_some() {
            return self.is_known(&mut tx, row).await;
        }
        rows::tidy(&mut tx, row.challenger, now_ms, now_ms - REMEMBERED_MS)
            .await
            .map_err(failed)?;
        let counts =
            rows::counts(&mut tx, row.challenger, row.challenged, now_ms - HOUR_MS, now_ms).await;
        let counts = counts.map_err(failed)?;
        if counts.made >= MADE_PER_HOUR_MAX
            || counts.open_by >= OPEN_BY_MAX
            || counts.open_to >= OPEN_TO_MAX
        {
            return Err(LiveRefusal::new(Why::TooManyChallenges));
        }
        if !rows::insert(&mut tx, row).await.map_err(failed)? {
            return self.is_known(&mut tx, row).await;
        }
        tx.commit().await.map_err(failed)?;
        Ok(true)
    }

    /// One that could not be written: it was before, or another one is open.
    async fn is_known(&self, tx: &mut Tx, row: &Row) -> Result<bool, LiveRefusal> {
        let known = rows::find(tx, row.id).await.map_err(failed)?;
        match known {
            Some(known) if known.challenger == row.challenger => Ok(false),
            _ => Err(LiveRefusal::new(Why::AlreadyChallenged)),
        }
    }

    /// Starts the game with the challenge's maker; once, however often it comes.
    ///
    /// # Errors
    /// When it cannot be accepted; it stands on then, unless it did not before.
    pub async fn accept_challenge(
        &self,
        by: &Player,
        id: Uuid,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        let row = match self.open(game_of(id)).await? {
            Some(room) => return room.acknowledge(by.id, Why::UnknownChallenge, reply),
            None => self.open_challenge(id).await?,
        };
        if row.challenged != by.id {
            return Err(LiveRefusal::new(Why::UnknownChallenge));
        }
        self.may_play(by.id).await?;
        self.may_meet(by.id, row.challenger).await?;
        self.is_not_banned(row.challenger)?;
        if self.may_play(row.challenger).await.is_err() {
            return Err(LiveRefusal::new(Why::CannotCome));
        }
        if !self.presence.is_online(row.challenger) {
            return Err(LiveRefusal::new(Why::Away));
        }
        let has_king = self.ranks_above(by, &row).await?;
        let _order = self.challenges.order.write().await;
        // Another tab may have been quicker.
        if let Some(room) = self.directory.live(game_of(id)) {
            return room.acknowledge(by.id, Why::UnknownChallenge, reply);
        }
        if !self.close(&row, ChallengeState::Accepted, None).await? {
            return Err(LiveRefusal::new(Why::UnknownChallenge));
        }
        if let Err(refused) = self.begin(&row, by, has_king, reply).await {
            self.reopen(&row).await;
            return Err(refused);
        }
        self.tell_gone(&row, [row.challenger, row.challenged]);
        Ok(())
    }

    /// Whether the challenged player has 王 (§2.5).
    async fn ranks_above(&self, by: &Player, row: &Row) -> Result<bool, LiveRefusal> {
        let setup = setup_of(row)?;
        let challenger = self.strength(&setup.seats.creator, &setup).await?;
        let challenged = self.strength(by, &setup).await?;
        Ok(ShownRating::ranks_above(Some(&challenged), Some(&challenger)))
    }

    /// Makes the game of a challenge.
    async fn begin(
        &self,
        row: &Row,
        by: &Player,
        has_king: bool,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        let now_ms = self.timebase.now_ms();
        let mut setup = setup_of(row)?;
        setup.id = game_id(now_ms, row.id);
        setup.seed = random::number();
        setup.created_ms = now_ms;
        setup.seats.opponent = Some(by.clone());
        setup.king = has_king.then_some(by.id);
        for player in [row.challenger, by.id] {
            self.may_have_more(player, &setup).await?;
        }
        self.directory.create(setup, Some(reply))
    }

    /// Does not want the game, for a reason that is a word of the caller's list.
    ///
    /// # Errors
    /// When the challenge does not stand any more.
    pub async fn decline_challenge(
        &self,
        by: UserId,
        id: Uuid,
        reason: &str,
        reply: &Reply,
    ) -> Result<(), LiveRefusal> {
        let order = self.challenges.order.write().await;
        let known = self.find_challenge(id).await?.filter(|row| row.challenged == by);
        let mut row = known.ok_or_else(|| LiveRefusal::new(Why::UnknownChallenge))?;
        if row.state != ChallengeState::Declined {
            let (now_ms, declined) = (self.timebase.now_ms() as i64, ChallengeState::Declined);
            let item = BellItem::ChallengeDeclined { reason: reason.to_owned() };
            let is_closed = write(&self.databases, async |tx| {
                let is_closed = rows::close(tx, id, declined, Some(reason), now_ms).await?;
                if is_closed {
                    ring(tx, row.challenger, Some(by), now_ms, &item).await?;
                }
                Ok(is_closed)
            });
            if !is_closed.await? {
                return Err(LiveRefusal::new(Why::UnknownChallenge));
            }
            (row.state, row.reason) = (ChallengeState::Declined, Some(reason.to_owned()));
            if let Some(challenge) = self.with_players(&row).await? {
                let told =
                    self.challenges.render.challenge(self.presence.epoch(), &challenge, true);
                self.presence.tell(row.challenger, &told);
            }
            self.tell_gone(&row, [row.challenged]);
        }
        drop(order);
        reply.ack(self.directory.render(), None);
        Ok(())
    }

    /// Takes a challenge back, or takes notice that it was declined.
    ///
    /// # Errors
    /// When it does not stand any more.
    pub async fn withdraw_challenge(
        &self,
        by: UserId,
        id: Uuid,
        reply: &Reply,
    ) -> Result<(), LiveRefusal> {
        let order = self.challenges.order.write().await;
        let known = self.find_challenge(id).await?.filter(|row| row.challenger == by);
        let row = known.ok_or_else(|| LiveRefusal::new(Why::UnknownChallenge))?;
        match row.state {
            ChallengeState::Open => {
                if !self.close(&row, ChallengeState::Withdrawn, None).await? {
                    return Err(LiveRefusal::new(Why::UnknownChallenge));
                }
                self.tell_gone(&row, [row.challenger, row.challenged]);
            }
            ChallengeState::Declined => {
                write(&self.databases, async |tx| rows::dismiss(tx, id).await).await?;
                self.tell_gone(&row, [row.challenger]);
            }
            ChallengeState::Withdrawn | ChallengeState::Expired => {}
            ChallengeState::Accepted => return Err(LiveRefusal::new(Why::UnknownChallenge)),
        }
        drop(order);
        reply.ack(self.directory.render(), None);
        Ok(())
    }

    /// Sends somebody's own stream at this instant; nothing of `user`, nothing but that.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn send_me(
        &self,
        user: Option<UserId>,
        connection: &Connection,
    ) -> Result<(), LiveRefusal> {
        let _order = self.challenges.order.read().await;
        let mut standing = Vec::new();
        if let Some(user) = user {
            let now_ms = self.timebase.now_ms();
            let found =
                read(&self.databases, async |conn| rows::of(conn, user, now_ms as i64).await);
            for row in found.await? {
                if row.challenger != user && self.is_not_banned(row.challenger).is_err() {
                    continue;
                }
                if let Some(challenge) = self.with_players(&row).await? {
                    standing.push((challenge, row.challenger == user));
                }
            }
        }
        let (games, n_new) = match user {
            Some(user) => {
                let n_new = read(&self.databases, async |conn| bell::n_new(conn, user).await);
                (self.all_playing(user).await?, u32::try_from(n_new.await?).unwrap_or(u32::MAX))
            }
            None => (Vec::new(), 0),
        };
        // A player who is gone already will ask again.
        let render = &self.challenges.render;
        let _ = connection.send(render.me(self.presence.epoch(), &games, &standing, n_new));
        Ok(())
    }

    /// Opens again what was accepted just before the last stop and has no game.
    pub(crate) async fn recover_challenges(&self) -> komadai_store::Result<()> {
        let now_ms = self.timebase.now_ms() as i64;
        let accepted = rows::accepted(&mut self.databases.read().await?, now_ms).await?;
        for row in accepted {
            match self.open(game_of(row.id)).await {
                Ok(None) => self.reopen(&row).await,
                Ok(Some(_)) => {}
                Err(refused) => warn!("a challenge's game cannot be read: {:?}", refused.why),
            }
        }
        Ok(())
    }

    async fn find_challenge(&self, id: Uuid) -> Result<Option<Row>, LiveRefusal> {
        read(&self.databases, async |conn| rows::find(conn, id).await).await
    }

    /// A challenge as it is kept, with the game that it is for, whatever has become of it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn kept_challenge(&self, id: Uuid) -> Result<Option<(Row, Setup)>, LiveRefusal> {
        let row = self.find_challenge(id).await?;
        row.map(|row| setup_of(&row).map(|setup| (row, setup))).transpose()
    }

    async fn open_challenge(&self, id: Uuid) -> Result<Row, LiveRefusal> {
        let row = self.find_challenge(id).await?;
        row.ok_or_else(|| LiveRefusal::new(Why::UnknownChallenge))
    }

    async fn close(
        &self,
        row: &Row,
        state: ChallengeState,
        reason: Option<&str>,
    ) -> Result<bool, LiveRefusal> {
        let now_ms = self.timebase.now_ms() as i64;
        write(&self.databases, async |tx| rows::close(tx, row.id, state, reason, now_ms).await)
            .await
    }

    async fn reopen(&self, row: &Row) {
        if write(&self.databases, async |tx| rows::reopen(tx, row).await).await.is_err() {
            error!("a challenge whose game could not be made waits for the next start");
        }
    }

    fn tell_gone<const N: usize>(&self, row: &Row, users: [UserId; N]) {
        let frame = self.challenges.render.challenge_gone(self.presence.epoch(), row.id);
        for user in users {
            self.presence.tell(user, &frame);
        }
    }

    /// A banned player comes to no board.
    fn is_not_banned(&self, user: UserId) -> Result<(), LiveRefusal> {
        let sanctions = self.directory.sanctions();
        match sanctions.banned_until_ms(user, self.timebase.now_ms()) {
            Some(_) => Err(LiveRefusal::new(Why::CannotCome)),
            None => Ok(()),
        }
    }

    /// `None` when one of the two has no account any more.
    async fn with_players(&self, row: &Row) -> Result<Option<Challenge>, LiveRefusal> {
        let setup = setup_of(row)?;
        let both = read(&self.databases, async |conn| {
            let from = self.party(conn, row.challenger, &setup).await?;
            Ok((from, self.party(conn, row.challenged, &setup).await?))
        });
        let (Some(from), Some(to)) = both.await? else {
            return Ok(None);
        };
        let ms = |ms: i64| u64::try_from(ms).unwrap_or_default();
        Ok(Some(Challenge {
            id: row.id,
            from,
            to,
            setup,
            made_ms: ms(row.made_ms),
            expires_ms: ms(row.expires_ms),
            declined: row.reason.clone(),
            again: false,
        }))
    }

    async fn party(
        &self,
        conn: &mut Conn,
        user: UserId,
        setup: &Setup,
    ) -> komadai_store::Result<Option<Party>> {
        let Some(account) = accounts::find(conn, user).await? else { return Ok(None) };
        let speed = speed_of(&setup.clocks[Side::Sente]);
        let now_ms = self.timebase.now_ms() as i64;
        let strength = self.ratings.shown(conn, user, &setup.variant, speed, now_ms).await?;
        Ok(Some(Party {
            handle: account.handle,
            name: account.user.name,
            bot: account.user.bot,
            strength,
        }))
    }
}

fn setup_of(row: &Row) -> Result<Setup, LiveRefusal> {
    serde_json::from_str(&row.setup).map_err(|cause| {
        error!("a challenge in the database cannot be read: {cause}");
        LiveRefusal::new(Why::Internal)
    })
}

/// The game that a challenge leads to.
fn game_id(now_ms: u64, challenge: Uuid) -> GameId {
    GameId::derived(now_ms, &[b"challenge", challenge.as_bytes()])
}

/// The code of that game, which does not depend on when it is made.
pub fn game_of(challenge: Uuid) -> Code {
    game_id(0, challenge).code()
}

/// Whether somebody takes challenges from this player.
async fn takes_from(
    conn: &mut Conn,
    user: UserId,
    challenger: UserId,
) -> komadai_store::Result<bool> {
    match privacy::find(conn, user).await?.challenges_from {
        ChallengesFrom::All => Ok(true),
        ChallengesFrom::Followed => follows::does(conn, user, challenger).await,
        ChallengesFrom::None => Ok(false),
    }
}
