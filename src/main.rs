fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let t = std::time::Instant::now();
        let parsed = qmas::ispl::parse(&text);
        println!("{path}: {} agents {} formulas {:?}", parsed.file.agents.len(), parsed.file.formulae.len(), t.elapsed());
        for d in &parsed.diagnostics {
            let line = text[..d.span().start].matches('\n').count() + 1;
            println!("  {line}: {:?} {} | {:?} | {:?}", d.severity, d.message, d.labels[0].message, d.hint);
        }
    }
}
