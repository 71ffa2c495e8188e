import { parseArgs } from 'node:util';
import type { Config } from '../kernel/config.ts';
import { OperatorError } from '../kernel/operator-error.ts';

export const INVOCATION = 'npm run frontdesk --';

export type Option = {
  /** What its value is called, such as `plan` or `live|test`. */
  value: string;
  text: string;
  required?: boolean;
  multiple?: boolean;
};

/** A command: all that help says about it, and what it does. */
export type Command = {
  /** As it is typed: `workspace create`. Commands with the same first word are a group. */
  name: string;
  summary: string;
  /** What comes after the name, in order. None may be left out. */
  takes: string[];
  options: Record<string, Option>;
  /** What comes after `npm run frontdesk --`. */
  example: string;
  run(call: Call): Promise<void>;
};

export type Call = {
  config: Config;
  args: string[];
  one(option: string): string | undefined;
  all(option: string): string[] | undefined;
};

/** The command line itself is wrong. */
export class UsageError extends OperatorError {
  constructor(message: string, about = '') {
    super(`${message} Try: ${[INVOCATION, about, '--help'].filter(Boolean).join(' ')}`);
  }
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What was typed after the command's name, or 'help' where that is asked for. */
export function parseCall({ name, takes, options }: Command, argv: string[]): Omit<Call, 'config'> | 'help' {
  const known = Object.entries(options).map(
    ([option, { multiple = false }]) => [option, { type: 'string', multiple }] as const,
  );
  const { values, positionals } = parse(name, argv, Object.fromEntries(known));
  if (values.help) return 'help';
  const missing = takes[positionals.length];
  if (missing) throw new UsageError(`"${name}" needs <${missing}>.`, name);
  const extra = positionals[takes.length];
  if (extra !== undefined)
    throw new UsageError(`"${name}" does not take "${extra}"; a text with spaces needs quotes.`, name);
  const [absent] = Object.keys(options).filter((option) => options[option]?.required && values[option] === undefined);
  if (absent) throw new UsageError(`"${name}" needs --${absent}.`, name);
  return {
    args: positionals,
    one: (option) => values[option] as string | undefined,
    all: (option) => values[option] as string[] | undefined,
  };
}

function parse(name: string, args: string[], options: Record<string, { type: 'string'; multiple: boolean }>) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values, positionals } = parseArgs({ args, options: { ...options, help }, allowPositionals: true });
    return { values: values as Record<string, string | string[] | boolean | undefined>, positionals };
  } catch (error) {
    // Its messages go on, over several lines, about how to quote dashes.
    const { message } = error as Error;
    const [, option] = /^Option '(--[\w-]+).* argument (?:missing|is ambiguous)/.exec(message) ?? [];
    throw new UsageError(option ? `${option} needs a value.` : `${message.split(/\.\s|\.$|\n/)[0]}.`, name);
  }
}
