// Commands of the operator: as processes, and in this one, where there is nothing to load.
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { exitCodeOf, runCommandLine } from '../src/cli/command-line.ts';
import { errorText } from '../src/kernel/process.ts';
import { COMPILED } from './compiled.ts';

const MAIN = join(import.meta.dirname, '../src/cli/main.ts');

export type Ended = { code: number; out: string; err: string };
type Env = Record<string, string>;

/** As an operator types it. */
export const asProcess = (env: Env, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...env }, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [MAIN, ...args], options, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });

const printing = new AsyncLocalStorage<Ended>();

/** The same in this process: a tenth of the time. Several may run at once, and each has what it printed itself. */
export async function inProcess(env: Env, ...args: string[]): Promise<Ended> {
  const ended: Ended = { code: 0, out: '', err: '' };
  const { write } = process.stdout;
  if (!caught++) {
    process.stdout.write = ((text: string, ...rest: []) => {
      const own = printing.getStore();
      if (!own) return write.call(process.stdout, text, ...rest);
      own.out += text;
      return true;
    }) as typeof write;
    putBack = () => (process.stdout.write = write);
  }
  try {
    await printing.run(ended, () => runCommandLine(args, { env }));
  } catch (error) {
    Object.assign(ended, { code: exitCodeOf(error), err: errorText(error) });
  }
  if (!--caught) putBack();
  return ended;
}
let caught = 0;
let putBack = () => {};

/** The first call of each command is a process; all that main.ts does is the same for the others. */
export function createCommands() {
  const tried = new Set<string>();
  return (env: Env, ...args: string[]): Promise<Ended> => {
    const name = args
      .filter((word) => /^[a-z][a-z-]*$/.test(word))
      .slice(0, 2)
      .join(' ');
    const isFirst = !tried.has(name);
    tried.add(name);
    return (isFirst ? asProcess : inProcess)(env, ...args);
  };
}
