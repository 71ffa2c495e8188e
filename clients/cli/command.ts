import type { Client } from '../typescript/src/index.ts';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

export type CliIo = {
  env: Record<string, string | undefined>;
  /** Aborted by Ctrl-C. Every request takes it. */
  signal: AbortSignal;
  print(line: string): void;
  /** For what is not the result, such as progress. */
  note(line: string): void;
};

export type CommandOption = { value: string; description: string };

export type Command = {
  /** One or two words. */
  name: string;
  summary: string;
  /** The names of its arguments, all required. */
  args: string[];
  options: Record<string, CommandOption>;
  example: string;
  /** Runs until it is stopped, which is then no failure. */
  isEndless?: boolean;
  run(input: CommandInput): Promise<void>;
};

export type CommandInput = CliIo & {
  client: Client;
  args: string[];
  option(name: string): string | undefined;
  isJson: boolean;
};

export class CliError extends Error {
  /** 2 for a wrong command line, 1 for a command that failed, 130 for one that was stopped. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Why `fetch` got no response, such as ECONNREFUSED. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } };
  return cause?.code ?? cause?.message ?? message;
}

export const COMMON_OPTIONS: Record<string, CommandOption> = {
  url: { value: 'url', description: `The service (default: FRONTDESK_URL, or ${DEFAULT_URL})` },
  key: { value: 'key', description: 'An API key (default: FRONTDESK_KEY)' },
};
