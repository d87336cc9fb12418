//! A property over many seeds: the first failure is made small and shown as an ISPL file.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use qmas::Model;
use qmas::load::{Strictness, load};

use super::formula::Logic;
use super::formulas::{FormulaShape, random_formula};
use super::generate::Wishes;
use super::model::RandomModel;
use super::prng::Prng;
use super::shrink::shrink;
use crate::effort;

/// What a property says: nothing, or what is wrong.
pub(super) type Outcome = Result<(), String>;

/// Draws a model per seed and asks the property about it. A panic inside the property is a failure as well.
/// `seeds` are those of a long run: see [`effort`].
///
/// # Panics
/// On the first failure, with a smaller failing model, what is wrong with it, and the seed.
pub fn forall(seeds: Range<u64>, draw: impl Fn(u64) -> RandomModel, property: impl Fn(&RandomModel) -> Outcome) {
    for seed in effort::seeds(seeds) {
        let model = draw(seed);
        if let Err(first) = ask(&property, &model) {
            let small = shrink(model, |candidate| ask(&property, candidate).is_err());
            let complaint = ask(&property, &small).err().unwrap_or_default();
            panic!("seed {seed}: {first}\n\nshrunken: {complaint}\n\n{small}");
        }
    }
}

fn ask(property: impl Fn(&RandomModel) -> Outcome, model: &RandomModel) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| property(model))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// The product's view of a model. What is drawn is always accepted.
///
/// # Errors
/// What the front end complains about.
pub fn loaded(model: &RandomModel) -> Result<Model, String> {
    let loaded = load(&model.to_string(), Strictness::Lenient);
    loaded.model.ok_or_else(|| {
        let complaints: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        format!("the front end refuses the text: {}", complaints.join("; "))
    })
}

/// A seed's system with `count` formulas of `logic`.
pub fn draw(seed: u64, wishes: Wishes, logic: Logic, count: usize) -> RandomModel {
    let model = RandomModel::random(seed, wishes);
    let mut prng = Prng::new(!seed);
    let formulas = (0..count)
        .map(|_| {
            let depth = prng.between(1, 4);
            random_formula(&mut prng, &model, FormulaShape::of(logic, depth)).spec(logic)
        })
        .collect();
    model.with_formulas(formulas)
}
