//! Doubts in files of evidence: why an agent does not know, as two runs that it cannot tell apart at their ends. Written,
//! read back, and compared with the part that they belong to.
//!
//! That some variables would be enough to see is a claim about all states, and so is that no fewer are: what the two
//! runs say about it is looked at, the rest is the engine's word.

use std::collections::BTreeSet;

use super::names::Names;
use super::read::Reader;
use super::{EvidenceFile, FileDoubt, FileError, FileRun, wrong};
use crate::ir::{State, VarId};
use crate::model::Model;
use crate::run::Run;
use crate::witness::claim::{evident, is_true};
use crate::witness::evidence::{Evidence, NodeId, Reason};
use crate::witness::replay::replay_unknowing;
use crate::witness::unknowing::{Missing, Unknowing};

/// Ready to be written.
pub(super) fn written(names: &Names<'_>, part: NodeId, why: &Unknowing) -> FileDoubt {
    let run = |run: &Run| FileRun {
        states: run.states.iter().map(|state| names.state(state)).collect(),
        actions: run.actions.iter().map(|action| names.action(action)).collect(),
    };
    let positions = |ids: &[VarId]| ids.iter().map(|id| id.index()).collect();
    let (enough, smallest) = match &why.missing {
        Missing::Variables { variables, smallest } => (Some(positions(variables)), *smallest),
        Missing::False | Missing::Unknown => (None, false),
    };
    FileDoubt {
        part,
        agents: why.agents.iter().map(|&agent| names.agent(agent)).collect(),
        real: run(&why.real),
        other: run(&why.other),
        different: positions(&why.different),
        enough,
        smallest,
        untrue: why.missing == Missing::False,
    }
}

impl EvidenceFile {
    /// The doubts of a file, by the part that they belong to. Whether they are right is for
    /// [`says_what_follows`](Self::says_what_follows) to say.
    ///
    /// # Errors
    /// What does not fit the model.
    pub fn doubts(&self, model: &Model) -> Result<Vec<(NodeId, Unknowing)>, FileError> {
        let reader = Reader { system: &model.system };
        let read = |doubt: &FileDoubt| reader.doubt(doubt).map(|why| (doubt.part, why));
        self.doubts.iter().map(|doubt| read(doubt).map_err(|error| about(doubt.part, error))).collect()
    }

    /// Whether the doubts of a file can be executed, and speak of what the evidence speaks of.
    pub(super) fn doubts_follow(&self, evidence: &Evidence, model: &Model) -> Result<(), FileError> {
        for (part, why) in self.doubts(model)? {
            follows(evidence, model, part, &why).map_err(|error| about(part, error))?;
        }
        Ok(())
    }
}

fn about(part: NodeId, FileError(what): FileError) -> FileError {
    FileError(format!("the doubt of part {part}: {what}"))
}

impl Reader<'_> {
    fn doubt(&self, doubt: &FileDoubt) -> Result<Unknowing, FileError> {
        let agents = doubt.agents.iter().map(|name| self.agent(name)).collect::<Result<Vec<_>, _>>()?;
        let seen: BTreeSet<VarId> =
            agents.iter().flat_map(|&agent| self.system.agent(agent).observes.iter().copied()).collect();
        let missing = match (&doubt.enough, doubt.untrue) {
            (Some(_), true) => return wrong("what is false cannot be known, whatever is seen"),
            (None, true) => Missing::False,
            (Some(enough), false) => {
                Missing::Variables { variables: self.variables(enough)?, smallest: doubt.smallest }
            }
            (None, false) => Missing::Unknown,
        };
        Ok(Unknowing {
            agents,
            real: self.run(&doubt.real)?,
            other: self.run(&doubt.other)?,
            seen: seen.into_iter().collect(),
            different: self.variables(&doubt.different)?,
            missing,
        })
    }

    fn run(&self, run: &FileRun) -> Result<Run, FileError> {
        if run.states.is_empty() {
            return wrong("a run has no state");
        }
        let states = run.states.iter().map(|state| self.state(state)).collect::<Result<_, _>>()?;
        let actions = run.actions.iter().map(|action| self.action(action)).collect::<Result<_, _>>()?;
        Ok(Run { states, actions, back_to: None })
    }

    fn variables(&self, positions: &[usize]) -> Result<Vec<VarId>, FileError> {
        let ids: Vec<VarId> = self.system.var_ids().collect();
        let id = |&at: &usize| ids.get(at).copied().ok_or_else(|| FileError(format!("there is no variable {at}")));
        positions.iter().map(id).collect()
    }
}

/// Whether a doubt is right, as far as two runs can show it, and belongs to a part.
fn follows(evidence: &Evidence, model: &Model, part: NodeId, why: &Unknowing) -> Result<(), FileError> {
    let Some(node) = evidence.nodes.get(part) else { return wrong("there is no such part") };
    let Reason::Jump(jump) = &node.reason else { return wrong("the part is no step of knowledge") };
    let [(agents, there)] = jump.steps.as_slice() else { return wrong("the part takes more than one step") };
    if *agents != why.agents {
        return wrong("the agents are not those of the part");
    }
    replay_unknowing(why, model).map_err(|mismatch| FileError(mismatch.to_string()))?;
    let (real, other) = (why.real.last(), why.other.last());
    if evidence.states.get(node.state) != Some(real) {
        return wrong("what happened does not end in the state of the part");
    }
    if evidence.states.get(*there) != Some(other) {
        return wrong("what is considered possible does not end in the state that the part leads to");
    }
    let different: Vec<VarId> = model.system.var_ids().filter(|&id| real.get(id) != other.get(id)).collect();
    if different != why.different {
        return wrong("`different` is not what differs");
    }
    missing_follows(evidence, model, evidence.nodes[jump.part].formula, why, real)
}

/// Whether what is said to be missing can be: `denied` is what is true in the other state.
fn missing_follows(
    evidence: &Evidence,
    model: &Model,
    denied: crate::logic::FormulaId,
    why: &Unknowing,
    real: &State,
) -> Result<(), FileError> {
    let decided = evident(&evidence.formulas)[denied.index()];
    let untrue = decided.then(|| is_true(&evidence.formulas, &model.system, denied, real));
    match &why.missing {
        Missing::Unknown => Ok(()),
        Missing::False if untrue == Some(false) => wrong("the formula is not false in what happened"),
        Missing::False => Ok(()),
        Missing::Variables { .. } if untrue == Some(true) => {
            wrong("the formula is false in what happened, and cannot be known, whatever is seen")
        }
        Missing::Variables { variables, .. } => {
            if variables.iter().any(|id| why.seen.contains(id)) {
                return wrong("`enough` names what is seen already");
            }
            if variables.iter().any(|id| why.different.contains(id)) {
                Ok(())
            } else {
                wrong("`enough` is not enough: it is the same in both runs")
            }
        }
    }
}
