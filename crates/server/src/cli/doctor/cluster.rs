//! What a cluster needs: its servers, the way between them, and clocks that agree.

use komadai_store::{Member, PostgresHost, PostgresRole, PostgresState, Store};
use tokio::time::timeout;

use super::{
    ANSWER_WITHIN,
    Finding::{self, Doubtful, Fine, Wrong},
};
use crate::{
    cluster::{self, CLOCK_SKEW_MS_MAX},
    config::Config,
    metrics::machine,
};

/// With more than this, it is wrong.
const CLOCK_SKEW_MS_WRONG: u64 = 5_000;

/// Looks at the cluster, where there is to be one.
pub(super) async fn look(config: &Config) -> Vec<Finding> {
    if config.cluster.is_off() {
        return Vec::new();
    }
    // Why it cannot be opened is reported by the database's own line.
    let Ok(store) = Store::look(&config.database()).await else { return Vec::new() };
    let looked = async { Ok((store.members().await?, store.postgres_state().await?)) };
    let looked: komadai_store::Result<_> = looked.await;
    store.close().await;
    let (members, state) = match looked {
        Ok(looked) => looked,
        Err(cause) => return vec![Wrong(format!("the cluster cannot be checked: {cause}"))],
    };
    let mut findings = vec![who_is_there(&members)];
    for member in &members {
        findings.push(reach(member).await);
    }
    findings.extend(state.iter().flat_map(of_postgres));
    findings
}

/// Looks at the PostgreSQL servers, where database.url names several. Why none of them can be opened
/// is reported by the database's own line.
pub(super) async fn look_at_postgres(config: &Config) -> Vec<Finding> {
    let settings = config.database();
    let Ok(store) = (match &settings.url {
        Some(_) => Store::look(&settings).await,
        None => return Vec::new(),
    }) else {
        return Vec::new();
    };
    let hosts = store.postgres_hosts().await;
    let state = store.postgres_state().await.ok().flatten();
    store.close().await;
    let mut findings: Vec<_> = hosts.iter().map(of_host).collect();
    if !findings.is_empty() && config.cluster.is_off() {
        findings.extend(state.as_ref().and_then(copied_late));
    }
    findings
}

fn of_host(host: &PostgresHost) -> Finding {
    let at = &host.at;
    match &host.role {
        PostgresRole::Leads => Fine(format!("the PostgreSQL at {at} is written to")),
        PostgresRole::Follows => {
            Fine(format!("the PostgreSQL at {at} follows, and could take its place"))
        }
        PostgresRole::Behind => Wrong(format!(
            "the PostgreSQL at {at} has been left for another and does not know it: have it follow \
             that one (pg_rewind)"
        )),
        PostgresRole::Away(cause) => {
            Doubtful(format!("the PostgreSQL at {at} could take nobody's place: {cause}"))
        }
    }
}

fn who_is_there(members: &[Member]) -> Finding {
    let works = members.iter().find(|it| it.works);
    let n_waiting = members.iter().filter(|it| !it.works).count();
    match (works, n_waiting) {
        (None, 0) => Doubtful("no server of the cluster is running".to_owned()),
        (None, _) => Wrong("no server of the cluster is working: check their logs".to_owned()),
        (Some(works), 0) => Doubtful(format!(
            "{} is working, but no server stands by to take over: start another",
            works.address
        )),
        (Some(works), n) => Fine(format!("{} is working, and {n} on standby", works.address)),
    }
}

async fn reach(member: &Member) -> Finding {
    let address = &member.address;
    match timeout(ANSWER_WITHIN, cluster::try_out(address)).await {
        Ok(Ok(())) => Fine(format!("the server {address} can be reached from here")),
        Ok(Err(cause)) => Wrong(format!(
            "the server {address} cannot be reached from here: {cause}; open the port to the other \
             servers, or set cluster.address there"
        )),
        Err(_) => Wrong(format!("the server {address} does not answer")),
    }
}

fn of_postgres(state: &PostgresState) -> Vec<Finding> {
    let skew_ms = machine::wall_ms().abs_diff(state.clock_ms.max(0).unsigned_abs());
    let clock = if skew_ms > CLOCK_SKEW_MS_WRONG {
        Wrong(format!(
            "this machine's clock is {skew_ms} ms off the database's, and players are charged for it \
             when their game changes servers: synchronise both by NTP"
        ))
    } else if skew_ms > CLOCK_SKEW_MS_MAX {
        Doubtful(format!(
            "this machine's clock is {skew_ms} ms off the database's: synchronise both by NTP, or \
             games that change servers are charged for it"
        ))
    } else {
        Fine("this machine's clock agrees with the database's".to_owned())
    };
    std::iter::once(clock).chain(copied_late(state)).collect()
}

fn copied_late(state: &PostgresState) -> Option<Finding> {
    state.is_copied_late.then(|| {
        Doubtful(
            "PostgreSQL has a replica, but does not wait for it: announced moves are lost if the \
             replica takes over; set synchronous_standby_names"
                .to_owned(),
        )
    })
}
