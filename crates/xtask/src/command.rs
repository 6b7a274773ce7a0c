//! Running other programs: each is shown before it runs, and one that is not there is a
//! [`Failure`] that says so.

use std::{
    env,
    ffi::OsStr,
    fmt::Write as _,
    fs::{self, File},
    io::{self, BufRead, BufReader, IsTerminal, Seek as _},
    path::Path,
    process::{self, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    console::{is_held, say},
    failure::Failure,
};

/// Cargo builds without the allocator of releases, which alone takes two minutes to compile.
pub(crate) const WITHOUT_JEMALLOC: &str = "--no-default-features";

/// The tests fetch certificates, which `WITHOUT_JEMALLOC` leaves out too.
pub(crate) const WITH_ACME: &str = "--features=komadai-server/acme";

/// A program with its arguments.
#[derive(Debug)]
pub(crate) struct Command {
    inner: process::Command,
    line: String,
    /// The line as a person would type it, with the folder and the variables we add.
    prefix: String,
}

/// Cargo itself, the one that runs us.
pub(crate) fn cargo<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::with_program(&program, "cargo", args)
}

impl Command {
    pub(crate) fn new<'a>(program: &str, args: impl IntoIterator<Item = &'a str>) -> Self {
        Self::with_program(OsStr::new(program), program, args)
    }

    fn with_program<'a>(
        program: &OsStr,
        name: &str,
        args: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut inner = process::Command::new(program);
        let mut line = name.to_owned();
        for arg in args {
            inner.arg(arg);
            line.push(' ');
            line.push_str(arg);
        }
        // Nobody is asked anything: a program that needs an answer should fail, not wait.
        inner.stdin(Stdio::null());
        Self { inner, line, prefix: String::new() }
    }

    /// Runs in `dir`; a folder inside the present one is shown.
    pub(crate) fn dir(mut self, dir: &Path) -> Self {
        self.inner.current_dir(dir);
        if let Ok(here) = env::current_dir()
            && let Ok(inside) = dir.strip_prefix(here)
            && inside != Path::new("")
        {
            let _ = write!(self.prefix, "cd {} && ", inside.display());
        }
        self
    }

    pub(crate) fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.inner.env(key, &value);
        let _ = write!(self.prefix, "{key}={} ", value.as_ref().to_string_lossy());
        self
    }

    /// Has the program colour what it prints if a person is looking, also where we read along.
    pub(crate) fn coloured(mut self) -> Self {
        if io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none() {
            self.inner.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
        }
        self
    }

    fn show(&self) {
        say(format_args!("$ {}{}", self.prefix, self.line));
    }

    /// Runs it to its end; anything but success is a failure.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if is_held() {
            return self.run_reading(|_| ());
        }
        self.show();
        let status = self.inner.status().map_err(|error| self.not_started(&error))?;
        self.judge(status)
    }

    /// Runs it to its end and hands every line of standard output to `each`, which alone shows it.
    pub(crate) fn run_along(mut self, each: impl FnMut(&str)) -> Result<(), Failure> {
        self.show();
        let status = self.run_into_pipe(each);
        self.judge(status.map_err(|error| self.not_started(&error))?)
    }

    /// Like [`Command::run`], and hands every line of standard output on to `each` as well; of all
    /// output while it is held back.
    pub(crate) fn run_reading(mut self, mut each: impl FnMut(&str)) -> Result<(), Failure> {
        self.show();
        let each = |line: &str| {
            say(line);
            each(line);
        };
        let status = if is_held() { self.run_into_file(each) } else { self.run_into_pipe(each) };
        self.judge(status.map_err(|error| self.not_started(&error))?)
    }

    fn run_into_pipe(&mut self, each: impl FnMut(&str)) -> io::Result<process::ExitStatus> {
        let mut child = self.inner.stdout(Stdio::piped()).spawn()?;
        if let Some(stdout) = child.stdout.take() {
            lines(stdout, each);
        }
        child.wait()
    }

    /// All that it prints, once it has ended. What it leaves running may keep the file, where it
    /// would keep a pipe open.
    fn run_into_file(&mut self, each: impl FnMut(&str)) -> io::Result<process::ExitStatus> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("xtask-said-{}-{n}", process::id()));
        let mut said = File::options().read(true).append(true).create_new(true).open(&path)?;
        fs::remove_file(&path)?;
        let status = self.inner.stdout(said.try_clone()?).stderr(said.try_clone()?).status()?;
        said.rewind()?;
        lines(said, each);
        Ok(status)
    }

    /// What it prints, or `None` if it is not there or fails. Shows nothing.
    pub(crate) fn answer(mut self) -> Option<String> {
        let output = self.inner.stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Becomes the program: signals and Ctrl-C reach it directly, and its exit code is ours.
    /// Returns only if that fails.
    #[cfg(unix)]
    pub(crate) fn become_it(mut self) -> Failure {
        use std::os::unix::process::CommandExt as _;

        self.show();
        let error = self.inner.stdin(Stdio::inherit()).exec();
        self.not_started(&error)
    }

    fn judge(&self, status: process::ExitStatus) -> Result<(), Failure> {
        if status.success() {
            return Ok(());
        }
        let how = match status.code() {
            Some(code) => format!("exit code {code}"),
            None => status.to_string(),
        };
        Err(Failure::new(format!("`{}` failed ({how})", self.line)))
    }

    fn not_started(&self, error: &io::Error) -> Failure {
        Failure::new(format!("`{}` could not be started: {error}", self.line))
    }
}

fn lines(output: impl io::Read, mut each: impl FnMut(&str)) {
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        each(&String::from_utf8_lossy(&line));
    }
}
