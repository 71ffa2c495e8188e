import { FixableError } from './fixable-error.ts';
import type { Log } from './log.ts';

/** Cleanup steps, in the reverse order of startup. */
export type ShutdownSteps = (() => Promise<unknown> | undefined)[];

const SHUTDOWN_TIMEOUT_MS = 30_000;
const DUPLICATE_SIGNAL_WINDOW_MS = 500;

/** Prints the error and exits. */
export function exitWithError(error: unknown, exitCode = 1): never {
  process.stderr.write(formatError(error));
  process.exit(exitCode);
}

/** One line for an error that the operator can fix, the stack trace for a bug. */
export function formatError(error: unknown): string {
  const { message, stack, code } = error as Error & { code?: unknown };
  const isExpected = error instanceof FixableError;
  // PostgreSQL and system errors have codes. Node's own codes start with ERR_ and mean a bug in our code.
  const isExternal = typeof code === 'string' && !code.startsWith('ERR_');
  const details = isExternal
    ? `${message} (${code})`.replace(/\s+/g, ' ').trim()
    : `This is a fault of Frontdesk.\n${stack}`;
  return `frontdesk: ${isExpected ? message : details}\n`;
}

/** Runs the steps if starting fails, and otherwise on a signal. */
export async function withShutdownSteps(log: Log, startUp: (steps: ShutdownSteps) => Promise<void>): Promise<void> {
  const steps: ShutdownSteps = [];
  try {
    await startUp(steps);
    stopOnSignal(log, steps);
  } catch (error) {
    for (const step of steps) await step()?.catch(() => undefined);
    throw error;
  }
}

/** Shuts down gracefully on the first signal. Exits immediately on a second one or after the timeout. */
function stopOnSignal(log: Log, shutdownSteps: ShutdownSteps): void {
  onFirstSignal(async (signal) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    for (const step of shutdownSteps)
      await step()?.catch((error) => log.error({ err: error }, 'a part did not stop cleanly'));
    log.info('stopped');
    log.flush();
    process.exit(0);
  });
}

/** Calls the handler on the first SIGTERM or SIGINT. The second one exits immediately. */
export function onFirstSignal(handler: (signal: string) => unknown): void {
  let firstSignalAt: number | undefined;
  const onSignal = (signal: string) => {
    if (firstSignalAt === undefined) {
      firstSignalAt = Date.now();
      void handler(signal);
      return;
    }
    // npm forwards a Ctrl-C that the terminal has already sent to the whole process group.
    if (Date.now() - firstSignalAt > DUPLICATE_SIGNAL_WINDOW_MS) process.exit(130);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
