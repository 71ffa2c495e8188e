// What was typed, from its words to what it does.
import { readConfig } from '../kernel/config.ts';
import { analyticsCommands } from './analytics.ts';
import { archiveCommands } from './archive.ts';
import { auditCommands } from './audit.ts';
import { type Command, parseCall, print, UsageError } from './command.ts';
import { databaseCommands } from './database.ts';
import { healthCommands } from './health.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { keyCommands } from './keys.ts';
import { masterKeyCommands } from './master-key.ts';
import { operatorCommands } from './operators.ts';
import { workspaceCommands } from './workspaces.ts';

const COMMANDS: Command[] = [
  ...workspaceCommands,
  ...archiveCommands,
  ...operatorCommands,
  ...keyCommands,
  ...databaseCommands,
  ...auditCommands,
  ...analyticsCommands,
  ...healthCommands,
  ...masterKeyCommands,
];
const HELP = ['--help', '-h'];

/** `begun` is told before a command does anything. */
export async function runCommandLine(
  argv: string[],
  { env, begun }: { env?: Record<string, string>; begun?: () => void } = {},
): Promise<void> {
  const [first = '--help', second = '--help'] = argv;
  if (HELP.includes(first)) return print(overview(COMMANDS));
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command) {
    const call = parseCall(command, argv.slice(command.name.split(' ').length));
    if (call === 'help') return print(commandHelp(command));
    begun?.();
    return command.run({ ...call, config: readConfig(env) });
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (!group.length) throw new UsageError(`Unknown ${first.startsWith('-') ? 'option' : 'command'} "${first}".`);
  if (!HELP.includes(second)) throw new UsageError(`Unknown command "${first} ${second}".`, first);
  print(groupHelp(first, group));
}

/** What a script can tell from: wrongly typed, or typed right and refused. */
export const exitCodeOf = (error: unknown): number => (error instanceof UsageError ? 2 : 1);
