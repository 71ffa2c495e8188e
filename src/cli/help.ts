import { must } from '../kernel/must.ts';
import { type Command, INVOCATION, type Option } from './command.ts';

const LINE_WIDTH = 96;
/** Handled by bin/frontdesk itself, not by these commands. */
const SERVICE_COMMANDS: [string, string][] = [
  ['start', 'Start the service, like npm start'],
  ['worker', 'Run background jobs only, alongside services with JOBS=off'],
];
/** The commands of clients/cli, which bin/frontdesk starts. */
const API_COMMANDS: [string, string][] = [
  ['chat', 'Send a customer’s message and print the reply'],
  ['bookings list', 'List bookings'],
  ['events list|tail', 'List events, or print them as they happen'],
  ['webhooks listen', 'Forward events to your machine as signed webhooks'],
  ['api', 'Send any request'],
];

const formatCommandUsage = ({ name, positionals, options }: Command): string =>
  [name, ...positionals.map((argument) => `<${argument}>`), ...Object.entries(options).map(formatOptionUsage)].join(
    ' ',
  );

function formatOptionUsage([name, option]: [string, Option]): string {
  const usage = `--${name} <${option.placeholder}>`;
  return `${option.isRequired ? usage : `[${usage}]`}${option.isRepeatable ? '…' : ''}`;
}

function formatColumns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${wrap(right, LINE_WIDTH - width).join(indent)}`)
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

export function formatOverview(commands: Command[]): string {
  return `Frontdesk command line

Usage: ${INVOCATION} <command>

${formatColumns([...SERVICE_COMMANDS, ...commands.map(({ name, summary }): [string, string] => [name, summary])])}

Over the network, with an API key (FRONTDESK_KEY) of the service at FRONTDESK_URL:

${formatColumns(API_COMMANDS)}

Add --help to a command to see its options and an example.
The commands in the first list use the service's data, whether or not it is running: DATABASE_URL, or the folder DATA_DIR (./data).
Without npm, from any folder: bin/frontdesk <command>`;
}

export function formatGroupHelp(group: string, commands: Command[]): string {
  return `Usage: ${INVOCATION} ${group} <command>

${commands.map((command) => `  ${formatCommandUsage(command)}\n      ${command.summary}`).join('\n')}

Add --help to one of them to see its options.

Example:
  ${INVOCATION} ${must(commands[0], 'a command').example}`;
}

export function formatCommandHelp(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { placeholder, description, isRepeatable }]): [string, string] => [
      `--${name} <${placeholder}>`,
      isRepeatable ? `${description}; may be given several times` : description,
    ],
  );
  return `${command.summary}

Usage: ${INVOCATION} ${formatCommandUsage(command)}
${options.length ? `\nOptions:\n${formatColumns(options)}\n` : ''}
Example:
  ${INVOCATION} ${command.example}`;
}
