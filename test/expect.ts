import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { HttpResponse, Service } from './harness.ts';

/** Expects a problem document, the form of every error response (contract, section 3). */
export function expectProblem(response: HttpResponse, status: number, code: string): void {
  const { json = {}, headers } = response;
  expect({ status: response.status, code: json.code, text: response.text }).toMatchObject({ status, code });
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(json).toMatchObject({ status, requestId: headers.get('x-request-id') });
  for (const member of ['type', 'title', 'detail', 'requestId']) expect(json[member]).toMatch(/\S/);
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
  if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** The JSON pointers of the fields that a 422 response reports. */
export const getErrorPointers = (response: HttpResponse): string[] =>
  response.json.errors.map((error: { pointer: string }) => error.pointer);

/** All emails sent to an address so far, as text. */
export async function findEmailsTo(service: Service, address: string): Promise<string[]> {
  const outbox = join(service.config.dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
  const emails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  // Long header lines are folded onto the next line.
  return emails
    .filter((email) => email.replace(/\r\n[ \t]/g, ' ').includes(`To: ${address}\r\n`))
    .map(decodeQuotedPrintable);
}

/** Waits until an address has received `count` emails and returns the token in the newest one's link. */
export function findEmailedToken(service: Service, address: string, expectedCount = 1): Promise<string> {
  return vi.waitFor(
    async () => {
      const emails = await findEmailsTo(service, address);
      expect(emails).toHaveLength(expectedCount);
      const [, token] = /\?token=([\w-]+)/.exec(emails.at(-1)!) ?? [];
      return token!;
    },
    { timeout: 60_000, interval: 25 },
  );
}

const decodeQuotedPrintable = (email: string): string =>
  email.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
