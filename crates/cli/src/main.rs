//! The `crescendo` command.
use std::process::Command;
struct W;
fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut units = vec![];
    let t0 = std::time::Instant::now();
    for f in &files {
        let o = "/tmp/t/x.bc";
        if !f.ends_with(".bc") {
        let st = Command::new("clang-19").args(["-O0","-g","-w","-Xclang","-disable-O0-optnone","-Xclang","-disable-llvm-passes","-emit-llvm","-c","-o",o,f]).status().unwrap();
        assert!(st.success()); }
        let b = std::fs::read(if f.ends_with(".bc") {f} else {o}).unwrap();
        units.push(crescendo_program::load_unit(&b, f).unwrap());
    }
    let p = crescendo_program::link(units).unwrap();
    eprintln!("loaded {:?}", t0.elapsed());
    if std::env::var("DIS").is_ok() { for i in 0..p.functions.len() { print!("{}", p.disassemble(crescendo_program::FunctionId(i as u32))); } }
    let main = p.find("main").unwrap();
    let mut vm = crescendo_vm::Vm::new(&p, Box::new(crescendo_vm::world::EmptyWorld{output:vec![],keep:1<<20}), Default::default()).unwrap();
    let t0 = std::time::Instant::now();
    let r = vm.run_main(main, &[b"prog".to_vec()]);
    let t = t0.elapsed().as_secs_f64();
    println!("{:?} {:?}", r.outcome, r.stack.iter().map(|f| (p.function(f.function).name.clone(), p.sources.show(f.position))).collect::<Vec<_>>());
    println!("{} instr {:.3}s {:.1} M/s peak {}", r.instructions, t, r.instructions as f64/t/1e6, r.peak_memory);
}
