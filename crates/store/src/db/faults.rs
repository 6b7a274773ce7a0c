//! What a failure of the database means for the request.

/// What a failed statement implies about the data on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It has certainly changed nothing, and may be retried.
    Refused,
    /// It has certainly changed nothing, because a unique key is taken.
    Taken,
    /// It may have been carried out.
    Unknown,
    /// The disk or the file does not store what is written to it.
    Broken,
}

/// Interprets the failure of a single-statement transaction.
pub(crate) fn fault(error: &sqlx::Error) -> Fault {
    let error = match error {
        sqlx::Error::Database(error) => error,
        // The arguments were never sent.
        sqlx::Error::Encode(_) => return Fault::Refused,
        sqlx::Error::WorkerCrashed => return Fault::Broken,
        _ => return Fault::Unknown,
    };
    if error.is_unique_violation() {
        return Fault::Taken;
    }
    let code = error.code().unwrap_or_default();
    match code.parse::<i32>() {
        // A SQLSTATE consisting only of digits has five of them, a result code of SQLite at most
        // four.
        Ok(result) if code.len() < 5 => sqlite_fault(result),
        _ => postgres_fault(&code),
    }
}

/// The system did not accept a write, for example because a quota is used up.
const SQLITE_IO_WRITE: i32 = 10 | 3 << 8;

fn sqlite_fault(result: i32) -> Fault {
    const PRIMARY: i32 = 0xff;
    const CORRUPT: i32 = 11;
    const NOT_A_DATABASE: i32 = 26;
    const IO: i32 = 10;
    match result {
        // It precedes the commit mark, unlike a sync or the index after it.
        SQLITE_IO_WRITE => Fault::Refused,
        _ if matches!(result & PRIMARY, IO | CORRUPT | NOT_A_DATABASE) => Fault::Broken,
        _ => Fault::Refused,
    }
}

fn postgres_fault(sqlstate: &str) -> Fault {
    match sqlstate {
        // Damaged data, damaged index.
        "XX001" | "XX002" => Fault::Broken,
        // Connection lost; the server is stopping or ending this session, perhaps after the commit;
        // "statement completion unknown".
        _ if sqlstate.starts_with("08") || sqlstate.starts_with("57P") || sqlstate == "40003" => {
            Fault::Unknown
        }
        _ => Fault::Refused,
    }
}

/// Whether the same call may succeed later.
pub(crate) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            match code.parse::<i32>() {
                // Busy, locked, full.
                Ok(result) if code.len() < 5 => {
                    result == SQLITE_IO_WRITE || matches!(result & 0xff, 5 | 6 | 13)
                }
                _ => ["08", "40", "53", "55P03", "57"].iter().any(|class| code.starts_with(class)),
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_sync_is_no_refusal() {
        for (result, expected) in [
            (13, Fault::Refused),  // SQLITE_FULL
            (5, Fault::Refused),   // SQLITE_BUSY
            (778, Fault::Refused), // SQLITE_IOERR_WRITE
            (1034, Fault::Broken), // SQLITE_IOERR_FSYNC
            (1290, Fault::Broken), // SQLITE_IOERR_DIR_FSYNC
            (4874, Fault::Broken), // SQLITE_IOERR_SHMSIZE: after the sync
            (11, Fault::Broken),   // SQLITE_CORRUPT
            (26, Fault::Broken),   // SQLITE_NOTADB
        ] {
            assert_eq!(sqlite_fault(result), expected, "{result}");
        }
    }

    #[test]
    fn a_lost_session_is_no_refusal() {
        for (sqlstate, expected) in [
            ("53100", Fault::Refused), // disk full
            ("25006", Fault::Refused), // read only
            ("57014", Fault::Refused), // cancelled
            ("57P01", Fault::Unknown), // the administrator ends the session
            ("57P02", Fault::Unknown), // another session crashed
            ("08006", Fault::Unknown), // connection failure
            ("40003", Fault::Unknown), // statement completion unknown
            ("XX001", Fault::Broken),  // data corrupted
        ] {
            assert_eq!(postgres_fault(sqlstate), expected, "{sqlstate}");
        }
    }
}
