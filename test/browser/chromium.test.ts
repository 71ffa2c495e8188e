// Which browser the tests use on different machines.
import { describe, expect, it } from 'vitest';
import { findChromium, findChromiumPath, type Machine, provideChromium, thisMachine } from './chromium.ts';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const MISSING_LIBRARY_ERROR =
  '/tmp/chromium: error while loading shared libraries: libnss3.so: cannot open shared object file';

/** A machine where only these programs run. */
function createFakeMachine(runnable: string[], overrides: Partial<Machine> = {}) {
  const runnablePrograms = new Set(runnable);
  const triedPrograms: string[] = [];
  const machine: Machine & { triedPrograms: string[]; installCount: number } = {
    platform: 'linux',
    arch: 'x64',
    chosenPath: undefined,
    searchPath: '/usr/local/bin:/usr/bin',
    unpack: async () => '/tmp/chromium',
    async versionOf(program) {
      triedPrograms.push(program);
      if (program === 'apt-get' && runnablePrograms.has(program)) return 'apt 2.6.1 (amd64)';
      if (!runnablePrograms.has(program))
        throw Object.assign(new Error('Command failed'), { stderr: `${MISSING_LIBRARY_ERROR}\n` });
      return 'Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n';
    },
    isRoot: true,
    async install() {
      machine.installCount++;
      runnablePrograms.add(HEADLESS_SHELL);
    },
    triedPrograms,
    installCount: 0,
    ...overrides,
  };
  return machine;
}
const armMachine = { arch: 'arm64', unpack: () => Promise.reject(new Error('unpacked for nothing')) };

describe('findChromium', () => {
  it.each<[string, ReturnType<typeof createFakeMachine>, string]>([
    [
      'the one in CHROMIUM_PATH',
      createFakeMachine(['/my/chrome', '/tmp/chromium', HEADLESS_SHELL], { chosenPath: '/my/chrome' }),
      '/my/chrome',
    ],
    ['the one of the npm package', createFakeMachine(['/tmp/chromium', HEADLESS_SHELL]), '/tmp/chromium'],
    [
      'an installed one if the package’s lacks a library',
      createFakeMachine([HEADLESS_SHELL, '/usr/bin/chromium']),
      HEADLESS_SHELL,
    ],
    ['an installed one on ARM', createFakeMachine([HEADLESS_SHELL], armMachine), HEADLESS_SHELL],
    [
      'Debian’s whole browser',
      createFakeMachine(['/usr/bin/chromium', '/usr/bin/google-chrome'], armMachine),
      '/usr/bin/chromium',
    ],
    [
      'the first one on the PATH',
      createFakeMachine(['/usr/bin/chromium', '/usr/local/bin/chromium'], armMachine),
      '/usr/local/bin/chromium',
    ],
    [
      'Google Chrome',
      createFakeMachine(['/usr/bin/google-chrome-stable'], armMachine),
      '/usr/bin/google-chrome-stable',
    ],
    ['one outside the PATH', createFakeMachine(['/snap/bin/chromium'], armMachine), '/snap/bin/chromium'],
    ['the one of a Mac', createFakeMachine([MAC_CHROME], { ...armMachine, platform: 'darwin' }), MAC_CHROME],
  ])('finds %s', async (_, machine, path) => expect(await findChromium(machine)).toEqual({ path }));

  it('CHROMIUM_PATH stops the tests if it does not run, even where another browser does', async () => {
    const machine = createFakeMachine(['/tmp/chromium', HEADLESS_SHELL, 'apt-get'], { chosenPath: '/my/chrome' });
    await expect(provideChromium(machine)).rejects.toThrow(
      /^CHROMIUM_PATH is \/my\/chrome, which does not run.*libnss3.so/,
    );
    expect(machine).toMatchObject({ installCount: 0, triedPrograms: ['/my/chrome'] });
  });
});

describe('a machine without a browser', () => {
  const logLines: string[] = [];
  const provideAndLog = (machine: Machine) => provideChromium(machine, (line) => logLines.push(line));

  it('installs one with apt as root, and announces it in one line', async () => {
    const machine = createFakeMachine(['apt-get'], armMachine);
    await provideAndLog(machine);
    expect(logLines.splice(0)).toEqual([
      'There is no browser for the tests (the npm package has none for linux on arm64). ' +
        'Installing chromium-headless-shell with apt-get, which takes a minute.',
    ]);
    expect(await findChromium(machine)).toEqual({ path: HEADLESS_SHELL });
    await provideAndLog(machine);
    expect([machine.installCount, logLines]).toEqual([1, []]);
  });

  it.each<[string, ReturnType<typeof createFakeMachine>, RegExp]>([
    [
      'no root',
      createFakeMachine(['apt-get'], { ...armMachine, isRoot: false }),
      /none for linux on arm64.*Install Chromium/,
    ],
    ['no apt', createFakeMachine([], armMachine), /none for linux on arm64.*Install Chromium/],
    ['no library', createFakeMachine([]), /package's does not run: .*libnss3.so.*Install Chromium/],
    [
      'apt without effect',
      createFakeMachine(['apt-get'], { install: async () => {} }),
      /There is no browser.*Install Chromium/,
    ],
    [
      'apt without network',
      createFakeMachine(['apt-get'], { install: () => Promise.reject(new Error('E: Unable to fetch')) }),
      /^apt-get could not install chromium-headless-shell \(E: Unable to fetch\)\. Install Chromium/,
    ],
  ])('%s: the tests stop with one line that says what to install', async (_, machine, expectedMessage) => {
    const { message } = await provideAndLog(machine).then(
      () => new Error('did not stop'),
      (error: Error) => error,
    );
    expect(message).toMatch(expectedMessage);
    expect(message).not.toContain('\n');
  });
});

describe('on this machine', () => {
  const findChromiumAt = (chosenPath: string) => findChromium({ ...thisMachine, chosenPath });

  it('the tests’ browser runs', async () => {
    const path = await findChromiumPath();
    expect(await findChromiumAt(path)).toEqual({ path });
  });

  it.each([
    ['/nowhere/chromium', /ENOENT/],
    [import.meta.filename, /EACCES/],
    [process.execPath, /it calls itself "v\d+/],
  ])('%s is no browser', (path, reason) => expect(findChromiumAt(path)).rejects.toThrow(reason));
});
