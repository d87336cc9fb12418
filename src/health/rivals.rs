//! Rival lines (`crate::rivals`) by decision diagrams: for each pair of lines that may be rivals, whether some reachable state
//! and joint action make them so.

use crate::bdd::{BddEngine, Together};
use crate::engine::GaveUp;
use crate::ir::InterpretedSystem;
use crate::lower::Lowered;
use crate::rivals::{MOST_FOUND, Pairs, Rivals, Search};

/// All rivals of a system; the engine has been made from these circuits.
pub(super) fn rivals(system: &InterpretedSystem, lowered: &Lowered, engine: &mut BddEngine) -> Result<Search, GaveUp> {
    let mut search = Search::default();
    for Pairs { agent, pairs, .. } in &of_all(system, &mut search) {
        // Where an agent executes one of its lines, it has one mover.
        let mover = &lowered.system.movers[agent.index()];
        let questions = pairs.iter().map(|pair| Together { mover, choices: pair.lines, without: &pair.joint });
        let questions: Vec<Together<'_>> = questions.collect();
        let found = match engine.moves_with(&questions, MOST_FOUND) {
            Err(GaveUp::Memory) => {
                let name = &system.agent(*agent).name;
                search.gaps.push(format!("there was no room to look at the lines of {name}"));
                continue;
            }
            done => done?,
        };
        let last = found.last().map_or(0, |(number, _)| number + 1);
        if found.len() == MOST_FOUND && last < pairs.len() {
            search.cut_short(system, *agent);
        }
        search.found.extend(found.into_iter().map(|(number, (state, action))| {
            let (first, second) = pairs[number].lines;
            Rivals { agent: *agent, first, second, state, action }
        }));
    }
    Ok(search)
}

/// The pairs of all agents; what these leave out is noted.
fn of_all(system: &InterpretedSystem, search: &mut Search) -> Vec<Pairs> {
    let pairs = Pairs::of(system);
    search.gaps.extend(pairs.iter().filter_map(|pairs| pairs.gap(system)));
    pairs
}
