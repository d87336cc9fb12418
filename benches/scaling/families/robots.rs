//! Two robots on a grid of n by n cells with obstacles on its diagonal, and a carriage in the lowest row that moves only if
//! both push at its cell. After the carriage of Jamroga and Ågotnes, "Constructive knowledge" (JANCL 2007).

use qmas_models::text::{each, join};

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "robots", start: 3, growth: Growth::Plus(1), states: None, generate };

/// The cells that nobody can enter: on the diagonal, but for its ends, every second one.
fn obstacles(n: usize) -> impl Iterator<Item = usize> {
    (1..n - 1).step_by(2)
}

fn generate(n: usize) -> String {
    let last = n - 1;
    let positions = each(1, 2, "\n", |i| format!("    x{i} : 0..{last};\n    y{i} : 0..{last};"));
    let moves = each(1, 2, "\n", |i| {
        format!(
            "    x{i} = x{i} + 1 if Robot{i}.Action = east;\n    x{i} = x{i} - 1 if Robot{i}.Action = west;\n    \
             y{i} = y{i} + 1 if Robot{i}.Action = north;\n    y{i} = y{i} - 1 if Robot{i}.Action = south;"
        )
    });
    let at = |i: usize| format!("x{i} = carriage and y{i} = 0");
    let robots = each(1, 2, "\n", |i| robot(i, n));
    format!(
        "\
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
    carriage : 0..{last};
  end Obsvars
  Vars:
{positions}
    crashed : boolean;
  end Vars
  Actions = {{ tick }};
  Protocol:
    Other : {{ tick }};
  end Protocol
  Evolution:
{moves}
    carriage = carriage + 1 if Robot1.Action = push and Robot2.Action = push and {} and {} and carriage < {last};
    crashed = true if x1 = x2 and y1 = y2 and !(y1 = 0);
  end Evolution
end Agent

{robots}
Evaluation
  delivered if Environment.carriage = {last};
  crashed if Environment.crashed = true;
  home1 if Environment.x1 = 0 and Environment.y1 = 0;
  corner1 if Environment.x1 = {last} and Environment.y1 = {last};
  corner2 if Environment.x2 = {last} and Environment.y2 = {last};
  low1 if Robot1.battery = 0;
end Evaluation

InitStates
  Environment.carriage = 0 and Environment.x1 = 0 and Environment.y1 = 0 and Environment.x2 = {last} and
  Environment.y2 = 0 and Environment.crashed = false and Robot1.battery = 2 and Robot2.battery = 2;
end InitStates

Groups
  robots = {{ Robot1, Robot2 }};
  one = {{ Robot1 }};
end Groups

Formulae
  EF delivered;
  EF (delivered and !crashed);
  AG !crashed;
  AG(corner1 -> K(Robot1, !corner2));
  AG(delivered -> K(Robot1, delivered));
  EF K(Robot2, !home1);
  AG(low1 -> EF corner1);
  <robots>F delivered;
  <robots>((!crashed) U delivered);
  <one>F delivered;
  <one>G !crashed;
  LTL G(!delivered) or F corner1;
  LTL G F home1 -> F home1;
end Formulae
",
        at(1),
        at(2)
    )
}

fn robot(i: usize, n: usize) -> String {
    let last = n - 1;
    // Cells next to an obstacle at (c, c), from which a step would lead into it.
    let free = |dx: isize, dy: isize| {
        let blocked = obstacles(n).map(|c| {
            let (x, y) = (c as isize - dx, c as isize - dy);
            format!(" and !(Environment.x{i} = {x} and Environment.y{i} = {y})")
        });
        join(blocked, "", "")
    };
    format!(
        "\
Agent Robot{i}
  Lobsvars = {{ x{i}, y{i} }};
  Vars:
    battery : 0..2;
  end Vars
  Actions = {{ north, south, east, west, push, wait }};
  Protocol:
    Environment.x{i} < {last}{east} : {{ east }};
    Environment.x{i} > 0{west} : {{ west }};
    Environment.y{i} < {last}{north} : {{ north }};
    Environment.y{i} > 0{south} : {{ south }};
    Environment.y{i} = 0 and Environment.x{i} = Environment.carriage and battery > 0 : {{ push, wait }};
    battery = 0 : {{ wait }};
  end Protocol
  Evolution:
    battery = battery - 1 if Action = push and battery > 0;
    battery = 2 if Action = wait;
  end Evolution
end Agent
",
        east = free(1, 0),
        west = free(-1, 0),
        north = free(0, 1),
        south = free(0, -1)
    )
}
