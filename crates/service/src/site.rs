//! How the site is run: its announcement, whether it only lets people read, and who may register.

pub use komadai_community::site::Registration;
use std::sync::Arc;

use komadai_ids::UserId;
use komadai_live::Directory;
use komadai_store::{Result, Role, Store, Tx, site};
use parking_lot::Mutex;

use crate::{
    accounts::Invitation,
    branding::{self, Branding, Sign, SiteBranding},
    moderation::note,
    stored_json::write_json,
};

/// Most characters of the announcement.
pub const BANNER_CHARS_MAX: usize = 300;

/// The name of the public address among what admins say of the site.
const PUBLIC_URL: &str = "public_url";

/// Under which address people reach the site, where somebody has said so while it ran; empty
/// otherwise.
///
/// # Errors
/// When the database fails.
pub async fn said_public_url(store: &Store) -> Result<String> {
    let said = site::read(&mut store.read().await?).await?;
    let url = said.into_iter().find(|it| it.name == PUBLIC_URL);
    Ok(url.map(|it| it.value).unwrap_or_default())
}

/// Says it, in a transaction.
pub(crate) async fn say_public_url(
    tx: &mut Tx,
    now_ms: u64,
    by: Option<UserId>,
    url: &str,
) -> Result<()> {
    site::set(tx, PUBLIC_URL, url).await?;
    note(tx, now_ms, by, PUBLIC_URL, None, url).await
}

/// What admins say of the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteState {
    /// An announcement on every page; empty for none.
    pub banner: String,
    /// Nothing new may begin: no games, no chat, no accounts. Games go on to their ends.
    pub read_only: bool,
}

/// The site. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Site {
    store: Store,
    directory: Arc<Directory>,
    // A lock, because every page asks; it is held for a copy only.
    state: Arc<Mutex<SiteState>>,
    branding: SiteBranding,
}

impl Site {
    /// Takes up what was said last.
    pub(crate) async fn start(
        store: Store,
        directory: Arc<Directory>,
        branding: SiteBranding,
    ) -> Result<Self> {
        let mut state = SiteState::default();
        let mut conn = store.read().await?;
        for entry in site::read(&mut conn).await? {
            match entry.name.as_str() {
                "banner" => state.banner = entry.value,
                "read_only" => state.read_only = entry.value == "true",
                _ => {}
            }
        }
        drop(conn);
        directory.sanctions().set_read_only(state.read_only);
        Ok(Self { store, directory, state: Arc::new(Mutex::new(state)), branding })
    }

    /// The announcement that is shown at the moment.
    pub fn state(&self) -> SiteState {
        self.state.lock().clone()
    }

    /// Says something else from now on.
    ///
    /// # Errors
    /// When the database fails; nothing changes then.
    pub async fn set(&self, by: UserId, state: SiteState) -> Result<()> {
        let now_ms = self.directory.timebase().now_ms();
        let read_only = state.read_only.to_string();
        let mut tx = self.store.write().await?;
        site::set(&mut tx, "banner", &state.banner).await?;
        site::set(&mut tx, "read_only", &read_only).await?;
        let details = format!("read_only = {read_only}, banner = {:?}", state.banner);
        note(&mut tx, now_ms, Some(by), "site", None, &details).await?;
        tx.commit().await?;
        self.directory.sanctions().set_read_only(state.read_only);
        *self.state.lock() = state;
        Ok(())
    }

    /// What the site calls itself and how it looks.
    pub fn branding(&self) -> &SiteBranding {
        &self.branding
    }

    /// Gives the site another name and look, which must have been checked.
    ///
    /// # Errors
    /// When the database fails; nothing changes then.
    pub async fn set_branding(&self, by: UserId, branding: Branding) -> Result<()> {
        let now_ms = self.directory.timebase().now_ms();
        let json = write_json(&branding);
        let mut tx = self.store.write().await?;
        site::set(&mut tx, branding::NAME, &json).await?;
        note(&mut tx, now_ms, Some(by), "branding", None, &branding.name).await?;
        tx.commit().await?;
        self.branding.set(branding);
        Ok(())
    }

    /// Says under which address people reach the site, or no longer; it counts from the next start
    /// on, where the settings name none. `by`: an admin, or nobody at the command line.
    ///
    /// # Errors
    /// When the database fails; nothing changes then.
    pub async fn set_public_url(&self, by: UserId, url: &str) -> Result<()> {
        let now_ms = self.directory.timebase().now_ms();
        let mut tx = self.store.write().await?;
        say_public_url(&mut tx, now_ms, Some(by), url).await?;
        tx.commit().await
    }

    /// Gives the site a sign of its own, or the program's again.
    ///
    /// # Errors
    /// When the database fails; nothing changes then.
    pub async fn set_sign(&self, by: UserId, png: Option<Vec<u8>>) -> Result<()> {
        let now_ms = self.directory.timebase().now_ms();
        let mut tx = self.store.write().await?;
        site::set_file(&mut tx, branding::SIGN, png.as_deref()).await?;
        let details = if png.is_some() { "another" } else { "none" };
        note(&mut tx, now_ms, Some(by), "sign", None, details).await?;
        tx.commit().await?;
        self.branding.set_sign(png.map(Sign::of));
        Ok(())
    }

    /// A new code with which one person may register, with a role or without.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invite(&self, by: UserId, role: Option<Role>) -> Result<Invitation> {
        let now_ms = self.directory.timebase().now_ms();
        let mut tx = self.store.write().await?;
        let invitation = Invitation::make(&mut tx, now_ms, Some(by), role).await?;
        tx.commit().await?;
        Ok(invitation)
    }
}
