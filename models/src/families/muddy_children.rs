//! The muddy children: who has mud on the forehead, when everybody sees all foreheads but their own?
//!
//! Fagin, Halpern, Moses and Vardi, "Reasoning about Knowledge" (1995), chapter 1; MCMAS comes with a model for three
//! children. The father speaks first, then asks again and again, and all answer at once, until some child knows.
//! Knowledge is a function of the local state, so what has been heard is kept in variables that all observe: what the
//! father said, how many questions found nobody who knows, and whether somebody knew.
//!
//! `muddy-children-hasty` has a bug: children that see k muddy others say that they know one question too early.
//!
//! (n+6)2^(n-1)-1 states. Each child sees n-1 others, so the text is quadratic in n.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, formulae, join, wrap};

pub(crate) fn models() -> Vec<Model> {
    let family = |name, generate, expected| Model::family(name, 2, generate, expected);
    vec![
        family("muddy-children", generate, include_str!("../../library/muddy-children/expected.toml")),
        family(
            "muddy-children-hasty",
            generate_hasty,
            include_str!("../../library/muddy-children-hasty/expected.toml"),
        ),
    ]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}", system(n, "Environment.asked"), formulae(&properties(n))))
}

fn generate_hasty(Parameters { n, .. }: Parameters) -> String {
    let knows = "(K(Child1, muddy1) or K(Child1, !muddy1))";
    let properties = [
        ("Before the father speaks, no child knows its own state.", vec![format!("AG(silent -> !{knows})")]),
        ("Who says so does know.", vec![format!("AG(said1 -> {knows})")]),
    ];
    wrap(&format!("{}\n{}", system(n, "Environment.asked + 1"), formulae(&properties)))
}

/// A child knows when it sees at most `enough` muddy others.
fn system(n: usize, enough: &str) -> String {
    format!(
        "-- The muddy children (Fagin, Halpern, Moses, Vardi, Reasoning about Knowledge, 1995), n = {n}.
Semantics = SingleAssignment;

{environment}
{children}
Evaluation
  tt if Environment.solved=true or Environment.solved=false;
  silent if Environment.father=silent;
  told if Environment.father=some;
  solved if Environment.solved=true;
  somemuddy if {somemuddy};
  allmuddy if {allmuddy};
  onlyfirst if Environment.muddy1=1 and {others_clean};
{atoms}end Evaluation

InitStates
  Environment.father=silent and Environment.asked=0 and Environment.solved=false and
  {unspoken};
end InitStates

Groups
  all = {{ {all} }};
end Groups
",
        environment = environment(n),
        children = each(1, n, "\n", |i| child(i, n, enough)),
        somemuddy = each(1, n, " or ", |i| format!("Environment.muddy{i}=1")),
        allmuddy = each(1, n, " and ", |i| format!("Environment.muddy{i}=1")),
        others_clean = each(2, n, " and ", |i| format!("Environment.muddy{i}=0")),
        atoms =
            each(1, n, "", |i| format!("  muddy{i} if Environment.muddy{i}=1;\n  said{i} if Child{i}.said=true;\n")),
        unspoken = each(1, n, " and ", |i| format!("Child{i}.said=false")),
        all = each(1, n, ", ", |i| format!("Child{i}")),
    )
}

fn environment(n: usize) -> String {
    format!(
        "Agent Environment
  Obsvars:
    father : {{ silent, some, nobody }}; -- who is muddy, says the father
    asked : 0..{most}; -- questions to which nobody answered \"I know\"
    solved : boolean; -- somebody answered \"I know\"
  end Obsvars
  Vars:
{foreheads}  end Vars
  Actions = {{ none }};
  Protocol:
    Other : {{ none }};
  end Protocol
  Evolution:
    father=some if father=silent and ({some});
    father=nobody if father=silent and {nobody};
    solved=true if father=some and ({know});
    asked=asked+1 if father=some and solved=false and {ignorant};
  end Evolution
end Agent
",
        most = n - 1,
        foreheads = each(1, n, "", |i| format!("    muddy{i} : 0..1;\n")),
        some = each(1, n, " or ", |i| format!("muddy{i}=1")),
        nobody = each(1, n, " and ", |i| format!("muddy{i}=0")),
        know = each(1, n, " or ", |i| format!("Child{i}.Action=know")),
        ignorant = each(1, n, " and ", |i| format!("Child{i}.Action=donotknow")),
    )
}

/// A child that sees k muddy others knows when k questions have found nobody who knows, or when somebody knew.
fn child(i: usize, n: usize, enough: &str) -> String {
    let others = |prefix: &str, separator: &str| {
        join((1..=n).filter(|&j| j != i).map(|j| format!("{prefix}muddy{j}")), separator, "")
    };
    format!(
        "Agent Child{i}
  Lobsvars = {{ {seen} }};
  Vars:
    said : boolean; -- has answered \"I know\"
  end Vars
  Actions = {{ know, donotknow }};
  Protocol:
    Environment.father=nobody or Environment.solved=true : {{ know }};
    Environment.father=some and {sum}<={enough} : {{ know }};
    Other : {{ donotknow }};
  end Protocol
  Evolution:
    said=true if Action=know;
  end Evolution
end Agent
",
        seen = others("", ", "),
        sum = others("Environment.", " + "),
    )
}

fn properties(n: usize) -> Vec<(&'static str, Vec<String>)> {
    let knows = |i: usize| format!("(K(Child{i}, muddy{i}) or K(Child{i}, !muddy{i}))");
    let (first, everybody) = (knows(1), each(1, n, " and ", knows));
    vec![
        ("Before the father speaks, no child knows its own state.", vec![format!("AG(silent -> !{first})")]),
        ("Who says so does know.", vec![format!("AG(said1 -> {first})")]),
        (
            "In the end all know; and then know for ever.",
            vec![
                format!("AF({everybody})"),
                format!("LTL F({everybody})"),
                format!("CTL* A(F(G({everybody})))"),
                format!("LDL <tt*>[tt*]({everybody})"),
                "LTL G(K(Child1, muddy1) -> (G K(Child1, muddy1)))".into(),
            ],
        ),
        (
            "An only muddy child knows as soon as the father has spoken; others need not.",
            vec!["AG((told and onlyfirst) -> K(Child1, muddy1))".into(), format!("AG(told -> {first})")],
        ),
        (
            "What the father says is common knowledge; before, everybody may know it, but not commonly.",
            vec![
                "AG(told -> GCK(all, somemuddy))".into(),
                "AG((silent and allmuddy) -> GK(all, somemuddy))".into(),
                "AG((silent and allmuddy) -> GCK(all, somemuddy))".into(),
            ],
        ),
        ("Together they know everything from the start.", vec!["AG(DK(all, muddy1) or DK(all, !muddy1))".into()]),
        (
            "Once the puzzle is solved, it is commonly known who is muddy; not before.",
            vec![
                "AG((solved and muddy1) -> GCK(all, muddy1))".into(),
                "AG((told and muddy1) -> GCK(all, muddy1))".into(),
            ],
        ),
        (
            "It takes one question for each muddy child: all muddy, the first question is never enough.",
            vec![
                "LDL allmuddy -> [tt;tt](!solved)".into(),
                "LDL onlyfirst -> [tt;tt]solved".into(),
                "CTL* E(X X solved)".into(),
            ],
        ),
    ]
}
