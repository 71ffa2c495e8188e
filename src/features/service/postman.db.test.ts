import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { must } from '../../kernel/must.ts';

type Field = { key: string; value: string; disabled?: boolean };
type Item = {
  name: string;
  request: {
    method: string;
    auth?: { type: string };
    header: Field[];
    url: { raw: string; variable: Field[] };
    body?: { raw: string };
  };
};
type Collection = {
  variable: Field[];
  event: { script: { exec: string[] } }[];
  item: { name: string; item: Item[] }[];
};

/** Postman's own schema, from https://github.com/postmanlabs/schemas (Apache-2.0), without the descriptions. */
const SCHEMA_FILE = join(import.meta.dirname, '../../../test/fixtures/postman-collection.json');

let service: Service;
let collection: Collection;

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  collection = (await call(service, 'GET', '/postman.json')).json;
});

it('is a collection of version 2.1', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile(JSON.parse(await readFile(SCHEMA_FILE, 'utf8')));
  validate(collection);
  expect(validate.errors).toBeNull();
});

/** Sends requests as Postman does: variables are filled in, and the collection's script runs after each response. */
function openPostman(apiKey: string) {
  const values = new Map(collection.variable.map(({ key, value }) => [key, value]));
  values.set('baseUrl', service.url).set('apiKey', apiKey);
  const fillVariables = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => must(values.get(name), name));
  const script = must(collection.event[0], 'a script').script.exec.join('\n');
  return async ({ request: { method, auth, header, url, body } }: Item) => {
    const rawUrl = url.variable.reduce((raw, { key, value }) => raw.replace(`:${key}`, value), url.raw);
    const response = await fetch(fillVariables(rawUrl), {
      method,
      headers: {
        ...(auth?.type === 'noauth' ? {} : { authorization: `Bearer ${apiKey}` }),
        ...Object.fromEntries(header.map(({ key, value }) => [key, fillVariables(value)])),
      },
      body: body && fillVariables(body.raw),
    });
    const text = await response.clone().text();
    const pm = {
      response: { headers: response.headers, json: () => JSON.parse(text) },
      collectionVariables: { set: (key: string, value: string) => values.set(key, value) },
    };
    new Function('pm', script)(pm);
    return { status: response.status, text };
  };
}

const PLAYED_FOLDERS = ['Restaurant', 'Bookings', 'Conversations', 'Customers', 'Webhooks', 'Events'];
const EXPECTED_FAILURES = ['Customers / Merge another customer into this one'];

it('has requests that work as they stand, one after the other', async () => {
  const { key } = await createWorkspace(service, { mode: 'test' });
  const send = openPostman(key);
  for (const industry of ['restaurant', 'fitness'])
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
  const failures: Record<string, string> = {};
  for (const name of PLAYED_FOLDERS)
    for (const item of must(
      collection.item.find((folder) => folder.name === name),
      name,
    ).item) {
      const { status, text } = await send(item);
      if (status >= 300) failures[`${name} / ${item.name}`] = `${status} ${text}`;
    }
  expect(Object.keys(failures), JSON.stringify(failures, null, 2)).toEqual(EXPECTED_FAILURES);
});
