#!/usr/bin/env node
import { CliError } from './command.ts';
import { run } from './command-line.ts';

// Finish quietly if a reader such as `head` closes the pipe.
process.stdout.on('error', () => process.exit(0));

const stopController = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopController.abort());

const io = {
  env: process.env,
  signal: stopController.signal,
  print: (line: string) => void process.stdout.write(`${line}\n`),
  note: (line: string) => void process.stderr.write(`${line}\n`),
};
await run(process.argv.slice(2), io).catch((error: unknown) => {
  if (!(error instanceof CliError)) throw error;
  io.note(`frontdesk: ${error.message}`);
  process.exitCode = error.exitCode;
});
