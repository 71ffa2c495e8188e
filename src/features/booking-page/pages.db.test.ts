// The public booking page as a browser without JavaScript uses it: links, then a form.
import { parseDocument } from 'htmlparser2';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, must } from '../../../test/business.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, startService } from '../../../test/harness.ts';
import { type LiveBusiness, lastMail, openLiveBusiness, testClock, waitForMails } from '../../../test/live-business.ts';
import { loadIndustries } from '../../industries/load.ts';
import { bookingFields } from '../../scheduling/shapes.ts';
import { offersOf } from './offers.ts';

const MONDAY = '2026-11-16T09:00:00-05:00';
const clock = testClock(MONDAY);
const industries = await loadIndustries();
let service: Service;

beforeAll(async () => {
  service = await startService(undefined, {}, { clock });
});

type Page = { status: number; url: string; text: string; location: string | null; headers: Headers };

async function open(path: string, options: { form?: Record<string, string>; language?: string } = {}): Promise<Page> {
  const { form, language } = options;
  const { status, text, headers } = await call(service, form ? 'POST' : 'GET', path, {
    headers: {
      ...(language ? { 'accept-language': language } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    redirect: 'manual',
  } as never);
  return { status, text, url: path, location: headers.get('location'), headers };
}
void [
  parseDocument,
  asOwner,
  makeKey,
  makeWorkspace,
  lastMail,
  waitForMails,
  bookingFields,
  offersOf,
  everyDay,
  describe,
  industries,
];

it('smoke', async () => {
  for (const industry of ['restaurant', 'salon', 'medical', 'fitness']) {
    const business: LiveBusiness = await openLiveBusiness(service, industry, { name: `My ${industry}` });
    const { json } = must(200, await business.send('PUT', '/booking-page', { body: { enabled: true } }));
    console.log(json.url, JSON.stringify(json.offers).slice(0, 300));
    let page = await open(new URL(json.url).pathname);
    for (let step = 0; step < 6; step++) {
      console.log(page.status, page.url, page.text.replace(/[\s\S]*<main/, '<main').slice(0, 900));
      const href = /class="(?:options|times)">(?:<li>)?<a href="([^"]+)"/.exec(page.text)?.[1];
      if (!href) break;
      page = await open(href.replaceAll('&amp;', '&'));
    }
  }
  expect(1).toBe(1);
});
