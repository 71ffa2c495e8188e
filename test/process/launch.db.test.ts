import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPILE_CACHE_DIR } from '../compile-cache.ts';
import { call, createDatabase } from '../harness.ts';
import {
  buildDatabaseUrl,
  createTemporaryFolder,
  findFreePort,
  spawnService,
  stopProcess,
  waitUntil,
} from './service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Starting takes long, because the compile cache is empty for the copied source. */
const START_TIMEOUT_MS = 100_000;
const NODE_PACKAGE = `node-linux-${process.arch}`;

let folder: string;
/** A temporary project with spaces in its path. */
let project: string;
/** A folder of system programs without Node (`system`), and one in which a test may put a Node (`machine`). */
let systemPrograms: string;
let machinePrograms: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  systemPrograms = join(folder, 'system');
  await mkdir(systemPrograms);
  for (const name of ['sh', 'dirname', 'readlink', 'uname']) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(systemPrograms, name));
  }
});

let testNumber = 0;
beforeEach(async () => {
  testNumber += 1;
  project = join(folder, `my desk ${testNumber}`);
  machinePrograms = join(folder, `machine ${testNumber}`);
  await cp(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
  await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
  await mkdir(machinePrograms);
});

async function writeProgram(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
}

/** A fake old Node that only prints its version. */
const installOldNode = () => writeProgram(join(machinePrograms, 'node'), '#!/bin/sh\necho v20.20.2\n');
const installNewNode = () => symlink(process.execPath, join(machinePrograms, 'node'));
const installPackagedNode = async () => {
  await mkdir(join(project, 'node_modules', NODE_PACKAGE, 'bin'), { recursive: true });
  await symlink(process.execPath, getPackagedNodePath());
};
const getPackagedNodePath = () => join(project, 'node_modules', NODE_PACKAGE, 'bin/node');

type LaunchResult = { code: number | string; out: string; err: string };

async function launch(file: string, args: string[], env: Record<string, string> = {}): Promise<LaunchResult> {
  const child = spawn(file, args, { cwd: folder, env: { PATH: `${machinePrograms}:${systemPrograms}`, ...env } });
  const result: LaunchResult = { code: '', out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    result.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    result.err += chunk;
  });
  result.code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return result;
}

const runWithNode = (...args: string[]) => launch(join(project, 'bin/with-node24'), args);
const PRINT_NODE_PATH = ['node', '-p', 'process.execPath'];

describe('bin/with-node24 without a suitable Node', () => {
  const expectFailure = async (...parts: string[]) => {
    const { code, out, err } = await runWithNode(...PRINT_NODE_PATH);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(/^frontdesk: [^\n]+\n$/) });
    for (const part of parts) expect(err).toContain(part);
  };

  it('reports that the packaged Node was omitted from the install', async () => {
    await installOldNode();
    await expectFailure('needs Node 24', 'has v20.20.2', 'npm ci without --omit=optional');
  });

  it('reports that there is no Node at all', async () => {
    await expectFailure('needs Node 24', 'has none', 'npm ci without --omit=optional');
  });

  it('reports that the packaged Node does not run, as on musl', async () => {
    await installOldNode();
    await writeProgram(getPackagedNodePath(), '#!/no/such/loader\n');
    await expectFailure('has v20.20.2', 'does not run here', 'install Node 24');
  });

  it('reports that no Node is packaged for another platform', async () => {
    await installOldNode();
    await writeProgram(join(machinePrograms, 'uname'), '#!/bin/sh\n[ "$1" = -s ] && echo Darwin || echo arm64\n');
    await expectFailure('has v20.20.2', 'for Darwin arm64', 'install Node 24');
  });

  it('reports that no packages are installed', async () => {
    await installNewNode();
    await rm(join(project, 'node_modules'), { recursive: true });
    await expectFailure('Run: npm ci');
  });
});

describe('bin/with-node24', () => {
  it('uses the packaged Node, also in a path with spaces, from other folders and through symbolic links', async () => {
    await installOldNode();
    await installPackagedNode();
    await symlink(join(project, 'bin/with-node24'), join(project, 'link'));
    await symlink('link', join(project, 'link to link'));
    await symlink(join(project, 'bin'), join(project, 'folder'));
    for (const file of ['bin/with-node24', 'link', 'link to link', 'folder/with-node24']) {
      const result = await launch(join(project, file), ['sh', '-c', 'command -v node; node -p process.version']);
      expect({ file, ...result }).toEqual({
        file,
        code: 0,
        out: `${getPackagedNodePath()}\n${process.version}\n`,
        err: '',
      });
    }
    const relativePathResult = await launch('sh', [join(basename(project), 'bin/with-node24'), ...PRINT_NODE_PATH]);
    expect(relativePathResult).toEqual({ code: 0, out: `${process.execPath}\n`, err: '' });
  });

  it('uses the first suitable Node in PATH if the packaged one does not run', async () => {
    await installOldNode();
    await writeProgram(getPackagedNodePath(), '#!/no/such/loader\n');
    await symlink(getPackagedNodePath(), join(project, 'node_modules/.bin/node'));
    const laterFolder = join(folder, 'later');
    await mkdir(laterFolder);
    await symlink(process.execPath, join(laterFolder, 'node'));
    const PATH = `${join(project, 'node_modules/.bin')}:${machinePrograms}:${laterFolder}:${systemPrograms}`;
    const result = await launch(join(project, 'bin/with-node24'), ['sh', '-c', 'command -v node'], { PATH });
    expect(result).toEqual({ code: 0, out: `${join(laterFolder, 'node')}\n`, err: '' });
  });

  it('runs the project’s tools, not those next to the machine’s Node', async () => {
    await installNewNode();
    await writeProgram(join(machinePrograms, 'tool'), '#!/bin/sh\necho of the machine\n');
    await writeProgram(join(project, 'node_modules/.bin/tool'), '#!/usr/bin/env node\nconsole.log("of the project")\n');
    expect(await runWithNode('tool')).toEqual({ code: 0, out: 'of the project\n', err: '' });
  });

  it('passes on arguments and exit code', async () => {
    await installPackagedNode();
    const script = 'console.log(JSON.stringify(process.argv.slice(1))); process.exit(7)';
    const { code, out } = await runWithNode('node', '-e', script, '--', 'two words', '', '$HOME * "');
    expect({ code, args: JSON.parse(out) }).toEqual({ code: 7, args: ['two words', '', '$HOME * "'] });
  });

  it.for([
    ['SIGTERM', 9],
    ['SIGINT', 9],
    ['SIGKILL', 'SIGKILL'],
  ] as const)('is replaced by the command, which receives %s directly', async ([signal, expectedExit]) => {
    await installPackagedNode();
    const script = `for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(9));
      setInterval(() => {}, 1000); console.log(process.pid)`;
    const child = spawn(join(project, 'bin/with-node24'), ['node', '-e', script], { env: { PATH: systemPrograms } });
    const pid = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
    expect(pid).toBe(child.pid);
    const exit = new Promise((resolve) =>
      child.once('close', (code, terminationSignal) => resolve(code ?? terminationSignal)),
    );
    child.kill(signal);
    expect(await exit).toBe(expectedExit);
  });
});

describe('bin/frontdesk', () => {
  const PRINT_LAUNCH = `console.log(JSON.stringify([
    import.meta.filename, process.argv.slice(2), process.execArgv, process.env.DATA_DIR, process.env.NODE_COMPILE_CACHE,
    process.env.MALLOC_ARENA_MAX,
  ]))`;
  const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=30'];

  const readLaunchInfo = async (args: string[], env: Record<string, string> = {}) => {
    const { code, out, err } = await launch(join(project, 'bin/frontdesk'), args, env);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out);
  };

  beforeEach(async () => {
    await installPackagedNode();
    await mkdir(join(project, 'src/cli'), { recursive: true });
    for (const name of ['main', 'worker', 'cli/main']) await writeFile(join(project, `src/${name}.ts`), PRINT_LAUNCH);
  });

  it('starts service, worker and command line in the same way, with the project’s data folder', async () => {
    const rest = [NODE_FLAGS, join(project, 'data'), join(project, 'node_modules/.cache/frontdesk'), '2'];
    const src = join(project, 'src');
    expect(await readLaunchInfo(['start'])).toEqual([join(src, 'main.ts'), [], ...rest]);
    expect(await readLaunchInfo(['worker'])).toEqual([join(src, 'worker.ts'), [], ...rest]);
    const create = ['workspace', 'create', 'Bella Vista'];
    expect(await readLaunchInfo(create)).toEqual([join(src, 'cli/main.ts'), create, ...rest]);
    expect(await readLaunchInfo(['start', '--help'])).toEqual([join(src, 'cli/main.ts'), ['--help'], ...rest]);
    expect(await readLaunchInfo([])).toEqual([join(src, 'cli/main.ts'), [], ...rest]);
  });

  it('does not override existing environment variables', async () => {
    const env = { DATA_DIR: '/srv/desk', NODE_COMPILE_CACHE: '/srv/compiled', MALLOC_ARENA_MAX: '8' };
    expect((await readLaunchInfo(['start'], env)).slice(3)).toEqual(Object.values(env));
  });

  it('rejects unknown arguments of a service', async () => {
    const { code, out, err } = await launch(join(project, 'bin/frontdesk'), ['start', '--port', '80']);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(/^frontdesk: .*"--port".*\n$/) });
  });
});

it('a service without a build reports that in one line and serves the API', {
  timeout: 2 * START_TIMEOUT_MS,
}, async () => {
  await rm(join(project, 'node_modules'), { recursive: true });
  await cp(join(ROOT, 'src'), join(project, 'src'), { recursive: true });
  for (const name of ['node_modules', 'models', 'package.json', 'widget', 'docs'])
    await symlink(join(ROOT, name), join(project, name));
  const connection = await createDatabase();
  const env = {
    DATABASE_URL: buildDatabaseUrl(connection, connection.database),
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: COMPILE_CACHE_DIR,
    PORT: String(await findFreePort()),
  };
  const service = spawnService(env, 'start', join(project, 'bin/frontdesk'));
  await waitUntil(() => service.err() !== '', START_TIMEOUT_MS);
  expect(service.err()).toMatch(
    /^frontdesk: The dashboard and the widget are not built[^\n]+npm ci[^\n]+dist[^\n]+\n$/,
  );
  expect((await call(service, 'GET', '/widget.js')).status).toBe(503);
  expect((await call(service, 'GET', '/api/health/ready')).status).toBe(200);
  expect(await stopProcess(service)).toBe(0);
});
