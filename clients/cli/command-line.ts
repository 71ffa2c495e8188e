// Finds the command, reads its options, and reports an error in one line.
import { parseArgs } from 'node:util';
import { createClient, ProblemError } from '../typescript/src/index.ts';
import { CliError, type CliIo, COMMON_OPTIONS, type Command, DEFAULT_URL, isHttpUrl, reasonOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandHelp, overview } from './help.ts';

export async function run(argv: string[], io: CliIo): Promise<void> {
  const [firstWord = '--help', secondWord = ''] = argv;
  if (['--help', '-h', 'help'].includes(firstWord)) return io.print(overview(COMMANDS));
  const command = COMMANDS.find(({ name }) => name === firstWord || name === `${firstWord} ${secondWord}`);
  if (!command) return io.print(groupHelp(firstWord, secondWord));
  const { values, positionals } = parseArguments(command, argv.slice(command.name.split(' ').length));
  if (values.help) return io.print(commandHelp(command));
  checkArgumentCount(command, positionals);
  const option = (name: string) => (values as Record<string, string | undefined>)[name];
  const url = (option('url') ?? io.env.FRONTDESK_URL ?? DEFAULT_URL).replace(/\/+$/, '');
  const key = option('key') ?? io.env.FRONTDESK_KEY;
  if (!isHttpUrl(url)) throw new CliError(`"${url}" is not an address such as ${DEFAULT_URL}.`, 2);
  if (!key)
    throw new CliError(
      'No API key. Set FRONTDESK_KEY or pass --key. Create one in the dashboard, under Developers.',
      2,
    );
  // Anything else cannot be sent in a header. A key that was copied from a text may have typographic characters.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CliError('The API key has a character that keys do not have. Copy it again, as fd_sk_….', 2);
  const client = createClient({ baseUrl: url, key });
  const input = { ...io, client, args: positionals, option, isJson: values.json === true };
  await command.run(input).catch((error: unknown) => {
    if (isAbort(error, io)) {
      if (command.isEndless) return;
      throw new CliError('Stopped before the answer came.', STOPPED_EXIT_CODE);
    }
    throw error instanceof ProblemError ? new CliError(explainProblem(error, url)) : error;
  });
}

/** What shells report for a program that was stopped by Ctrl-C. */
const STOPPED_EXIT_CODE = 130;

/** Other errors are reported even if the command was being stopped. */
const isAbort = (error: unknown, { signal }: CliIo) =>
  signal.aborted && error instanceof Error && error.name === 'AbortError';

function parseArguments({ name, options }: Command, args: string[]) {
  const textOptions = Object.keys({ ...options, ...COMMON_OPTIONS }).map(
    (option) => [option, { type: 'string' }] as const,
  );
  const flags = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args, options: { ...Object.fromEntries(textOptions), ...flags }, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    throw usageError(`${sentence?.replace(/\.$/, '')}.`, name);
  }
}

function checkArgumentCount({ name, args }: Command, values: string[]): void {
  const missingArgument = args[values.length];
  if (missingArgument) throw usageError(`"${name}" needs <${missingArgument}>.`, name);
  const extraArgument = values[args.length];
  if (extraArgument !== undefined)
    throw usageError(`"${name}" does not take "${extraArgument}". A text with spaces needs quotes.`, name);
}

const usageError = (message: string, name = '') =>
  new CliError(`${message} Try: ${['frontdesk', name, '--help'].filter(Boolean).join(' ')}`, 2);

function groupHelp(firstWord: string, secondWord: string): string {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${firstWord} `));
  if (group.length && ['', '--help', '-h'].includes(secondWord)) return overview(group);
  throw usageError(`Unknown command "${[firstWord, group.length ? secondWord : ''].join(' ').trim()}".`);
}

/** What happened, and what to do. */
function explainProblem({ status, code, message, errors, requestId, cause }: ProblemError, url: string): string {
  if (status === 0)
    return `Nothing answers at ${url} (${reasonOf(cause)}). Is the service running? Set FRONTDESK_URL or pass --url.`;
  if (code === 'unexpected') return `${url} answered ${status}, but not as Frontdesk does. Check FRONTDESK_URL.`;
  if (status === 401) return `${message} Check FRONTDESK_KEY, or create a key in the dashboard, under Developers.`;
  const fields = errors.length > 1 ? errors.map(({ pointer, detail }) => `\n  ${pointer} ${detail}`).join('') : '';
  return `${message} (${code}, ${requestId})${fields}`;
}
