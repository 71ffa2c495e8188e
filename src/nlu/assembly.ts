// Small programs in WebAssembly, for arithmetic that takes many times longer in JavaScript.

/** Missing from Node's types. */
type WebAssembly = {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (program: object, imports: object) => { exports: object };
};

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssembly }).WebAssembly;
const PAGE = 65_536;

/** Takes a program to a way to start it, each time with memory of its own, which the program imports as m.m. */
export function assembled<Exports>(base64: string): (bytes: number) => { buffer: ArrayBuffer; run: Exports } {
  const program = new Module(Buffer.from(base64, 'base64'));
  return (bytes) => {
    const memory = new Memory({ initial: Math.ceil(bytes / PAGE) });
    return { buffer: memory.buffer, run: new Instance(program, { m: { m: memory } }).exports as Exports };
  };
}
