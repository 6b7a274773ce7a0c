//! `cluster`: three servers on one PostgreSQL behind a balancer, to be tried by hand.
//!
//! Each of them may be killed, stopped or ended from another terminal: it is started again, as a
//! service manager would. Everything goes when this ends.

use std::{net::SocketAddr, sync::Arc, thread, time::Duration};

use anyhow::Context as _;
use parking_lot::Mutex;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    runtime::Builder,
    sync::watch,
};

use crate::{
    lab::{Lab, Server},
    play::ServerArgs,
    report::print,
};

/// How soon a server that has ended is started again.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Settings of `cluster`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Where the balancer listens.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// How many servers there are.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
}

/// Where the servers are; read with each connection.
type Servers = Arc<Mutex<Vec<SocketAddr>>>;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let lab = args.server.lab()?;
    let mut servers = vec![lab.start_member(None)?];
    for _ in 1..args.servers {
        servers.push(lab.start_member(Some(&servers[0]))?);
    }
    servers[0].wait_until_others_play(servers.len() - 1)?;
    let places: Servers =
        Arc::new(Mutex::new(servers.iter().map(|server| server.address).collect()));
    for server in &servers {
        print(&format!("a server on http://{}, process {}\n", server.address, server.pid()));
    }
    print(&format!(
        "open http://{}; kill (-9, -STOP, -TERM) any of them; Ctrl-C ends everything\n",
        args.listen
    ));
    let (ends, ended) = watch::channel(false);
    let balancing = thread::spawn({
        let (listen, places) = (args.listen, places.clone());
        move || balance(listen, places, ends)
    });
    supervise(&lab, &mut servers, &places, &ended)?;
    balancing.join().map_err(|_| anyhow::anyhow!("the balancer has failed"))?
}

/// Starts again what has ended, until everything is to end.
fn supervise(
    lab: &Lab,
    servers: &mut [Server],
    places: &Servers,
    ended: &watch::Receiver<bool>,
) -> anyhow::Result<()> {
    while !*ended.borrow() {
        thread::sleep(LOOK_EVERY);
        for (server, place) in servers.iter_mut().zip(0..) {
            if server.is_gone()? {
                let before = server.pid();
                lab.start_in_its_place(server)?;
                places.lock()[place] = server.address;
                let (now, address) = (server.pid(), server.address);
                print(&format!("process {before} has ended; {now} is on http://{address}\n"));
            }
        }
    }
    Ok(())
}

/// Hands each connection to any of the servers, until Ctrl-C.
fn balance(listen: SocketAddr, places: Servers, ends: watch::Sender<bool>) -> anyhow::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let balanced = runtime.block_on(async {
        let listener = TcpListener::bind(listen)
            .await
            .with_context(|| format!("{listen} cannot be listened on"))?;
        let mut next = 0_usize;
        loop {
            tokio::select! {
                pressed = tokio::signal::ctrl_c() => return pressed.context("no signal is heard"),
                taken = listener.accept() => {
                    let (client, _) = taken?;
                    next = next.wrapping_add(1);
                    tokio::spawn(pass(client, places.lock().clone(), next));
                }
            }
        }
    });
    ends.send_replace(true);
    balanced
}

async fn pass(mut client: TcpStream, places: Vec<SocketAddr>, first: usize) {
    for n in 0..places.len() {
        if let Ok(mut server) = TcpStream::connect(places[(first + n) % places.len()]).await {
            // Either side has gone.
            let _ = copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
