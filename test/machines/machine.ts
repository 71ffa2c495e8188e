// Fresh Debian machines, each a folder with namespaces of its own (enter.sh) on this machine's network.
import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Row } from './rows.ts';

const SUITE = 'bookworm';
const PROJECT = join(import.meta.dirname, '../..');
const NAMESPACES = ['--mount', '--pid', '--ipc', '--fork', '--kill-child'];
/** Settings of npm and variables that say how this machine reaches the registry and Debian. */
const NPM_SETTINGS = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'];
const VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** Where the machines of a run are made. `signal` ends every command. */
export type Workshop = { folder: string; logs: string; signal: AbortSignal };
export type Machine = { root: string; row: Row; log: string; workshop: Workshop };
export type Running = {
  output(): string;
  /** Ctrl-C. */
  interrupt(): void;
  kill(): void;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

type Start = { log: string; signal: AbortSignal; env?: Record<string, string> };

/** A command of this machine. Not in our process group, so that Ctrl-C reaches it through `signal` alone. */
function start(command: string, args: string[], { log, signal, env }: Start): Running {
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    detached: true,
    signal,
    killSignal: 'SIGKILL',
  });
  const file = createWriteStream(log, { flags: 'a' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      file.write(chunk);
    });
  }
  const ended = new Promise<number | string>((resolve, reject) => {
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = signal.aborted ? signal.reason : error;
    });
    // Not before everything that could write is gone.
    child.once('close', (code, by) => file.end(() => (failure ? reject(failure) : resolve(code ?? by ?? ''))));
  });
  ended.catch(() => undefined);
  return { output: () => output, interrupt: () => child.stdin.end(), kill: () => child.kill('SIGKILL'), ended };
}

async function must(command: string, args: string[], options: Start): Promise<string> {
  const { ended, output } = start(command, args, options);
  const code = await ended;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}; see ${options.log}`);
  return output();
}

/** A minimal Debian, made once, the project as it is committed, and packages that npm has already loaded. */
export async function makeWorkshop(workshop: Workshop): Promise<void> {
  const { folder, signal } = workshop;
  const options = { log: join(workshop.logs, 'debian.log'), signal };
  const archive = ['archive', '--output', join(folder, 'project.tar'), 'HEAD'];
  // Root may read a checkout of another user.
  await must('git', ['-c', 'safe.directory=*', ...archive], options);
  const cache = join(folder, 'npm-cache');
  if (!existsSync(cache)) {
    await mkdir(cache);
    const own = join(await npmConfig('cache'), '_cacache');
    if (existsSync(own)) await must('cp', ['-a', '--reflink=auto', own, cache], options);
  }
  const base = join(folder, 'base');
  if (existsSync(base)) return;
  await needDebootstrap(options);
  const unfinished = join(folder, 'base-unfinished');
  await rm(unfinished, { recursive: true, force: true });
  const debootstrap = ['--mount-proc', 'debootstrap', '--variant=minbase', SUITE, unfinished];
  await must('unshare', [...NAMESPACES, ...debootstrap], options);
  // As in Debian's images: apt knows of no package until it is asked to update.
  await rm(join(unfinished, 'var/lib/apt/lists'), { recursive: true });
  await rename(unfinished, base);
}

async function needDebootstrap(options: Start): Promise<void> {
  const found = (name: string) => process.env.PATH?.split(':').some((folder) => existsSync(join(folder, name)));
  if (found('debootstrap')) return;
  if (!found('apt-get')) throw new Error('debootstrap is missing: install the package debootstrap.');
  await must('apt-get', ['update'], options);
  await must('apt-get', ['install', '--yes', 'debootstrap', 'debian-archive-keyring'], options);
}

/** The value of a setting, or a line `name=value` for each of several. */
const npmConfig = async (...names: string[]) =>
  (await promisify(execFile)('npm', ['config', 'get', ...names], { cwd: PROJECT })).stdout.trim();

export async function makeMachine(workshop: Workshop, id: string, row: Row): Promise<Machine> {
  const { folder, signal, logs } = workshop;
  const machine = { root: join(folder, `row-${id}`), row, log: join(logs, `row-${id}.log`), workshop };
  await rm(machine.root, { recursive: true, force: true });
  await must('cp', ['-a', '--reflink=auto', join(folder, 'base'), machine.root], { log: machine.log, signal });
  await addUsers(machine);
  await addNode(machine);
  await connect(machine);
  return machine;
}

async function addUsers({ root, row }: Machine): Promise<void> {
  for (const [file, line] of [
    ['etc/passwd', (user: string) => user],
    ['etc/group', (user: string) => user.replace(/^(\w+):x:\d+:(\d+):.*/, '$1:x:$2:')],
  ] as const) {
    const debian = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n');
    const before = row.besides === 'root' ? debian.filter((user) => user.startsWith('root:')) : debian;
    await writeFile(join(root, file), `${[...before, ...row.users.map(line)].join('\n')}\n`);
  }
}

/** Node and npm where Node's own archives put them. */
async function addNode({ root, row, log, workshop: { folder, signal } }: Machine): Promise<void> {
  const local = join(root, 'usr/local');
  const packages = {
    [`node-linux-${process.arch}@${row.node}`]: local,
    [`npm@${row.npm}`]: join(local, 'lib/node_modules/npm'),
  };
  for (const [name, target] of Object.entries(packages)) {
    const packed = join(folder, 'packed');
    await rm(packed, { recursive: true, force: true });
    await mkdir(packed);
    await mkdir(target, { recursive: true });
    await must('npm', ['pack', name, '--silent', '--pack-destination', packed], { log, signal });
    const [file] = await readdir(packed);
    const extract = ['-xf', join(packed, file!), '--strip-components=1', '--no-same-owner', '-C', target];
    await must('tar', extract, { log, signal });
  }
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
}

/** It reaches the registry and Debian as this machine does. */
async function connect({ root }: Machine): Promise<void> {
  const settings = (await npmConfig(...NPM_SETTINGS)).split('\n').filter((line) => !/=(null|undefined)?$/.test(line));
  await mkdir(join(root, 'usr/local/etc'), { recursive: true });
  await writeFile(join(root, 'usr/local/etc/npmrc'), `${settings.join('\n')}\n`);
  const authorities = [await npmConfig('cafile'), process.env.NODE_EXTRA_CA_CERTS];
  for (const file of ['/etc/resolv.conf', '/etc/hosts', ...authorities]) {
    if (file && existsSync(file)) await copyIn(root, file);
  }
}

async function copyIn(root: string, file: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await cp(file, join(root, file), { dereference: true, force: true });
}

/** The project as a fresh clone has it, in its folder. */
export async function checkOut({ root, row, log, workshop: { folder, signal } }: Machine): Promise<void> {
  const target = join(root, row.folder);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await must('tar', ['-xf', join(folder, 'project.tar'), '--no-same-owner', '-C', target], { log, signal });
  const owner = row.owner ?? row.uid;
  const owned = row.folder.startsWith(`${row.home}/`) ? row.home : row.folder;
  await must('chown', ['-R', `${owner}:${owner}`, join(root, owned)], { log, signal });
}

/** Runs a command there as it would run from a terminal. It fails if it leaves a process behind. */
export function runOn(machine: Machine, command: string, options: { asRoot?: boolean; env?: object } = {}): Running {
  const { root, row, log, workshop } = machine;
  const who = options.asRoot ? { uid: 0, home: '/root', folder: '/' } : row;
  const given = [...VARIABLES, 'NODE_EXTRA_CA_CERTS'].map((name) => [name, process.env[name]]);
  const env = Object.fromEntries([
    ...given.filter(([, value]) => value),
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOME', who.home],
    ...Object.entries(options.env ?? {}),
  ]);
  const enter = ['bash', join(import.meta.dirname, 'enter.sh'), who.folder, command];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return start('unshare', [...NAMESPACES, ...enter, ...variables], {
    log,
    signal: workshop.signal,
    env: {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      ROOT: root,
      RUN_AS: String(who.uid),
      SHM: row.shm,
      NAMESPACES: row.namespaces,
      NPM_CACHE: join(who.home, '.npm'),
      NPM_CACHE_OUTSIDE: join(workshop.folder, 'npm-cache'),
    },
  });
}
