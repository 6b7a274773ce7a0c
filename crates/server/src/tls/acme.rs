//! Certificates from an authority that speaks ACME (RFC 8555), such as Let's Encrypt.
//!
//! The authority looks for the name on port 443 and wants to see something there that only we can
//! show (RFC 8737), so no other port and no other program is needed.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, bail};
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, ChallengeType, Identifier, NewAccount,
    NewOrder, Order, OrderStatus, RetryPolicy,
};
use metrics::counter;
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use serde_json::Value;
use tokio::time::{sleep, timeout};
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tracing::{error, info, warn};

use super::{Certificate, Certificates};
use crate::{config::Config, https::Https, metrics::machine};

/// How long an order may take.
const ORDER_WITHIN: Duration = Duration::from_secs(300);

/// How often it is looked whether another is due: the machine's clock may be set.
const LOOK_EVERY: Duration = Duration::from_secs(3600);

/// How long to wait after each failure, and after more: Let's Encrypt allows five in an hour. So it is
/// after a certificate that is due by our clock when it comes, as it allows five of these in a week.
const TRY_AGAIN_AFTER: [Duration; 5] = [
    Duration::from_secs(2),
    Duration::from_secs(30),
    Duration::from_secs(300),
    Duration::from_secs(1800),
    Duration::from_secs(3600),
];

/// The file with the account at the authority.
const ACCOUNT: &str = "account";

/// Orders certificates for a site.
pub(super) struct Orders {
    name: String,
    contact: String,
    directory: String,
    folder: PathBuf,
    authority: Https,
    certificates: Arc<Certificates>,
}

/// The certificate that was fetched last; `None`: none yet.
///
/// # Errors
/// When it cannot be read.
pub(super) fn stored(config: &Config) -> anyhow::Result<Option<Certificate>> {
    let name = config.site_name().context("the site has no name")?.to_ascii_lowercase();
    let path = file(&config.tls_folder(), &name, &config.tls.directory);
    match fs::read(&path) {
        Ok(pem) => Certificate::from_pem(&pem, &pem)
            .with_context(|| format!("{} cannot be used", path.display()))
            .map(Some),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// Where something from an authority is kept: of another authority nothing is used.
fn file(folder: &Path, what: &str, directory: &str) -> PathBuf {
    let authority = directory.split('/').nth(2).unwrap_or_default().replace([':', '[', ']'], "_");
    folder.join(format!("{what}@{authority}"))
}

impl Orders {
    /// # Errors
    /// A problem that the operator has to fix.
    pub(super) fn new(config: &Config, certificates: Arc<Certificates>) -> anyhow::Result<Self> {
        let settings = &config.tls;
        Ok(Self {
            name: config.site_name().context("the site has no name")?.to_ascii_lowercase(),
            contact: settings.contact.clone(),
            directory: settings.directory.clone(),
            folder: config.tls_folder(),
            authority: Https::trusting(&settings.directory_root)?,
            certificates,
        })
    }

    /// Fetches certificates as they are due, until the server ends.
    pub(super) async fn keep(self) {
        let mut n_failed = 0;
        loop {
            let now_s = (machine::wall_ms() / 1000) as i64;
            let wait_s = self.certificates.due_s().map_or(0, |due_s| due_s - now_s);
            if wait_s > 0 {
                sleep(Duration::from_secs(wait_s.unsigned_abs()).min(LOOK_EVERY)).await;
                continue;
            }
            let fetched = timeout(ORDER_WITHIN, self.fetch()).await;
            self.certificates.forget_proof();
            let pause = TRY_AGAIN_AFTER[n_failed];
            match fetched.unwrap_or_else(|_| bail!("it took longer than five minutes")) {
                Ok(certificate) => {
                    let days = (certificate.ends_s - now_s) / 86_400;
                    info!("a certificate for {}, valid for {days} days, is in use", self.name);
                    let is_due = certificate.due_s() <= now_s;
                    self.certificates.install(certificate);
                    if !is_due {
                        n_failed = 0;
                        continue;
                    }
                    warn!(
                        "by this machine's clock that certificate is to be renewed already: is the \
                         clock wrong? Another is fetched in {} s",
                        pause.as_secs()
                    );
                }
                Err(cause) => {
                    if format!("{cause:#}").contains("accountDoesNotExist") {
                        // The authority has forgotten it; the next try opens another.
                        let _ = fs::remove_file(self.account_file());
                    }
                    counter!("komadai_certificates_failed_total").increment(1);
                    self.complain(&cause, now_s, pause);
                }
            }
            n_failed = (n_failed + 1).min(TRY_AGAIN_AFTER.len() - 1);
            sleep(pause).await;
        }
    }

    fn complain(&self, cause: &anyhow::Error, now_s: i64, pause: Duration) {
        let Self { name, directory, .. } = self;
        let again = format!("another try in {} s", pause.as_secs());
        match self.certificates.ends_s().map(|ends_s| ends_s - now_s) {
            None => error!(
                "nobody can connect: {directory} has given no certificate for {name}: {cause:#}; \
                 {again}"
            ),
            Some(left_s) if left_s <= 0 => error!(
                "browsers refuse the site: its certificate has expired, and {directory} has given \
                 no other for {name}: {cause:#}; {again}"
            ),
            Some(left_s) => warn!(
                "the certificate for {name} was not renewed and stays in use, for {} hours at \
                 most: {directory}: {cause:#}; {again}",
                left_s / 3600
            ),
        }
    }

    /// Fetches one and keeps it.
    async fn fetch(&self) -> anyhow::Result<Certificate> {
        let account = self.account().await.context("there is no account")?;
        let names = [Identifier::Dns(self.name.clone())];
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        self.show_proofs(&mut order).await?;
        let retries = RetryPolicy::new().timeout(ORDER_WITHIN);
        // Where it has been proven lately, the order is ready at once.
        let is_ready = order.state().status == OrderStatus::Ready
            || order.poll_ready(&retries).await? == OrderStatus::Ready;
        if !is_ready {
            bail!("{}", self.refusal(&mut order).await);
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&retries).await?;
        let pem = format!("{key}\n{chain}");
        let certificate = Certificate::from_pem(pem.as_bytes(), pem.as_bytes())
            .context("what it has given is no certificate")?;
        write(&file(&self.folder, &self.name, &self.directory), pem.as_bytes())?;
        Ok(certificate)
    }

    fn account_file(&self) -> PathBuf {
        file(&self.folder, ACCOUNT, &self.directory)
    }

    /// The account at the authority, which is opened the first time.
    async fn account(&self) -> anyhow::Result<Account> {
        let path = self.account_file();
        let builder = || Account::builder_with_http(Box::new(self.authority.clone()));
        let kept =
            fs::read(&path).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok());
        if let Some(kept) = kept.filter(|it| it["directory"] == *self.directory) {
            match serde_json::from_value::<AccountCredentials>(kept) {
                Ok(credentials) => return Ok(builder().from_credentials(credentials).await?),
                Err(cause) => warn!("{} is no account: {cause}", path.display()),
            }
        }
        let contact = format!("mailto:{}", self.contact.trim_start_matches("mailto:"));
        let contact = [contact.as_str()];
        let new = NewAccount {
            contact: if self.contact.is_empty() { &[] } else { &contact },
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let (account, credentials) = builder().create(&new, self.directory.clone(), None).await?;
        write(&path, &serde_json::to_vec(&credentials)?)?;
        Ok(account)
    }

    /// Shows the authority that the name leads here.
    async fn show_proofs(&self, order: &mut Order) -> anyhow::Result<()> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            match authorization.status {
                AuthorizationStatus::Valid => continue,
                AuthorizationStatus::Pending => {}
                status => bail!("its permission for {} is {status:?}", self.name),
            }
            let mut challenge = authorization
                .challenge(ChallengeType::TlsAlpn01)
                .context("it does not look at port 443 (tls-alpn-01)")?;
            let proof = challenge.key_authorization();
            let digest = proof.digest();
            let mut params = CertificateParams::new(vec![self.name.clone()])?;
            params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest.as_ref())];
            let key = KeyPair::generate()?;
            let proof = params.self_signed(&key)?.der().clone();
            let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
            self.certificates.prove(&self.name, proof, &key)?;
            challenge.set_ready().await?;
        }
        Ok(())
    }

    /// Why the authority refuses.
    async fn refusal(&self, order: &mut Order) -> String {
        let mut authorizations = order.authorizations();
        while let Some(Ok(mut authorization)) = authorizations.next().await {
            // What it said before it looked is not why.
            let Ok(state) = authorization.refresh().await else { continue };
            if let Some(problem) = state.challenges.iter().find_map(|it| it.error.as_ref()) {
                return format!("it has looked for {} and says: {problem}", self.name);
            }
        }
        format!("it refuses {}", self.name)
    }
}

/// Wholly or not at all, and for its owner alone.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = path.with_extension("new");
    let written = || {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        path.parent().map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
    };
    written().with_context(|| format!("{} cannot be written", path.display()))
}
