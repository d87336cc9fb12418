//! Suspicious, but not wrong.

use crate::diagnostics::{cases, edit};

cases! {
    unused_variable: edit("wet : boolean;", "wet : boolean;\n    spare : 0..9;");
    unused_obsvar: edit("light : {red, green};", "light : {red, green};\n    sign : boolean;");
    unused_action: edit("{confirm, ignore};", "{confirm, ignore, wave};");
    action_tested_but_never_done: edit("{confirm, ignore};", "{confirm, ignore, wave};").edit("if Sender.Action = send;", "if Sender.Action = send or Action = wave;");
    unused_atom: edit("busy if Sender", "dry if Environment.wet = false;\n  busy if Sender");
    unused_group: edit("both = {Sender, Receiver};", "both = {Sender, Receiver};\n  world = {Environment};");
    protocol_line_never_applies: edit("Other : {tick};", "timer < 1 and timer > 2 : {rain};\n    Other : {tick};");
    evolution_line_never_applies: edit("wet = true if Action = rain;", "wet = true if Action = rain;\n    wet = false if timer = 1 and timer = 2;");
    evolution_line_with_two_actions: edit("wet = true if Action = rain;", "wet = true if Action = rain and Action = tick;");
    evolution_line_without_allowed_action: edit("wet = true if Action = rain;", "wet = true if Action = rain;\n    timer = 0 if wet = true and Action = rain;");
    evolution_line_repeated: edit("wet = true if Action = rain;", "wet = true if Action = rain;\n    wet = true if Action = rain;");
    rival_lines: edit("wet = true if Action = rain;", "wet = true if Action = rain;\n    timer = 0 if Action = rain and timer > 1;");
    rival_lines_with_one_condition: edit("colour : {red, green, blue};", "colour : {red, green, blue};\n    calls : 0..9;").edit("colour = red if Action = confirm;", "colour = red if Action = confirm;\n    calls = 1 if Action = confirm;");
    lines_that_exclude_each_other: edit("wet = true if Action = rain;", "wet = true if Action = rain;\n    timer = 0 if wet = true and timer > 1;");
    unused_only_without_errors: edit("wet : boolean;", "wet : boolean;\n    spare : 0..9;").edit("timer = 3;", "timer = 4;");
    several_warnings_in_the_order_of_the_file: edit("wet : boolean;", "wet : boolean;\n    spare : 0..9;").edit("{confirm, ignore};", "{confirm, ignore, wave};").edit("  !busy;", "  true;").edit("busy if Sender", "dry if Environment.wet = false;\n  busy if Sender");
}
