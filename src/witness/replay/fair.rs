//! Strategies under Fairness are replayed by playing them: no fair path of the play may miss what it is for.
//!
//! Play goes on where what the group wants is lost already; from there on no path may be fair. Where the strategy says
//! nothing, the group may do anything.
//!
//! Without fairness (`strategy`) play is over where the group loses, and that refutes the strategy. Here a loss is allowed
//! as long as nothing fair follows, so places are states with whether all is lost, and what refutes the strategy is a
//! cycle. The two searches share how play stands and where choices lead.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::evidence::Strategy;
use super::outcome::{Mismatch, wrong};
use super::replayer::Replayer;
use super::strategy::{MOST, Play, Rows, Stands};
use crate::ir::{AgentId, State};
use crate::logic::Temporal;

/// A state of the play, and whether what the group wants is lost.
type Place = (State, bool);

impl Replayer<'_> {
    /// Plays; per state with a row, where play can go on to, as for strategies without fairness.
    pub(super) fn fair_play(
        &self,
        strategy: &Strategy,
        rows: &Rows,
        members: &[AgentId],
        operator: Temporal,
    ) -> Result<Play, Mismatch> {
        if !self.claim.constraints.iter().all(|&constraint| self.claim.is_evident(constraint)) {
            return wrong("fairness constraints that are not about single states cannot be replayed");
        }
        let mut play = Play::new();
        let mut graph: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
        let mut queue: VecDeque<Place> = self.starts(strategy)?.into_iter().map(|start| (start, false)).collect();
        while let Some(place) = queue.pop_front() {
            if graph.contains_key(&place) {
                continue;
            }
            if graph.len() >= MOST {
                return wrong("the play is too large to be replayed");
            }
            let (state, lost) = place.clone();
            let standing = self.stands(strategy, &state, operator);
            if !lost && standing == Stands::Won {
                graph.insert(place, Vec::new());
                play.entry(state).or_insert((true, Vec::new()));
                continue;
            }
            if !lost && standing == Stands::Lost {
                // Play goes on in this state, as one in which all is lost.
                graph.insert(place, vec![(state.clone(), true)]);
                queue.push_back((state, true));
                continue;
            }
            let targets = match rows.perfect.get(&state) {
                Some(choice) => {
                    let targets = self.outcomes(&state, members, choice)?;
                    play.insert(state, (false, targets.clone()));
                    targets
                }
                None => match self.runner.transitions.moves_within(&state, MOST) {
                    Ok(moves) => moves.successors.into_iter().map(|successor| successor.state).collect(),
                    Err(_) => return wrong("some state has too many moves to be replayed"),
                },
            };
            let next: Vec<Place> = match operator {
                // The next state decides, whatever may come after it.
                Temporal::Next(f) if !lost => {
                    let missed = targets.into_iter().filter(|target| !self.said(&strategy.parts, target, f));
                    missed.map(|target| (target, true)).collect()
                }
                _ => targets.into_iter().map(|target| (target, lost)).collect(),
            };
            queue.extend(next.iter().cloned());
            graph.insert(place, next);
        }
        let forever = matches!(operator, Temporal::Finally(_) | Temporal::Until(..));
        if self.has_fair_path(&graph, forever) {
            return wrong("play can be fair without coming to what it is for");
        }
        // What play comes to where the strategy has nothing to say is reached as well.
        for (state, _) in graph.into_keys() {
            play.entry(state).or_insert((true, Vec::new()));
        }
        Ok(play)
    }

    /// Whether there is a fair path on which the group loses: one that goes on forever where it is lost, or anywhere if
    /// something must come about. The greatest set from which every constraint can be met again and again.
    fn has_fair_path(&self, graph: &BTreeMap<Place, Vec<Place>>, forever: bool) -> bool {
        let mut bad: BTreeSet<&Place> = graph.keys().filter(|(_, lost)| forever || *lost).collect();
        loop {
            let before = bad.len();
            for &constraint in &self.claim.constraints {
                let met = |place: &&Place| self.claim.is_true(&self.model.system, constraint, &place.0);
                let mut can: BTreeSet<&Place> = bad.iter().copied().filter(met).collect();
                loop {
                    let more: Vec<&Place> = bad
                        .iter()
                        .copied()
                        .filter(|place| !can.contains(place) && graph[*place].iter().any(|next| can.contains(next)))
                        .collect();
                    if more.is_empty() {
                        break;
                    }
                    can.extend(more);
                }
                // At least one step to where it is met.
                bad.retain(|place| graph[*place].iter().any(|next| can.contains(next)));
            }
            if bad.len() == before {
                return !bad.is_empty();
            }
        }
    }
}
