// Builds the dashboard from the current code, once for all test files.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once } from '../../src/kernel/memoize.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The folder's name is a hash of the sources, so that other workers and later runs find it. */
export const buildDashboard = once(async (): Promise<string> => {
  const hash = createHash('sha256');
  const sourceFiles = await Array.fromAsync(
    glob(['web/**/*.*', 'widget/src/**/*.*', 'src/**/*.ts', '*.config.ts', 'package.json'], { cwd: ROOT }),
  );
  for (const path of sourceFiles.sort()) hash.update(path).update(await readFile(join(ROOT, path)));
  const folder = join(tmpdir(), `frontdesk-web-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const outDir = await mkdtemp(join(tmpdir(), 'frontdesk-web-'));
  // In a separate process, because the test environment would give a slower development build.
  await promisify(execFile)('vite', ['build', '--logLevel', 'error', '--outDir', outDir], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PATH: `node_modules/.bin:${process.env.PATH}` },
  });
  // If another process was faster, its build is the same.
  await rename(outDir, folder).catch(() => rm(outDir, { recursive: true, force: true }));
  return folder;
});
