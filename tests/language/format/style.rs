//! What formatted files look like: each case is what was typed and what it becomes.

use super::{examine, with_formula};

/// The only formula of a file, formatted.
fn formula(typed: &str) -> String {
    let text = examine(typed, &with_formula(typed));
    let (_, formulae) = text.split_once("Formulae\n").expect("the file has them");
    formulae.strip_suffix(";\nend Formulae\n").expect("and ends with them").trim_start().to_owned()
}

#[test]
fn a_whole_file() {
    let typed = "\n\n
-- Two lamps.
Semantics=SA; Agent Environment
Obsvars: day:boolean; -- all see it
end Obsvars Actions={none}; Protocol: end Protocol Evolution: day=~day if Action=none; end Evolution
-- No more than that.
end Agent
-- The first.

Agent   Lamp Vars:

      on:boolean;   age : 0 .. 3;


      -- worn out or not
      mood : {good,bad};

   -- colour : {red};

   end Vars
Actions = { switch ,rest };
    Protocol: age<3 and Environment.day=false:{switch,rest}; Other:{rest}; end Protocol

    Evolution:
        on=true and age=age+1 if on=false and Action=switch; -- up
        on=false if (on=true)and !( Action=rest );
    end Evolution
  end Agent
Evaluation lit if Lamp.on=true; end Evaluation InitStates Lamp.on=false and Lamp.age=0; end InitStates
Groups all={Lamp,Environment}; end Groups Formulae AG(lit->EF!lit); -- it can be switched off
end Formulae
-- The end.";
    let expected = "\
-- Two lamps.
Semantics = SA;

Agent Environment
  Obsvars:
    day : boolean;  -- all see it
  end Obsvars
  Actions = {none};
  Protocol:
  end Protocol
  Evolution:
    day = ~day if Action = none;
  end Evolution
  -- No more than that.
end Agent
-- The first.

Agent Lamp
  Vars:
    on : boolean;
    age : 0..3;

    -- worn out or not
    mood : {good, bad};

    -- colour : {red};
  end Vars
  Actions = {switch, rest};
  Protocol:
    age < 3 and Environment.day = false : {switch, rest};
    Other : {rest};
  end Protocol

  Evolution:
    on = true and age = age + 1 if on = false and Action = switch;  -- up
    on = false if (on = true) and !(Action = rest);
  end Evolution
end Agent

Evaluation
  lit if Lamp.on = true;
end Evaluation

InitStates
  Lamp.on = false and Lamp.age = 0;
end InitStates

Groups
  all = {Lamp, Environment};
end Groups

Formulae
  AG(lit -> EF !lit);  -- it can be switched off
end Formulae
-- The end.
";
    assert_eq!(examine("lamps", typed), expected);
    assert_eq!(examine("lamps with CRLF", &typed.replace('\n', "\r\n")), expected);
}

#[test]
fn formulas() {
    for (typed, expected) in [
        ("AG ( p->AF q )", "AG(p -> AF q)"),
        ("! ! p and(p or ! ( p ))", "!!p and (p or !(p))"),
        ("K ( Bob , p )or GCK(all,! K(Bob,p))", "K(Bob, p) or GCK(all, !K(Bob, p))"),
        ("A (p U q)", "A(p U q)"),
        ("E(p R(p W q))", "E(p R (p W q))"),
        ("< Bob > F p and<Bob>(p U p)", "<Bob>F p and <Bob>(p U p)"),
        ("AG<Bob>X p", "AG <Bob>X p"),
        ("Bob . RedStates", "Bob.RedStates"),
        ("Bob.x<- 3 or Bob.x>=- 1", "Bob.x < -3 or Bob.x >= -1"),
        ("LTL(F p)->G (F p)", "LTL (F p) -> G(F p)"),
        ("CTL*A(G p)", "CTL* A(G p)"),
        ("LDL<a;b * > p", "LDL <a ; b*>p"),
        ("LDL<tt*> true", "LDL <tt*>true"),
        ("LDL [ a+b ? ]! p", "LDL [a + b?]!p"),
        ("CDL* A[ (a;a)* ]<b>E(<a>p)", "CDL* A [(a ; a)*]<b>E(<a>p)"),
        // `CTL*` would be another word.
        ("LDL <CTL *>p", "LDL <CTL *>p"),
    ] {
        assert_eq!(formula(typed), expected);
    }
}

#[test]
fn long_lines_are_folded_at_the_loosest_operator() {
    let knows = "K(Bob, some_long_proposition and another_long_proposition)";
    assert_eq!(formula(&format!("AG({knows} -> {knows})")), format!("AG({knows} ->\n     {knows})"));
    assert_eq!(
        formula(&format!("AG(({knows} -> {knows}) and p)")),
        format!("AG(({knows} ->\n      {knows}) and\n     p)")
    );
    // Too far to the right to line up with.
    assert_eq!(
        formula(&format!("AG(a_proposition_with_a_name_of_some_length -> !{knows} or ({knows}))")),
        format!("AG(a_proposition_with_a_name_of_some_length ->\n     !{knows} or\n     ({knows}))")
    );
}

#[test]
fn long_lines_of_sections() {
    let typed = with_formula("p")
        .replace("x : boolean;", &format!("x : {{{}}};", (10..40).map(|n| format!("v{n}")).collect::<Vec<_>>().join(",")))
        .replace(
            "x = x if Action = a;",
            "x = one if Action = some_action_with_a_long_name and (Environment.Action = this or Environment.Action = that);
             x = two if (Action = some_action and Environment.Action = this) or (Action = a and Environment.Action = that);
             x = one and yyyyyyyyyy = x + 1 and zzzzzzzzzz = 0 if Action = some_action and Environment.Action = this \
             and Environment.Action = that or x = one;",
        );
    let text = examine("sections", &typed);
    let expected = "  \
  Vars:
    x : {v10, v11, v12, v13, v14, v15, v16, v17, v18, v19, v20, v21, v22, v23, v24, v25, v26, v27,
         v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39};
  end Vars
  Actions = {a};
  Protocol:
    Other : {a};
  end Protocol
  Evolution:
    x = one if Action = some_action_with_a_long_name and
      (Environment.Action = this or Environment.Action = that);
    x = two if (Action = some_action and Environment.Action = this) or
      (Action = a and Environment.Action = that);
    x = one and yyyyyyyyyy = x + 1 and zzzzzzzzzz = 0
      if Action = some_action and Environment.Action = this and Environment.Action = that or
         x = one;
  end Evolution
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn comments_inside_lines() {
    let typed = "AG( -- always\n p -- one\n and\n\n  -- two\n -- three\n p\n -- at last\n )";
    let expected =
        "AG(  -- always\n     p  -- one\n     and\n     -- two\n     -- three\n     p\n     -- at last\n     )";
    assert_eq!(formula(typed), expected);
}

#[test]
fn items_are_set_apart() {
    let typed = with_formula("p").replace("\n\n", "\n");
    assert_eq!(examine("no empty lines", &typed), with_formula("p"));
    // Comments belong to what follows, unless the user has set them apart from it.
    let agent = "end Agent\n";
    for (typed, expected) in [
        ("-- a\n-- b\n", "\n-- a\n-- b\n"),
        ("-- a\n\n\n-- b\n", "-- a\n\n-- b\n"),
        ("-- a\n\n", "-- a\n\n"),
        ("\n\n\n-- a\n\n\n\n", "\n-- a\n\n"),
    ] {
        let text = |between: &str| with_formula("p").replace("end Agent\n\n", &format!("{agent}{between}"));
        assert_eq!(examine(typed, &text(typed)), text(expected));
    }
}
