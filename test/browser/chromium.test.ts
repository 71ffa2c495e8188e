// Which browser is taken, on machines of every kind.
import { describe, expect, it } from 'vitest';
import { chromiumPath, findChromium, type Machine, provideChromium, thisMachine } from './chromium.ts';

const SHELL = '/usr/bin/chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const NO_LIBRARY = '/tmp/chromium: error while loading shared libraries: libnss3.so: cannot open shared object file';

/** A machine where only the programs in `has` run. */
function machine(has: string[], more: Partial<Machine> = {}) {
  const runs = new Set(has);
  const tried: string[] = [];
  const it: Machine & { tried: string[]; installed: number } = {
    platform: 'linux',
    arch: 'x64',
    named: undefined,
    path: '/usr/local/bin:/usr/bin',
    unpack: async () => '/tmp/chromium',
    async versionOf(program) {
      tried.push(program);
      if (program === 'apt-get' && runs.has(program)) return 'apt 2.6.1 (amd64)';
      if (!runs.has(program)) throw Object.assign(new Error('Command failed'), { stderr: `${NO_LIBRARY}\n` });
      return 'Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n';
    },
    isRoot: true,
    async install() {
      it.installed++;
      runs.add(SHELL);
    },
    tried,
    installed: 0,
    ...more,
  };
  return it;
}
const arm = { arch: 'arm64', unpack: () => Promise.reject(new Error('unpacked for nothing')) };

describe('a browser is found', () => {
  it.each<[string, ReturnType<typeof machine>, string]>([
    ['the one that is named', machine(['/my/chrome', '/tmp/chromium', SHELL], { named: '/my/chrome' }), '/my/chrome'],
    ['the one of the npm package', machine(['/tmp/chromium', SHELL]), '/tmp/chromium'],
    ['an installed one where the package’s lacks a library', machine([SHELL, '/usr/bin/chromium']), SHELL],
    ['an installed one on ARM', machine([SHELL], arm), SHELL],
    ['Debian’s whole browser', machine(['/usr/bin/chromium', '/usr/bin/google-chrome'], arm), '/usr/bin/chromium'],
    [
      'the first on the PATH',
      machine(['/usr/bin/chromium', '/usr/local/bin/chromium'], arm),
      '/usr/local/bin/chromium',
    ],
    ['Google’s', machine(['/usr/bin/google-chrome-stable'], arm), '/usr/bin/google-chrome-stable'],
    ['one beside the PATH', machine(['/snap/bin/chromium'], arm), '/snap/bin/chromium'],
    ['a Mac’s', machine([MAC], { ...arm, platform: 'darwin' }), MAC],
  ])('%s', async (_, here, path) => expect(await findChromium(here)).toEqual({ path }));

  it('but one that is named and does not run stops the tests, whatever else there is', async () => {
    const here = machine(['/tmp/chromium', SHELL, 'apt-get'], { named: '/my/chrome' });
    await expect(provideChromium(here)).rejects.toThrow(
      /^CHROMIUM_PATH is \/my\/chrome, which does not run.*libnss3.so/,
    );
    expect(here).toMatchObject({ installed: 0, tried: ['/my/chrome'] });
  });
});

describe('where there is none', () => {
  const lines: string[] = [];
  const provide = (here: Machine) => provideChromium(here, (line) => lines.push(line));

  it('root gets it from apt, and is told so in one line', async () => {
    const here = machine(['apt-get'], arm);
    await provide(here);
    expect(lines.splice(0)).toEqual([
      'There is no browser for the tests (the npm package has none for linux on arm64). ' +
        'Installing chromium-headless-shell with apt-get, which takes a minute.',
    ]);
    expect(await findChromium(here)).toEqual({ path: SHELL });
    await provide(here);
    expect([here.installed, lines]).toEqual([1, []]);
  });

  it.each<[string, ReturnType<typeof machine>, RegExp]>([
    ['no root', machine(['apt-get'], { ...arm, isRoot: false }), /none for linux on arm64.*Install Chromium/],
    ['no apt', machine([], arm), /none for linux on arm64.*Install Chromium/],
    ['no library', machine([]), /package's does not run: .*libnss3.so.*Install Chromium/],
    ['apt without effect', machine(['apt-get'], { install: async () => {} }), /There is no browser.*Install Chromium/],
    [
      'apt without network',
      machine(['apt-get'], { install: () => Promise.reject(new Error('E: Unable to fetch')) }),
      /^apt-get could not install chromium-headless-shell \(E: Unable to fetch\)\. Install Chromium/,
    ],
  ])('%s: the tests stop and say in one line what to install', async (_, here, message) => {
    const { message: error } = await provide(here).then(
      () => new Error('went on'),
      (error: Error) => error,
    );
    expect(error).toMatch(message);
    expect(error).not.toContain('\n');
  });
});

describe('on this machine', () => {
  const name = (named: string) => findChromium({ ...thisMachine, named });

  it('the tests’ browser runs', async () => {
    const path = await chromiumPath();
    expect(await name(path)).toEqual({ path });
  });

  it.each([
    ['/nowhere/chromium', /ENOENT/],
    [import.meta.filename, /EACCES/],
    [process.execPath, /it calls itself "v\d+/],
  ])('%s is no browser', (path, why) => expect(name(path)).rejects.toThrow(why));
});
