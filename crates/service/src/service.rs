//! The running server: what is asked of several of its parts at once.

use std::{sync::Arc, time::Duration};

use komadai_game::{Player, Seats, Setup, Start};
use komadai_ids::{Code, GameId, UserId};
use komadai_live::{
    Asker, Directory, LiveRefusal, LobbyHandle, OngoingGame, OpenError, Presence, Reply,
    RoomHandle, Seek, Timebase, Why, journal::Health, lobby, nodes::ToNode,
    opponents::OpponentWish, random, rated::speed_of,
};
use komadai_rating::ShownRating;
use komadai_rules::{Grade, Side, Variant};
use komadai_store::{
    Distance, Reader, Store, TokenHash,
    game_comments::{self, GameComment},
    privacy, relations,
};
use tokio::{sync::watch, time::timeout};
use tracing::{error, warn};
use uuid::Uuid;

use crate::{
    AccountError, Accounts, Comer, Member, Ratings, SessionToken, Wish,
    bell::Bell,
    broadcasts::Broadcasts,
    challenges::Telling,
    circuits::Circuits,
    clubs::Clubs,
    explorer::personal::Personals,
    fair_play,
    follows::Follows,
    game_notes::GameNotes,
    imports::Imports,
    league::League,
    lessons::Lessons,
    moderation::Moderation,
    notices::Notices,
    preferences::Preferences,
    ratings,
    reviews::Reviews,
    site::Site,
    studies::Studies,
    tournaments::{TournamentError, Tournaments},
    tsume::TsumeClub,
    vacations::Vacations,
};

/// Whoever changes a name waits so long for the tournaments to say it.
const NAMES_WAITED_FOR: Duration = Duration::from_secs(5);

/// The running server without its sockets. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Service {
    pub directory: Arc<Directory>,
    pub lobby: LobbyHandle,
    pub accounts: Accounts,
    /// Ratings and grades.
    pub ratings: Ratings,
    /// Reports and sanctions.
    pub moderation: Moderation,
    /// The reviews of games.
    pub reviews: Reviews,
    /// Studies, whose chapters are reviews.
    pub studies: Studies,
    /// Broadcasts: studies whose chapters are games that are played elsewhere.
    pub broadcasts: Broadcasts,
    /// The games that players import.
    pub imports: Imports,
    /// The settings that admins change.
    pub site: Site,
    /// Problems and their solvers.
    pub tsume: TsumeClub,
    pub tournaments: Tournaments,
    pub clubs: Clubs,
    /// The rankings over several tournaments.
    pub circuits: Circuits,
    /// Which players' games a player follows.
    pub follows: Follows,
    /// The league of programs.
    pub league: League,
    /// When accounts are on vacation.
    pub vacations: Vacations,
    /// What players note of their games.
    pub notes: GameNotes,
    /// The lessons that players have completed.
    pub lessons: Lessons,
    /// The opening explorer.
    pub explorers: Personals,
    /// Players' own settings.
    pub preferences: Preferences,
    /// The notifications of players who are away.
    pub notices: Notices,
    /// What accounts are told of that concerns them.
    pub bell: Bell,
    /// The connected clients.
    pub presence: Arc<Presence>,
    /// The clock.
    pub timebase: Timebase,
    /// How challenges are announced.
    pub(crate) challenges: Telling,
    /// The databases, read-only. All code that writes is in this crate.
    pub store: Reader,
    pub(crate) databases: Store,
    /// The number of this process among those that have held the journal.
    pub(crate) epoch: i64,
    /// Whether the journal can be written.
    pub(crate) health: watch::Receiver<Health>,
}

impl Service {
    /// Whether this server only hosts rooms for another, which has everything else.
    pub fn is_node(&self) -> bool {
        self.directory.is_node()
    }

    /// Makes an account of whose session this is, and of what they have done as a guest.
    ///
    /// # Errors
    /// What is wrong with the names or the password, or why it cannot be done now.
    pub async fn register(
        &self,
        session: TokenHash,
        from: &Comer,
        wish: Wish,
    ) -> Result<(Member, SessionToken), AccountError> {
        let (member, token) = self.accounts.register(session, from, wish).await?;
        self.rename(member.player.id, &member.player.name).await;
        Ok((member, token))
    }

    /// Gives somebody another name, or one that says nothing in place of one that nobody should have
    /// to read: in games, talk, reviews and tournaments as well. `None`: there is no such account.
    ///
    /// # Errors
    /// What is wrong with the name, or when the database fails.
    pub async fn rename_by_staff(
        &self,
        by: UserId,
        user: UserId,
        name: Option<&str>,
        reason: &str,
    ) -> Result<Option<String>, AccountError> {
        let name = name.map(|name| self.accounts.display_name(name)).transpose()?;
        let renamed = self.moderation.rename(by, user, name, reason).await?;
        if let Some(name) = &renamed {
            self.heed_name(user, name).await;
        }
        Ok(renamed)
    }

    /// Sets the name that others see. Games that have begun keep the old one; tournaments say the
    /// new one, be they over or not.
    ///
    /// # Errors
    /// What is wrong with the name, or why it cannot be done now.
    pub async fn change_name(
        &self,
        session: TokenHash,
        name: &str,
    ) -> Result<Member, AccountError> {
        let member = self.accounts.change_name(session, name).await?;
        let (user, tournaments) = (member.player.id, self.tournaments.clone());
        travels(user, async move { tournaments.rename(user).await }).await;
        Ok(member)
    }

    /// Somebody with an account has another name from now on, and their own pages show it.
    pub(crate) async fn heed_name(&self, user: UserId, name: &str) {
        self.rename(user, name).await;
        self.presence.rename(user);
        let tournaments = self.tournaments.clone();
        travels(user, async move { tournaments.rename_everywhere(user).await }).await;
    }

    /// Somebody is called differently from now on: they have deleted their account, or were a guest
    /// and have one, or a moderator has taken their name away.
    pub(crate) async fn rename(&self, user: UserId, name: &str) {
        self.directory.rename(user, name).await;
        self.reviews.rename(user, name).await;
    }

    /// The permissions of a user or an address have changed at the home: they are read again, and
    /// then the message is acted on.
    pub async fn heed(&self, said: ToNode) {
        if let ToNode::Heed { .. } | ToNode::HeedAddress { .. } = said
            && let Err(cause) = self.moderation.refresh().await
        {
            warn!("it cannot be read what is in force: {cause}");
        }
        self.directory.obey(said).await;
    }

    /// Creates a game with an empty seat, or against the built-in opponent, and acknowledges it to
    /// `reply`. The same `create` of the same player creates one game, however often it is
    /// received.
    ///
    /// # Errors
    /// When it cannot be created.
    pub async fn create(
        &self,
        creator: Player,
        create: Uuid,
        setup: Setup,
        opponent: Option<OpponentWish>,
        reply: Reply,
    ) -> Result<(), LiveRefusal> {
        if setup.rated {
            ratings::may_be_rated(&setup)?;
            if opponent.is_some() {
                let message = "games against machines are not rated".to_owned();
                return Err(LiveRefusal { message, ..LiveRefusal::new(Why::BadSetup) });
            }
        }
        let now_ms = self.timebase.now_ms();
        let id = GameId::derived(now_ms, &[creator.id.uuid().as_bytes(), create.as_bytes()]);
        if let Some(room) = self.open(id.code()).await? {
            return room.acknowledge(creator.id, Why::Internal, reply);
        }
        self.may_play(creator.id).await?;
        self.may_have_more(creator.id, &setup).await?;
        let asker = Asker { player: Some(creator.id), address: reply.connection.address() };
        self.may_begin_there(asker, &setup, opponent.is_some())?;
        let opponents = self.directory.opponents();
        let opponent =
            opponent.map(|wanted| opponents.find(&wanted, &setup.variant)).transpose()?;
        let setup = Setup {
            id,
            seed: random::number(),
            created_ms: now_ms,
            seats: Seats { creator, opponent, side: setup.seats.side },
            ..setup
        };
        self.directory.create(setup, Some(reply))
    }

    /// Seeks an opponent. A seek that has led to a game, however long ago, is answered with that
    /// game.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn seek(&self, mut seek: Seek, reply: Reply) -> Result<(), LiveRefusal> {
        if self.directory.is_stopping() {
            return Err(LiveRefusal::new(Why::Stopping));
        }
        match self.open(lobby::game_of(seek.id)).await? {
            Some(room) => room.acknowledge(seek.by.id, Why::BadSetup, reply),
            None => {
                self.may_play(seek.by.id).await?;
                self.may_have_more(seek.by.id, &seek.setup).await?;
                let asker = Asker { player: Some(seek.by.id), address: seek.address };
                self.may_begin_there(asker, &seek.setup, false)?;
                if seek.quick {
                    seek.setup.rated = !seek.by.guest && ratings::may_be_rated(&seek.setup).is_ok();
                } else if seek.setup.rated {
                    ratings::may_be_rated(&seek.setup)?;
                }
                (seek.blocked, seek.accepts_guests) = self.whom_to_meet(seek.by.id).await?;
                if !seek.by.guest {
                    seek.strength = Some(self.strength(&seek.by, &seek.setup).await?);
                }
                self.lobby.seek(seek, reply)
            }
        }
    }

    /// The number of this process among those that have held the journal; a later process has a
    /// higher number.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Stores a program's analysis of its moves; it is shown once the game is over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_comments(
        &self,
        game: GameId,
        comments: &[GameComment],
    ) -> komadai_store::Result<()> {
        let mut tx = self.databases.write().await?;
        game_comments::add(&mut tx, game, comments).await?;
        tx.commit().await
    }

    /// The players whom a player has blocked, and whether the player plays guests.
    async fn whom_to_meet(&self, player: UserId) -> Result<(Vec<UserId>, bool), LiveRefusal> {
        let found = async {
            let mut conn = self.databases.read().await?;
            let relations = relations::of(&mut conn, player).await?;
            Ok((relations, privacy::find(&mut conn, player).await?))
        };
        let (relations, privacy) = found.await.map_err(|cause: komadai_store::Error| {
            warn!("it cannot be read whom a player meets: {cause}");
            LiveRefusal::new(Why::Internal)
        })?;
        let blocks = relations.into_iter().filter(|it| it.distance == Distance::Block);
        Ok((blocks.map(|it| it.other).collect(), privacy.accepts_guests))
    }

    /// Mutes or blocks a player, also from the blocker's open seeks; `None` undoes it.
    pub async fn keep_away(
        &self,
        by: UserId,
        other: UserId,
        distance: Option<Distance>,
    ) -> komadai_store::Result<()> {
        let mut tx = self.databases.write().await?;
        relations::set(&mut tx, by, other, distance, self.timebase.now_ms() as i64).await?;
        tx.commit().await?;
        self.lobby.keep_away(by, other, distance == Some(Distance::Block)).await;
        Ok(())
    }

    /// Annuls a grade for fraud: it is removed, earlier games no longer count towards a grade, and
    /// the audit log records who did it and why. `false` if there is no such grade to annul.
    pub async fn annul_grade(
        &self,
        moderator: UserId,
        user: UserId,
        grade: Grade,
        reason: &str,
    ) -> komadai_store::Result<bool> {
        let (store, timebase) = (&self.databases, self.timebase);
        self.ratings.annul(store, timebase, moderator, user, grade, reason).await
    }

    /// A player's strength for a game with this set-up.
    pub(crate) async fn strength(
        &self,
        player: &Player,
        setup: &Setup,
    ) -> Result<ShownRating, LiveRefusal> {
        let speed = speed_of(&setup.clocks[Side::Sente]);
        let now_ms = self.timebase.now_ms() as i64;
        let shown = async {
            let mut conn = self.databases.read().await?;
            self.ratings.shown(&mut conn, player.id, &setup.variant, speed, now_ms).await
        };
        shown.await.map_err(|cause: komadai_store::Error| {
            warn!("the database did not answer: {cause}");
            LiveRefusal::new(Why::Internal)
        })
    }

    /// Starts the game with the seek's creator; only once, however often it is received.
    ///
    /// # Errors
    /// When it cannot be accepted.
    pub async fn accept(&self, by: Player, seek: Uuid, reply: Reply) -> Result<(), LiveRefusal> {
        match self.open(lobby::game_of(seek)).await? {
            Some(room) => room.acknowledge(by.id, Why::UnknownSeek, reply),
            None => {
                self.may_play(by.id).await?;
                let setup = self.lobby.look(seek).await?;
                if let Some(setup) = &setup {
                    self.may_meet(by.id, setup.seats.creator.id).await?;
                    for player in [by.id, setup.seats.creator.id] {
                        self.may_have_more(player, setup).await?;
                    }
                }
                let strength = match setup {
                    Some(setup) if !by.guest => Some(self.strength(&by, &setup).await?),
                    _ => None,
                };
                self.lobby.accept(by, strength, seek, reply)
            }
        }
    }

    /// Whether a player may take the empty seat of a game; a player who already has it may take it
    /// again. If so, whether this player would rank above the creator and therefore play 王 (§2.5).
    ///
    /// # Errors
    /// Why the player may not.
    pub async fn may_sit_down(&self, player: &Player, game: Code) -> Result<bool, LiveRefusal> {
        if self.directory.games_of(player.id).iter().any(|(code, _)| *code == game) {
            return Ok(false);
        }
        self.may_play(player.id).await?;
        let room = self.open(game).await?.ok_or_else(|| LiveRefusal::new(Why::UnknownGame))?;
        let Some(game) = room.game().await else { return Ok(false) };
        let setup = game.setup();
        let creator = &setup.seats.creator;
        self.may_meet(player.id, creator.id).await?;
        // A player who shared a link has not agreed to be rated against a program.
        if player.bot && setup.rated && !creator.bot {
            return Err(LiveRefusal::new(Why::NotWanted));
        }
        if player.guest {
            return Ok(false);
        }
        let strength = self.strength(player, setup).await?;
        let other = if creator.guest { None } else { Some(self.strength(creator, setup).await?) };
        Ok(ShownRating::ranks_above(Some(&strength), other.as_ref()))
    }

    /// Whether two players may meet at a board: neither has blocked the other.
    pub async fn may_meet(&self, one: UserId, two: UserId) -> Result<(), LiveRefusal> {
        let found = async {
            let mut conn = self.databases.read().await?;
            relations::are_apart(&mut conn, one, two).await
        };
        let are_apart = found.await.map_err(|cause| {
            warn!("it cannot be read whether two players have blocked one another: {cause}");
            LiveRefusal::new(Why::Internal)
        })?;
        if are_apart { Err(LiveRefusal::new(Why::KeptApart)) } else { Ok(()) }
    }

    /// Whether a player may start another game.
    pub(crate) async fn may_play(&self, player: UserId) -> Result<(), LiveRefusal> {
        self.may_begin()?;
        let (sanctions, now_ms) = (self.directory.sanctions(), self.timebase.now_ms());
        fair_play::check(&self.databases, sanctions, player, now_ms).await
    }

    /// Whether somebody may have a game that begins where this one does: against a machine, or from
    /// a position of their own, it could help with a rated game that is being played.
    pub(crate) fn may_begin_there(
        &self,
        asker: Asker,
        setup: &Setup,
        is_with_machine: bool,
    ) -> Result<(), LiveRefusal> {
        let is_position = matches!(setup.start, Start::Sfen(_));
        if !is_with_machine && !is_position {
            return Ok(());
        }
        let variant = Variant::from_name(&setup.variant);
        let start = variant.and_then(|variant| setup.start.position(variant).ok());
        self.directory.may_assist(asker, start.as_ref().filter(|_| is_position))
    }

    /// Whether anything new may start.
    pub(crate) fn may_begin(&self) -> Result<(), LiveRefusal> {
        if self.directory.sanctions().is_read_only() {
            Err(LiveRefusal::new(Why::ReadOnly))
        } else {
            Ok(())
        }
    }

    /// The games of a player that are being played, those that sleep included.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn all_playing(
        &self,
        player: UserId,
    ) -> Result<Vec<OngoingGame>, LiveRefusal> {
        self.directory.all_playing(player).await.map_err(|cause| {
            warn!("it cannot be read what a player plays: {cause}");
            LiveRefusal::new(Why::Internal)
        })
    }

    /// Whether a player may have another game with this set-up, counting those that sleep: the
    /// directory counts the others.
    pub(crate) async fn may_have_more(
        &self,
        player: UserId,
        setup: &Setup,
    ) -> Result<(), LiveRefusal> {
        if !setup.is_correspondence() {
            return Ok(());
        }
        let playing = self.all_playing(player).await?;
        let n_games = playing.iter().filter(|it| it.is_correspondence).count();
        if n_games < self.directory.limits().correspondence_games_per_player {
            Ok(())
        } else {
            Err(LiveRefusal::too_many_by_correspondence())
        }
    }

    /// The room of any game.
    ///
    /// # Errors
    /// When the archive cannot be read at the moment.
    pub async fn open(&self, game: Code) -> Result<Option<RoomHandle>, LiveRefusal> {
        self.directory.open(game).await.map_err(|cause| match cause {
            OpenError::Stopping => LiveRefusal::new(Why::Stopping),
            OpenError::Elsewhere => LiveRefusal::elsewhere(None),
            cause => {
                warn!(game.id = %game, "game {game} cannot be opened: {cause}");
                LiveRefusal::new(Why::Internal)
            }
        })
    }

    /// Whether games can be played; if not, what is wrong.
    ///
    /// # Errors
    /// One clause for the operator.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.directory.is_stopping() {
            return Err("the server is stopping");
        }
        match *self.health.borrow() {
            Health::Writing => Ok(()),
            Health::Stalled { .. } => Err("the journal cannot be written"),
        }
    }

    /// The first step of a stop: running games continue, but no more are created.
    pub fn refuse_new_games(&self) {
        self.directory.refuse_new();
    }

    /// The last step of a stop: closes the databases.
    pub async fn close_databases(&self) {
        self.databases.close().await;
    }

    /// The databases, for a test that writes what nothing else would.
    #[cfg(feature = "testing")]
    pub fn databases(&self) -> Store {
        self.databases.clone()
    }
}

/// A name has changed, and is said in tournaments too; nobody waits long for hundreds of them. Where
/// it is not said, the next change of the name does it.
async fn travels(
    user: UserId,
    renaming: impl Future<Output = Result<(), TournamentError>> + Send + 'static,
) {
    let travelling = tokio::spawn(async move {
        if let Err(cause) = renaming.await {
            warn!("tournaments have the old name of {user}: {cause}");
        }
    });
    if let Ok(Err(panic)) = timeout(NAMES_WAITED_FOR, travelling).await {
        error!("tournaments have the old name of {user}: {panic}");
    }
}
