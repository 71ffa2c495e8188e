import { parseArgs } from 'node:util';
import type { Config } from '../kernel/config.ts';
import { FixableError } from '../kernel/fixable-error.ts';

export const INVOCATION = 'npm run frontdesk --';

export type Option = {
  /** The placeholder shown in help, such as `plan` or `live|test`. */
  placeholder: string;
  description: string;
  isRequired?: boolean;
  isRepeatable?: boolean;
};

/** A command with its help texts. */
export type Command = {
  /** As typed by the user, such as `workspace create`. Commands with the same first word form a group. */
  name: string;
  summary: string;
  /** Names of the positional arguments, in order. All are required. */
  positionals: string[];
  options: Record<string, Option>;
  /** Without the leading `npm run frontdesk --`. */
  example: string;
  run(input: CommandInput): Promise<void>;
};

export type CommandInput = {
  config: Config;
  args: string[];
  getOption(option: string): string | undefined;
  getOptionList(option: string): string[] | undefined;
};

/** The user typed an invalid command line. */
export class UsageError extends FixableError {
  constructor(message: string, commandName = '') {
    super(`${message} Try: ${[INVOCATION, commandName, '--help'].filter(Boolean).join(' ')}`);
  }
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Parses the arguments after the command's name. Returns 'help' if they contain --help. */
export function parseInput(
  { name, positionals: positionalNames, options }: Command,
  argv: string[],
): Omit<CommandInput, 'config'> | 'help' {
  const parserOptions = Object.entries(options).map(
    ([option, { isRepeatable: multiple = false }]) => [option, { type: 'string', multiple }] as const,
  );
  const { values, positionals } = parseArguments(name, argv, Object.fromEntries(parserOptions));
  if (values.help) return 'help';
  const missingPositional = positionalNames[positionals.length];
  if (missingPositional) throw new UsageError(`"${name}" needs <${missingPositional}>.`, name);
  const extraPositional = positionals[positionalNames.length];
  if (extraPositional !== undefined)
    throw new UsageError(`"${name}" does not take "${extraPositional}"; a text with spaces needs quotes.`, name);
  const [missingOption] = Object.keys(options).filter(
    (option) => options[option]?.isRequired && values[option] === undefined,
  );
  if (missingOption) throw new UsageError(`"${name}" needs --${missingOption}.`, name);
  return {
    args: positionals,
    getOption: (option) => values[option] as string | undefined,
    getOptionList: (option) => values[option] as string[] | undefined,
  };
}

function parseArguments(name: string, args: string[], options: Record<string, { type: 'string'; multiple: boolean }>) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values, positionals } = parseArgs({ args, options: { ...options, help }, allowPositionals: true });
    return { values: values as Record<string, string | string[] | boolean | undefined>, positionals };
  } catch (error) {
    // Keeps only the first sentence: parseArgs adds several lines about quoting dashes.
    const { message } = error as Error;
    const [, option] = /^Option '(--[\w-]+).* argument (?:missing|is ambiguous)/.exec(message) ?? [];
    throw new UsageError(option ? `${option} needs a value.` : `${message.split(/\.\s|\.$|\n/)[0]}.`, name);
  }
}
