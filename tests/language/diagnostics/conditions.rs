//! Conditions and values: their syntax, and what may be read where.

use crate::diagnostics::{cases, edit, init};

cases! {
    parenthesis_not_closed: edit("if timer < 3 and Action = tick;", "if (timer < 3 and Action = tick;");
    parenthesis_not_opened: edit("if timer < 3 and Action = tick;", "if timer < 3) and Action = tick;");
    parenthesis_empty: edit("if timer < 3 and Action = tick;", "if () and Action = tick;");
    operator_missing: edit("if timer < 3 and Action = tick;", "if timer < 3 Action = tick;");
    operand_missing: edit("if timer < 3 and Action = tick;", "if timer < 3 and;");
    operand_missing_in_front: edit("if timer < 3 and Action = tick;", "if and Action = tick;");
    comparison_chained: edit("if timer < 3 and", "if 0 < timer < 3 and");
    implication: edit("if timer < 3 and Action", "if timer < 3 -> Action");
    temporal_operator: edit("if timer < 3 and Action", "if AG timer < 3 and Action");
    environment_alone: edit("Environment.light = red;\n  end RedStates", "Environment = red;\n  end RedStates");
    dot_without_variable: edit("Environment.light = red;\n  end RedStates", "Environment. = red;\n  end RedStates");
    minus_without_number: edit("sent = sent + 1", "sent = -sent + 1");
    brackets: edit("if timer < 3 and", "if timer[0] < 3 and");
    group_in_condition: edit("late if Environment.timer > 2", "late if both.timer > 2");
    red_states_in_condition: edit("late if Environment.timer > 2", "late if Sender.RedStates");
    unknown_variable: edit("timer = timer + 1 if timer < 3", "timer = timer + 1 if time < 3");
    unknown_variable_far_from_all: edit("timer = timer + 1 if timer < 3", "timer = timer + 1 if clock < 3");
    unknown_variable_of_agent: edit("late if Environment.timer", "late if Environment.tmer");
    unknown_agent: edit("busy if Sender.state", "busy if Sendr.state");
    unqualified_in_evaluation: edit("busy if Sender.state = busy;", "busy if state = busy;");
    unqualified_unknown_in_evaluation: edit("busy if Sender.state = busy;", "busy if nowhere = busy;");
    unqualified_in_initstates: init("light = red");
    environment_variable_unqualified: edit("if Action = send and sent < 5;", "if Action = send and timer < 3;");
    own_variable_qualified: edit("and sent < 5;", "and Sender.sent < 5;");
    variable_of_other_agent: edit("colour = blue if Sender.Action = send;", "colour = blue if Sender.state = busy;");
    variable_of_agent_in_environment: edit("wet = true if Action = rain;", "wet = true if Sender.state = busy;");
    environment_variable_not_visible: edit("colour = blue if Sender.Action = send;", "colour = blue if Environment.timer = 2;");
    environment_variable_not_visible_in_protocol: edit("colour = blue : {confirm};", "Environment.wet = true : {confirm};");
    lobsvar_on_the_right: edit("sent = sent + 1", "sent = Environment.timer");
    hidden_variable_on_the_right: edit("sent = sent + 1", "eager = Environment.wet");
    action_in_protocol: edit("colour = blue : {confirm};", "Sender.Action = send : {confirm};");
    action_in_red_states: edit("state = busy and Environment.light = red;", "Action = send;");
    action_in_evaluation: edit("busy if Sender.state = busy;", "busy if Sender.Action = send;");
    action_in_initstates: init("Sender.Action = send");
    action_assigned: edit("colour = red if Action = confirm;", "colour = Action if Action = confirm;");
    action_unknown: edit("wet = true if Action = rain;", "wet = true if Action = snow;");
    action_misspelt: edit("if Sender.Action = send;", "if Sender.Action = sent;");
    action_of_unknown_agent: edit("if Sender.Action = send;", "if Sendre.Action = send;");
    action_compared_otherwise: edit("wet = true if Action = rain;", "wet = true if Action <> rain;");
    action_compared_with_number: edit("wet = true if Action = rain;", "wet = true if Action = 3;");
    action_on_the_right: edit("wet = true if Action = rain;", "wet = true if rain = Action;");
    actions_compared: edit("if Sender.Action = send;", "if Sender.Action = Action;");
    action_alone: edit("wet = true if Action = rain;", "wet = true if Action;");
    protocol_action_unknown: edit("colour = blue : {confirm};", "colour = blue : {comfirm};");
    protocol_action_far_from_all: edit("colour = blue : {confirm};", "colour = blue : {jump};");
    protocol_action_of_other_agent: edit("colour = blue : {confirm};", "colour = blue : {send};");
    assigned_variable_unknown: edit("colour = blue if Sender", "color = blue if Sender");
    assigned_variable_of_other_agent: edit("colour = blue if Sender", "state = busy if Sender");
}
