import { type Command, INVOCATION, type Option } from './command.ts';

const WIDTH = 96;
/** What bin/frontdesk starts without the command line. */
const SERVICES: [string, string][] = [
  ['start', 'Run the service, as npm start does'],
  ['worker', 'Run background jobs alone, beside services with JOBS=off'],
];

const usageOf = ({ name, takes, options }: Command): string =>
  [name, ...takes.map((argument) => `<${argument}>`), ...Object.entries(options).map(usageOfOption)].join(' ');

function usageOfOption([name, option]: [string, Option]): string {
  const pair = `--${name} <${option.value}>`;
  return `${option.required ? pair : `[${pair}]`}${option.multiple ? '…' : ''}`;
}

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const below = `\n${' '.repeat(width + 4)}`;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${wrap(right, WIDTH - width).join(below)}`).join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

export function overview(commands: Command[]): string {
  return `Frontdesk’s command line for its operator

Usage: ${INVOCATION} <command>

${columns([...SERVICES, ...commands.map(({ name, summary }): [string, string] => [name, summary])])}

Add --help to a command to see its options and an example.
It works on the data of the service, which may run or not: DATABASE_URL, or the folder DATA_DIR (./data).
Without npm, from any folder: bin/frontdesk <command>`;
}

export function groupHelp(group: string, commands: Command[]): string {
  return `Usage: ${INVOCATION} ${group} <command>

${commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`).join('\n')}

Add --help to one of them to see its options.

Example:
  ${INVOCATION} ${commands[0]!.example}`;
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, text, multiple }]): [string, string] => [
    `--${name} <${value}>`,
    multiple ? `${text}; may be given several times` : text,
  ]);
  return `${command.summary}

Usage: ${INVOCATION} ${usageOf(command)}
${options.length ? `\nOptions:\n${columns(options)}\n` : ''}
Example:
  ${INVOCATION} ${command.example}`;
}
