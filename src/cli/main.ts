import { fail, onFirstSignal } from '../kernel/process.ts';
import { exitCodeOf, runCommandLine } from './command-line.ts';

// A reader that stops early, such as `head`, is no reason to leave the rest undone.
process.stdout.on('error', () => undefined);

// Ended at once, it would leave its database running, or half a backup behind.
const waitForIt = () => onFirstSignal(() => process.stderr.write('frontdesk: finishing; once more ends it at once\n'));

await runCommandLine(process.argv.slice(2), { begun: waitForIt }).catch((error) => fail(error, exitCodeOf(error)));
