//! Strongly connected components: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.

/// The components of a graph.
#[derive(Debug)]
pub(super) struct Components {
    /// The component of each vertex; edges lead to components with the same or a smaller number.
    pub(super) of: Vec<usize>,
    /// Whether a component contains a cycle.
    pub(super) is_cyclic: Vec<bool>,
}

const OPEN: usize = usize::MAX;

impl Components {
    /// `successors` lists the targets of each vertex.
    pub(super) fn new(successors: &[Vec<u32>]) -> Self {
        let count = successors.len();
        let mut found = Self { of: vec![OPEN; count], is_cyclic: Vec::new() };
        // When a vertex was met, from 1; 0 before that. The earliest open vertex that is known to be reachable from it.
        let (mut met, mut low) = (vec![0_usize; count], vec![0_usize; count]);
        let mut clock = 0;
        let mut open = Vec::new();
        let mut calls: Vec<(usize, usize)> = Vec::new();
        for root in 0..count {
            if met[root] == 0 {
                calls.push((root, 0));
            }
            while let Some((vertex, position)) = calls.last_mut() {
                let vertex = *vertex;
                if *position == 0 && met[vertex] == 0 {
                    clock += 1;
                    (met[vertex], low[vertex]) = (clock, clock);
                    open.push(vertex);
                }
                match successors[vertex].get(*position) {
                    Some(&target) => {
                        *position += 1;
                        let target = target as usize;
                        if met[target] == 0 {
                            calls.push((target, 0));
                        } else if found.of[target] == OPEN {
                            low[vertex] = low[vertex].min(met[target]);
                        }
                    }
                    None => {
                        calls.pop();
                        if let Some(&(caller, _)) = calls.last() {
                            low[caller] = low[caller].min(low[vertex]);
                        }
                        if low[vertex] == met[vertex] {
                            found.close(vertex, &mut open, successors);
                        }
                    }
                }
            }
        }
        found
    }

    /// Everything above `vertex` on the stack is one component.
    fn close(&mut self, vertex: usize, open: &mut Vec<usize>, successors: &[Vec<u32>]) {
        let number = self.is_cyclic.len();
        let mut size = 0;
        while let Some(member) = open.pop() {
            self.of[member] = number;
            size += 1;
            if member == vertex {
                break;
            }
        }
        self.is_cyclic.push(size > 1 || successors[vertex].iter().any(|&target| target as usize == vertex));
    }

    /// Whether a vertex lies on a cycle.
    pub(super) fn on_cycle(&self, vertex: usize) -> bool {
        self.is_cyclic[self.of[vertex]]
    }
}
