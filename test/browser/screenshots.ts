// npm run screenshots: the pictures of the demo pages and of the dashboard, on a service of their own.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { extract } from 'tar-stream';
import { build } from 'vite';
import { startEmbedded } from '../../src/kernel/database/embedded.ts';
import { chatOf, openBrowser, visit } from './browser.ts';
import { takeDashboard } from './dashboard-shots.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
/** There are too many for the repository; the best of them go to the README. */
const DASHBOARD = join(ROOT, 'dist/screenshots');
const PORT = '4619';
const URL = `http://127.0.0.1:${PORT}`;
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** The chat alone, and a little around it. */
const CHAT = { x: 760, y: 10, width: 440, height: 790 };
const BOOKING = ['A table for 4 on Friday at 7:30 pm', 'Maria Rossi', '(212) 555-0188', 'Yes please'];

const work = await mkdtemp(join(tmpdir(), 'frontdesk-screenshots-'));
await import('../../widget/build.ts');
await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
await Promise.all([IMAGES, DASHBOARD].map((folder) => mkdir(folder, { recursive: true })));
const service = spawn(process.execPath, ['src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT, DATA_DIR: join(work, 'data'), LOG_LEVEL: 'warn', PLAN_CHANGES: 'owner' },
  stdio: 'inherit',
});
// The fonts of a bare machine are no customer's: the browser's package brings a better one.
await unpackFonts(work);
const fonts = join(work, 'fonts.conf');
await writeFile(
  fonts,
  `<fontconfig><dir>/usr/share/fonts</dir><dir>${work}/fonts</dir><cachedir>${work}/cache</cachedir>
   <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias></fontconfig>`,
);
const browser = await openBrowser({ ...(process.env as Record<string, string>), FONTCONFIG_FILE: fonts });

type Shot = {
  page: string;
  options?: BrowserContextOptions;
  says?: string[];
  act?(page: Page): Promise<unknown>;
  clip?: { x: number; y: number; width: number; height: number };
};

const open = (page: Page) => chatOf(page).open();
const SHOTS: Record<string, Shot> = {
  'demo-restaurant': { page: 'restaurant' },
  'demo-salon': { page: 'salon' },
  'demo-medical': { page: 'medical' },
  'demo-fitness': { page: 'fitness' },
  'demo-retail': { page: 'retail' },
  launcher: { page: 'salon', clip: { x: 840, y: 560, width: 360, height: 240 } },
  welcome: { page: 'restaurant', act: open },
  conversation: {
    page: 'restaurant',
    says: ['Hi! Is there parking nearby?', 'Can we bring our dog?'],
    clip: CHAT,
  },
  chooser: { page: 'salon', says: ['I would like to book a women’s haircut'], clip: CHAT },
  booking: { page: 'restaurant', says: BOOKING, clip: CHAT },
  dark: { page: 'fitness', options: { colorScheme: 'dark' }, says: ['Which yoga classes are there?'] },
  phone: { page: 'restaurant', options: PHONE, says: BOOKING },
  rtl: {
    page: 'medical',
    act: (page) => page.evaluate(`frontdesk('update', { language: 'ar', position: 'left' })`).then(() => open(page)),
  },
};

async function take(name: string, { page: path, options = {}, says = [], act, clip }: Shot) {
  const { context, page } = await visit(browser, `${URL}/demo/${path}`, {
    viewport: { width: 1200, height: 800 },
    ...options,
  });
  const chat = chatOf(page);
  await chat.launcher.waitFor();
  if (says.length) await chat.open();
  for (const text of says) await chat.say(text);
  await act?.(page);
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300)))');
  await page.screenshot({ path: join(IMAGES, `widget-${name}.png`), clip });
  await context.close();
}

try {
  for (let tries = 0; !(await fetch(`${URL}/api/health/ready`).catch(() => undefined))?.ok; tries++) {
    if (tries > 120) throw new Error('The service did not start.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const wanted = process.argv.slice(2);
  for (const [name, shot] of Object.entries(SHOTS)) {
    if (wanted.length && !wanted.includes(name)) continue;
    await take(name, shot);
    console.log(`docs/images/widget-${name}.png`);
  }
  // The one that the service runs on: it is found by its folder.
  const { connection } = await startEmbedded({ dataDir: join(work, 'data') });
  await takeDashboard({ browser, url: URL, connection, folder: DASHBOARD, images: IMAGES }, wanted);
} finally {
  await browser.close();
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  await rm(work, { recursive: true, force: true });
}

async function unpackFonts(folder: string): Promise<void> {
  const archive = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .replace(/build.*/, 'bin/fonts.tar.br');
  const entries = createReadStream(archive).pipe(createBrotliDecompress()).pipe(extract());
  for await (const entry of entries) {
    const path = join(folder, entry.header.name);
    await mkdir(dirname(path), { recursive: true });
    if (entry.header.type === 'file') await pipeline(entry, createWriteStream(path));
    else entry.resume();
  }
}
