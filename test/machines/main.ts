// npm run test:machines: the README's commands on fresh machines. CONTRIBUTING.md has more.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { checkOut, type Machine, makeMachine, makeWorkshop, type Running, runOn, type Workshop } from './machine.ts';
import { ROWS, type Row } from './rows.ts';
import { answers, firstChat, freePort, secondVisit, type Visitor } from './visit.ts';

const START = 'npm ci && npm start';
const TEST = 'npm ci && npm test';
const MINUTE = 60_000;
/** How a shell ends that got Ctrl-C together with its command. */
const INTERRUPTED = 130;

const USAGE = `npm run test:machines -- [--only ROW]... [--start-only] [--in FOLDER] [--keep]
  --only ROW     this row of the table; may be given more than once
  --start-only   without npm test
  --in FOLDER    make the machines there; what --keep has left there is used again
  --keep         keep their disks, and the Debian and the npm cache they are made with
Rows:
${Object.entries(ROWS)
  .map(([id, row]) => `  ${id}  ${row.name}; Node ${row.node}, npm ${row.npm}`)
  .join('\n')}`;

type Result = {
  id: string;
  row: Row;
  versions: string[];
  machine: string;
  start: string;
  test: string;
  problems: string[];
};

const began = Date.now();
const since = (time: number) => `${Math.round((Date.now() - time) / 1000)} s`;
const say = (text: string) => console.log(`${since(began).padStart(6)}  ${text}`);

async function runRow(workshop: Workshop, id: string, withTest: boolean): Promise<Result> {
  const row = ROWS[id]!;
  const result: Result = { id, row, versions: [], machine: '', start: '', test: '', problems: [] };
  const tell = (text: string) => say(`row ${id}: ${text}`);
  const tail = (lines: number) => logTail(join(workshop.logs, `row-${id}.log`), lines);
  const step = async (name: 'machine' | 'start' | 'test', work: () => Promise<void>): Promise<void> => {
    const time = Date.now();
    tell({ machine: row.name, start: START, test: TEST }[name]);
    const progress = setInterval(async () => tell(`… ${await tail(1)}`), MINUTE);
    try {
      await work();
      result[name] = since(time);
      tell(`ok, ${since(time)}`);
    } catch (error) {
      workshop.signal.throwIfAborted();
      result[name] = `FAILED ${since(time)}`;
      result.problems.push(`row ${id}: ${(error as Error).message}`);
      console.log(await tail(30));
      tell(`FAILED: ${(error as Error).message}`);
    } finally {
      clearInterval(progress);
    }
  };

  let machine: Machine | undefined;
  await step('machine', async () => {
    const made = await makeMachine(workshop, id, row);
    result.versions = await lookAt(made);
    if (withTest && row.packages.length) await install(made, row.packages);
    machine = made;
  });
  if (machine) {
    const on = machine;
    await step('start', () => startAndTalk(on, tell));
    if (withTest) {
      await step('test', async () => {
        await checkOut(on);
        await endOf(runOn(on, TEST), TEST, 60);
      });
    }
  }
  return result;
}

/** Without colours, and without the rest of very long lines. */
async function logTail(log: string, lines: number): Promise<string> {
  const text = stripVTControlCharacters(await readFile(log, 'utf8').catch(() => '')).trimEnd();
  const last = text.split('\n').slice(-lines);
  return last.map((line) => line.slice(0, 300)).join('\n');
}

/** Node and npm; and that the machine is what its row says. */
async function lookAt(machine: Machine): Promise<string[]> {
  const { namespaces } = machine.row;
  await mkdir(join(machine.root, machine.row.folder), { recursive: true });
  const look = runOn(machine, 'node --version && npm --version && unshare --user --map-user=1000 true && echo made');
  await look.ended;
  const [node, npm, made] = look.output().split('\n');
  if (!node || !npm) throw new Error('Node or npm does not run there');
  const found = made === 'made' ? 'made' : 'refused';
  if (namespaces !== 'any' && namespaces !== found) throw new Error(`user namespaces are ${found} there`);
  return [node, npm];
}

async function install(machine: Machine, packages: string[]): Promise<void> {
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
  await endOf(runOn(machine, command, { asRoot: true }), 'apt-get', 20);
}

/** The service from its first start to the end of its second, on the same data. */
async function startAndTalk(machine: Machine, tell: (text: string) => void): Promise<void> {
  await checkOut(machine);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let visitor: Visitor | undefined;
  for (const command of [START, 'npm start']) {
    const service = runOn(machine, command, { env: { PORT: port } });
    try {
      await answers(url, AbortSignal.any([whenOver(service, command), AbortSignal.timeout(10 * MINUTE)]));
      if (visitor) await secondVisit(url, visitor);
      else visitor = await firstChat(url);
      tell(`after ${command} it answers`);
      service.interrupt();
      await endOf(service, `${command} and Ctrl-C`, 1, [0, INTERRUPTED]);
      if (!service.output().includes('"msg":"stopped"'))
        throw new Error(`${command} and Ctrl-C: it did not say "stopped"`);
    } finally {
      service.kill();
      await service.ended;
    }
  }
}

function whenOver(running: Running, what: string): AbortSignal {
  const over = new AbortController();
  running.ended.then(
    (code) => over.abort(new Error(`${what} ended with ${code}`)),
    (error) => over.abort(error),
  );
  return over.signal;
}

async function endOf(running: Running, what: string, minutes: number, good: unknown[] = [0]): Promise<void> {
  const timer = setTimeout(() => running.kill(), minutes * MINUTE);
  const code = await running.ended.finally(() => clearTimeout(timer));
  if (!good.includes(code)) throw new Error(`${what} ended with ${code}`);
}

function table(results: Result[]): string {
  const lines = [
    ['row', 'machine', 'Node', 'npm', 'made', START, TEST],
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
      only: { type: 'string', multiple: true, default: Object.keys(ROWS) },
      'start-only': { type: 'boolean', default: false },
      in: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const unknown = values.only.find((id) => !ROWS[id]);
  if (unknown) throw new Error(`There is no row ${unknown}.\n${USAGE}`);
  if (process.getuid?.() !== 0) throw new Error('Machines are made by root alone: sudo npm run test:machines');
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  for (const command of [START, TEST]) {
    if (!readme.includes(command)) throw new Error(`The README no longer says "${command}".`);
  }

  const folder = values.in
    ? resolve(values.in, 'frontdesk-machines')
    : await mkdtemp(join(tmpdir(), 'frontdesk-machines-'));
  const logs = join(folder, 'logs');
  await mkdir(logs, { recursive: true });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)));
  const workshop = { folder, logs, signal: stop.signal };
  const results: Result[] = [];
  try {
    say(`a minimal Debian, in ${folder}`);
    await makeWorkshop(workshop);
    for (const id of values.only) {
      results.push(await runRow(workshop, id, ROWS[id]!.test && !values['start-only']));
      if (!values.keep) await rm(join(folder, `row-${id}`), { recursive: true, force: true });
    }
  } finally {
    const others = (await readdir(folder)).filter((name) => name !== 'logs');
    if (!values.keep) for (const name of others) await rm(join(folder, name), { recursive: true, force: true });
  }
  const problems = results.flatMap((result) => result.problems);
  console.log(`\n${table(results)}\n\n${[...problems, `logs: ${logs}`].join('\n')}`);
  process.exitCode = problems.length ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
