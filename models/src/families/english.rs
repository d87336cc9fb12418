//! Ten English sentences about trains, in every logic that can say them.
//!
//! J. Kong's thesis on MCMAS-Dynamic, section 2.3 (LTL, CTL, CTL*, LDL, LTLK) and section 6.1 (CDL*K). The model is ours:
//! train A waits in a station as long as it likes, closes its doors, leaves, passes the tunnel and stops in a depot for
//! ever; train B visits the tunnel when A is far from it.

use crate::catalogue::Model;

pub(crate) fn models() -> Vec<Model> {
    vec![Model::file(
        "english",
        include_str!("../../library/english/model.ispl"),
        include_str!("../../library/english/expected.toml"),
    )]
}
