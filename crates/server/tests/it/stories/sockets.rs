//! How many sockets somebody may have, and how much may be said on all of them together.

use komadai_protocol::{ClientMessage, RefusalCode, ServerMessage};
use tokio::{net::TcpStream, time::Instant};

use super::accounts::register;
use crate::{
    faults::bad_clients::upgrade,
    fixture::{Tab, both_servers, until, uuid},
};

both_servers!(
    a_player_has_so_many_sockets,
    |config| { config.limits.sockets_per_player = 10 },
    |server| async {
        let address = server.address;
        let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
        let mut tabs = Vec::new();
        for _ in 0..10 {
            tabs.push(Tab::open(address, "one of ten", Some(cookie.clone())).await);
        }
        let knock = || Tab::knock(address, "one more", Some(cookie.clone()));
        assert_eq!(knock().await.err(), Some(RefusalCode::TooManySockets));
        let mut bob = server.enter("bob").await;
        drop(tabs.pop());
        until("there is room again", || async { knock().await.is_ok() }).await;

        // A visitor's count from the moment at which somebody becomes of the visitor.
        let mut windows = Vec::new();
        for _ in 0..10 {
            windows.push(bob.another_tab().await);
        }
        let nothing = |id| ClientMessage::Cancel { id, seek: uuid() };
        bob.ask(nothing).await.unwrap();
        let mut refused = Vec::new();
        for window in &mut windows {
            refused.extend(window.ask(nothing).await.err());
        }
        assert_eq!(refused, [RefusalCode::TooManySockets]);
    }
);

both_servers!(
    ten_sockets_of_one_player_share_a_budget,
    |config| {
        // So slow that nothing is earned while the test runs.
        (config.limits.messages_per_second, config.limits.messages_burst) = (0, 100);
    },
    |server| async {
        let cookie = register(server, &server.enter("minh").await.cookie, "minh-anh").await;
        let mut tabs = Vec::new();
        for _ in 0..10 {
            tabs.push(Tab::open(server.address, "one of ten", Some(cookie.clone())).await);
        }
        let mut bob = server.enter("bob").await;
        let (mut answered, mut too_fast) = (0, 0);
        for tab in &mut tabs {
            for id in 100..120 {
                tab.deliver(&ClientMessage::Ping { id }).await;
            }
            for id in 100..120 {
                let answer = tab.hears(|message| match message {
                    ServerMessage::Pong { id: it, .. } if *it == id => Some(true),
                    ServerMessage::Refused { id: Some(it), code, .. } if *it == id => {
                        assert_eq!(*code, RefusalCode::TooFast);
                        Some(false)
                    }
                    _ => None,
                });
                if answer.await { answered += 1 } else { too_fast += 1 }
            }
        }
        // The answer to the server's ping counts too, on each of them.
        assert!((90..=100).contains(&answered), "{answered} were answered");
        assert_eq!(answered + too_fast, 200);
        bob.now().await;
        // Nobody gets more by connecting anew, and who goes on is shown out.
        let mut again = Tab::open(server.address, "again", Some(cookie)).await;
        for id in 100..220 {
            again.deliver(&ClientMessage::Ping { id }).await;
        }
        again.strict = false;
        assert_eq!(again.closed().await, Some(1008));
        bob.now().await;
    }
);

both_servers!(
    an_address_has_so_many_sockets,
    |config| {
        config.limits.sockets_per_address = 3;
        config.server.trusted_proxies = 1;
    },
    |server| async {
        let address = server.address;
        let come = async |from: &str| {
            let mut socket = TcpStream::connect(address).await.unwrap();
            let header = format!("X-Forwarded-For: 203.0.113.77, {from}\r\n");
            (upgrade(&mut socket, address, &header).await, socket)
        };
        // One person's network of IPv6 has many addresses and is one; what stands further left
        // in the header is anybody's word.
        let mut open = Vec::new();
        for (from, status) in [
            ("2001:db8:1:2::1", 101),
            ("2001:db8:1:2::2", 101),
            ("2001:db8:1:2:ffff::3", 101),
            ("2001:db8:1:2::4", 429),
            ("2001:db8:1:3::1", 101),
            ("198.51.100.1", 101),
            ("198.51.100.2", 101),
            ("203.0.113.77", 101),
        ] {
            let (answered, socket) = come(from).await;
            assert_eq!(answered, status, "{from}");
            open.push(socket);
        }
        drop(open.remove(0));
        until("there is room again", || async { come("2001:db8:1:2::5").await.0 == 101 }).await;
    }
);

both_servers!(
    an_address_that_says_too_much_is_heard_later,
    |config| {
        // Twice as many at once, and no player is refused before that.
        config.limits.messages_per_address = 100;
        config.limits.messages_burst = 10_000;
    },
    |server| async {
        let mut tabs = [server.enter("alice").await, server.enter("bob").await];
        let began = Instant::now();
        let ids = 100..250;
        for tab in &mut tabs {
            for id in ids.clone() {
                tab.deliver(&ClientMessage::Ping { id }).await;
            }
        }
        for tab in &mut tabs {
            for id in ids.clone() {
                tab.hears(|message| match message {
                    ServerMessage::Pong { id: it, .. } => (*it == id).then_some(()),
                    ServerMessage::Refused { .. } => panic!("{message:?}"),
                    _ => None,
                })
                .await;
            }
        }
        // A hundred of three hundred came beyond what may be said at once.
        let took = began.elapsed();
        assert!(took.as_millis() > 800, "{took:?}");
    }
);
