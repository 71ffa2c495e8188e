// The API description: two linters with their recommended rules, and examples that work.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadIndustries } from '../../src/industries/load.ts';
import { EXAMPLE_TIME } from '../../src/kernel/http/openapi.ts';
import { EXAMPLE_ID } from '../../src/kernel/http/schema.ts';
import { openBusiness } from '../business.ts';
import { call, type Service, startService } from '../harness.ts';

type Operation = {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: { required?: string[] }; example?: unknown }> };
};
type Listed = { name: string; method: string; path: string; operation: Operation };

/** They cannot have an example that works for everyone. */
const WITHOUT_EXAMPLE = {
  'PUT /api/v1/assistant/provider': 'It checks the key with the provider.',
  'POST /api/v1/calendar-feeds/reset': 'The resources are those of the business.',
  'POST /api/v1/calendar-connections': 'It signs in to a calendar server.',
  'POST /api/v1/calendar-connections/google': 'It needs the operator’s account at Google.',
  'POST /api/v1/calendar-connections/google/finish': 'Google hands out the code.',
};

/** Its answer is made by a job, a while after the version. */
const ANSWERED_LATER = 'GET /api/v1/checkup/{version}';

let service: Service;
let description: string;
let operations: Listed[];

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  const { json, text } = await call(service, 'GET', '/openapi.json');
  description = text;
  operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upperCase = method.toUpperCase();
      return { name: `${upperCase} ${path}`, method: upperCase, path, operation };
    }),
  );
});

describe('the linters', () => {
  it('Redocly finds nothing', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: description, absoluteRef: '/openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).toEqual([]);
  });

  it('Spectral finds nothing', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas] } as RulesetDefinition);
    const found = await linter.run(JSON.parse(description));
    expect(found.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)).toEqual([]);
  });
});

it('allows null in every enum that may be null', () => {
  const faults: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, enum: values } = value as { type?: unknown; enum?: unknown };
    if (Array.isArray(type) && type.includes('null') && Array.isArray(values) && !values.includes(null))
      faults.push(at);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${at}/${key}`);
  };
  visit(JSON.parse(description), '');
  expect(faults).toEqual([]);
});

describe('the examples', () => {
  const isForKeys = ({ operation }: Listed) => 'key' in (operation.security?.[0] ?? {});
  const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json'];
  const hasExample = ({ operation }: Listed) =>
    bodyOf(operation)?.example !== undefined || operation.parameters?.some(({ example }) => example !== undefined);

  const hasMadeUpId = ({ operation }: Listed) =>
    operation.parameters?.some(
      (parameter) => parameter.in === 'path' && String(parameter.example).includes(EXAMPLE_ID),
    );

  it('exist wherever a request of a new business needs fields', () => {
    const needsOne = ({ path, operation }: Listed): unknown =>
      !path.includes('{') &&
      (bodyOf(operation)?.schema.required?.length ?? operation.parameters?.filter(({ required }) => required).length);
    const missing = operations
      .filter((listed) => isForKeys(listed) && needsOne(listed) && !hasExample(listed))
      .map(({ name }) => name);
    expect(missing).toEqual(Object.keys(WITHOUT_EXAMPLE));
  });

  it('succeed as they stand in a new business with the templates', async () => {
    const industries = (await loadIndustries()).map(({ name }) => name);
    const businesses = await Promise.all(
      industries.map((name) => openBusiness(service, name, {}, EXAMPLE_TIME).then((opened) => [name, opened] as const)),
    );
    const keyFor = (path: string) =>
      (businesses.find(([name]) => path.startsWith(`/api/v1/${name}/`)) ?? businesses[0])?.[1].key;
    const failed: string[] = [];
    // Ids are made up, except those of templates. What changes the document as a whole comes last.
    const sent = operations
      .filter(
        (listed) => hasExample(listed) && isForKeys(listed) && !hasMadeUpId(listed) && listed.name !== ANSWERED_LATER,
      )
      .sort((a, b) => Number(a.path.includes('{version}')) - Number(b.path.includes('{version}')));
    expect(sent.length).toBeGreaterThan(25);
    for (const { name, method, path, operation } of sent) {
      const { parameters = [] } = operation;
      const given = parameters.filter(({ example }) => example !== undefined);
      const valuesIn = (place: string) =>
        given.filter((parameter) => parameter.in === place).map((each) => [each.name, String(each.example)] as const);
      const filled = valuesIn('path').reduce((url, [field, value]) => url.replace(`{${field}}`, value), path);
      const query = new URLSearchParams(Object.fromEntries(valuesIn('query')));
      const reply = await call(service, method, `${filled}${query.size ? `?${query}` : ''}`, {
        key: keyFor(path),
        headers: { 'x-test-clock': EXAMPLE_TIME },
        ...(bodyOf(operation) ? { body: bodyOf(operation)?.example } : {}),
      });
      if (reply.status >= 300) failed.push(`${name}: ${reply.status} ${reply.text}`);
    }
    expect(failed).toEqual([]);
  });
});
