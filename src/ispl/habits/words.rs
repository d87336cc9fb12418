//! The words of other notations: of epistemic logic in papers, of other model checkers, of programming languages.

use crate::ispl::token::Token;

/// So many agents between brackets are looked at.
pub(super) const LONGEST_LIST: usize = 200;

/// What somebody called an operator of knowledge.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnowledgeWord<'s> {
    /// What it is called here.
    pub(super) ours: &'static str,
    /// Whether its dual was meant: "considers possible".
    pub(super) dual: bool,
    /// The agent or group, if it is a part of the word, as in `K_a`.
    pub(super) who: Option<&'s str>,
}

/// Reads a token as an operator of knowledge.
pub(super) fn knowledge(token: Token<'_>) -> Option<KnowledgeWord<'_>> {
    let (ours, dual) = match token {
        Token::K => ("K", false),
        Token::GK => ("GK", false),
        Token::GCK => ("GCK", false),
        Token::DK => ("DK", false),
        Token::Identifier(text) => {
            let (word, who) = match text.split_once('_') {
                Some((word, who)) if !who.is_empty() => (word, Some(who)),
                _ => (text, None),
            };
            let (ours, dual) = match word {
                "K" | "Knows" | "knows" => ("K", false),
                "M" => ("K", true),
                "GK" | "E" | "EK" => ("GK", false),
                "GCK" | "C" | "CK" => ("GCK", false),
                "DK" | "D" => ("DK", false),
                _ => return None,
            };
            return Some(KnowledgeWord { ours, dual, who });
        }
        _ => return None,
    };
    Some(KnowledgeWord { ours, dual, who: None })
}

/// Whether a word is one of the reserved words, in capitals or not.
pub(super) fn is(word: &str, wanted: &str) -> bool {
    word.eq_ignore_ascii_case(wanted)
}

/// Whether a word is a single capital: the names of agents in papers, some of which are operators here.
pub(super) fn is_letter(word: &str) -> bool {
    word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// What a word between two formulas is here.
pub(super) fn infix(word: &str) -> Option<&'static str> {
    ["and", "or"].into_iter().find(|ours| is(word, ours)).or(is(word, "implies").then_some("->"))
}

/// Whether a word stands between two formulas.
pub(super) fn is_infix(word: &str) -> bool {
    infix(word).is_some() || is(word, "iff")
}

/// What the name of a logic in front of a formula is here; CTL and ATL have no name.
pub(super) fn logic(word: &str, star: bool) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    Some(match (word.as_str(), star) {
        ("ctl" | "ctlk" | "kctl", true) | ("ctls" | "ctlsk" | "ctlstar", false) => "CTL*",
        ("cdl" | "cdlk", true) | ("cdls" | "cdlsk" | "cdlstar", false) => "CDL*",
        ("ctl" | "ctlk" | "kctl" | "actl" | "atl" | "atlk", false) => "",
        ("ltl" | "ltlk", false) => "LTL",
        ("ldl" | "ldlk", false) => "LDL",
        _ => return None,
    })
}
