//! Go-Back-N: n bits over a lossy channel, with a window of two packets that are not acknowledged yet.
//!
//! J. Kong's thesis on MCMAS-Dynamic, section 8.8; written anew from its description. Differences from the listing in
//! its appendix: acknowledgements travel when the channel delivers backwards, the Receiver takes bits in order only and
//! acknowledges a bit as it comes in, and the Sender is deterministic.
//!
//! The channel has three stages, as in the thesis: a packet can be lost on its way from the first to the second and from
//! the second to the third. `go-back-n-finite` has the formulas that are meant for finite traces, `go-back-n-shifted` a
//! bug: the bits of packets overtake their numbers.

use crate::catalogue::{Model, Parameters};
use crate::text::{always, each, formulae, wrap};

/// How many packets may be on their way unacknowledged.
const WINDOW: usize = 2;

/// How many steps a packet or an acknowledgement is on its way.
const STAGES: usize = 3;

pub(crate) fn models() -> Vec<Model> {
    let family = |name, generate, expected| Model::family(name, 2, generate, expected);
    vec![
        family("go-back-n", generate, include_str!("../../library/go-back-n/expected.toml")),
        family("go-back-n-shifted", generate_shifted, include_str!("../../library/go-back-n-shifted/expected.toml")),
        family("go-back-n-finite", generate_finite, include_str!("../../library/go-back-n-finite/expected.toml")),
    ]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}", system(n), formulae(&properties(n))))
}

fn generate_shifted(Parameters { n, .. }: Parameters) -> String {
    let properties = [
        ("What the Receiver has is what the Sender sent.", vec![format!("AG({})", no_mismatch(n))]),
        ("The Receiver knows that of the first bit.", vec!["AG K(Receiver, !mismatch1)".to_owned()]),
    ];
    let moves = format!("data{STAGES}=data{}", STAGES - 1);
    let shifted = format!("data{STAGES}=data{}", STAGES - 2);
    wrap(&format!("{}\n{}", system(n).replace(&moves, &shifted), formulae(&properties)))
}

fn generate_finite(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}", system(n), formulae(&finite_properties(n))))
}

fn system(n: usize) -> String {
    let zero = |variable: &str| each(1, STAGES, " and ", |h| format!("Environment.{variable}{h}=0"));
    format!(
        "-- Go-Back-N (J. Kong's thesis, section 8.8): buffer n = {n}, window {WINDOW}, channel of {STAGES} stages.
Semantics = SingleAssignment;

{environment}
{sender}
{receiver}
Evaluation
  tt if Environment.channel=both or Environment.channel<>both;
{mismatch}  lastzero if Receiver.recv{n}=zero;
  lastone if Receiver.recv{n}=one;
  envworks if Environment.channel=both;
  envbroken if Environment.channel=down;
end Evaluation

InitStates
  Sender.acked=0 and Sender.next=1 and
  {nothing_received} and
  {no_packet} and
  {no_bit} and
  {no_ack};
end InitStates

Groups
  parties = {{ Sender, Receiver }};
end Groups
",
        environment = environment(n),
        sender = sender(n),
        receiver = receiver(n),
        mismatch = each(1, n, "", |k| format!(
            "  mismatch{k} if (Receiver.recv{k}=zero and Sender.bit{k}=true) or \
             (Receiver.recv{k}=one and Sender.bit{k}=false);\n"
        )),
        nothing_received = each(1, n, " and ", |k| format!("Receiver.recv{k}=empty")),
        no_packet = zero("packet"),
        no_bit = each(1, STAGES, " and ", |h| format!("Environment.data{h}=false")),
        no_ack = zero("ack"),
    )
}

fn environment(n: usize) -> String {
    let sends = |value: &str| each(1, n, " or ", |k| format!("Sender.Action={value}{k}"));
    format!(
        "Agent Environment
  Vars:
    channel : {{ down, forth, back, both }}; -- what the channel delivered in the last step
{stage_variables}  end Vars
  Actions = {{ down, forth, back, both }};
  Protocol:
    Other : {{ down, forth, back, both }};
  end Protocol
  Evolution:
    channel=down if Action=down;
    channel=forth if Action=forth;
    channel=back if Action=back;
    channel=both if Action=both;
    packet1=0 if Sender.Action=idle;
{packets}    data1=false if Sender.Action=idle or {zeros};
    data1=true if {ones};
    ack1=0 if Receiver.Action=quiet;
{acks}{moves}  end Evolution
end Agent
",
        stage_variables = each(1, STAGES, "", |h| format!(
            "    packet{h} : 0..{n}; -- its number, 0 for no packet\n    data{h} : boolean;\n    ack{h} : 0..{n};\n"
        )),
        packets = each(1, n, "", |k| format!("    packet1={k} if Sender.Action=zero{k} or Sender.Action=one{k};\n")),
        zeros = sends("zero"),
        ones = sends("one"),
        acks = each(1, n, "", |k| format!("    ack1={k} if Receiver.Action=confirm{k};\n")),
        moves = each(2, STAGES, "", |to| {
            let from = to - 1;
            format!(
                "    packet{to}=packet{from} if Action=forth or Action=both;
    packet{to}=0 if Action=back or Action=down;
    data{to}=data{from} if Action=forth or Action=both;
    data{to}=false if Action=back or Action=down;
    ack{to}=ack{from} if Action=back or Action=both;
    ack{to}=0 if Action=forth or Action=down;
"
            )
        }),
    )
}

fn sender(n: usize) -> String {
    let ack = format!("Environment.ack{STAGES}");
    format!(
        "Agent Sender
  Lobsvars = {{ ack{STAGES} }};
  Vars:
    acked : 0..{n}; -- the last packet that was acknowledged
    next : 1..{n}; -- the packet to send now
{bits}  end Vars
  Actions = {{ idle, {actions} }};
  Protocol:
    acked={n} : {{ idle }};
{protocol}  end Protocol
  Evolution:
    -- A new acknowledgement moves the window; packets sent before stay sent.
{acked}    next=next+1 if {ack}>acked and next>{ack} and next<{n};
{skip}    -- Without one: go on to the end of the window, then go back; a repeated one means go back.
    next=next+1 if {ack}<=acked and !({ack}=acked and acked>0) and acked<{n} and
      next<acked+{WINDOW} and next<{n};
    next=acked+1 if {ack}<=acked and acked<{n} and
      (({ack}=acked and acked>0) or next>=acked+{WINDOW} or next={n});
  end Evolution
end Agent
",
        bits = each(1, n, "", |k| format!("    bit{k} : boolean;\n")),
        actions = each(1, n, ", ", |k| format!("zero{k}, one{k}")),
        protocol = each(1, n, "", |k| format!(
            "    acked<{n} and next={k} and bit{k}=false : {{ zero{k} }};
    acked<{n} and next={k} and bit{k}=true : {{ one{k} }};
"
        )),
        acked = each(1, n, "", |k| format!("    acked={k} if {ack}={k} and acked<{k};\n")),
        skip = each(1, n - 1, "", |k| format!(
            "    next={} if {ack}={k} and acked<{k} and (next<={k} or next={n});\n",
            k + 1
        )),
    )
}

fn receiver(n: usize) -> String {
    let packet = format!("Environment.packet{STAGES}");
    let due = |k: usize| if k == 1 { String::new() } else { format!("recv{}<>empty and ", k - 1) };
    format!(
        "Agent Receiver
  Lobsvars = {{ packet{STAGES}, data{STAGES} }};
  Vars:
{bits}  end Vars
  Actions = {{ quiet, {actions} }};
  Protocol:
    -- A packet is answered by the number of the last bit in order, itself included.
{protocol}    Other : {{ quiet }};
  end Protocol
  Evolution:
{take}  end Evolution
end Agent
",
        bits = each(1, n, "", |k| format!("    recv{k} : {{ empty, zero, one }};\n")),
        actions = each(1, n, ", ", |k| format!("confirm{k}")),
        protocol = each(1, n, "", |k| {
            let new = format!("    {}recv{k}=empty and {packet}={k} : {{ confirm{k} }};\n", due(k));
            let old = if k == n {
                format!("    recv{k}<>empty and {packet}>0 : {{ confirm{k} }};\n")
            } else {
                let more = k + 1;
                format!(
                    "    recv{k}<>empty and recv{more}=empty and {packet}>0 and {packet}<>{more} : {{ confirm{k} }};\n"
                )
            };
            new + &old
        }),
        take = each(1, n, "", |k| {
            let taken = format!("{}recv{k}=empty and {packet}={k}", due(k));
            format!(
                "    recv{k}=zero if {taken} and Environment.data{STAGES}=false;
    recv{k}=one if {taken} and Environment.data{STAGES}=true;
"
            )
        }),
    )
}

/// Both know that the Receiver knows the last bit.
const SUCCESS: &str = "GK(parties, K(Receiver, lastzero) or K(Receiver, lastone))";
const COMMON: &str = "GCK(parties, K(Receiver, lastzero) or K(Receiver, lastone))";
/// The channel works for one or two steps at a time and fails for one.
const BURSTS: &str = "((envworks;envbroken) + (envworks;envworks;envbroken))*";

fn no_mismatch(n: usize) -> String {
    each(1, n, " and ", |k| format!("!mismatch{k}"))
}

fn properties(n: usize) -> Vec<(&'static str, Vec<String>)> {
    vec![
        ("Specification 1: what the Receiver has is what the Sender sent.", always(&no_mismatch(n))),
        (
            "Specification 2: over a channel that always works, both will know that the last bit arrived.",
            vec![
                format!("LDL [tt*]envworks -> <tt*>{SUCCESS}"),
                format!("CDL* A([tt*]envworks -> <tt*>{SUCCESS})"),
                format!("LTL (G envworks) -> (F {SUCCESS})"),
                format!("CTL* A((G envworks) -> (F {SUCCESS}))"),
            ],
        ),
        (
            "Specification 3: the same is possible if the channel only works in bursts.",
            vec![format!("CDL* envworks -> E(<{BURSTS}>{SUCCESS})")],
        ),
        (
            "It never becomes common knowledge, even if the channel always works.",
            vec![format!("LDL [tt*]envworks -> <tt*>{COMMON}"), format!("EF {COMMON}")],
        ),
        (
            "Success is always still possible, but not certain.",
            vec![format!("AG EF {SUCCESS}"), format!("AF {SUCCESS}"), format!("LTL (G(F envworks)) -> (F {SUCCESS})")],
        ),
    ]
}

fn finite_properties(n: usize) -> Vec<(&'static str, Vec<String>)> {
    let no_mismatch = no_mismatch(n);
    vec![
        (
            "Specification 1: what the Receiver has is what the Sender sent.",
            vec![format!("LDL [tt*]({no_mismatch})"), format!("CDL* A([tt*]({no_mismatch}))")],
        ),
        (
            "Specification 2, which a trace that ends early refutes.",
            vec![format!("LDL [tt*]envworks -> <tt*>{SUCCESS}"), format!("CDL* A([tt*]envworks -> <tt*>{SUCCESS})")],
        ),
        ("Specification 3: success is possible in bursts.", vec![format!("CDL* envworks -> E(<{BURSTS}>{SUCCESS})")]),
        (
            "Common knowledge is never reached, success always can be.",
            vec![format!("CDL* E(<tt*>{COMMON})"), format!("CDL* A([tt*]E(<tt*>{SUCCESS}))")],
        ),
    ]
}
