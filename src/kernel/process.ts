import type { Log } from './log.ts';
import { OperatorError } from './operator-error.ts';

/** Steps that take back what was started, the latest first. */
export type Undo = (() => Promise<unknown> | undefined)[];

const STOP_WITHIN_MS = 30_000;
const SAME_SIGNAL_MS = 500;

/** Ends the process, with what is to be told. */
export function fail(error: unknown, exitCode = 1): never {
  process.stderr.write(errorText(error));
  process.exit(exitCode);
}

/** One line where the operator can mend it, the stack where only a developer can. */
export function errorText(error: unknown): string {
  const { message, stack, code } = error as Error & { code?: unknown };
  const expected = error instanceof OperatorError;
  // Codes are PostgreSQL's and the operating system's; those of Node itself are for wrong calls.
  const fromOutside = typeof code === 'string' && !code.startsWith('ERR_');
  const why = fromOutside
    ? `${message} (${code})`.replace(/\s+/g, ' ').trim()
    : `This is a fault of Frontdesk.\n${stack}`;
  return `frontdesk: ${expected ? message : why}\n`;
}

/** The first signal lets everything finish; a second one, or too long a wait, does not. */
export function stopOnSignal(log: Log, undo: Undo): void {
  onFirstSignal(async (signal) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    for (const step of undo) await step()?.catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
    log.info('stopped');
    log.flush();
    process.exit(0);
  });
}

/** The second signal ends the process at once. */
export function onFirstSignal(act: (signal: string) => unknown): void {
  let first: number | undefined;
  const hear = (signal: string) => {
    if (first === undefined) {
      first = Date.now();
      void act(signal);
      return;
    }
    // npm passes on the Ctrl-C that the terminal has sent to the whole group already.
    if (Date.now() - first > SAME_SIGNAL_MS) process.exit(130);
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
}
