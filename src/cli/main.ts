import { exitWithError, onFirstSignal } from '../kernel/process.ts';
import { chooseExitCode, runCommandLine } from './command-line.ts';

// Finish the command even if a reader such as `head` closes the pipe early.
process.stdout.on('error', () => undefined);

// Exiting immediately could leave the embedded database running or half a backup behind.
const finishOnSignal = () =>
  onFirstSignal(() => process.stderr.write('frontdesk: finishing; once more ends it at once\n'));

await runCommandLine(process.argv.slice(2), { onStart: finishOnSignal }).catch((error) =>
  exitWithError(error, chooseExitCode(error)),
);
