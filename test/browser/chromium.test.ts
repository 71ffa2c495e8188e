// Which browser the tests use on different machines.
import { describe, expect, it } from 'vitest';
import { chromiumPath, findChromium, type Machine, provideChromium, thisMachine } from './chromium.ts';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const MISSING_LIBRARY_ERROR =
  '/tmp/chromium: error while loading shared libraries: libnss3.so: cannot open shared object file';

/** A machine where only these programs run. */
function fakeMachine(runnable: string[], overrides: Partial<Machine> = {}) {
  const runs = new Set(runnable);
  const tried: string[] = [];
  const fake: Machine & { tried: string[]; installed: number } = {
    platform: 'linux',
    arch: 'x64',
    chosenPath: undefined,
    path: '/usr/local/bin:/usr/bin',
    unpack: async () => '/tmp/chromium',
    async versionOf(program) {
      tried.push(program);
      if (program === 'apt-get' && runs.has(program)) return 'apt 2.6.1 (amd64)';
      if (!runs.has(program))
        throw Object.assign(new Error('Command failed'), { stderr: `${MISSING_LIBRARY_ERROR}\n` });
      return 'Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n';
    },
    isRoot: true,
    async install() {
      fake.installed++;
      runs.add(HEADLESS_SHELL);
    },
    tried,
    installed: 0,
    ...overrides,
  };
  return fake;
}
const armMachine = { arch: 'arm64', unpack: () => Promise.reject(new Error('unpacked for nothing')) };

describe('a browser is found', () => {
  it.each<[string, ReturnType<typeof fakeMachine>, string]>([
    [
      'the one in CHROMIUM_PATH',
      fakeMachine(['/my/chrome', '/tmp/chromium', HEADLESS_SHELL], { chosenPath: '/my/chrome' }),
      '/my/chrome',
    ],
    ['the one of the npm package', fakeMachine(['/tmp/chromium', HEADLESS_SHELL]), '/tmp/chromium'],
    [
      'an installed one where the package’s lacks a library',
      fakeMachine([HEADLESS_SHELL, '/usr/bin/chromium']),
      HEADLESS_SHELL,
    ],
    ['an installed one on ARM', fakeMachine([HEADLESS_SHELL], armMachine), HEADLESS_SHELL],
    [
      'Debian’s whole browser',
      fakeMachine(['/usr/bin/chromium', '/usr/bin/google-chrome'], armMachine),
      '/usr/bin/chromium',
    ],
    [
      'the first on the PATH',
      fakeMachine(['/usr/bin/chromium', '/usr/local/bin/chromium'], armMachine),
      '/usr/local/bin/chromium',
    ],
    ['Google’s', fakeMachine(['/usr/bin/google-chrome-stable'], armMachine), '/usr/bin/google-chrome-stable'],
    ['one beside the PATH', fakeMachine(['/snap/bin/chromium'], armMachine), '/snap/bin/chromium'],
    ['a Mac’s', fakeMachine([MAC_CHROME], { ...armMachine, platform: 'darwin' }), MAC_CHROME],
  ])('%s', async (_, machine, path) => expect(await findChromium(machine)).toEqual({ path }));

  it('CHROMIUM_PATH stops the tests if it does not run, even where another browser does', async () => {
    const machine = fakeMachine(['/tmp/chromium', HEADLESS_SHELL, 'apt-get'], { chosenPath: '/my/chrome' });
    await expect(provideChromium(machine)).rejects.toThrow(
      /^CHROMIUM_PATH is \/my\/chrome, which does not run.*libnss3.so/,
    );
    expect(machine).toMatchObject({ installed: 0, tried: ['/my/chrome'] });
  });
});

describe('where there is none', () => {
  const lines: string[] = [];
  const provide = (machine: Machine) => provideChromium(machine, (line) => lines.push(line));

  it('root gets one from apt, which one line announces', async () => {
    const machine = fakeMachine(['apt-get'], armMachine);
    await provide(machine);
    expect(lines.splice(0)).toEqual([
      'There is no browser for the tests (the npm package has none for linux on arm64). ' +
        'Installing chromium-headless-shell with apt-get, which takes a minute.',
    ]);
    expect(await findChromium(machine)).toEqual({ path: HEADLESS_SHELL });
    await provide(machine);
    expect([machine.installed, lines]).toEqual([1, []]);
  });

  it.each<[string, ReturnType<typeof fakeMachine>, RegExp]>([
    [
      'no root',
      fakeMachine(['apt-get'], { ...armMachine, isRoot: false }),
      /none for linux on arm64.*Install Chromium/,
    ],
    ['no apt', fakeMachine([], armMachine), /none for linux on arm64.*Install Chromium/],
    ['no library', fakeMachine([]), /package's does not run: .*libnss3.so.*Install Chromium/],
    [
      'apt without effect',
      fakeMachine(['apt-get'], { install: async () => {} }),
      /There is no browser.*Install Chromium/,
    ],
    [
      'apt without network',
      fakeMachine(['apt-get'], { install: () => Promise.reject(new Error('E: Unable to fetch')) }),
      /^apt-get could not install chromium-headless-shell \(E: Unable to fetch\)\. Install Chromium/,
    ],
  ])('%s: the tests stop with one line that says what to install', async (_, machine, message) => {
    const { message: error } = await provide(machine).then(
      () => new Error('went on'),
      (error: Error) => error,
    );
    expect(error).toMatch(message);
    expect(error).not.toContain('\n');
  });
});

describe('on this machine', () => {
  const findNamed = (chosenPath: string) => findChromium({ ...thisMachine, chosenPath });

  it('the tests’ browser runs', async () => {
    const path = await chromiumPath();
    expect(await findNamed(path)).toEqual({ path });
  });

  it.each([
    ['/nowhere/chromium', /ENOENT/],
    [import.meta.filename, /EACCES/],
    [process.execPath, /it calls itself "v\d+/],
  ])('%s is no browser', (path, reason) => expect(findNamed(path)).rejects.toThrow(reason));
});
