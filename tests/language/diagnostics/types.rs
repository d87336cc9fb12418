//! Types and ranges.

use crate::diagnostics::{cases, edit, init};

cases! {
    range_upside_down: edit("timer : 0..3;", "timer : 3..0;");
    constant_above_range: edit("timer = 3;", "timer = 4;");
    constant_below_range: edit("timer = 3;", "timer > -1;");
    constant_on_the_left: edit("timer = 3;", "7 = timer;");
    constant_assigned_out_of_range: edit("light = green and timer = 0", "light = green and timer = 9");
    value_never_in_range: edit("timer = timer + 1", "timer = timer + 9");
    boolean_ordered: edit("wet = false : {tick, rain};", "wet < true : {tick, rain};");
    enumeration_ordered: edit("colour = blue : {confirm};", "colour > red : {confirm};");
    enumerations_ordered: edit("late if Environment.timer > 2", "late if Environment.light < Receiver.colour");
    value_unknown: edit("colour = blue : {confirm};", "colour = yellow : {confirm};");
    value_misspelt: edit("colour = blue : {confirm};", "colour = bleu : {confirm};");
    value_on_the_left_unknown: edit("colour = blue : {confirm};", "bleu = colour : {confirm};");
    value_assigned_unknown: edit("colour = blue if Sender", "colour = purple if Sender");
    value_assigned_to_integer: edit("timer = timer + 1", "timer = three");
    value_assigned_to_boolean: edit("wet = true if", "wet = TRUE if");
    enumerations_not_comparable: edit("late if Environment.timer > 2", "late if Sender.state = Receiver.colour");
    enumeration_assigned_from_another: edit("colour = red if", "colour = Environment.light if");
    integer_with_boolean: edit("wet = false : {tick, rain};", "wet = 0 : {tick, rain};");
    boolean_with_integer: edit("timer < 3 and", "timer < true and");
    enumeration_with_integer: edit("colour = blue : {confirm};", "colour = 2 : {confirm};");
    integer_assigned_to_boolean: edit("wet = true if", "wet = 1 if");
    boolean_assigned_to_integer: edit("timer = timer + 1", "timer = wet");
    boolean_assigned_to_enumeration: edit("colour = red if", "colour = true if");
    integer_as_condition: edit("wet = false : {tick, rain};", "timer : {tick, rain};");
    enumeration_as_condition: edit("colour = blue : {confirm};", "colour : {confirm};");
    name_as_condition: edit("colour = blue : {confirm};", "sunny : {confirm};");
    arithmetic_on_booleans: edit("timer = timer + 1", "timer = timer + wet");
    arithmetic_on_names: edit("timer = timer + 1", "timer = timer + one");
    bits_of_integers: edit("wet = true if", "wet = wet & timer if");
    not_of_an_integer: edit("wet = false : {tick, rain};", "!timer : {tick, rain};");
    tilde_of_an_integer: edit("wet = true if", "wet = ~timer if");
    arithmetic_leaves_64_bits: edit("timer : 0..3;", "timer : 0..2147483647;").edit("timer = timer + 1", "timer = timer * timer * timer");
    initstates_of_another_type: init("Environment.light = 3");
    initstates_out_of_range: init("Environment.timer = 8");
    initstates_unsatisfiable: init("Environment.timer = 1");
    initstates_unsatisfiable_by_comparison: init("Sender.state = busy");
    initstates_false: init("!(Environment.wet = Environment.wet)");
}
