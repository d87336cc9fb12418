//! Lines of declarations, protocols, evolutions and the like.

use crate::diagnostics::{cases, edit};

cases! {
    declaration_without_semicolon: edit("timer : 0..3;", "timer : 0..3");
    declaration_with_minus_for_dots: edit("timer : 0..3;", "timer : 0-3;");
    declaration_with_first_value: edit("timer : 0..3;", "timer : 0..3 = 0;");
    declaration_without_colon: edit("timer : 0..3;", "timer 0..3;");
    declaration_with_equal: edit("timer : 0..3;", "timer = 0..3;");
    declaration_without_type: edit("timer : 0..3;", "timer : ;");
    declaration_with_bool: edit("wet : boolean;", "wet : bool;");
    declaration_with_one_dot: edit("timer : 0..3;", "timer : 0.3;");
    declaration_with_half_a_range: edit("timer : 0..3;", "timer : 0..;");
    enumeration_not_closed: edit("state : {idle, busy};", "state : {idle, busy;");
    enumeration_without_comma: edit("state : {idle, busy};", "state : {idle busy};");
    enumeration_with_a_comma_too_many: edit("state : {idle, busy};", "state : {idle, busy,};");
    enumeration_of_numbers: edit("state : {idle, busy};", "state : {1, 2};");
    enumeration_empty: edit("state : {idle, busy};", "state : {};");
    actions_not_closed: edit("Actions = {send, rest};", "Actions = {send, rest;");
    actions_in_parentheses: edit("Actions = {send, rest};", "Actions = (send, rest);");
    lobsvars_without_braces: edit("Lobsvars = {timer};", "Lobsvars = timer;");
    protocol_without_colon: edit("colour = blue : {confirm};", "colour = blue {confirm};");
    protocol_with_arrow: edit("colour = blue : {confirm};", "colour = blue -> {confirm};");
    protocol_without_braces: edit("colour = blue : {confirm};", "colour = blue : confirm;");
    protocol_without_semicolon: edit("colour = blue : {confirm};", "colour = blue : {confirm}");
    protocol_without_condition: edit("colour = blue : {confirm};", ": {confirm};");
    protocol_without_actions: edit("colour = blue : {confirm};", "colour = blue : {};");
    protocol_other_first: edit("colour = blue : {confirm};\n    Other : {ignore};", "Other : {ignore};\n    colour = blue : {confirm};");
    protocol_other_twice: edit("Other : {ignore};", "Other : {ignore};\n    Other : {confirm};");
    evolution_without_if: edit("colour = blue if Sender.Action = send;", "colour = blue Sender.Action = send;");
    evolution_with_if_in_front: edit("colour = blue if Sender.Action = send;", "if Sender.Action = send then colour = blue;");
    evolution_without_condition: edit("colour = blue if Sender.Action = send;", "colour = blue if ;");
    evolution_without_assignment: edit("colour = blue if Sender.Action = send;", "if Sender.Action = send;");
    evolution_without_semicolon: edit("colour = blue if Sender.Action = send;", "colour = blue if Sender.Action = send");
    evolution_last_without_semicolon: edit("colour = red if Action = confirm;", "colour = red if Action = confirm");
    evolution_with_primes: edit("colour = blue if Sender", "colour' = blue if Sender");
    evolution_with_assign_symbol: edit("colour = blue if Sender", "colour := blue if Sender");
    evolution_with_comma: edit("light = green and timer = 0 if", "light = green, timer = 0 if");
    evolution_with_or: edit("light = green and timer = 0 if", "light = green or timer = 0 if");
    evolution_with_arrow: edit("colour = blue if Sender.Action = send;", "Sender.Action = send -> colour = blue;");
    evolution_assigns_qualified: edit("colour = blue if Sender", "Receiver.colour = blue if Sender");
    evolution_assigns_variable_of_another: edit("colour = blue if Sender", "Sender.eager = true if Sender");
    evolution_assigns_number: edit("colour = blue if Sender", "3 = blue if Sender");
    evolution_compares: edit("timer = timer + 1 if", "timer < timer + 1 if");
    evaluation_without_if: edit("busy if Sender.state = busy;", "busy Sender.state = busy;");
    evaluation_without_semicolon: edit("busy if Sender.state = busy;", "busy if Sender.state = busy");
    evaluation_with_equal: edit("busy if Sender.state = busy;", "busy = Sender.state = busy;");
    group_without_equal: edit("both = {Sender, Receiver};", "both {Sender, Receiver};");
    group_not_closed: edit("both = {Sender, Receiver};", "both = {Sender, Receiver;");
    group_empty: edit("both = {Sender, Receiver};", "both = {};");
    fairness_without_semicolon: edit("  !busy;", "  !busy");
    formula_without_semicolon: edit("late);\n", "late)\n");
    last_formula_without_semicolon: edit("<both>F busy;", "<both>F busy");
    doubled_semicolon: edit("timer : 0..3;", "timer : 0..3;;");
    doubled_semicolon_after_formula: edit("<both>F busy;", "<both>F busy;;");
    initstates_without_semicolon: edit("Environment.light = red;\nend", "Environment.light = red\nend");
}
