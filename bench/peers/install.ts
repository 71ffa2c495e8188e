import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/peers');

/** Installs the packages from npm, without their install scripts, unless they are there. Returns their folder. */
export async function install(name: string, packages: Record<string, string>): Promise<string> {
  const folder = join(CACHE, name);
  const installedFile = join(folder, 'installed.json');
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  // Written last, so that an interrupted installation is repeated.
  if ((await readFile(installedFile, 'utf8').catch(() => '')) === manifest) return folder;
  const packageSpecs = Object.entries(packages).map(([packageName, version]) => `${packageName}@${version}`);
  console.log(`Installing ${packageSpecs.join(', ')} from npm into ${folder}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), manifest);
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    '--fetch-retries=1',
  ];
  const exitCode = await new Promise((resolve, reject) => {
    const npm = spawn('npm', ['install', '--prefix', folder, ...flags], { cwd: folder, stdio: 'inherit' });
    npm.once('error', reject).once('exit', resolve);
  });
  if (exitCode !== 0)
    throw new Error(
      `${name} could not be installed: npm says why above. The first run of this needs the npm registry.`,
    );
  await writeFile(installedFile, manifest);
  return folder;
}
