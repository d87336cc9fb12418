//! Solvers that do not behave: whatever they do, the check ends soon after its limit, says what happened, and leaves
//! neither a process nor a file behind. That it ends in time is what is promised, so time is looked at here.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use qmas::solver::qbf::QbfChoice;
use qmas_encodings::{Circuit, Interrupt, Qbf, Quantifier, Stop};
use tempfile::TempDir;

/// Far more than the two seconds that are promised: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(12);

/// A folder with a solver, a folder for temporary files, and notes of the solver on which processes run.
struct Setup {
    folder: TempDir,
}

impl Setup {
    /// The solver is a shell script called `name`; in it, `$NOTES` is where process ids go.
    fn new(name: &str, script: &str) -> Self {
        let folder = TempDir::new().expect("a folder");
        std::fs::create_dir(folder.path().join("tmp")).expect("a folder");
        let path = folder.path().join(name);
        let notes = folder.path().join("notes");
        std::fs::write(&path, format!("#!/bin/sh\nNOTES='{}'\n{script}\n", notes.display())).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it may be executed");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A check that asks one question with alternations, of this solver.
    fn command(&self, solver: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
        let model = format!("{}/models/library/train-controller/model.ispl", env!("CARGO_MANIFEST_DIR"));
        command.arg(model).args(["--engine", "bounded", "--reach", "bdd", "--formula", "2", "--query", "prove"]);
        command.args(["--bound-start", "2", "--bound-max", "2", "--qbf", solver]).args(arguments);
        command.env("TMPDIR", self.path("tmp")).stdin(Stdio::null());
        command
    }

    /// Runs it to its end; then neither processes nor files are left.
    fn run(&self, name: &str, arguments: &[&str]) -> Output {
        let start = Instant::now();
        let output = self.command(&self.path(name).display().to_string(), arguments).output().expect("it runs");
        self.ended(name, start);
        output
    }

    #[expect(clippy::print_stderr, reason = "how long it took is for the reader of the test")]
    fn ended(&self, name: &str, start: Instant) {
        let took = start.elapsed();
        eprintln!("{name}: {:.2} s", took.as_secs_f64());
        assert!(took < PATIENCE, "{name} took {took:?}");
        let notes = std::fs::read_to_string(self.path("notes")).unwrap_or_default();
        for process in notes.lines() {
            assert!(gone(process), "{name}: process {process} is still there");
        }
        let left: Vec<_> = std::fs::read_dir(self.path("tmp")).expect("a folder").collect();
        assert!(left.is_empty(), "{name} leaves {left:?}");
    }
}

/// Whether a process has ended, or ends within a moment. One that has not been waited for has ended, too.
fn gone(process: &str) -> bool {
    let ended = || match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with(['Z', 'X'])),
        Err(_) => !Command::new("kill").args(["-0", process]).stderr(Stdio::null()).status().is_ok_and(|s| s.success()),
    };
    (0..100).any(|_| {
        let now = ended();
        if !now {
            std::thread::sleep(Duration::from_millis(20));
        }
        now
    })
}

#[track_caller]
fn says(output: &Output, code: i32, words: &[&str]) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in:\n{text}");
    }
}

#[test]
fn missing() {
    let setup = Setup::new("other", "exit 10");
    let output = setup.command("depqbf", &[]).env("PATH", setup.path("tmp")).output().expect("it runs");
    says(&output, 2, &["the QBF solver `depqbf` is not there", "apt-get install depqbf"]);
    let output = setup.command("/nowhere/caqe", &[]).output().expect("it runs");
    says(&output, 2, &["the QBF solver `/nowhere/caqe` is not there", "https://github.com/ltentrup/caqe"]);
    let output = setup.command("no-such-solver", &[]).output().expect("it runs");
    says(&output, 2, &["the QBF solver `no-such-solver` is not there", "qmas-rs solvers"]);
    // A file, but not a program.
    std::fs::set_permissions(setup.path("other"), std::fs::Permissions::from_mode(0o644)).expect("a script");
    says(&setup.run("other", &[]), 2, &["is not there"]);
    // It may be executed, but the system does not know how.
    std::fs::write(setup.path("other"), [0, 1, 2, 3]).expect("a file");
    std::fs::set_permissions(setup.path("other"), std::fs::Permissions::from_mode(0o755)).expect("a file");
    says(&setup.run("other", &[]), 3, &["gave up", "other: cannot be run"]);
}

/// Five seconds without a word are long where nobody sees a terminal.
#[test]
fn a_silent_one_gives_signs_of_life() {
    let setup = Setup::new("silent", "sleep 6; exit 10");
    let output = setup.run("silent", &["--qbf-timeout", "0"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.lines().any(|line| line.starts_with("at work: 5 s") && line.contains("bounded: bound 2")), "{text}");
    let output = setup.run("silent", &["--quiet"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("at work"));
}

#[test]
fn without_an_answer() {
    for (name, script, words) in [
        (
            "crashes",
            "echo one >&2; echo 'out of luck' >&2; echo >&2; kill -SEGV $$",
            "killed by signal 11: out of luck",
        ),
        ("killed", "kill -KILL $$", "no answer, killed by signal 9"),
        ("fails", "echo 'parse error' >&2; exit 1", "no answer, exit status 1: parse error"),
        ("content", "echo 's cnf 1 5 5'; exit 0", "no answer, exit status 0"),
        ("babbles", "head -c 100000 /dev/urandom; head -c 100000 /dev/urandom >&2; exit 3", "no answer, exit status 3"),
        ("deaf", "exec <&-; exit 30", "no answer, exit status 30"),
    ] {
        let setup = Setup::new(name, script);
        says(&setup.run(name, &["--qbf-timeout", "20"]), 3, &["gave up", words]);
        // Solvers that read standard input end just so.
        let start = Instant::now();
        let solver = format!("{}:{{stdin}}", setup.path(name).display());
        let output = setup.command(&solver, &["--qbf-timeout", "20"]).output().expect("it runs");
        setup.ended(name, start);
        says(&output, 3, &["gave up", words]);
    }
}

#[test]
fn an_exit_status_is_an_answer_whatever_is_printed() {
    let setup = Setup::new("yes", "echo 'V 99999999999999999999 x'; head -c 1000 /dev/urandom; exit 10");
    says(&setup.run("yes", &[]), 0, &["holds"]);
    let setup = Setup::new("no", "echo 'V 1 -2 77777 0'; exit 20");
    says(&setup.run("no", &[]), 3, &["neither proved nor refuted up to bound 2"]);
}

#[test]
fn known_solvers_get_what_they_read() {
    let circuit = "for last; do :; done; grep -q '^#QCIR-G14 [0-9]*$' \"$last\" && exit 10; exit 1";
    let setup = Setup::new("quabs", circuit);
    says(&setup.run("quabs", &[]), 0, &["holds"]);
    let setup = Setup::new("cqesto", circuit);
    says(&setup.run("cqesto", &[]), 0, &["holds"]);
    let setup = Setup::new("caqe", "for last; do :; done; grep -q '^p cnf ' \"$last\" && exit 10; exit 1");
    says(&setup.run("caqe", &[]), 0, &["holds"]);
    let setup = Setup::new("depqbf", "grep -q '^p cnf ' && exit 10; exit 1");
    says(&setup.run("depqbf", &[]), 0, &["holds"]);
    let setup =
        Setup::new("mine", "[ \"$1\" = -a ] && grep -q '^#QCIR-G14 ' \"$2\" && [ \"$3\" = -b ] && exit 10; exit 1");
    let solver = format!("{}:-a {{qcir}} -b", setup.path("mine").display());
    says(&setup.command(&solver, &[]).output().expect("it runs"), 0, &["holds"]);
}

/// Scripts that never end, alone or with others, some of which do not listen.
const ENDLESS: [(&str, &str); 4] = [
    ("hangs", "echo $$ > $NOTES; sleep 1000"),
    ("family", "echo $$ > $NOTES; sleep 1000 & echo $! >> $NOTES; sleep 1000 & echo $! >> $NOTES; wait"),
    (
        "stubborn",
        "trap '' TERM INT HUP; echo $$ > $NOTES; \
         (trap '' TERM INT HUP; while :; do sleep 1; done) & echo $! >> $NOTES; while :; do sleep 1; done",
    ),
    ("floods", "echo $$ > $NOTES; yes"),
];

#[test]
fn endless_until_its_own_limit() {
    for (name, script) in ENDLESS {
        let setup = Setup::new(name, script);
        let words = format!("{name}: no answer within 0.5 s");
        says(&setup.run(name, &["--qbf-timeout", "0.5"]), 3, &["gave up", &words]);
    }
}

#[test]
fn endless_until_the_limit_of_the_check() {
    for (name, script) in ENDLESS {
        let setup = Setup::new(name, script);
        says(&setup.run(name, &["--timeout", "0.5"]), 3, &["gave up", "time limit"]);
    }
}

#[test]
fn a_child_that_stays_behind() {
    let setup = Setup::new("leaves", "sleep 1000 & echo $! > $NOTES; exit 10");
    says(&setup.run("leaves", &["--qbf-timeout", "20"]), 0, &["holds"]);
}

#[test]
fn interrupted() {
    for signal in ["-INT", "-TERM"] {
        for (name, script) in ENDLESS {
            let setup = Setup::new(name, script);
            let mut command = setup.command(&setup.path(name).display().to_string(), &[]);
            let child = command.stdout(Stdio::piped()).spawn().expect("it starts");
            while !std::fs::read_to_string(setup.path("notes")).is_ok_and(|notes| notes.ends_with('\n')) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let start = Instant::now();
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("there is `kill`");
            assert!(sent.success());
            let output = child.wait_with_output().expect("it ends");
            setup.ended(name, start);
            says(&output, 130, &["gave up", "interrupted"]);
        }
    }
}

#[test]
fn no_room_for_files() {
    let setup = Setup::new("solver", "exit 10");
    let solver = setup.path("solver").display().to_string();
    let output = setup.command(&solver, &[]).env("TMPDIR", "/nowhere/at/all").output().expect("it runs");
    says(&output, 3, &["gave up", "solver: cannot write `/nowhere/at/all/"]);
    // A disk that is full: no file may grow, and the signal that would say so is ignored.
    let check = setup.command(&solver, &[]);
    let words: Vec<String> = std::iter::once(check.get_program())
        .chain(check.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {}", words.join(" "));
    let start = Instant::now();
    let full = Command::new("sh").args(["-c", &script]).env("TMPDIR", setup.path("tmp")).output().expect("it runs");
    setup.ended("solver", start);
    says(&full, 3, &["gave up", "solver: cannot write `", "File too large"]);
}

#[test]
fn exports_do_not_get_lost() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let model = format!("{}/models/library/train-controller/model.ispl", env!("CARGO_MANIFEST_DIR"));
    let export = |arguments: &[&str], out: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qmas-rs"));
        command.args(["export", &model, "--formula", "2"]).args(arguments).stdout(out);
        command.stderr(Stdio::piped()).spawn().and_then(std::process::Child::wait_with_output).expect("it runs")
    };
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    says(&export(&["--output", "/dev/full"], Stdio::null()), 2, &["cannot write `/dev/full`"]);
    says(&export(&["--output", "-"], full().into()), 2, &["cannot write to standard output"]);
}

/// ∃x ∀y. x ∨ y
fn example() -> (Circuit, Qbf) {
    let mut circuit = Circuit::new();
    let ((x, x_lit), (y, y_lit)) = (circuit.input(), circuit.input());
    let matrix = circuit.or(x_lit, y_lit);
    (circuit, Qbf::new(matrix).with(Quantifier::Exists, [x]).with(Quantifier::Forall, [y]))
}

#[test]
fn a_panic_takes_the_solver_along() {
    let script = "echo $1 > ${NOTES%notes}file; echo $$ > $NOTES; sleep 1000 & echo $! >> $NOTES; wait";
    let setup = Setup::new("hangs", script);
    let Ok(QbfChoice::External(external)) = setup.path("hangs").display().to_string().parse() else {
        panic!("a path is a solver")
    };
    let notes = setup.path("notes");
    let (circuit, qbf) = example();
    let interrupt = Interrupt::new(move || {
        let running = std::fs::read_to_string(&notes).is_ok_and(|notes| notes.lines().count() == 2);
        assert!(!running, "on purpose");
        false
    });
    let start = Instant::now();
    let panicked = catch_unwind(AssertUnwindSafe(|| external.solve(&circuit, &qbf, &interrupt)));
    assert!(panicked.is_err());
    setup.ended("hangs", start);
    let file = std::fs::read_to_string(setup.path("file")).expect("the solver wrote down its argument");
    assert!(file.contains("qmas-rs-") && !Path::new(file.trim()).exists(), "{file} is left");
}

#[test]
fn winning_moves_are_read() {
    let (circuit, qbf) = example();
    let input = qbf.prefix[0].inputs[0];
    for (said, expected) in [("V 1 0", Some(Some(true))), ("V -1 0", Some(Some(false))), ("v 1 0", None)] {
        let setup = Setup::new("wins", &format!("echo 's cnf 1 2 1'; echo '{said}'; exit 10"));
        let Ok(QbfChoice::External(external)) = setup.path("wins").display().to_string().parse() else {
            panic!("a path is a solver")
        };
        let answer = external.solve(&circuit, &qbf, &Interrupt::default()).expect("an answer");
        assert!(answer.yes);
        assert_eq!(answer.moved.map(|moved| moved.get(input)), expected, "{said}");
    }
    let setup = Setup::new("late", "sleep 1000");
    let Ok(QbfChoice::External(mut external)) = setup.path("late").display().to_string().parse() else {
        panic!("a path is a solver")
    };
    external.limit = Some(Duration::from_millis(100));
    let late = external.solve(&circuit, &qbf, &Interrupt::default());
    assert!(matches!(late, Err(Stop::Slow(_))), "{late:?}");
}
