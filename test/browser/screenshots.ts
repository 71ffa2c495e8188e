// npm run screenshots: pictures of the demo pages and of the dashboard, on a service of their own.
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
import { locateChat, openBrowser, visit } from './browser.ts';
import { takeDashboardScreenshots } from './dashboard-shots.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = join(ROOT, 'docs/images');
/** There are too many for the repository; the README has a selection. */
const DASHBOARD_IMAGES = join(ROOT, 'dist/screenshots');
const PORT = '4619';
const SERVICE_URL = `http://127.0.0.1:${PORT}`;
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** The chat alone, and a little around it. */
const CHAT_CLIP = { x: 760, y: 10, width: 440, height: 790 };
const BOOKING_MESSAGES = ['A table for 4 on Friday at 7:30 pm', 'Maria Rossi', '(212) 555-0188', 'Yes please'];

const workFolder = await mkdtemp(join(tmpdir(), 'frontdesk-screenshots-'));
await import('../../widget/build.ts');
await build({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
await Promise.all([IMAGES, DASHBOARD_IMAGES].map((folder) => mkdir(folder, { recursive: true })));
const service = spawn(process.execPath, ['src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT, DATA_DIR: join(workFolder, 'data'), LOG_LEVEL: 'warn', PLAN_CHANGES: 'owner' },
  stdio: 'inherit',
});
// A bare machine lacks the fonts that customers have, so this uses the one in the browser's package.
await unpackFonts(workFolder);
const fontsConfig = join(workFolder, 'fonts.conf');
await writeFile(
  fontsConfig,
  `<fontconfig><dir>/usr/share/fonts</dir><dir>${workFolder}/fonts</dir><cachedir>${workFolder}/cache</cachedir>
   <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias></fontconfig>`,
);
const browser = await openBrowser({ ...(process.env as Record<string, string>), FONTCONFIG_FILE: fontsConfig });

type Shot = {
  demo: string;
  options?: BrowserContextOptions;
  messages?: string[];
  prepare?(page: Page): Promise<unknown>;
  clip?: { x: number; y: number; width: number; height: number };
};

const openChat = (page: Page) => locateChat(page).open();
const SHOTS: Record<string, Shot> = {
  'demo-restaurant': { demo: 'restaurant' },
  'demo-salon': { demo: 'salon' },
  'demo-medical': { demo: 'medical' },
  'demo-fitness': { demo: 'fitness' },
  'demo-retail': { demo: 'retail' },
  launcher: { demo: 'salon', clip: { x: 840, y: 560, width: 360, height: 240 } },
  welcome: { demo: 'restaurant', prepare: openChat },
  conversation: {
    demo: 'restaurant',
    messages: ['Hi! Is there parking nearby?', 'Can we bring our dog?'],
    clip: CHAT_CLIP,
  },
  chooser: { demo: 'salon', messages: ['I would like to book a women’s haircut'], clip: CHAT_CLIP },
  booking: { demo: 'restaurant', messages: BOOKING_MESSAGES, clip: CHAT_CLIP },
  dark: { demo: 'fitness', options: { colorScheme: 'dark' }, messages: ['Which yoga classes are there?'] },
  phone: { demo: 'restaurant', options: PHONE, messages: BOOKING_MESSAGES },
  rtl: {
    demo: 'medical',
    prepare: (page) =>
      page.evaluate(`frontdesk('update', { language: 'ar', position: 'left' })`).then(() => openChat(page)),
  },
};

async function takeWidgetScreenshot(name: string, { demo: path, options = {}, messages = [], prepare, clip }: Shot) {
  const { context, page } = await visit(browser, `${SERVICE_URL}/demo/${path}`, {
    viewport: { width: 1200, height: 800 },
    ...options,
  });
  const chat = locateChat(page);
  await chat.launcher.waitFor();
  if (messages.length) await chat.open();
  for (const text of messages) await chat.say(text);
  await prepare?.(page);
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300)))');
  await page.screenshot({ path: join(IMAGES, `widget-${name}.png`), clip });
  await context.close();
}

try {
  for (let attempts = 0; !(await fetch(`${SERVICE_URL}/api/health/ready`).catch(() => undefined))?.ok; attempts++) {
    if (attempts > 120) throw new Error('The service did not start.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const requestedNames = process.argv.slice(2);
  for (const [name, shot] of Object.entries(SHOTS)) {
    if (requestedNames.length && !requestedNames.includes(name)) continue;
    await takeWidgetScreenshot(name, shot);
    console.log(`docs/images/widget-${name}.png`);
  }
  // Connects to the service's own database.
  const { connection } = await startEmbedded({ dataDir: join(workFolder, 'data') });
  await takeDashboardScreenshots(
    { browser, url: SERVICE_URL, connection, folder: DASHBOARD_IMAGES, imagesFolder: IMAGES },
    requestedNames,
  );
} finally {
  await browser.close();
  const exit = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await exit;
  await rm(workFolder, { recursive: true, force: true });
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
