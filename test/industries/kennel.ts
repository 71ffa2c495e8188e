// Extracts the example industry from the code blocks of docs/adding-an-industry.md, to test that page.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The industry folders for a service that includes the kennel. They are deleted after the test. */
export async function listFoldersWithKennel(): Promise<string[]> {
  const industriesFolder = join(ROOT, 'src/industries');
  // Someone is trying out the page, and has pasted the kennel where it belongs.
  if (existsSync(join(industriesFolder, 'kennel'))) return [industriesFolder];
  // Inside the project, so that imports of packages resolve, but not in node_modules, where Node does not strip types.
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'dist/.industries-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await writeIndustry(folder);
  return [industriesFolder, folder];
}

/** Writes each code block that starts with a file name to that file. */
async function writeIndustry(folder: string): Promise<void> {
  const markdown = await readFile(join(ROOT, 'docs/adding-an-industry.md'), 'utf8');
  const codeBlocks = [...markdown.matchAll(/```ts\n\/\/ src\/industries\/(\S+)\n([\s\S]*?)```/g)];
  expect(codeBlocks.length).toBe(5);
  for (const [, file, code] of codeBlocks) {
    await mkdir(dirname(join(folder, file!)), { recursive: true });
    await writeFile(
      join(folder, file!),
      code!.replaceAll("'../../", `'${ROOT}/src/`).replaceAll("'../", `'${ROOT}/src/industries/`),
    );
  }
}
