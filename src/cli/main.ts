import { readConfig } from '../kernel/config.ts';
import { fail, onFirstSignal } from '../kernel/process.ts';
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

async function main(argv: string[]): Promise<void> {
  const [first = '--help', second = '--help'] = argv;
  if (HELP.includes(first)) return print(overview(COMMANDS));
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command) return run(command, argv.slice(command.name.split(' ').length));
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (!group.length) throw new UsageError(`There is no ${first.startsWith('-') ? 'option' : 'command'} "${first}".`);
  if (!HELP.includes(second)) throw new UsageError(`There is no command "${first} ${second}".`, first);
  print(groupHelp(first, group));
}

async function run(command: Command, argv: string[]): Promise<void> {
  const call = parseCall(command, argv);
  if (call === 'help') return print(commandHelp(command));
  // Ended at once, it would leave its database running, or half a backup behind.
  onFirstSignal(() => process.stderr.write('frontdesk: finishing; once more ends it at once\n'));
  await command.run({ ...call, config: readConfig() });
}

// A reader that stops early, such as `head`, is no reason to leave the rest undone.
process.stdout.on('error', () => undefined);

await main(process.argv.slice(2)).catch((error) => fail(error, error instanceof UsageError ? 2 : 1));
