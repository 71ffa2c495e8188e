// Runs small WebAssembly programs, for arithmetic that is many times slower in JavaScript.

/** Node's type definitions do not include WebAssembly. */
type WebAssembly = {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (program: object, imports: object) => { exports: object };
};

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssembly }).WebAssembly;
const WASM_PAGE_BYTES = 65_536;

/** Returns a function that starts the program with fresh memory, which the program imports as m.m. */
export function compileWasm<Exports>(base64: string): (bytes: number) => { buffer: ArrayBuffer; run: Exports } {
  const program = new Module(Buffer.from(base64, 'base64'));
  return (bytes) => {
    const memory = new Memory({ initial: Math.ceil(bytes / WASM_PAGE_BYTES) });
    return { buffer: memory.buffer, run: new Instance(program, { m: { m: memory } }).exports as Exports };
  };
}
