//! Typed ids: positions in the tables of a system. Expressions and systems are both made of them.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The id with that position in its table.
            ///
            /// # Panics
            /// If the table has more than 2^32 entries; the front end limits its input to less.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("the front end limits the size of its input"))
            }

            /// The position in its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A variable of the system, whoever owns it.
    VarId
}
id! {
    /// An agent; the Environment is [`AgentId::ENVIRONMENT`].
    AgentId
}
id! {
    /// An action, counted within its agent.
    ActionId
}
id! {
    /// An atomic proposition.
    AtomId
}
id! {
    /// A group of agents.
    GroupId
}
id! {
    /// A name used as an enumeration value anywhere in the system. Equal names are one symbol.
    SymbolId
}

impl AgentId {
    /// The Environment, present in every system (empty if the file has none).
    pub const ENVIRONMENT: Self = Self(0);
}
