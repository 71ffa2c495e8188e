// npm run test:machines: runs the README's commands on fresh machines. See CONTRIBUTING.md.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findFreePort } from '../ports.ts';
import {
  checkOut,
  createMachine,
  type Machine,
  prepareWorkFolder,
  type RunningCommand,
  runOn,
  type WorkFolder,
} from './machine.ts';
import { MACHINES, type MachineConfig } from './rows.ts';
import { type ChatSession, checkConversationExists, signUpAndChat, waitUntilHealthy } from './visit.ts';

const START_COMMAND = 'npm ci && npm start';
const TEST_COMMAND = 'npm ci && npm test';
const MINUTE_MS = 60_000;
/** The exit code of a shell that received Ctrl-C together with its command. */
const INTERRUPTED_EXIT_CODE = 130;

const USAGE = `npm run test:machines -- [--only ROW]... [--start-only] [--in FOLDER] [--keep]
  --only ROW     this row of the table; may be given more than once
  --start-only   without npm test
  --in FOLDER    make the machines there; what --keep has left there is used again
  --keep         keep their disks, and the Debian and the npm cache they are made with
Rows:
${Object.entries(MACHINES)
  .map(([id, row]) => `  ${id}  ${row.name}; Node ${row.node}, npm ${row.npm}`)
  .join('\n')}`;

type Result = {
  id: string;
  row: MachineConfig;
  versions: string[];
  machine: string;
  start: string;
  test: string;
  problems: string[];
};

const startedAt = Date.now();
const formatSecondsSince = (time: number) => `${Math.round((Date.now() - time) / 1000)} s`;
const log = (text: string) => console.log(`${formatSecondsSince(startedAt).padStart(6)}  ${text}`);

async function runRow(workFolder: WorkFolder, id: string, withTest: boolean): Promise<Result> {
  const row = MACHINES[id]!;
  const result: Result = { id, row, versions: [], machine: '', start: '', test: '', problems: [] };
  const logRow = (text: string) => log(`row ${id}: ${text}`);
  const getLastLines = (lines: number) => readLogTail(join(workFolder.logs, `row-${id}.log`), lines);
  const runStep = async (name: 'machine' | 'start' | 'test', work: () => Promise<void>): Promise<void> => {
    const stepStart = Date.now();
    logRow({ machine: row.name, start: START_COMMAND, test: TEST_COMMAND }[name]);
    // Cannot reject, because a log that cannot be read counts as empty.
    const logProgress = async () => logRow(`… ${await getLastLines(1)}`);
    const progress = setInterval(() => void logProgress(), MINUTE_MS);
    try {
      await work();
      result[name] = formatSecondsSince(stepStart);
      logRow(`ok, ${formatSecondsSince(stepStart)}`);
    } catch (error) {
      workFolder.signal.throwIfAborted();
      result[name] = `FAILED ${formatSecondsSince(stepStart)}`;
      result.problems.push(`row ${id}: ${(error as Error).message}`);
      console.log(await getLastLines(30));
      logRow(`FAILED: ${(error as Error).message}`);
    } finally {
      clearInterval(progress);
    }
  };

  let machine: Machine | undefined;
  await runStep('machine', async () => {
    const newMachine = await createMachine(workFolder, id, row);
    result.versions = await checkMachine(newMachine);
    if (withTest && row.packages.length) await install(newMachine, row.packages);
    machine = newMachine;
  });
  if (machine) {
    const readyMachine = machine;
    await runStep('start', () => startAndChat(readyMachine, logRow));
    if (withTest) {
      await runStep('test', async () => {
        await checkOut(readyMachine);
        await waitForExit(runOn(readyMachine, TEST_COMMAND), TEST_COMMAND, 60);
      });
    }
  }
  return result;
}

/** The last lines of a log, without colors and with long lines cut. */
async function readLogTail(log: string, lines: number): Promise<string> {
  const text = stripVTControlCharacters(await readFile(log, 'utf8').catch(() => '')).trimEnd();
  const lastLines = text.split('\n').slice(-lines);
  return lastLines.map((line) => line.slice(0, 300)).join('\n');
}

/** The versions of Node and npm. Throws if the machine does not match its row. */
async function checkMachine(machine: Machine): Promise<string[]> {
  const { namespaces } = machine.row;
  await mkdir(join(machine.root, machine.row.folder), { recursive: true });
  const versionCheck = runOn(
    machine,
    'node --version && npm --version && unshare --user --map-user=1000 true && echo made',
  );
  await versionCheck.exitCode;
  const [node, npm, unshareOutput] = versionCheck.output().split('\n');
  if (!node || !npm) throw new Error('Node or npm does not run there');
  const actual = unshareOutput === 'made' ? 'made' : 'refused';
  if (namespaces !== 'any' && namespaces !== actual) throw new Error(`user namespaces are ${actual} there`);
  return [node, npm];
}

async function install(machine: Machine, packages: string[]): Promise<void> {
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
  await waitForExit(runOn(machine, command, { asRoot: true }), 'apt-get', 20);
}

/** Starts and stops the service twice on the same data, and talks to it each time. */
async function startAndChat(machine: Machine, log: (text: string) => void): Promise<void> {
  await checkOut(machine);
  // The machines share this machine's network, where the default port may be in use.
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let session: ChatSession | undefined;
  for (const command of [START_COMMAND, 'npm start']) {
    const service = runOn(machine, command, { env: { PORT: port } });
    try {
      await waitUntilHealthy(
        url,
        AbortSignal.any([abortOnExit(service, command), AbortSignal.timeout(10 * MINUTE_MS)]),
      );
      if (session) await checkConversationExists(url, session);
      else session = await signUpAndChat(url);
      log(`after ${command} it answers`);
      service.interrupt();
      await waitForExit(service, `${command} and Ctrl-C`, 1, [0, INTERRUPTED_EXIT_CODE]);
      if (!service.output().includes('"msg":"stopped"'))
        throw new Error(`${command} and Ctrl-C: it did not say "stopped"`);
    } finally {
      service.kill();
      await service.exitCode;
    }
  }
}

function abortOnExit(command: RunningCommand, label: string): AbortSignal {
  const controller = new AbortController();
  command.exitCode.then(
    (code) => controller.abort(new Error(`${label} ended with ${code}`)),
    (error) => controller.abort(error),
  );
  return controller.signal;
}

async function waitForExit(
  command: RunningCommand,
  label: string,
  minutes: number,
  allowedCodes: unknown[] = [0],
): Promise<void> {
  const timer = setTimeout(() => command.kill(), minutes * MINUTE_MS);
  const code = await command.exitCode.finally(() => clearTimeout(timer));
  if (!allowedCodes.includes(code)) throw new Error(`${label} ended with ${code}`);
}

function formatTable(results: Result[]): string {
  const lines = [
    ['row', 'machine', 'Node', 'npm', 'made', START_COMMAND, TEST_COMMAND],
    ...results.map(({ id, row, versions, machine, start, test }) => [
      id,
      row.name,
      versions[0] ?? row.node,
      versions[1] ?? row.npm,
      machine,
      start || '–',
      test || '–',
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('   ')).join('\n');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: Object.keys(MACHINES) },
      'start-only': { type: 'boolean', default: false },
      in: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const unknown = values.only.find((id) => !MACHINES[id]);
  if (unknown) throw new Error(`There is no row ${unknown}.\n${USAGE}`);
  if (process.getuid?.() !== 0) throw new Error('Machines are made by root alone: sudo npm run test:machines');
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  for (const command of [START_COMMAND, TEST_COMMAND]) {
    if (!readme.includes(command)) throw new Error(`The README no longer says "${command}".`);
  }

  const folder = values.in
    ? resolve(values.in, 'frontdesk-machines')
    : await mkdtemp(join(tmpdir(), 'frontdesk-machines-'));
  const logs = join(folder, 'logs');
  await mkdir(logs, { recursive: true });
  const stopController = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopController.abort(new Error(`Stopped by ${signal}.`)));
  const workFolder = { folder, logs, signal: stopController.signal };
  const results: Result[] = [];
  try {
    log(`a minimal Debian, in ${folder}`);
    await prepareWorkFolder(workFolder);
    for (const id of values.only) {
      results.push(await runRow(workFolder, id, MACHINES[id]!.runsTests && !values['start-only']));
      if (!values.keep) await rm(join(folder, `row-${id}`), { recursive: true, force: true });
    }
  } finally {
    const leftovers = (await readdir(folder)).filter((name) => name !== 'logs');
    if (!values.keep) for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true });
  }
  const problems = results.flatMap((result) => result.problems);
  console.log(`\n${formatTable(results)}\n\n${[...problems, `logs: ${logs}`].join('\n')}`);
  process.exitCode = problems.length ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
