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
    fault_of_code(&error.code().unwrap_or_default())
}

/// Interprets a result code of SQLite or a SQLSTATE.
pub(crate) fn fault_of_code(code: &str) -> Fault {
    match code.parse::<i32>() {
        // A SQLSTATE consisting only of digits has five of them, a result code of SQLite at most
        // four.
        Ok(result) if code.len() < 5 => sqlite_fault(result),
        _ => postgres_fault(code),
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
