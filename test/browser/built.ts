// The dashboard as it is written now, built once for all who ask.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** The folder is named by what it was made of, so that another file's test, or the next run, finds it. */
export async function builtDashboard(): Promise<string> {
  const hash = createHash('sha256');
  const sources = await Array.fromAsync(
    glob(['web/**/*.*', 'widget/src/**/*.*', 'src/**/*.ts', '*.config.ts', 'package.json'], { cwd: ROOT }),
  );
  for (const path of sources.sort()) hash.update(path).update(await readFile(join(ROOT, path)));
  const folder = join(tmpdir(), `frontdesk-web-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const outDir = await mkdtemp(join(tmpdir(), 'frontdesk-web-'));
  // In a process of its own: here it would be built for tests, which is slower than what people get.
  await promisify(execFile)('vite', ['build', '--logLevel', 'error', '--outDir', outDir], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PATH: `node_modules/.bin:${process.env.PATH}` },
  });
  // Whoever was first has made the same.
  await rename(outDir, folder).catch(() => rm(outDir, { recursive: true, force: true }));
  return folder;
}
