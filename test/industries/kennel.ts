// The industry of docs/adding-an-industry.md, exactly as it stands on that page: no other file knows of it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The folders in which a service finds it, beside all others. They go with the test. */
export async function foldersWithKennel(): Promise<string[]> {
  // Here, where it finds the packages it imports, and not among them: Node takes no types off there.
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'dist/.industries-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await writeIndustry(folder);
  return [join(ROOT, 'src/industries'), folder];
}

/** The code blocks of the page that name the file they are, written where the service will look. */
async function writeIndustry(into: string): Promise<void> {
  const page = await readFile(join(ROOT, 'docs/adding-an-industry.md'), 'utf8');
  const blocks = [...page.matchAll(/```ts\n\/\/ src\/industries\/(\S+)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBe(4);
  for (const [, file, code] of blocks) {
    await mkdir(dirname(join(into, file!)), { recursive: true });
    await writeFile(
      join(into, file!),
      code!.replaceAll("'../../", `'${ROOT}/src/`).replaceAll("'../", `'${ROOT}/src/industries/`),
    );
  }
}
