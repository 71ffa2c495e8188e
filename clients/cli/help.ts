import { COMMON_OPTIONS, type Command, type CommandOption } from './command.ts';

const alignColumns = (rows: [string, string][]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const usage = ({ name, args }: Command) => [name, ...args.map((arg) => `<${arg}>`)].join(' ');

export const overview = (commands: Command[]): string => `Frontdesk from the command line, over the network

Usage: frontdesk <command> [options]

${alignColumns(commands.map((command) => [usage(command), command.summary]))}

Set FRONTDESK_URL and FRONTDESK_KEY, or pass --url and --key. Test keys work on your sandbox.
Add --help to a command to see its options and an example.`;

export function commandHelp(command: Command): string {
  const optionRow = ([name, { value, description }]: [string, CommandOption]): [string, string] => [
    `--${name} <${value}>`,
    description,
  ];
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionRow);
  return `${command.summary}

Usage: frontdesk ${usage(command)} [options]

Options:
${alignColumns([...options, ['--json', 'Print JSON, for scripts']])}

Example:
  frontdesk ${command.example}`;
}
