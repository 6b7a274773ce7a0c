//! Accounts, guests and sessions.

pub(crate) mod access;
mod bots;
mod deletion;
pub(crate) mod email;
mod error;
pub(crate) mod founding;
pub(crate) mod freeze;
mod privacy;
mod profile;
mod programs;
mod second_factor;
mod secrets;
mod sessions;
pub(crate) mod staff;

use std::sync::Arc;

use komadai_game::Player;
use komadai_ids::UserId;
use komadai_live::{Directory, Presence, Timebase, random};
use komadai_rating::DeclaredStrength;
use komadai_store::{
    Account, Conn, NewAccount, RegistrationOutcome, Result, Role, Store, TokenHash, Tx, User,
    accounts, deletion as store_deletion, invitations, known_browsers, ratings, sessions as stored,
    users,
};

use self::{
    access::SparedAccess, deletion::retired_hash, email::Correspondence, founding::FoundingLink,
};
pub use self::{
    error::AccountError,
    founding::FirstAdmin,
    profile::OwnProfile,
    second_factor::{Factor, FactorOffer, SignedIn},
    secrets::{CsaSecret, Invitation, Secret, SessionToken},
};
use crate::{
    branding::SiteBranding,
    mail::letters::Notice,
    moderation::note,
    names::{Handle, NameError, display_name, look_alike},
    passwords::{self, PASSWORD_BYTES_MAX, Passwords, Unfit},
    people,
    sealing::SealingKey,
    site::Registration,
};

/// Somebody with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub player: Player,
    /// The name to sign in with.
    pub handle: String,
    /// Since when, in Unix milliseconds.
    pub registered_ms: u64,
    /// What it may do beyond playing.
    pub role: Option<Role>,
    /// The mail address, if one was verified.
    pub email: Option<String>,
}

impl Member {
    /// Whether they run the site, and with it everything in it.
    pub(crate) fn runs_site(&self) -> bool {
        self.role >= Some(Role::Admin)
    }
}

/// The account with this user name. What cannot be one is nobody's.
///
/// # Errors
/// When the database fails.
pub async fn account(conn: &mut Conn, handle: &str) -> Result<Option<Account>> {
    match Handle::parse_any(handle) {
        Ok(handle) => accounts::find_by_key(conn, handle.key()).await,
        Err(_) => Ok(None),
    }
}

/// The same as people write it: with blanks around it, or an `@` before it.
pub(crate) async fn mentioned(conn: &mut Conn, handle: &str) -> Result<Option<Account>> {
    account(conn, handle.trim().trim_start_matches('@')).await
}

/// What somebody says who registers.
#[derive(Debug)]
pub struct Wish {
    /// The name to sign in with.
    pub handle: String,
    /// What others see; empty for the handle.
    pub name: String,
    /// The password, in clear.
    pub password: Secret,
    /// The code of an invitation; empty for none.
    pub invitation: String,
    /// How strong they say they are.
    pub declared: Option<DeclaredStrength>,
}

/// The browser in which somebody signs in.
#[derive(Debug)]
pub struct Comer {
    /// What its cookie was before, if it had one.
    pub before: Option<TokenHash>,
    /// Where it comes from.
    pub address: String,
    /// Which browser it is, on which system, as its owner knows it again.
    pub agent: Option<String>,
    /// Whether that address is banned, so that it lets in those who run the site and nobody else.
    pub banned: bool,
}

impl Comer {
    /// Why a wrong password is refused: who comes from a banned address does not learn that it was.
    fn wrong(&self) -> AccountError {
        if self.banned { AccountError::BannedAddress } else { AccountError::Wrong }
    }

    fn may_be(&self, account: &Account) -> Result<(), AccountError> {
        if self.banned && account.role.is_none() {
            return Err(AccountError::BannedAddress);
        }
        Ok(())
    }
}

/// Accounts and guests.
#[derive(Clone, Debug)]
pub struct Accounts {
    store: Store,
    timebase: Timebase,
    presence: Arc<Presence>,
    directory: Arc<Directory>,
    passwords: Passwords,
    registration: Registration,
    /// `None` where no emails can be sent.
    correspondence: Option<Correspondence>,
    /// What seals second factors; `None` where they lie in clear.
    sealing: Option<SealingKey>,
    /// What the site calls itself.
    branding: SiteBranding,
    /// With what the first admin may be made, until there is one.
    founding: FoundingLink,
    /// Held while an account is deleted: one after the other.
    deleting: Arc<tokio::sync::Mutex<()>>,
}

impl Accounts {
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        passwords: Passwords,
        registration: Registration,
        correspondence: Option<Correspondence>,
        sealing: Option<SealingKey>,
        branding: SiteBranding,
    ) -> Self {
        let (timebase, presence) = (directory.timebase(), directory.presence().clone());
        Self {
            store,
            timebase,
            presence,
            directory,
            passwords,
            registration,
            correspondence,
            sealing,
            branding,
            founding: FoundingLink::default(),
            deleting: Arc::default(),
        }
    }

    /// A name as it is shown.
    pub(crate) fn display_name(&self, name: &str) -> Result<String, NameError> {
        let name = display_name(name)?;
        self.may_be_called(&name)?;
        Ok(name)
    }

    /// Nobody is called what the site is called.
    fn may_be_called(&self, name: &str) -> Result<(), NameError> {
        if look_alike(name, &self.branding.name()) { Err(NameError::Reserved) } else { Ok(()) }
    }

    /// Who may register.
    pub fn registration(&self) -> Registration {
        self.registration
    }

    /// Makes an account of the guest whose session this is, or of nobody yet. The player stays
    /// the same, with all games; the session is replaced. The strength that is `declared` sets
    /// where ratings begin.
    ///
    /// # Errors
    /// What is wrong with the names or the password, or why it cannot be done now.
    pub(crate) async fn register(
        &self,
        session: TokenHash,
        from: &Comer,
        wish: Wish,
    ) -> Result<(Member, SessionToken), AccountError> {
        let Wish { handle, name, password: Secret(password), invitation, declared } = wish;
        // Whoever was invited may come, also where registration is closed.
        let invitation = Some(Invitation::typed(&invitation)).filter(|it| !it.reveal().is_empty());
        let invited = match &invitation {
            Some(it) => {
                let now_ms = self.timebase.now_ms() as i64;
                invitations::find(&mut self.store.read().await?, it.hash(), now_ms).await?
            }
            None => None,
        };
        match (self.registration, invited) {
            (_, Some(_)) => {}
            (Registration::Closed, None) => return Err(AccountError::Closed),
            (Registration::Invitation, None) => return Err(AccountError::Invitation),
            (Registration::Open, None) if invitation.is_some() => {
                return Err(AccountError::Invitation);
            }
            (Registration::Open, None) => {}
        }
        if self.directory.sanctions().is_read_only() {
            return Err(AccountError::ReadOnly);
        }
        let handle = Handle::parse(&handle)?;
        self.may_be_called(handle.as_str())?;
        if declared.is_some_and(|it| !it.can_be()) {
            return Err(AccountError::Declared);
        }
        let name = if name.trim().is_empty() { handle.as_str() } else { &name };
        let name = self.display_name(name)?;
        passwords::check(&password, &[handle.as_str(), &name])?;
        if self.find(session).await?.is_some_and(|player| !player.guest) {
            return Err(AccountError::HasAccount);
        }
        let mut conn = self.store.read().await?;
        let is_retired = store_deletion::is_retired(&mut conn, retired_hash(&handle)).await?;
        drop(conn);
        let hash = self.passwords.hash(password).await?;
        // Only now, so that a name that was somebody's takes as long as one that is.
        if is_retired {
            return Err(AccountError::Taken);
        }
        let guest = self.find_or_make_guest(session).await?;
        let registration =
            NewAccount { user: guest.id, handle: handle.as_str(), key: handle.key(), name: &name };
        let now_ms = self.timebase.now_ms();
        let token = SessionToken::random();
        let mut tx = self.store.write().await?;
        match accounts::register(&mut tx, registration, &hash, now_ms as i64).await {
            Ok(RegistrationOutcome::Yes) => {}
            Ok(RegistrationOutcome::Taken) => return Err(AccountError::Taken),
            Ok(RegistrationOutcome::NoGuest) => return Err(AccountError::HasAccount),
            Err(cause) => {
                // Somebody else may have been faster with the same name.
                drop(tx);
                let mut conn = self.store.read().await?;
                let taken = accounts::find_by_key(&mut conn, handle.key()).await?.is_some();
                return Err(if taken { AccountError::Taken } else { cause.into() });
            }
        }
        people::index(&mut tx, guest.id, handle.as_str(), &name).await?;
        if let Some(strength) = declared {
            ratings::declare(&mut tx, guest.id, Some(&strength.to_string())).await?;
        }
        let role = invited.and_then(|it| it.role);
        if let Some(invitation) = invitation {
            let is_taken =
                invitations::take(&mut tx, invitation.hash(), guest.id, now_ms as i64).await?;
            if !is_taken {
                return Err(AccountError::Invitation);
            }
        }
        if let Some(role) = role {
            accounts::set_role(&mut tx, guest.id, Some(role)).await?;
            note(&mut tx, now_ms, Some(guest.id), "join_staff", None, role.as_str()).await?;
        }
        stored::delete(&mut tx, session).await?;
        stored::insert(&mut tx, token.hash(), guest.id, now_ms as i64).await?;
        let agent = from.agent.as_deref();
        stored::set_origin(&mut tx, token.hash(), &from.address, agent).await?;
        known_browsers::carry_over(&mut tx, session, token.hash()).await?;
        known_browsers::note(&mut tx, guest.id, token.hash(), now_ms as i64).await?;
        tx.commit().await?;
        self.presence.sign_out(guest.id, |it| it == session);
        let player = Player { id: guest.id, name, guest: false, bot: false };
        let handle = handle.as_str().to_owned();
        let member = Member { player, handle, registered_ms: now_ms, role, email: None };
        Ok((member, token))
    }

    /// Opens a session of an account, in the place of the one that the browser had; or, where
    /// the account has a second factor, gives a ticket for the second step.
    ///
    /// # Errors
    /// [`AccountError::Wrong`] whatever was wrong, or why it cannot be done now.
    pub async fn sign_in(
        &self,
        from: &Comer,
        handle: &str,
        password: String,
    ) -> Result<SignedIn, AccountError> {
        // What cannot be a handle is nobody's, and takes as long to be found out.
        let account = account(&mut self.store.read().await?, handle).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        // Longer passwords exist nowhere; they are not worth their hashing.
        let is_right =
            password.len() <= PASSWORD_BYTES_MAX && self.passwords.verify(password, hash).await?;
        let Some(account) = account.filter(|_| is_right) else {
            return Err(from.wrong());
        };
        from.may_be(&account)?;
        if account.frozen {
            return Err(AccountError::Frozen);
        }
        self.not_banned(account.user.id)?;
        match self.second_step_of(&account).await? {
            Some(ticket) => Ok(SignedIn::AskedForCode(ticket)),
            None => {
                let tx = self.write_as(&account).await?;
                let (member, token) = self.open_session(tx, from, account).await?;
                Ok(SignedIn::Yes(Box::new(member), token))
            }
        }
    }

    /// How many passwords were hashed, for signing in and for everything else.
    pub fn n_hashed(&self) -> u64 {
        self.passwords.n_hashed()
    }

    fn not_banned(&self, user: UserId) -> Result<(), AccountError> {
        let now_ms = self.timebase.now_ms();
        match self.directory.sanctions().banned_until_ms(user, now_ms) {
            None => Ok(()),
            Some(until_ms) => {
                let until_ms = Some(until_ms).filter(|&ms| ms < u64::MAX);
                Err(AccountError::Banned { until_ms })
            }
        }
    }

    /// Opens a session in the place of the one that the browser had, and commits.
    async fn open_session(
        &self,
        mut tx: Tx,
        from: &Comer,
        account: Account,
    ) -> Result<(Member, SessionToken), AccountError> {
        let now_ms = self.timebase.now_ms() as i64;
        let Comer { before, address, agent, .. } = from;
        let before = *before;
        let token = SessionToken::random();
        // What the browser had before is not used any more; a guest's games stay where they are.
        let left = match before {
            Some(before) => stored::find(&mut tx, before).await?.map(|it| (before, it.user.id)),
            None => None,
        };
        if let Some((before, _)) = left {
            stored::delete(&mut tx, before).await?;
        }
        stored::insert(&mut tx, token.hash(), account.user.id, now_ms).await?;
        stored::set_origin(&mut tx, token.hash(), address, agent.as_deref()).await?;
        if let Some(before) = before {
            known_browsers::carry_over(&mut tx, before, token.hash()).await?;
        }
        known_browsers::note(&mut tx, account.user.id, token.hash(), now_ms).await?;
        tx.commit().await?;
        if let Some((before, user)) = left {
            self.presence.sign_out(user, |it| it == before);
        }
        Ok((member(account), token))
    }

    /// Ends a session; its sockets are closed. The browser's cookie is `next` from now on.
    pub async fn sign_out(&self, session: TokenHash, next: TokenHash) -> Result<()> {
        let mut tx = self.store.write().await?;
        known_browsers::carry_over(&mut tx, session, next).await?;
        let Some(found) = stored::find(&mut tx, session).await? else {
            return tx.commit().await;
        };
        stored::delete(&mut tx, session).await?;
        tx.commit().await?;
        self.presence.sign_out(found.user.id, |it| it == session);
        Ok(())
    }

    /// Ends all sessions of the one who has this session, and with `programs` the tokens of
    /// programs as well. The browser's cookie is `next` from now on.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn sign_out_everywhere(
        &self,
        session: TokenHash,
        next: TokenHash,
        programs: bool,
    ) -> Result<(), AccountError> {
        let mut tx = self.store.write().await?;
        let Some(found) = stored::find(&mut tx, session).await? else {
            return Err(AccountError::NotSignedIn);
        };
        known_browsers::carry_over(&mut tx, session, next).await?;
        let spared = SparedAccess { session: None, browser: Some(next), programs: !programs };
        let left = access::end(&mut tx, found.user.id, spared).await?;
        tx.commit().await?;
        left.hang_up(&self.presence, found.user.id);
        Ok(())
    }

    /// Sets another password; all other sessions end. With `programs` no token is of use any more
    /// either: a person who knew the old password may have made one.
    ///
    /// # Errors
    /// When the old password is wrong, the new one may not be chosen, or why it cannot be done
    /// now.
    pub async fn change_password(
        &self,
        session: TokenHash,
        old: String,
        new: String,
        programs: bool,
    ) -> Result<(), AccountError> {
        let account = self.confirmed(session, old).await?;
        fits(&new, &account)?;
        let hash = self.passwords.hash(new).await?;
        let (user, now_ms) = (account.user.id, self.timebase.now_ms());
        let mut tx = self.write_as(&account).await?;
        let kept = Some(session);
        let spared = SparedAccess { session: kept, browser: kept, programs: !programs };
        let left = access::set_password(&mut tx, user, &hash, now_ms, spared).await?;
        let letter = self.write_of(&mut tx, Notice::Password, &account, None).await?;
        tx.commit().await?;
        left.hang_up(&self.presence, user);
        self.post(letter);
        Ok(())
    }

    /// Sets the name that others see, where accounts have it.
    ///
    /// # Errors
    /// What is wrong with the name, or why it cannot be done now.
    pub(crate) async fn change_name(
        &self,
        session: TokenHash,
        name: &str,
    ) -> Result<Member, AccountError> {
        let mut account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        account.user.name = self.display_name(name)?;
        let mut tx = self.store.write().await?;
        let user = &account.user;
        accounts::set_name(&mut tx, user.id, &user.name).await?;
        people::index(&mut tx, user.id, &account.handle, &user.name).await?;
        tx.commit().await?;
        self.presence.rename(user.id);
        Ok(member(account))
    }

    /// The account whose session this is.
    pub async fn member(&self, session: TokenHash) -> Result<Option<Member>> {
        Ok(self.account(session).await?.map(member))
    }

    /// The handle of an account.
    pub async fn handle(&self, user: UserId) -> Result<Option<String>> {
        let mut conn = self.store.read().await?;
        Ok(accounts::find(&mut conn, user).await?.map(|account| account.handle))
    }

    /// The account whose session this is, when the caller knows its password as well.
    async fn confirmed(
        &self,
        session: TokenHash,
        password: String,
    ) -> Result<Account, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let is_right = password.len() <= PASSWORD_BYTES_MAX
            && self.passwords.verify(password, Some(account.password_hash.clone())).await?;
        if is_right { Ok(account) } else { Err(AccountError::Wrong) }
    }

    async fn account(&self, session: TokenHash) -> Result<Option<Account>> {
        let mut conn = self.store.read().await?;
        let Some(found) = stored::find(&mut conn, session).await? else { return Ok(None) };
        let account = accounts::find(&mut conn, found.user.id).await?;
        drop(conn);
        self.noted(session, &found).await;
        Ok(account)
    }

    /// Whose session this is, if anybody's yet.
    pub async fn find(&self, token: TokenHash) -> Result<Option<Player>> {
        let mut conn = self.store.read().await?;
        let Some(found) = stored::find(&mut conn, token).await? else { return Ok(None) };
        drop(conn);
        self.noted(token, &found).await;
        Ok(Some(player(found.user)))
    }

    /// Whose session this is; a guest's from now on if it was nobody's.
    pub async fn find_or_make_guest(&self, token: TokenHash) -> Result<Player> {
        if let Some(player) = self.find(token).await? {
            return Ok(player);
        }
        let now_ms = self.timebase.now_ms();
        let id = UserId::new(now_ms, random::bytes());
        let name = format!("Guest {}", 1_000 + random::number() % 9_000);
        let mut tx = self.store.write().await?;
        // Another tab may have been faster.
        if let Some(session) = stored::find(&mut tx, token).await? {
            return Ok(player(session.user));
        }
        users::create_guest(&mut tx, id, &name, now_ms as i64).await?;
        if !stored::insert(&mut tx, token, id, now_ms as i64).await? {
            // It was faster at the last moment; this guest was never there.
            drop(tx);
            let session = stored::find(&mut self.store.read().await?, token).await?;
            return session
                .map(|session| player(session.user))
                .ok_or(komadai_store::Error::Conflict);
        }
        tx.commit().await?;
        Ok(Player { id, name, guest: true, bot: false })
    }
}

/// Whether the owner of an account may choose a password.
fn fits(password: &str, account: &Account) -> Result<(), Unfit> {
    let email = account.email.as_deref().unwrap_or_default();
    passwords::check(password, &[&account.handle, &account.user.name, email])
}

fn member(account: Account) -> Member {
    Member {
        handle: account.handle,
        registered_ms: account.registered_ms.max(0) as u64,
        role: account.role,
        email: account.email,
        player: player(account.user),
    }
}

fn player(user: User) -> Player {
    Player { id: user.id, name: user.name, guest: user.guest, bot: user.bot }
}
