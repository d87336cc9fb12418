//! The recursion: propose a move, let the opponent refute it, instantiate the opponent's block with the refutation.

use super::chain::Chain;
use super::claims::Claims;
use super::context::Context;
use crate::circuit::{InputId, Lit};
use crate::hash::FastSet;
use crate::qbf::{Move, Quantifier};
use crate::sat::Stop;

/// One player's turn: a move that reaches all claims and that no reply refutes.
pub(super) struct Game {
    side: Quantifier,
    /// The inputs to choose; never in need of an order.
    moves: Vec<InputId>,
    /// What the opponent may do about it.
    replies: Vec<Reply>,
    /// This game against an opponent that makes only the moves seen so far; there is one if there are replies.
    abstraction: Option<Box<Game>>,
    /// What to reach; handed down to the innermost abstraction.
    claims: Claims,
}

/// A game in which the opponent moves next.
struct Reply {
    chain: Chain,
    /// The gates that an instantiation copies.
    cone: Vec<usize>,
    game: Game,
    /// The moves that the abstraction takes into account, in the order of the first block's inputs.
    seen: Vec<Vec<bool>>,
    known: FastSet<Vec<bool>>,
}

impl Game {
    /// A game without moves and claims.
    pub(super) fn new(side: Quantifier) -> Self {
        Self { side, moves: Vec::new(), replies: Vec::new(), abstraction: None, claims: Claims::default() }
    }

    /// Adds a chain that starts with a turn of this player.
    pub(super) fn open(&mut self, chain: Chain, context: &mut Context<'_>) -> Result<(), Stop> {
        debug_assert_eq!(chain.side, self.side);
        let Some(first) = chain.blocks.first() else {
            self.claim(chain.goal(self.side));
            return Ok(());
        };
        self.choose(first);
        self.answer(chain.rest(), context)
    }

    fn claim(&mut self, goal: Lit) {
        match &mut self.abstraction {
            Some(abstraction) => abstraction.claim(goal),
            None => self.claims.add(goal),
        }
    }

    fn choose(&mut self, inputs: &[InputId]) {
        self.moves.extend(inputs);
        if let Some(abstraction) = &mut self.abstraction {
            abstraction.choose(inputs);
        }
    }

    /// Adds a chain that starts with a turn of the opponent.
    fn answer(&mut self, chain: Chain, context: &mut Context<'_>) -> Result<(), Stop> {
        let chain = chain.trimmed(context);
        if chain.blocks.iter().all(Vec::is_empty) {
            self.claim(chain.goal(self.side));
            return Ok(());
        }
        if chain.blocks[0].is_empty() {
            return self.open(chain.rest(), context);
        }
        let cone = chain.cone(context);
        if is_small(&chain, &cone, context) {
            return self.expand(&chain, &cone, context);
        }
        self.reply(chain, cone, context)
    }

    /// Takes every move of the first block into account at once.
    fn expand(&mut self, chain: &Chain, cone: &[usize], context: &mut Context<'_>) -> Result<(), Stop> {
        let width = chain.blocks[0].len();
        for row in 0_usize..1 << width {
            let made: Vec<bool> = (0..width).map(|bit| row >> bit & 1 == 1).collect();
            let rest = chain.instantiate(&made, cone, context)?;
            self.open(rest, context)?;
        }
        Ok(())
    }

    fn reply(&mut self, chain: Chain, cone: Vec<usize>, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.abstraction.is_none() {
            let claims = std::mem::take(&mut self.claims);
            self.abstraction = Some(Box::new(Self { moves: self.moves.clone(), claims, ..Self::new(self.side) }));
        }
        let mut game = Self::new(chain.side);
        game.open(chain.clone(), context)?;
        let mut reply = Reply { chain, cone, game, seen: Vec::new(), known: FastSet::default() };
        for made in reply.seeds(context) {
            self.refine(&mut reply, made, context)?;
        }
        self.replies.push(reply);
        Ok(())
    }

    /// Lets the abstraction take a reply into account.
    fn refine(&mut self, reply: &mut Reply, made: Vec<bool>, context: &mut Context<'_>) -> Result<(), Stop> {
        let Some(abstraction) = &mut self.abstraction else { return Ok(()) };
        if !reply.known.insert(made.clone()) {
            return Err(Stop::Broken("a refutation came twice".to_owned()));
        }
        let rest = reply.chain.instantiate(&made, &reply.cone, context)?;
        reply.seen.push(made);
        abstraction.open(rest, context)
    }

    /// A winning move, given the moves made so far, if there is one.
    pub(super) fn solve(&mut self, context: &mut Context<'_>) -> Result<Option<Move>, Stop> {
        loop {
            let proposal = match &mut self.abstraction {
                Some(abstraction) => abstraction.solve(context)?,
                None => self.claims.solve(context)?,
            };
            let Some(proposal) = proposal else { return Ok(None) };
            let proposal = proposal.restricted(&self.moves);
            context.make(&proposal);
            let refutations = self.refutations(context);
            context.take_back(&proposal);
            let refutations = refutations?;
            if refutations.is_empty() {
                return Ok(Some(proposal));
            }
            let mut replies = std::mem::take(&mut self.replies);
            let refined =
                refutations.into_iter().try_for_each(|(at, made)| self.refine(&mut replies[at], made, context));
            self.replies = replies;
            refined?;
        }
    }

    /// Which replies refute the move just made, and how.
    fn refutations(&mut self, context: &mut Context<'_>) -> Result<Vec<(usize, Vec<bool>)>, Stop> {
        let mut found = Vec::new();
        for (at, reply) in self.replies.iter_mut().enumerate() {
            if let Some(refutation) = reply.game.solve(context)? {
                found.push((at, reply.row(&refutation)));
            }
        }
        Ok(found)
    }

    /// The moves of the formula's own blocks that were taken into account.
    pub(super) fn instantiations(&self) -> Vec<Move> {
        let mut all = Vec::new();
        for reply in self.replies.iter().filter(|reply| reply.chain.original) {
            let inputs = &reply.chain.blocks[0];
            all.extend(reply.seen.iter().map(|made| inputs.iter().copied().zip(made.iter().copied()).collect()));
            all.extend(reply.game.instantiations());
        }
        all
    }
}

impl Reply {
    /// A move as values in the order of the first block.
    fn row(&self, made: &Move) -> Vec<bool> {
        self.chain.blocks[0].iter().map(|&input| made.get(input).unwrap_or(false)).collect()
    }

    /// The given moves of this block, each once.
    fn seeds(&self, context: &Context<'_>) -> Vec<Vec<bool>> {
        if !self.chain.original {
            return Vec::new();
        }
        let mut known = FastSet::default();
        let inputs = &self.chain.blocks[0];
        let touching = context.seeds.iter().filter(|seed| inputs.iter().any(|&input| seed.get(input).is_some()));
        touching.map(|seed| self.row(seed)).filter(|row| known.insert(row.clone())).collect()
    }
}

/// Whether all instantiations of the first block together are few gates.
fn is_small(chain: &Chain, cone: &[usize], context: &Context<'_>) -> bool {
    let width = chain.blocks[0].len();
    width < 24 && cone.len().saturating_mul(1 << width) <= context.options.full_expansion
}
