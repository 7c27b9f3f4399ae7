// What LLVM's C API does not give: debug-info details, wide constants, variables of a function.
// Everything here is a small accessor; the walking is done in Rust (src/llvm/).
#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
Metadata *md(LLVMMetadataRef m) { return unwrap(m); }
template <class T> T *as(LLVMMetadataRef m) { return m ? dyn_cast<T>(md(m)) : nullptr; }
LLVMMetadataRef out(const Metadata *m) { return wrap(const_cast<Metadata *>(m)); }
} // namespace

extern "C" {

// DWARF tag of a debug-info node, 0 if it has none.
unsigned cr_di_tag(LLVMMetadataRef m) {
  auto *n = as<DINode>(m);
  return n ? n->getTag() : 0;
}

const char *cr_di_name(LLVMMetadataRef m, size_t *len) {
  StringRef s;
  if (auto *t = as<DIType>(m))
    s = t->getName();
  else if (auto *v = as<DIVariable>(m))
    s = v->getName();
  else if (auto *e = as<DIEnumerator>(m))
    s = e->getName();
  else if (auto *p = as<DISubprogram>(m))
    s = p->getName();
  *len = s.size();
  return s.data();
}

uint64_t cr_di_size_bits(LLVMMetadataRef m) {
  auto *t = as<DIType>(m);
  return t ? t->getSizeInBits() : 0;
}
uint64_t cr_di_align_bits(LLVMMetadataRef m) {
  auto *t = as<DIType>(m);
  return t ? t->getAlignInBits() : 0;
}
uint64_t cr_di_offset_bits(LLVMMetadataRef m) {
  auto *t = as<DIType>(m);
  return t ? t->getOffsetInBits() : 0;
}
unsigned cr_di_line(LLVMMetadataRef m) {
  if (auto *t = as<DIType>(m))
    return t->getLine();
  if (auto *v = as<DIVariable>(m))
    return v->getLine();
  if (auto *p = as<DISubprogram>(m))
    return p->getLine();
  return 0;
}
LLVMMetadataRef cr_di_file(LLVMMetadataRef m) {
  if (auto *t = as<DIType>(m))
    return out(t->getFile());
  if (auto *v = as<DIVariable>(m))
    return out(v->getFile());
  if (auto *p = as<DISubprogram>(m))
    return out(p->getFile());
  return nullptr;
}
// bit 0: forward declaration, 1: bit field, 2: prototyped, 3: vector
unsigned cr_di_flags(LLVMMetadataRef m) {
  if (auto *p = as<DISubprogram>(m))
    return p->getFlags() & DINode::FlagPrototyped ? 4 : 0;
  auto *t = as<DIType>(m);
  if (!t)
    return 0;
  unsigned f = 0;
  if (t->isForwardDecl())
    f |= 1;
  if (t->isBitField())
    f |= 2;
  if (t->getFlags() & DINode::FlagPrototyped)
    f |= 4;
  if (t->isVector())
    f |= 8;
  return f;
}
unsigned cr_di_encoding(LLVMMetadataRef m) {
  auto *t = as<DIBasicType>(m);
  return t ? t->getEncoding() : 0;
}
LLVMMetadataRef cr_di_base(LLVMMetadataRef m) {
  if (auto *t = as<DIDerivedType>(m))
    return out(t->getBaseType());
  if (auto *t = as<DICompositeType>(m))
    return out(t->getBaseType());
  if (auto *v = as<DIVariable>(m))
    return out(v->getType());
  if (auto *p = as<DISubprogram>(m))
    return out(p->getType());
  return nullptr;
}
unsigned cr_di_count(LLVMMetadataRef m) {
  if (auto *t = as<DICompositeType>(m))
    return t->getElements().size();
  if (auto *t = as<DISubroutineType>(m))
    return t->getTypeArray().size();
  return 0;
}
LLVMMetadataRef cr_di_element(LLVMMetadataRef m, unsigned i) {
  if (auto *t = as<DICompositeType>(m))
    return out(t->getElements()[i]);
  if (auto *t = as<DISubroutineType>(m))
    return out(t->getTypeArray()[i]);
  return nullptr;
}
int64_t cr_di_enum_value(LLVMMetadataRef m) {
  auto *e = as<DIEnumerator>(m);
  if (!e)
    return 0;
  const APInt &v = e->getValue();
  return e->isUnsigned() ? (int64_t)v.extractBitsAsZExtValue(std::min(64u, v.getBitWidth()), 0)
                         : v.sextOrTrunc(64).getSExtValue();
}
// Number of elements, -1 if unknown (flexible, variable).
int64_t cr_di_subrange(LLVMMetadataRef m) {
  auto *s = as<DISubrange>(m);
  if (!s)
    return -1;
  auto c = s->getCount();
  if (auto *ci = dyn_cast_if_present<ConstantInt *>(c))
    return ci->getSExtValue();
  return -1;
}
LLVMMetadataRef cr_global_variable(LLVMValueRef g) {
  auto *v = dyn_cast<GlobalVariable>(unwrap(g));
  if (!v)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> exprs;
  v->getDebugInfo(exprs);
  return exprs.empty() ? nullptr : out(exprs[0]->getVariable());
}
LLVMMetadataRef cr_subprogram(LLVMValueRef f) {
  auto *fn = dyn_cast<Function>(unwrap(f));
  return fn ? out(fn->getSubprogram()) : nullptr;
}
// The function's variables: each with its argument number (0: local), its stack slot, if it lives in one, and the
// instruction that its declaration stands before.
void cr_function_variables(LLVMValueRef f, void *ctx,
                           void (*cb)(void *, LLVMMetadataRef variable, unsigned arg, LLVMValueRef slot,
                                      LLVMValueRef before)) {
  auto *fn = dyn_cast<Function>(unwrap(f));
  if (!fn)
    return;
  for (Instruction &inst : instructions(*fn)) {
    for (DbgVariableRecord &r : filterDbgVars(inst.getDbgRecordRange())) {
      Value *slot = nullptr;
      if (r.isDbgDeclare() && r.getNumVariableLocationOps() > 0)
        slot = r.getVariableLocationOp(0);
      cb(ctx, out(r.getVariable()), r.getVariable()->getArg(), slot ? wrap(slot) : nullptr, wrap(&inst));
    }
    if (auto *d = dyn_cast<DbgVariableIntrinsic>(&inst)) {
      Value *slot = isa<DbgDeclareInst>(d) ? d->getVariableLocationOp(0) : nullptr;
      cb(ctx, out(d->getVariable()), d->getVariable()->getArg(), slot ? wrap(slot) : nullptr, wrap(&inst));
    }
  }
}

// Types that the source uses only in casts.
void cr_retained_types(LLVMModuleRef m, void *ctx, void (*cb)(void *, LLVMMetadataRef type)) {
  for (DICompileUnit *unit : unwrap(m)->debug_compile_units())
    for (DIScope *type : unit->getRetainedTypes())
      if (isa_and_nonnull<DIType>(type))
        cb(ctx, out(type));
  for (DICompileUnit *unit : unwrap(m)->debug_compile_units())
    for (DICompositeType *type : unit->getEnumTypes())
      if (type)
        cb(ctx, out(type));
}

// The 64-bit words of an integer or float constant, lowest first. Returns how many there are.
unsigned cr_constant_words(LLVMValueRef v, uint64_t *words, unsigned max) {
  APInt bits;
  if (auto *i = dyn_cast<ConstantInt>(unwrap(v)))
    bits = i->getValue();
  else if (auto *f = dyn_cast<ConstantFP>(unwrap(v)))
    bits = f->getValueAPF().bitcastToAPInt();
  else
    return 0;
  unsigned n = bits.getNumWords();
  for (unsigned i = 0; i < n && i < max; ++i)
    words[i] = bits.getRawData()[i];
  return n;
}
// Raw data of a ConstantDataSequential in host (little-endian) element order; null for others.
const char *cr_constant_data(LLVMValueRef v, size_t *len, unsigned *element_bytes) {
  auto *d = dyn_cast<ConstantDataSequential>(unwrap(v));
  if (!d)
    return nullptr;
  StringRef s = d->getRawDataValues();
  *len = s.size();
  *element_bytes = d->getElementByteSize();
  return s.data();
}
} // extern "C"
