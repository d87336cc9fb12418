//! What is being done, on standard error, for people who wait: never with `--quiet`, and in a pipe only where a program
//! outside is asked, which may be silent for minutes.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{beside_progress, err};
use super::terminal::{Stream, ascii};
use crate::engine::{Activity, Board, Limits};

/// Who is done sooner than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often the line changes.
const TICK: Duration = Duration::from_millis(100);

/// When a pipe gets its first line of life; each further one takes twice as long, up to the last.
const FIRST_SIGN: Duration = Duration::from_secs(5);
const LAST_SIGN: Duration = Duration::from_secs(80);

/// A line that changes while a check runs.
pub(super) struct Progress(Option<(Arc<AtomicBool>, JoinHandle<()>)>);

impl Progress {
    /// Shows what is on the board, if anybody looks; `outside` if a program outside is asked.
    pub(super) fn start(quiet: bool, outside: bool, line: Line) -> Self {
        let terminal = std::io::stderr().is_terminal();
        if quiet || !terminal && !outside {
            return Self(None);
        }
        let end = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&end);
        let show = move || if terminal { line.show(&ended) } else { line.give_signs(&ended) };
        Self(thread::Builder::new().name("progress".to_owned()).spawn(show).ok().map(|thread| (end, thread)))
    }

    /// Takes the line away.
    pub(super) fn end(self) {
        if let Some((end, thread)) = self.0 {
            end.store(true, Ordering::Relaxed);
            thread.thread().unpark();
            // A thread that panicked has nothing to say.
            let _ = thread.join();
        }
    }
}

/// What it says.
pub(super) struct Line {
    board: Board,
    start: Instant,
    timeout: Option<Duration>,
    /// The numbers of the formulas as the user knows them.
    indices: Vec<usize>,
    /// How many of them are answered.
    answered: Box<dyn Display + Send>,
}

impl Line {
    /// For work on these formulas that begins now: what is on the board, and how many of them are answered, if
    /// that has to be said.
    pub(super) fn new(
        timeout: Option<Duration>,
        limits: &Limits,
        indices: &[usize],
        answered: impl Display + Send + 'static,
    ) -> Self {
        let (board, answered) = (limits.board.clone(), Box::new(answered));
        Self { board, start: Instant::now(), timeout, indices: indices.to_vec(), answered }
    }

    fn show(&self, end: &AtomicBool) {
        thread::park_timeout(PATIENCE);
        if end.load(Ordering::Relaxed) {
            return;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        beside_progress(Some(bar.clone()));
        let style = ProgressStyle::with_template("{spinner:.green} {wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        let ascii_only = Stream::Err.is_ascii();
        bar.set_style(if ascii_only { style.tick_chars("-\\|/ ") } else { style });
        while !end.load(Ordering::Relaxed) {
            // The spinner and a blank stand in front. A cut word would say something else.
            let room = Stream::Err.width().map_or(usize::MAX, |width| width.saturating_sub(2));
            let text = cut(&self.text(), room);
            bar.set_message(if ascii_only { ascii(&text) } else { text });
            bar.tick();
            thread::park_timeout(TICK);
        }
        bar.finish_and_clear();
        beside_progress(None);
    }

    /// Lines for a pipe, ever more seldom.
    fn give_signs(&self, end: &AtomicBool) {
        let mut pause = FIRST_SIGN;
        let mut next = self.start + pause;
        while !end.load(Ordering::Relaxed) {
            let now = Instant::now();
            if now >= next {
                err(&format!("at work: {}\n", self.text()));
                pause = (pause * 2).min(LAST_SIGN);
                next = now + pause;
            }
            thread::park_timeout(next.saturating_duration_since(now));
        }
    }

    fn text(&self) -> String {
        let elapsed = self.start.elapsed().as_secs();
        let time = match self.timeout {
            Some(timeout) => format!("{elapsed} s of {} s", timeout.as_secs_f64()),
            None => format!("{elapsed} s"),
        };
        let engines: Vec<String> = self.board.activities().iter().map(|activity| self.activity(activity)).collect();
        let answered = Some(self.answered.to_string()).filter(|answered| !answered.is_empty());
        let parts: Vec<String> = std::iter::once(time).chain(answered).chain(engines).collect();
        parts.join(" │ ")
    }

    fn activity(&self, activity: &Activity) -> String {
        let about = match activity.formula.and_then(|number| self.indices.get(number)) {
            Some(index) => format!("formula {index}"),
            None => "model".to_owned(),
        };
        let Activity { engine, depth, size, .. } = activity;
        let (depth_name, size_name) = (activity.depth_name(), activity.size_name());
        format!("{about}, {}: {depth_name} {depth}, {} {size_name}", engine.name(), short(*size))
    }
}

/// As many words of a text as there is room for.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let start: String = text.chars().take(room).collect();
    let whole = start.rsplit_once(' ').map_or("", |(words, _)| words);
    whole.trim_end_matches(['│', ' ']).to_owned()
}

/// Large numbers as people say them.
fn short(number: usize) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1_000),
        _ => format!("{} M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineName;

    #[test]
    fn no_word_is_cut() {
        let text = "3 s │ model, bdd: round 3, 20 M nodes │ formula 7, bounded: bound 12";
        assert_eq!(cut(text, 100), text);
        assert_eq!(cut(text, 58), "3 s │ model, bdd: round 3, 20 M nodes │ formula 7,");
        assert_eq!(cut(text, 41), "3 s │ model, bdd: round 3, 20 M nodes");
    }

    #[test]
    fn who_does_what() {
        let board = Board::default();
        let line = Line {
            board: board.clone(),
            start: Instant::now(),
            timeout: Some(Duration::from_secs(30)),
            indices: vec![4, 7],
            answered: Box::new("1 of 2 answered"),
        };
        assert_eq!(line.text(), "0 s of 30 s │ 1 of 2 answered");
        board.turn_to(EngineName::Bounded, Some(1));
        board.at(EngineName::Bounded, 12, 45_678);
        board.turn_to(EngineName::Bdd, None);
        board.at(EngineName::Bdd, 3, 20_000_000);
        let expected = "0 s of 30 s │ 1 of 2 answered │ model, bdd: round 3, 20 M nodes │ \
            formula 7, bounded: bound 12, 45 k gates and clauses";
        assert_eq!(line.text(), expected);
    }
}
