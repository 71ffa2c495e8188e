// Parses the command line and runs the matching command.
import { readConfig } from '../kernel/config.ts';
import { accountCommands } from './accounts.ts';
import { analyticsCommands } from './analytics.ts';
import { archiveCommands } from './archive.ts';
import { auditCommands } from './audit.ts';
import { type Command, parseInput, print, UsageError } from './command.ts';
import { databaseCommands } from './database.ts';
import { healthCommands } from './health.ts';
import { formatCommandHelp, formatGroupHelp, formatOverview } from './help.ts';
import { keyCommands } from './keys.ts';
import { masterKeyCommands } from './master-key.ts';
import { operatorCommands } from './operators.ts';
import { workspaceCommands } from './workspaces.ts';

const COMMANDS: Command[] = [
  ...workspaceCommands,
  ...archiveCommands,
  ...operatorCommands,
  ...accountCommands,
  ...keyCommands,
  ...databaseCommands,
  ...auditCommands,
  ...analyticsCommands,
  ...healthCommands,
  ...masterKeyCommands,
];
const HELP_FLAGS = ['--help', '-h'];

/** Calls `onStart` just before the command runs. */
export async function runCommandLine(
  argv: string[],
  { env, onStart }: { env?: Record<string, string>; onStart?: () => void } = {},
): Promise<void> {
  const [firstWord = '--help', secondWord = '--help'] = argv;
  if (HELP_FLAGS.includes(firstWord)) return print(formatOverview(COMMANDS));
  const command = COMMANDS.find(({ name }) => name === firstWord || name === `${firstWord} ${secondWord}`);
  if (command) {
    const input = parseInput(command, argv.slice(command.name.split(' ').length));
    if (input === 'help') return print(formatCommandHelp(command));
    onStart?.();
    return command.run({ ...input, config: readConfig(env) });
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${firstWord} `));
  if (!group.length)
    throw new UsageError(`Unknown ${firstWord.startsWith('-') ? 'option' : 'command'} "${firstWord}".`);
  if (!HELP_FLAGS.includes(secondWord))
    throw new UsageError(`Unknown command "${firstWord} ${secondWord}".`, firstWord);
  print(formatGroupHelp(firstWord, group));
}

/** Lets scripts distinguish a usage error (2) from a failed command (1). */
export const chooseExitCode = (error: unknown): number => (error instanceof UsageError ? 2 : 1);
