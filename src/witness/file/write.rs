//! Evidence, ready to be written: names instead of numbers.

use super::names::Names;
use super::{
    EvidenceFile, FileLeftOut, FileOrigin, FilePart, FileReading, FileReason, FileTry, FileUniverse, LONGEST, VERSION,
    doubts,
};
use crate::engine::{Strategies, Traces};
use crate::ir::{ActionId, AgentId};
use crate::logic::{FormulaId, Specification};
use crate::model::Model;
use crate::slice::Slice;
use crate::witness::evidence::{Conclusion, Evidence, Node, NodeId, Prevention, Reason, Strategy, Table, Universe};
use crate::witness::unknowing::Unknowing;
use crate::witness::word::Reading;

impl EvidenceFile {
    /// Evidence for a specification, ready to be written. `doubts` say why an agent does not know, by the part of the
    /// evidence that they belong to.
    #[must_use]
    pub fn new(
        evidence: &Evidence,
        doubts: &[(NodeId, Unknowing)],
        model: &Model,
        specification: Specification,
    ) -> Self {
        let system = evidence.system(&model.system);
        let names = Names { system };
        let text = |formula: FormulaId| evidence.formulas.show_start(system, formula, LONGEST);
        Self {
            version: VERSION,
            formula: model.formulas.show(system, specification).to_string(),
            shows: match evidence.shown {
                Conclusion::Holds => "holds",
                Conclusion::Fails => "fails",
            }
            .to_owned(),
            traces: match evidence.traces {
                Traces::Infinite => "infinite",
                Traces::Finite => "finite",
            }
            .to_owned(),
            strategies: match evidence.strategies {
                Strategies::PerfectInformation => "perfect",
                Strategies::Uniform => "uniform",
            }
            .to_owned(),
            agents: system.agent_ids().map(|agent| names.agent(agent)).collect(),
            sees: system.agents.iter().map(|agent| agent.observes.iter().map(|id| id.index()).collect()).collect(),
            variables: system.var_ids().map(|id| system.qualified(id)).collect(),
            left_out: evidence.slice.as_ref().map(|slice| left_out(&names, slice)),
            formulas: evidence.formulas.ids().map(text).collect(),
            states: evidence.states.iter().map(|state| names.state(state)).collect(),
            parts: evidence.nodes.iter().map(|node| part(&names, evidence, node)).collect(),
            origins: evidence
                .origins
                .iter()
                .map(|(&state, run)| FileOrigin {
                    state,
                    states: run.states.iter().map(|state| names.state(state)).collect(),
                    actions: run.actions.iter().map(|action| names.action(action)).collect(),
                })
                .collect(),
            universe: evidence.universe.as_ref().map(|Universe { states, initial, fair }| FileUniverse {
                states: states.to_string(),
                initial: initial.to_string(),
                fair: *fair,
            }),
            doubts: doubts.iter().map(|(part, why)| doubts::written(&names, *part, why)).collect(),
        }
    }
}

fn left_out(names: &Names<'_>, slice: &Slice) -> FileLeftOut {
    let silent = names.system.agent_ids().filter(|agent| slice.cone.agents.binary_search(agent).is_err());
    FileLeftOut { variables: slice.left_out, agents: silent.map(|agent| names.agent(agent)).collect() }
}

fn part(names: &Names<'_>, evidence: &Evidence, node: &Node) -> FilePart {
    let reason = match &node.reason {
        Reason::Evident => FileReason::Evident,
        &Reason::Both(left, right) => FileReason::Both { parts: [left, right] },
        &Reason::Either(part) => FileReason::Either { part },
        Reason::Path(path) => FileReason::Path {
            states: path.states.clone(),
            actions: path.actions.iter().map(|action| names.action(action)).collect(),
            back_to: path.back_to,
            parts: path.parts.clone(),
            fair: path.fair.clone(),
            holds: positions(names, evidence, node),
            reads: readings(names, evidence, node),
        },
        Reason::Jump(jump) => FileReason::Jump {
            steps: jump
                .steps
                .iter()
                .map(|(agents, state)| (agents.iter().map(|&agent| names.agent(agent)).collect(), *state))
                .collect(),
            part: jump.part,
        },
        &Reason::Elsewhere(part) => FileReason::Elsewhere { part },
        Reason::Strategy(strategy) => table(names, evidence, node, strategy),
        Reason::Prevention(Prevention { rows, parts }) => FileReason::Prevention {
            rows: rows.iter().map(|row| (row.from, names.action(&row.action), row.to)).collect(),
            parts: parts.clone(),
        },
        Reason::Dilemma(dilemma) => FileReason::Dilemma {
            tries: dilemma
                .tries
                .iter()
                .map(|attempt| FileTry {
                    decisions: names.decisions(&attempt.decisions),
                    states: attempt.states.clone(),
                    actions: attempt.actions.iter().map(|action| names.action(action)).collect(),
                    back_to: attempt.back_to,
                })
                .collect(),
            parts: dilemma.parts.clone(),
        },
        Reason::Checked(parts) => {
            FileReason::Checked { parts: parts.clone(), scope: Some(evidence.scope(names.system, node)) }
        }
    };
    FilePart { state: node.state, formula: node.formula.index(), fair: node.fair, reason }
}

fn positions(names: &Names<'_>, evidence: &Evidence, node: &Node) -> Vec<(usize, Vec<usize>)> {
    let found = evidence.positions(names.system, node);
    found.into_iter().map(|(formula, positions)| (formula.index(), positions)).collect()
}

fn readings(names: &Names<'_>, evidence: &Evidence, node: &Node) -> Vec<FileReading> {
    let found = evidence.readings(names.system, node).into_iter();
    let steps = |steps: &[(usize, FormulaId)]| steps.iter().map(|&(at, formula)| (at, formula.index())).collect();
    found
        .map(|Reading { formula, from, steps: read, ends }| FileReading {
            formula: formula.index(),
            from,
            steps: steps(&read),
            ends,
        })
        .collect()
}

fn table(names: &Names<'_>, evidence: &Evidence, node: &Node, strategy: &Strategy) -> FileReason {
    let (from, parts, outcomes) = (strategy.from.clone(), strategy.parts.clone(), strategy.outcomes.clone());
    match &strategy.table {
        Table::Perfect(rows) => {
            let members: Vec<AgentId> = match evidence.formulas.get(node.formula) {
                crate::logic::Formula::Strategic(group, _) => names.system.group(group).members.clone(),
                _ => Vec::new(),
            };
            let actions = |actions: &[ActionId]| {
                members.iter().zip(actions).map(|(&member, &action)| names.one(member, action)).collect()
            };
            FileReason::Strategy {
                from,
                table: rows.iter().map(|(state, choice)| (*state, actions(choice))).collect(),
                outcomes,
                parts,
                members: members.iter().map(|&member| names.agent(member)).collect(),
            }
        }
        Table::Uniform(rows) => FileReason::UniformStrategy { from, table: names.decisions(rows), outcomes, parts },
    }
}
