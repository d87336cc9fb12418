//! Several mistakes in one file: one run shows all of them, and nothing that only follows from them.

use crate::diagnostics::{cases, edit};

cases! {
    one_in_every_section: edit("timer : 0..3;", "timer : 3..0;")
        .edit("colour = blue : {confirm};", "colour = bleu : {confirm};")
        .edit("if Sender.Action = send;", "if Sender.Action = snd;")
        .edit("late if Environment.timer", "late if Environment.tmer")
        .edit("both = {Sender, Receiver};", "both = {Sender, Reciever};")
        .edit("<both>F busy;", "<bth>F busy;\n  AG buzy;");
    syntax_errors_all_over: edit("timer : 0..3;", "timer 0..3;")
        .edit("colour = blue : {confirm};", "colour = blue {confirm};")
        .edit("if Sender.Action = send;", "if Sender.Action = ;")
        .edit("late if Environment", "late Environment")
        .edit("both = {Sender, Receiver};", "both {Sender, Receiver};")
        .edit("<both>F busy;", "<both>F ;\n  AG (busy;");
    syntax_and_types: edit("timer : 0..3;", "timer : 0..3")
        .edit("timer = 3;", "timer = 4;")
        .edit("colour = blue : {confirm};", "colour = 7 : {confirm};")
        .edit("<both>F busy;", "<both>F busy;\n  AG (busy and);");
    unknown_names_after_a_broken_declaration: edit("state : {idle, busy};", "state : {idle, busy;");
    unknown_names_after_a_broken_agent: edit("Agent Receiver", "Agent 7");
    unknown_names_elsewhere_after_a_syntax_error: edit("colour = blue : {confirm};", "colour = blue {confirm};")
        .edit("<both>F busy;", "<both>F buzy;");
    two_in_one_line: edit("if timer < 3 and Action = tick;", "if tmer < 3 and Action = tock;");
    two_in_one_formula: edit("<both>F busy;", "K(Sendr, buzy);");
    wrong_atom_is_not_blamed_on_formulas: edit("busy if Sender.state = busy;", "busy if Sender.stat = busy;");
    wrong_variable_is_not_blamed_on_lines: edit("timer : 0..3;", "timer : 3..0;");
    syntax_error_in_atom_is_not_blamed_on_formulas: edit("busy if Sender.state = busy;", "busy if Sender.state = ;");
    broken_actions_are_not_blamed_on_protocols: edit("Actions = {send, rest};", "Actions = {send rest};");
}
