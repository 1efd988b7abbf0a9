//! Fast copies of a few bytes in WebAssembly.
//!
//! The compiler moves every structure and copies every short string by `memory.copy`, for which browsers
//! leave the compiled code. That takes longer than loading and storing a few words. This pass replaces each
//! of these instructions by a call of one function, which uses them only for long copies. Reference:
//! <https://webassembly.github.io/spec/core/exec/instructions.html#exec-memory-copy>.

use walrus::ir::{
    BinaryOp, Call, ExtendedLoad, Instr, InstrSeq, LoadKind, MemArg, StoreKind, VisitorMut, dfs_pre_order_mut,
};
use walrus::{FunctionBuilder, FunctionId, InstrSeqBuilder, LocalId, MemoryId, Module, ValType};

/// Maximum number of bytes to copy word by word.
const LONGEST: i32 = 160;
/// Maximum number of bytes that two possibly overlapping words cover.
const TWO_WORDS: i32 = 16;

/// Replaces copies in a module with a single memory by calls of a copy function.
pub(crate) fn rewrite(module: &mut Module) {
    let Some(memory) = module.memories.iter().next().map(walrus::Memory::id) else { return };
    let by_words = CopyFunction::add(module, memory);
    for (id, function) in module.funcs.iter_local_mut() {
        if id != by_words {
            let entry = function.entry_block();
            dfs_pre_order_mut(&mut Calls(by_words), function, entry);
        }
    }
}

/// Replaces the instructions by calls with the same operands.
struct Calls(FunctionId);

impl VisitorMut for Calls {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        for (instruction, _) in &mut sequence.instrs {
            if let Instr::MemoryCopy(_) = instruction {
                *instruction = Instr::Call(Call { func: self.0 });
            }
        }
    }
}

/// The copy function under construction.
#[derive(Clone, Copy)]
struct CopyFunction {
    memory: MemoryId,
    destination: LocalId,
    source: LocalId,
    length: LocalId,
    /// The destination of the last word.
    end: LocalId,
    /// The last word, read before anything is written, since source and destination may overlap.
    last: LocalId,
}

impl CopyFunction {
    /// Adds the function. Its parameters are those of `memory.copy`: destination, source and number of
    /// bytes.
    fn add(module: &mut Module, memory: MemoryId) -> FunctionId {
        let it = CopyFunction {
            memory,
            destination: module.locals.add(ValType::I32),
            source: module.locals.add(ValType::I32),
            length: module.locals.add(ValType::I32),
            end: module.locals.add(ValType::I32),
            last: module.locals.add(ValType::I64),
        };
        let mut function = FunctionBuilder::new(&mut module.types, &[ValType::I32; 3], &[]);
        function.name("short_copy".to_owned());
        let mut body = function.func_body();
        body.local_get(it.length).i32_const(TWO_WORDS).binop(BinaryOp::I32GtU).if_else(
            None,
            |then| it.more_words(then),
            |_| {},
        );
        for width in [8, 4, 2] {
            body.local_get(it.length).i32_const(width).binop(BinaryOp::I32GeU).if_else(
                None,
                |then| it.two_words(then, width),
                |_| {},
            );
        }
        body.local_get(it.length).if_else(
            None,
            |then| {
                then.local_get(it.destination).local_get(it.source);
                it.load(then, 1);
                it.store(then, 1);
            },
            |_| {},
        );
        let arguments = vec![it.destination, it.source, it.length];
        function.finish(arguments, &mut module.funcs)
    }

    /// Copies more than two words, if source and destination don't overlap.
    fn more_words(self, body: &mut InstrSeqBuilder<'_>) {
        body.local_get(self.length).i32_const(LONGEST).binop(BinaryOp::I32GtU);
        body.local_get(self.destination).local_get(self.source).binop(BinaryOp::I32Sub);
        body.local_get(self.length).binop(BinaryOp::I32LtU).binop(BinaryOp::I32Or);
        let whole = |then: &mut InstrSeqBuilder<'_>| {
            then.local_get(self.destination).local_get(self.source).local_get(self.length);
            then.memory_copy(self.memory, self.memory).return_();
        };
        body.if_else(None, whole, |_| {});
        self.take_last(body, 8);
        body.loop_(None, |each| {
            let again = each.id();
            each.local_get(self.destination).local_get(self.source);
            self.load(each, 8);
            self.store(each, 8);
            for place in [self.destination, self.source] {
                each.local_get(place).i32_const(8).binop(BinaryOp::I32Add).local_set(place);
            }
            each.local_get(self.destination).local_get(self.end).binop(BinaryOp::I32LtU).br_if(again);
        });
        self.put_last(body, 8);
    }

    /// Copies the first and the last word of some width, which together cover everything.
    fn two_words(self, body: &mut InstrSeqBuilder<'_>, width: i32) {
        self.take_last(body, width);
        body.local_get(self.destination).local_get(self.source);
        self.load(body, width);
        self.store(body, width);
        self.put_last(body, width);
    }

    /// Reads the last word of some width, and stores its destination.
    fn take_last(self, body: &mut InstrSeqBuilder<'_>, width: i32) {
        let last = |body: &mut InstrSeqBuilder<'_>, from| {
            body.local_get(from).local_get(self.length).binop(BinaryOp::I32Add);
            body.i32_const(width).binop(BinaryOp::I32Sub);
        };
        last(body, self.destination);
        body.local_set(self.end);
        last(body, self.source);
        self.load(body, width);
        body.local_set(self.last);
    }

    /// Writes the last word, which completes the copy.
    fn put_last(self, body: &mut InstrSeqBuilder<'_>, width: i32) {
        body.local_get(self.end).local_get(self.last);
        self.store(body, width);
        body.return_();
    }

    fn load(self, body: &mut InstrSeqBuilder<'_>, width: i32) {
        let kind = ExtendedLoad::ZeroExtend;
        let kind = match width {
            8 => LoadKind::I64 { atomic: false },
            4 => LoadKind::I64_32 { kind },
            2 => LoadKind::I64_16 { kind },
            _ => LoadKind::I64_8 { kind },
        };
        body.load(self.memory, kind, UNALIGNED);
    }

    fn store(self, body: &mut InstrSeqBuilder<'_>, width: i32) {
        let kind = match width {
            8 => StoreKind::I64 { atomic: false },
            4 => StoreKind::I64_32 { atomic: false },
            2 => StoreKind::I64_16 { atomic: false },
            _ => StoreKind::I64_8 { atomic: false },
        };
        body.store(self.memory, kind, UNALIGNED);
    }
}

/// Source and destination need not be aligned.
const UNALIGNED: MemArg = MemArg { align: 1, offset: 0 };

#[cfg(test)]
mod tests {
    use super::*;

    /// Copies within 600 distinct bytes for every length and distance up to a limit, and compares the
    /// results with JavaScript's.
    const COMPARE: &str = r#"
const { exports: { memory, copy } } = new WebAssembly.Instance(new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1])));
const bytes = new Uint8Array(memory.buffer, 0, 600);
let compared = 0;
for (let length = 0; length <= 180; length++) {
  for (const distance of [-200, -161, -40, -17, -16, -9, -8, -7, -3, -1, 0, 1, 2, 5, 8, 12, 16, 17, 33, 160, 170, 200]) {
    for (let i = 0; i < 600; i++) bytes[i] = i * 7 + (i >> 8);
    const expected = bytes.slice();
    expected.copyWithin(203 + distance, 203, 203 + length);
    copy(203 + distance, 203, length);
    if (bytes.some((byte, i) => byte !== expected[i])) throw new Error(`${length} bytes by ${distance}`);
    compared++;
  }
}
process.stdout.write(String(compared));
"#;

    #[test]
    fn copies_agree_with_javascript() {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        module.exports.add("memory", memory);
        let given = [(); 3].map(|()| module.locals.add(ValType::I32));
        let mut copy = FunctionBuilder::new(&mut module.types, &[ValType::I32; 3], &[]);
        let mut body = copy.func_body();
        given.iter().for_each(|local| _ = body.local_get(*local));
        body.memory_copy(memory, memory);
        let copy = copy.finish(given.to_vec(), &mut module.funcs);
        module.exports.add("copy", copy);
        rewrite(&mut module);
        let body = module.funcs.get(copy).kind.unwrap_local();
        let is_copy = |(instruction, _): &(Instr, _)| matches!(instruction, Instr::MemoryCopy(_));
        assert!(!body.block(body.entry_block()).instrs.iter().any(is_copy));
        let path = std::env::temp_dir().join(format!("short_copies_{}.wasm", std::process::id()));
        std::fs::write(&path, module.emit_wasm()).expect("a file can be written");
        let output = crate::npm::node().args(["-e", COMPARE]).arg(&path).output().expect("Node runs");
        std::fs::remove_file(&path).expect("the file is there");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), (181 * 22).to_string());
    }
}
