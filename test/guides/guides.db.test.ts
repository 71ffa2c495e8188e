// Runs every command of docs/guides as a reader would, in the order of the page, and compares what it prints.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listGuideFiles } from '../../src/features/service/guides.ts';
import { createWorkspace, type Service, startService } from '../harness.ts';
import { findFreePort } from '../process/service-process.ts';
import { findCodeBlocks } from './blocks.ts';
import { expectOutput, fillPlaceholders } from './example-output.ts';

const runProgram = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const END_OF_BLOCK = '--- end of block ---';

let service: Service;
let folder: string;
let hasPhp: boolean;

beforeAll(async () => {
  service = await startService(undefined, { webhooksAllowPrivate: true });
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-guides-'));
  // For the guide that installs a package.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  hasPhp = await runProgram('php', ['--version']).then(
    () => true,
    () => false,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([...listGuideFiles().values()].map((file) => basename(file)))('%s', (guide) => {
  it('has commands whose output matches its examples', async ({ skip }) => {
    const blocks = await findCodeBlocks(guide);
    if (!hasPhp && blocks.some(({ code }) => code.includes('php book.php'))) skip('PHP is not installed.');
    const workspace = await createWorkspace(service, { mode: 'test' });
    const port = String(await findFreePort());
    const shell = openShell(folder);
    let output = '';
    for (const { language, fileName, code } of blocks) {
      const filledText = fillPlaceholders(code, output, {
        'http://127.0.0.1:3000': service.url,
        'fd_sk_test_…': workspace.key,
        'PORT=4000': `PORT=${port}`,
      });
      if (language === 'sh') output = await shell.run(filledText);
      else if (language === 'json' && fileName !== 'settings') expectOutput(JSON.parse(filledText), output);
      else if (fileName) await writeFile(join(folder, fileName), filledText);
    }
    await shell.close();
  });
});

it('the PHP code for WordPress prints the script tag of the guide', async ({ skip }) => {
  if (!hasPhp) skip('PHP is not installed.');
  const [scriptTag, phpBlock] = await findCodeBlocks('websites.md');
  await writeFile(join(folder, 'functions.php'), phpBlock?.code ?? '');
  const wordPress = 'function add_action($hook, $print) { $print(); } require "functions.php";';
  const { stdout } = await runProgram('php', ['-r', wordPress], { cwd: folder });
  expect(stdout).toBe(scriptTag?.code);
});

/** One shell for a page, so that functions and variables stay. A failed command fails the page. */
function openShell(cwd: string) {
  const env = { ...process.env, PATH: `${join(ROOT, 'bin')}:${process.env.PATH}` };
  const child = execFile('bash', ['-e'], { cwd, env, maxBuffer: 2 ** 24 });
  let [output, errors] = ['', ''];
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (errors += chunk));
  const exited = new Promise<void>((done) => child.on('close', () => done()));
  return {
    async run(commands: string): Promise<string> {
      output = '';
      child.stdin?.write(`${commands}\necho; echo '${END_OF_BLOCK}'\n`);
      const isFinished = () => output.includes(END_OF_BLOCK) || child.exitCode !== null;
      while (!isFinished()) await Promise.race([exited, new Promise((done) => setTimeout(done, 20))]);
      if (!output.includes(END_OF_BLOCK)) throw new Error(`This failed:\n${commands}\n${output}${errors}`);
      return output.slice(0, output.indexOf(END_OF_BLOCK)).trim();
    },
    async close() {
      child.stdin?.end();
      await exited;
    },
  };
}
