//! Type (1,n): the agents of `train-controller`, and an Environment with n Booleans whose lines
//! are told apart by the action of the first train.

use super::{all_false, environment};
use crate::catalogue::Parameters;
use crate::text::wrap;

const TRAIN_CONTROLLER: &str = include_str!("../../../library/train-controller/model.ispl");

/// The agents of the small model, as they stand there.
fn agents() -> &'static str {
    let start = TRAIN_CONTROLLER.find("Agent T1").expect("the model declares T1");
    let end = TRAIN_CONTROLLER.find("Evaluation\n").expect("the model has an Evaluation");
    &TRAIN_CONTROLLER[start..end]
}

pub(super) fn generate(parameters: Parameters) -> String {
    let Parameters { n, seed } = parameters;
    let environment = environment(
        parameters,
        "none",
        &[
            "T1.Action=stay",
            "T1.Action=approach",
            "T1.Action=pause",
            "T1.Action=request",
            "T1.Action=ride",
            "T1.Action=leave",
        ],
    );
    let agents = agents();
    let all_false = all_false(n);
    wrap(&format!(
        "\
-- The train controller and {n} Booleans that get random constants in every step (seed {seed}).
-- Type (1,n) of section 5.3 of the qMAS paper. See the model train-controller for the agents.

{environment}{agents}Evaluation
  t1tunnel if T1.place=tunnel;
  t2tunnel if T2.place=tunnel;
  clear if {all_false};
end Evaluation

InitStates
  T1.place=away and Controller.light=green and T2.place=away
    and {all_false};
end InitStates

Formulae
  -- 1: phi1, with the dual of K
  AG (!K(T1, !t2tunnel));
  -- 2: phi2
  AG K(T1, t1tunnel and !K(T2, t1tunnel));
  -- 3: phi3
  AF K(T1, t1tunnel);
  -- 4: phi4, with the dual of K
  AF (!K(T1, !t2tunnel));
  -- 5: phi1, with K
  AG K(T1, t2tunnel);
  -- 6: after the first step some Boolean is true
  AX (AG (!clear));
end Formulae
"
    ))
}
