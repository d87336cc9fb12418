//! Names that are declared twice, or that mean nothing.

use crate::diagnostics::{cases, edit};

cases! {
    agent_twice: edit("Agent Receiver", "Agent Sender");
    environment_twice: edit("Agent Sender\n", "Agent Environment\n  Actions = {};\n  Protocol:\n  end Protocol\n  Evolution:\n  end Evolution\nend Agent\n\nAgent Sender\n");
    variable_twice: edit("wet : boolean;", "wet : boolean;\n    timer : boolean;");
    obsvar_and_var: edit("wet : boolean;", "wet : boolean;\n    light : boolean;");
    value_twice: edit("{red, green, blue}", "{red, green, red}");
    action_twice: edit("{send, rest};\n  Protocol", "{send, rest, send};\n  Protocol");
    atom_twice: edit("eager if Sender.eager = true;", "busy if Sender.eager = true;");
    group_twice: edit("both = {Sender, Receiver};", "both = {Sender, Receiver};\n  both = {Sender};");
    group_member_twice: edit("both = {Sender, Receiver};", "both = {Sender, Receiver, Sender};");
    group_member_unknown: edit("both = {Sender, Receiver};", "both = {Sender, Reciever};");
    lobsvar_twice: edit("Lobsvars = {timer};", "Lobsvars = {timer, timer};");
    lobsvar_unknown: edit("Lobsvars = {timer};", "Lobsvars = {timer, wett};");
    lobsvar_is_obsvar: edit("Lobsvars = {timer};", "Lobsvars = {timer, light};");
    lobsvar_own_variable: edit("Lobsvars = {timer};", "Lobsvars = {timer, sent};");
    assigned_twice_in_a_line: edit("light = green and timer = 0", "light = green and light = red");
    single_assignment_with_two: edit("= MultiAssignment", "= SingleAssignment");
    protocol_action_twice: edit("{tick, rain};\n    Other", "{tick, rain, tick};\n    Other");
}
