//! The BDD engine against the oracle.
use crate::load::{Strictness, load};
#[test]
fn show_order() {
    let text = std::fs::read_to_string(std::env::var("M").unwrap()).unwrap();
    let model = load(&text, Strictness::Lenient).model.unwrap();
    let lowered = crate::lower::lower(&model.system);
    let edges = super::engine::edges(&lowered.system);
    let order = super::order::order(&lowered.system, &edges);
    let mut names = std::collections::BTreeMap::new();
    for v in model.system.var_ids() {
        for b in lowered.layout.range(v) {
            names.insert(lowered.system.state[b].now, model.system.qualified(v));
        }
    }
    for (i, a) in lowered.system.agents.iter().enumerate() {
        for x in &a.actions {
            names.insert(*x, format!("{}!", model.system.agents[i].name));
        }
    }
    let shown: Vec<_> = order.iter().filter_map(|i| names.get(i).cloned()).collect();
    eprintln!("{}", shown.join(" "));
}
