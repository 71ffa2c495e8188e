// A long PDF and a large website, from adding them until they can be asked about.
import { setTimeout as sleep } from 'node:timers/promises';
import { largePdf, openLargeWebsite } from '../test/knowledge/large.ts';
import type { Bench } from './setup.ts';

const PDF_PAGES = 200;
const SITE_PAGES = 500;
const GOAL_SECONDS = 60;
const LOOK_AGAIN_MS = 200;

export async function knowledge({ serviceUrl, openWorkspaces }: Bench): Promise<boolean> {
  const [workspace] = await openWorkspaces(1);
  const read = (body: object) => secondsToRead(serviceUrl, workspace!.key, body);
  const site = await openLargeWebsite(SITE_PAGES);
  const measured: [string, number][] = [
    [`a PDF of ${PDF_PAGES} pages`, await read(largePdf(PDF_PAGES))],
    [`a website of ${SITE_PAGES} pages`, await read({ url: site.url })],
  ];
  await site.close();
  console.log('\nPOST /api/v1/knowledge, until it is ready');
  for (const [what, seconds] of measured) {
    const judged = seconds < GOAL_SECONDS ? 'met' : 'MISSED';
    console.log(`${judged}: ${what} is read in ${seconds.toFixed(1)} s (goal under ${GOAL_SECONDS} s)`);
  }
  return measured.every(([, seconds]) => seconds < GOAL_SECONDS);
}

async function secondsToRead(serviceUrl: string, key: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const address = `${serviceUrl}/api/v1/knowledge`;
  const began = performance.now();
  const added = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id } = (await added.json()) as { id: string };
  for (;;) {
    const { status } = (await (await fetch(`${address}/${id}?limit=1`, { headers })).json()) as { status: string };
    if (status === 'ready') return (performance.now() - began) / 1000;
    if (status !== 'reading') throw new Error(`It was not read: ${status}.`);
    await sleep(LOOK_AGAIN_MS);
  }
}
