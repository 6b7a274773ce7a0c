//! Tokens with which programs act for an account. None can change the account, but for those that
//! may turn it into a program's.

use komadai_game::Player;
use komadai_live::random;
use komadai_store::{ApiToken, Scope, TokenHash, api_tokens};
use uuid::Uuid;

use super::{AccountError, Accounts, CsaSecret, SessionToken, player};
use crate::{lines::clean_line, mail::letters::Notice, names::Handle};

/// What a token begins with, so that who finds one knows what it is.
const MARK: &str = "komadai_";

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 3_600_000;

/// Most characters of a token's name.
const NAME_CHARS_MAX: usize = 40;

impl Accounts {
    /// The hash of what stands behind `Bearer`, if it can be a token.
    pub fn bearer_hash(text: &str) -> Option<TokenHash> {
        SessionToken::parse(text.strip_prefix(MARK)?).map(|token| token.hash())
    }

    /// Who acts through a token, if it may do that; the use is noted.
    ///
    /// # Errors
    /// When it is no token, may not do that, the account is banned, or the database fails.
    pub async fn bearer(&self, hash: TokenHash, scope: Scope) -> Result<Player, AccountError> {
        let now_ms = self.timebase.now_ms() as i64;
        let found = api_tokens::find(&mut self.store.read().await?, hash, now_ms).await?;
        let found = found.ok_or(AccountError::BadToken)?;
        if !found.token.scopes.contains(&scope) {
            return Err(AccountError::Scope(scope.as_str()));
        }
        self.not_banned(found.user.id)?;
        if found.token.is_to_be_noted(now_ms) {
            let mut tx = self.store.write().await?;
            api_tokens::touch(&mut tx, found.token.id, now_ms).await?;
            tx.commit().await?;
        }
        Ok(player(found.user))
    }

    /// Whose a token is, whatever it may do; the use is not noted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn owner_of_token(&self, hash: TokenHash) -> super::Result<Option<Player>> {
        let now_ms = self.timebase.now_ms() as i64;
        let found = api_tokens::find(&mut self.store.read().await?, hash, now_ms).await?;
        Ok(found.map(|found| player(found.user)))
    }

    /// Who logs in over CSA by a handle and a secret that was made for that: the player, and the
    /// handle as the account has it.
    ///
    /// # Errors
    /// When it is no secret of that account's, the account is banned, or the database fails.
    pub async fn csa_login(
        &self,
        handle: &Handle,
        secret: &CsaSecret,
    ) -> Result<(Player, String), AccountError> {
        let player = self.bearer(secret.hash(), Scope::Csa).await?;
        let own = self.handle(player.id).await?.ok_or(AccountError::BadToken)?;
        let is_own = Handle::parse_any(&own).is_ok_and(|own| own.key() == handle.key());
        if is_own { Ok((player, own)) } else { Err(AccountError::BadToken) }
    }

    /// The tokens of the account whose session this is.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn tokens(&self, session: TokenHash) -> Result<Vec<ApiToken>, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        Ok(api_tokens::of(&mut self.store.read().await?, account.user.id).await?)
    }

    /// Makes a token that is good for so many days, or until it is revoked: what is stored of it,
    /// and the token itself, which is shown only this once.
    ///
    /// # Errors
    /// When the password is wrong, there are too many, or it cannot be done now.
    pub async fn make_token(
        &self,
        session: TokenHash,
        password: String,
        name: &str,
        mut scopes: Vec<Scope>,
        for_days: Option<u32>,
    ) -> Result<(ApiToken, String), AccountError> {
        let name = clean_line(name);
        if name.is_empty() || name.chars().count() > NAME_CHARS_MAX {
            return Err(AccountError::TokenName);
        }
        scopes.sort_unstable();
        scopes.dedup();
        let account = self.confirmed(session, password).await?;
        let now_ms = self.timebase.now_ms();
        // What is for CSA is short, and for nothing else.
        let (hash, revealed) = if scopes.contains(&Scope::Csa) {
            scopes = vec![Scope::Csa];
            let secret = CsaSecret::random();
            (secret.hash(), secret.reveal().to_owned())
        } else {
            let secret = SessionToken::random();
            (secret.hash(), format!("{MARK}{}", secret.reveal()))
        };
        let token = ApiToken {
            id: random::id(now_ms),
            name,
            scopes,
            made_ms: now_ms as i64,
            used_ms: None,
            expires_ms: for_days.map(|days| now_ms as i64 + i64::from(days) * DAY_MS),
        };
        let mut tx = self.write_as(&account).await?;
        if api_tokens::of(&mut tx, account.user.id).await?.len() >= api_tokens::TOKENS_MAX {
            return Err(AccountError::TooManyTokens);
        }
        api_tokens::insert(&mut tx, account.user.id, hash, &token).await?;
        let letter = self.write_of(&mut tx, Notice::Token, &account, None).await?;
        tx.commit().await?;
        self.post(letter);
        Ok((token, revealed))
    }

    /// Takes a token back; its sockets are closed. `false`: it is none of theirs.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn revoke_token(&self, session: TokenHash, id: Uuid) -> Result<bool, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let mut tx = self.store.write().await?;
        let Some(hash) = api_tokens::delete(&mut tx, account.user.id, id).await? else {
            return Ok(false);
        };
        tx.commit().await?;
        self.presence.sign_out(account.user.id, |it| it == hash);
        Ok(true)
    }
}
