import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, createDatabase } from '../harness.ts';
import { databaseUrl, freePort, spawnService, stopProcess, temporaryFolder, until } from './service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Nothing of a copied source has been compiled before. */
const PATIENCE = 100_000;
const PACKAGED = `node-linux-${process.arch}`;

let folder: string;
/** A project of its own, with spaces in its path, and what is around it: */
let project: string;
/** a machine's folder of programs, without any Node, and one with the Node of the test's choice. */
let system: string;
let machine: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  system = join(folder, 'system');
  await mkdir(system);
  for (const name of ['sh', 'dirname', 'readlink', 'uname']) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(system, name));
  }
});

let count = 0;
beforeEach(async () => {
  count += 1;
  project = join(folder, `my desk ${count}`);
  machine = join(folder, `machine ${count}`);
  await cp(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
  await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
  await mkdir(machine);
});

async function program(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
}

/** As far as it is asked: the version is all that it says. */
const oldNode = () => program(join(machine, 'node'), '#!/bin/sh\necho v20.20.2\n');
const newNode = () => symlink(process.execPath, join(machine, 'node'));
const packagedNode = async () => {
  await mkdir(join(project, 'node_modules', PACKAGED, 'bin'), { recursive: true });
  await symlink(process.execPath, packagedPath());
};
const packagedPath = () => join(project, 'node_modules', PACKAGED, 'bin/node');

type Ended = { code: number | string; out: string; err: string };

async function launch(file: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(file, args, { cwd: folder, env: { PATH: `${machine}:${system}`, ...env } });
  const ended: Ended = { code: '', out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ended.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.err += chunk;
  });
  ended.code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return ended;
}

const withNode = (...args: string[]) => launch(join(project, 'bin/with-node24'), args);
const WHICH = ['node', '-p', 'process.execPath'];

describe('bin/with-node24 without a Node that will do', () => {
  const refused = async (...parts: string[]) => {
    const { code, out, err } = await withNode(...WHICH);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(/^frontdesk: [^\n]+\n$/) });
    for (const part of parts) expect(err).toContain(part);
  };

  it('says what was left out of the install', async () => {
    await oldNode();
    await refused('needs Node 24', 'has v20.20.2', 'npm ci without --omit=optional');
  });

  it('says so where there is none at all', async () => {
    await refused('needs Node 24', 'has none', 'npm ci without --omit=optional');
  });

  it('says that the packaged one does not run, as on musl', async () => {
    await oldNode();
    await program(packagedPath(), '#!/no/such/loader\n');
    await refused('has v20.20.2', 'does not run here', 'install Node 24');
  });

  it('says that none is packaged for another platform', async () => {
    await oldNode();
    await program(join(machine, 'uname'), '#!/bin/sh\n[ "$1" = -s ] && echo Darwin || echo arm64\n');
    await refused('has v20.20.2', 'for Darwin arm64', 'install Node 24');
  });

  it('says that nothing is installed', async () => {
    await newNode();
    await rm(join(project, 'node_modules'), { recursive: true });
    await refused('Run: npm ci');
  });
});

describe('bin/with-node24', () => {
  it('takes the packaged Node, in a path with spaces, from elsewhere and over links', async () => {
    await oldNode();
    await packagedNode();
    await symlink(join(project, 'bin/with-node24'), join(project, 'link'));
    await symlink('link', join(project, 'link to link'));
    await symlink(join(project, 'bin'), join(project, 'folder'));
    for (const file of ['bin/with-node24', 'link', 'link to link', 'folder/with-node24']) {
      const first = await launch(join(project, file), ['sh', '-c', 'command -v node; node -p process.version']);
      expect({ file, ...first }).toEqual({
        file,
        code: 0,
        out: `${packagedPath()}\n${process.version}\n`,
        err: '',
      });
    }
    const relative = await launch('sh', [join(basename(project), 'bin/with-node24'), ...WHICH]);
    expect(relative).toEqual({ code: 0, out: `${process.execPath}\n`, err: '' });
  });

  it('takes the first of the machine that will do, where the packaged one does not', async () => {
    await oldNode();
    await program(packagedPath(), '#!/no/such/loader\n');
    await symlink(packagedPath(), join(project, 'node_modules/.bin/node'));
    const later = join(folder, 'later');
    await mkdir(later);
    await symlink(process.execPath, join(later, 'node'));
    const PATH = `${join(project, 'node_modules/.bin')}:${machine}:${later}:${system}`;
    const found = await launch(join(project, 'bin/with-node24'), ['sh', '-c', 'command -v node'], { PATH });
    expect(found).toEqual({ code: 0, out: `${join(later, 'node')}\n`, err: '' });
  });

  it('runs the project’s tools, and not those beside the machine’s Node', async () => {
    await newNode();
    await program(join(machine, 'tool'), '#!/bin/sh\necho of the machine\n');
    await program(join(project, 'node_modules/.bin/tool'), '#!/usr/bin/env node\nconsole.log("of the project")\n');
    expect(await withNode('tool')).toEqual({ code: 0, out: 'of the project\n', err: '' });
  });

  it('hands arguments and exit code on', async () => {
    await packagedNode();
    const script = 'console.log(JSON.stringify(process.argv.slice(1))); process.exit(7)';
    const { code, out } = await withNode('node', '-e', script, '--', 'two words', '', '$HOME * "');
    expect({ code, args: JSON.parse(out) }).toEqual({ code: 7, args: ['two words', '', '$HOME * "'] });
  });

  it.for([
    ['SIGTERM', 9],
    ['SIGINT', 9],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('is the command itself to %s', async ([signal, expected]) => {
    await packagedNode();
    const script = `for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(9));
      setInterval(() => {}, 1000); console.log(process.pid)`;
    const child = spawn(join(project, 'bin/with-node24'), ['node', '-e', script], { env: { PATH: system } });
    const pid = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
    expect(pid).toBe(child.pid);
    const ended = new Promise((resolve) => child.once('close', (code, by) => resolve(code ?? by)));
    child.kill(signal);
    expect(await ended).toBe(expected);
  });
});

describe('bin/frontdesk', () => {
  const TOLD = `console.log(JSON.stringify([
    import.meta.filename, process.argv.slice(2), process.execArgv, process.env.DATA_DIR, process.env.NODE_COMPILE_CACHE,
    process.env.MALLOC_ARENA_MAX,
  ]))`;
  const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=30'];

  const told = async (args: string[], env: Record<string, string> = {}) => {
    const { code, out, err } = await launch(join(project, 'bin/frontdesk'), args, env);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };

  beforeEach(async () => {
    await packagedNode();
    await mkdir(join(project, 'src/cli'), { recursive: true });
    for (const name of ['main', 'worker', 'cli/main']) await writeFile(join(project, `src/${name}.ts`), TOLD);
  });

  it('starts service, worker and command line in the same way, with the data of the project', async () => {
    const rest = [FLAGS, join(project, 'data'), join(project, 'node_modules/.cache/frontdesk'), '2'];
    const src = join(project, 'src');
    expect(await told(['start'])).toEqual([join(src, 'main.ts'), [], ...rest]);
    expect(await told(['worker'])).toEqual([join(src, 'worker.ts'), [], ...rest]);
    const create = ['workspace', 'create', 'Bella Vista'];
    expect(await told(create)).toEqual([join(src, 'cli/main.ts'), create, ...rest]);
    expect(await told(['start', '--help'])).toEqual([join(src, 'cli/main.ts'), ['--help'], ...rest]);
    expect(await told([])).toEqual([join(src, 'cli/main.ts'), [], ...rest]);
  });

  it('leaves what is set already', async () => {
    const env = { DATA_DIR: '/srv/desk', NODE_COMPILE_CACHE: '/srv/compiled', MALLOC_ARENA_MAX: '8' };
    expect((await told(['start'], env)).slice(3)).toEqual(Object.values(env));
  });

  it('refuses what a service does not take', async () => {
    const { code, out, err } = await launch(join(project, 'bin/frontdesk'), ['start', '--port', '80']);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(/^frontdesk: .*"--port".*\n$/) });
  });
});

it('a service that is not built says so in one line, and serves the API', { timeout: 2 * PATIENCE }, async () => {
  await rm(join(project, 'node_modules'), { recursive: true });
  await cp(join(ROOT, 'src'), join(project, 'src'), { recursive: true });
  for (const name of ['node_modules', 'models', 'package.json', 'widget'])
    await symlink(join(ROOT, name), join(project, name));
  const connection = await createDatabase();
  const env = {
    DATABASE_URL: databaseUrl(connection, connection.database),
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    PORT: String(await freePort()),
  };
  const service = spawnService(env, 'start', join(project, 'bin/frontdesk'));
  await until(() => service.err() !== '', PATIENCE);
  expect(service.err()).toMatch(
    /^frontdesk: The dashboard and the widget are not built[^\n]+npm ci[^\n]+dist[^\n]+\n$/,
  );
  expect((await call(service, 'GET', '/widget.js')).status).toBe(503);
  expect((await call(service, 'GET', '/api/health/ready')).status).toBe(200);
  expect(await stopProcess(service)).toBe(0);
});
