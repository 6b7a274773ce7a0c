//! What the site calls itself and how it looks, as it is now.

pub use komadai_community::branding::{
    Branding, CONDUCT_CHARS_MAX, Colour, FOOTER_LINKS_MAX, FooterLink, LocalText, PROGRAM,
    SITE_NAME_CHARS_MAX, WELCOME_CHARS_MAX,
};
use std::sync::Arc;

use komadai_store::{Conn, Result, Store, site};
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use tracing::error;

/// Its name among what admins say of the site.
pub(crate) const NAME: &str = "branding";

/// The name of the site's sign among its files.
pub(crate) const SIGN: &str = "sign";

/// The site's own sign: a square PNG, drawn by this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The picture.
    pub png: Vec<u8>,
    /// Another one has another version.
    pub version: String,
}

impl Sign {
    /// The sign that this picture is.
    pub fn of(png: Vec<u8>) -> Self {
        let hash = Sha256::digest(&png);
        let version = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Self { png, version }
    }
}

/// The site's branding at any moment, for whoever names the site. Cheap to clone; all clones hear
/// of a change.
#[derive(Clone, Debug, Default)]
pub struct SiteBranding(Arc<Mutex<Look>>);

/// What is shown of a site at the moment.
#[derive(Clone, Debug, Default)]
struct Look {
    branding: Arc<Branding>,
    sign: Option<Arc<Sign>>,
}

impl SiteBranding {
    /// What admins said last.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read(store: &Store) -> Result<Self> {
        let mut conn = store.read().await?;
        let sign = site::file(&mut conn, SIGN).await?.map(Sign::of).map(Arc::new);
        let branding = Arc::new(stored(&mut conn).await?);
        Ok(Self(Arc::new(Mutex::new(Look { branding, sign }))))
    }

    /// The branding.
    pub fn get(&self) -> Arc<Branding> {
        self.0.lock().branding.clone()
    }

    /// What the site calls itself.
    pub fn name(&self) -> String {
        self.0.lock().branding.name.clone()
    }

    /// The site's own sign; `None` where it has the program's.
    pub fn sign(&self) -> Option<Arc<Sign>> {
        self.0.lock().sign.clone()
    }

    pub(crate) fn set(&self, branding: Branding) {
        self.0.lock().branding = Arc::new(branding);
    }

    pub(crate) fn set_sign(&self, sign: Option<Sign>) {
        self.0.lock().sign = sign.map(Arc::new);
    }
}

async fn stored(conn: &mut Conn) -> Result<Branding> {
    let said = site::read(conn).await?;
    let Some(said) = said.into_iter().find(|it| it.name == NAME) else {
        return Ok(Branding::default());
    };
    // A language that a later build no longer has is no reason not to start.
    Ok(serde_json::from_str(&said.value).unwrap_or_else(|cause| {
        error!("the site's branding cannot be read, and is the program's: {cause}");
        Branding::default()
    }))
}
