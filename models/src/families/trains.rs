//! Trains that share a tunnel.
//!
//! * `train-gate-mcmas`: Table 1 of Lomuscio, Qu, Raimondi: MCMAS, CAV 2009, completed.
//! * `train-controller`: section 5.1 of the qMAS paper, with the eight states of its Figure 2.
//! * `faulty-trains`: N trains that may break down and a controller that may evict them, after
//!   section 2.2 of Kong, Lomuscio: Symbolic Model Checking Multi-Agent Systems against CTL*K
//!   Specifications, AAMAS 2017, which gives the scenario and one formula.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::file(
            "train-gate-mcmas",
            include_str!("../../library/train-gate-mcmas/model.ispl"),
            include_str!("../../library/train-gate-mcmas/expected.toml"),
        ),
        Model::file(
            "train-controller",
            include_str!("../../library/train-controller/model.ispl"),
            include_str!("../../library/train-controller/expected.toml"),
        ),
        Model::family("faulty-trains", 2, faulty_trains, include_str!("../../library/faulty-trains/expected.toml")),
    ]
}

/// `n` trains and their controller. `SingleAssignment`, since the controller notes the faults of
/// all trains in one step.
fn faulty_trains(Parameters { n, .. }: Parameters) -> String {
    let header = format!(
        "\
-- {n} trains on looping tracks that share a tunnel, and a controller that lets one of them in.
-- A train may break down in any place: it then skips a turn, and is broken in the next state.
-- The controller notes who is broken and may evict a train from the tunnel. Once, at a time
-- of its choice, it updates its software and misses the faults of that step.
-- After section 2.2 of Kong, Lomuscio: Symbolic Model Checking Multi-Agent Systems against
-- CTL*K Specifications, AAMAS 2017. The update is ours: with it the paper's property AFG holds
-- and the CTL formula AF AG does not.

Semantics = SingleAssignment;

"
    );
    let trains: String = (1..=n).map(train).collect();
    wrap(&[header, controller(n), trains, evaluation(n), formulae(n)].concat())
}

fn controller(n: usize) -> String {
    let signals = each(1, n, ", ", |i| format!("go{i}, evict{i}"));
    let entries = each(1, n, ", ", |i| format!("go{i}"));
    let faults: String = (1..=n).map(|i| format!("    fault{i}: boolean;\n")).collect();
    let evictions: String = (1..=n).map(|i| format!("    occupant={i}: {{none, evict{i}}};\n")).collect();
    let notes: String = (1..=n)
        .map(|i| {
            format!(
                "    occupant={i} if Action=go{i} and Train{i}.Action=enter;
    occupant=0 if occupant={i} and (Train{i}.Action=leave or Action=evict{i});
    fault{i}=true if Train{i}.Action=break and !(Action=update);
    fault{i}=false if !(Train{i}.Action=break) or Action=update;
"
            )
        })
        .collect();
    format!(
        "\
-- occupant: the train in the tunnel, 0 if there is none.
Agent Controller
  Vars:
    mode: {{old, updating, new}};
    occupant: 0..{n};
{faults}  end Vars
  Actions = {{none, update, {signals}}};
  Protocol:
    mode=old: {{update}};
    occupant=0: {{none, {entries}}};
{evictions}  end Protocol
  Evolution:
    mode=updating if Action=update;
    mode=new if mode=updating;
{notes}  end Evolution
end Agent

"
    )
}

fn train(i: usize) -> String {
    format!(
        "\
Agent Train{i}
  Vars:
    place: {{away, wait, tunnel}};
    broken: boolean;
  end Vars
  Actions = {{stay, approach, enter, leave, break}};
  Protocol:
    place=away: {{stay, approach, break}};
    place=wait: {{enter, break}};
    place=tunnel: {{leave, break}};
  end Protocol
  Evolution:
    place=wait if place=away and Action=approach;
    place=tunnel if place=wait and Action=enter and Controller.Action=go{i};
    place=away if place=tunnel and (Action=leave or Controller.Action=evict{i});
    broken=true if Action=break;
    broken=false if !(Action=break);
  end Evolution
end Agent

"
    )
}

fn evaluation(n: usize) -> String {
    let atoms: String = (1..=n)
        .map(|i| format!("  broken{i} if Train{i}.broken=true;\n  tunnel{i} if Train{i}.place=tunnel;\n"))
        .collect();
    let sound =
        each(1, n, " and ", |i| format!("Train{i}.place=away and Train{i}.broken=false and Controller.fault{i}=false"));
    format!(
        "\
Evaluation
{atoms}end Evaluation

InitStates
  Controller.mode=old and Controller.occupant=0
    and {sound};
end InitStates

"
    )
}

fn formulae(n: usize) -> String {
    let tolerant =
        each(1, n, " and ", |i| format!("A(F(G((!broken{i}) or (K(Controller, broken{i}) and E(X(!tunnel{i}))))))"));
    format!(
        "\
Formulae
  -- 1: at last a train is broken only if the controller knows it and can evict it
  CTL* {tolerant};
  -- 2: but on no path need there be a time from which on this is certain
  AF (AG (!broken1 or (K(Controller, broken1) and EX (!tunnel1))));
  -- 3: and it is not always so
  AG (!broken1 or (K(Controller, broken1) and EX (!tunnel1)));
  -- 4: the linear part of formula 1
  LTL F(G((!broken1) or K(Controller, broken1)));
  -- 5: who breaks down again and again is found out again and again
  CTL* A((G(F broken1)) -> (G(F(K(Controller, broken1)))));
  -- 6: never two trains in the tunnel
  AG (!(tunnel1 and tunnel2));
  -- 7: the controller knows who is in the tunnel
  AG (tunnel1 -> K(Controller, tunnel1));
  -- 8: and can always get it out
  AG (tunnel1 -> EX (!tunnel1));
  -- 9: but a train that keeps breaking down may stay there for ever
  LTL G((!tunnel1) or (F (!tunnel1)));
  -- 10: the other trains never know who is broken
  AG (!K(Train2, broken1));
  -- 11: during the update the controller does not know it either
  EF (broken1 and !K(Controller, broken1));
end Formulae
"
    )
}
