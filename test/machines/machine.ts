// Creates fresh Debian machines. Each is a folder with its own namespaces (enter.sh) that uses this machine's network.
import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MachineConfig } from './rows.ts';

const DEBIAN_SUITE = 'bookworm';
const PROJECT = join(import.meta.dirname, '../..');
const UNSHARE_OPTIONS = ['--mount', '--pid', '--ipc', '--fork', '--kill-child'];
/** npm settings and environment variables that define how this machine reaches the npm registry and Debian. */
const NPM_SETTINGS = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl'];
const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** The folder in which a run creates its machines. `signal` aborts every command. */
export type WorkFolder = { folder: string; logs: string; signal: AbortSignal };
export type Machine = { root: string; row: MachineConfig; log: string; workFolder: WorkFolder };
export type RunningCommand = {
  output(): string;
  /** Ctrl-C. */
  interrupt(): void;
  kill(): void;
  /** The exit code, or the signal that ended it. */
  exitCode: Promise<number | string>;
};

type CommandOptions = { log: string; signal: AbortSignal; env?: Record<string, string> };

/** Starts a command on the host, in a separate process group, so that Ctrl-C reaches it only through `signal`. */
function start(command: string, args: string[], { log, signal, env }: CommandOptions): RunningCommand {
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
  const exitCode = new Promise<number | string>((resolve, reject) => {
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = signal.aborted ? signal.reason : error;
    });
    // `close` is emitted only after all output has been written.
    child.once('close', (code, terminationSignal) =>
      file.end(() => (failure ? reject(failure) : resolve(code ?? terminationSignal ?? ''))),
    );
  });
  exitCode.catch(() => undefined);
  return { output: () => output, interrupt: () => child.stdin.end(), kill: () => child.kill('SIGKILL'), exitCode };
}

async function runOnHost(command: string, args: string[], options: CommandOptions): Promise<string> {
  const { exitCode, output } = start(command, args, options);
  const code = await exitCode;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}; see ${options.log}`);
  return output();
}

/** Prepares a minimal Debian (once), an archive of the committed project and a copy of the npm cache. */
export async function prepareWorkFolder(workFolder: WorkFolder): Promise<void> {
  const { folder, signal } = workFolder;
  const options = { log: join(workFolder.logs, 'debian.log'), signal };
  const archive = ['archive', '--output', join(folder, 'project.tar'), 'HEAD'];
  // Allow root to read a checkout of another user.
  await runOnHost('git', ['-c', 'safe.directory=*', ...archive], options);
  const cache = join(folder, 'npm-cache');
  if (!existsSync(cache)) {
    await mkdir(cache);
    const hostCache = join(await createNpmConfig('cache'), '_cacache');
    if (existsSync(hostCache)) await runOnHost('cp', ['-a', '--reflink=auto', hostCache, cache], options);
  }
  const baseFolder = join(folder, 'base');
  if (existsSync(baseFolder)) return;
  await ensureDebootstrap(options);
  const unfinished = join(folder, 'base-unfinished');
  await rm(unfinished, { recursive: true, force: true });
  const debootstrap = ['--mount-proc', 'debootstrap', '--variant=minbase', DEBIAN_SUITE, unfinished];
  await runOnHost('unshare', [...UNSHARE_OPTIONS, ...debootstrap], options);
  // As in Debian's images, apt has no package lists until `apt-get update` runs.
  await rm(join(unfinished, 'var/lib/apt/lists'), { recursive: true });
  await rename(unfinished, baseFolder);
}

async function ensureDebootstrap(options: CommandOptions): Promise<void> {
  const isInstalled = (name: string) => process.env.PATH?.split(':').some((folder) => existsSync(join(folder, name)));
  if (isInstalled('debootstrap')) return;
  if (!isInstalled('apt-get')) throw new Error('debootstrap is missing: install the package debootstrap.');
  await runOnHost('apt-get', ['update'], options);
  await runOnHost('apt-get', ['install', '--yes', 'debootstrap', 'debian-archive-keyring'], options);
}

/** The value of one npm setting, or `name=value` lines for several. */
const createNpmConfig = async (...names: string[]) =>
  (await promisify(execFile)('npm', ['config', 'get', ...names], { cwd: PROJECT })).stdout.trim();

export async function createMachine(workFolder: WorkFolder, id: string, row: MachineConfig): Promise<Machine> {
  const { folder, signal, logs } = workFolder;
  const machine = { root: join(folder, `row-${id}`), row, log: join(logs, `row-${id}.log`), workFolder };
  await rm(machine.root, { recursive: true, force: true });
  await runOnHost('cp', ['-a', '--reflink=auto', join(folder, 'base'), machine.root], { log: machine.log, signal });
  await addUsers(machine);
  await addNode(machine);
  await copyNetworkSettings(machine);
  return machine;
}

async function addUsers({ root, row }: Machine): Promise<void> {
  for (const [file, line] of [
    ['etc/passwd', (user: string) => user],
    ['etc/group', (user: string) => user.replace(/^(\w+):x:\d+:(\d+):.*/, '$1:x:$2:')],
  ] as const) {
    const lines = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n');
    const baseLines = row.baseUsers === 'root' ? lines.filter((user) => user.startsWith('root:')) : lines;
    await writeFile(join(root, file), `${[...baseLines, ...row.users.map(line)].join('\n')}\n`);
  }
}

/** Installs Node and npm in the same place as Node's official archives. */
async function addNode({ root, row, log, workFolder: { folder, signal } }: Machine): Promise<void> {
  const localFolder = join(root, 'usr/local');
  const packages = {
    [`node-linux-${process.arch}@${row.node}`]: localFolder,
    [`npm@${row.npm}`]: join(localFolder, 'lib/node_modules/npm'),
  };
  for (const [name, target] of Object.entries(packages)) {
    const packFolder = join(folder, 'packed');
    await rm(packFolder, { recursive: true, force: true });
    await mkdir(packFolder);
    await mkdir(target, { recursive: true });
    await runOnHost('npm', ['pack', name, '--silent', '--pack-destination', packFolder], { log, signal });
    const [file] = await readdir(packFolder);
    const extract = ['-xf', join(packFolder, file!), '--strip-components=1', '--no-same-owner', '-C', target];
    await runOnHost('tar', extract, { log, signal });
  }
  for (const name of ['npm', 'npx']) {
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(localFolder, 'bin', name));
  }
}

/** Copies the network settings of this machine. */
async function copyNetworkSettings({ root }: Machine): Promise<void> {
  const npmSettings = (await createNpmConfig(...NPM_SETTINGS))
    .split('\n')
    .filter((line) => !/=(null|undefined)?$/.test(line));
  await mkdir(join(root, 'usr/local/etc'), { recursive: true });
  await writeFile(join(root, 'usr/local/etc/npmrc'), `${npmSettings.join('\n')}\n`);
  const certificateFiles = [await createNpmConfig('cafile'), process.env.NODE_EXTRA_CA_CERTS];
  for (const file of ['/etc/resolv.conf', '/etc/hosts', ...certificateFiles]) {
    if (file && existsSync(file)) await copyToMachine(root, file);
  }
}

async function copyToMachine(root: string, file: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await cp(file, join(root, file), { dereference: true, force: true });
}

/** Extracts a fresh copy of the project into the machine's project folder. */
export async function checkOut({ root, row, log, workFolder: { folder, signal } }: Machine): Promise<void> {
  const target = join(root, row.folder);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await runOnHost('tar', ['-xf', join(folder, 'project.tar'), '--no-same-owner', '-C', target], { log, signal });
  const owner = row.owner ?? row.uid;
  const ownedFolder = row.folder.startsWith(`${row.home}/`) ? row.home : row.folder;
  await runOnHost('chown', ['-R', `${owner}:${owner}`, join(root, ownedFolder)], { log, signal });
}

/** Runs a command on the machine as if from a terminal. It fails if it leaves a process behind. */
export function runOn(
  machine: Machine,
  command: string,
  options: { asRoot?: boolean; env?: object } = {},
): RunningCommand {
  const { root, row, log, workFolder } = machine;
  const user = options.asRoot ? { uid: 0, home: '/root', folder: '/' } : row;
  const hostVariables = [...PROXY_VARIABLES, 'NODE_EXTRA_CA_CERTS'].map((name) => [name, process.env[name]]);
  const env = Object.fromEntries([
    ...hostVariables.filter(([, value]) => value),
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOME', user.home],
    ...Object.entries(options.env ?? {}),
  ]);
  const enterCommand = ['bash', join(import.meta.dirname, 'enter.sh'), user.folder, command];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return start('unshare', [...UNSHARE_OPTIONS, ...enterCommand, ...variables], {
    log,
    signal: workFolder.signal,
    env: {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
      ROOT: root,
      RUN_AS: String(user.uid),
      SHM: row.shm,
      NAMESPACES: row.namespaces,
      NPM_CACHE: join(user.home, '.npm'),
      NPM_CACHE_OUTSIDE: join(workFolder.folder, 'npm-cache'),
    },
  });
}
