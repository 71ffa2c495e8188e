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
type ListedOperation = { name: string; method: string; path: string; operation: Operation };

/** Operations that cannot have an example that works for every business, and why. */
const WITHOUT_EXAMPLE = {
  'PUT /api/v1/assistant/provider': 'It checks the key with the provider.',
  'POST /api/v1/calendar-feeds/reset': 'Its resources differ between businesses.',
  'POST /api/v1/calendar-connections': 'It signs in to a calendar server.',
  'POST /api/v1/calendar-connections/google': 'It needs the operator’s account at Google.',
  'POST /api/v1/calendar-connections/google/finish': 'Google hands out the code.',
};

/** A job creates the result some time after the version, so its example cannot succeed right away. */
const CHECKUP_RESULT = 'GET /api/v1/checkup/{version}';

let service: Service;
let description: string;
let operations: ListedOperation[];

beforeAll(async () => {
  service = await startService(undefined, { jobs: 'off' });
  const { json, text } = await call(service, 'GET', '/openapi.json');
  description = text;
  operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upperCaseMethod = method.toUpperCase();
      return { name: `${upperCaseMethod} ${path}`, method: upperCaseMethod, path, operation };
    }),
  );
});

describe('the linters', () => {
  it('Redocly reports no problems', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: description, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`)).toEqual([]);
  });

  it('Spectral reports no problems', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [rulesets.oas] } as RulesetDefinition);
    const problems = await linter.run(JSON.parse(description));
    expect(problems.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)).toEqual([]);
  });
});

it('allows null in every enum that may be null', () => {
  const invalidEnums: string[] = [];
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, enum: values } = value as { type?: unknown; enum?: unknown };
    if (Array.isArray(type) && type.includes('null') && Array.isArray(values) && !values.includes(null))
      invalidEnums.push(pointer);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${pointer}/${key}`);
  };
  visit(JSON.parse(description), '');
  expect(invalidEnums).toEqual([]);
});

describe('the examples', () => {
  const acceptsApiKey = ({ operation }: ListedOperation) => 'key' in (operation.security?.[0] ?? {});
  const getJsonBody = ({ requestBody }: Operation) => requestBody?.content['application/json'];
  const hasExample = ({ operation }: ListedOperation) =>
    getJsonBody(operation)?.example !== undefined || operation.parameters?.some(({ example }) => example !== undefined);

  const hasFictitiousId = ({ operation }: ListedOperation) =>
    operation.parameters?.some(
      (parameter) => parameter.in === 'path' && String(parameter.example).includes(EXAMPLE_ID),
    );

  it('exist for each request with required fields that a new business can send', () => {
    const needsExample = ({ path, operation }: ListedOperation): unknown =>
      !path.includes('{') &&
      (getJsonBody(operation)?.schema.required?.length ??
        operation.parameters?.filter(({ required }) => required).length);
    const withoutExample = operations
      .filter((operation) => acceptsApiKey(operation) && needsExample(operation) && !hasExample(operation))
      .map(({ name }) => name);
    expect(withoutExample).toEqual(Object.keys(WITHOUT_EXAMPLE));
  });

  it('succeed unchanged in a new business that uses the templates', async () => {
    const industries = (await loadIndustries()).map(({ name }) => name);
    const businesses = await Promise.all(
      industries.map((name) =>
        openBusiness(service, name, {}, EXAMPLE_TIME).then((business) => [name, business] as const),
      ),
    );
    const findApiKeyFor = (path: string) =>
      (businesses.find(([name]) => path.startsWith(`/api/v1/${name}/`)) ?? businesses[0])?.[1].key;
    const failures: string[] = [];
    // Examples with ids that do not exist are left out. Requests that replace the whole document come last.
    const testedOperations = operations
      .filter(
        (operation) =>
          hasExample(operation) &&
          acceptsApiKey(operation) &&
          !hasFictitiousId(operation) &&
          operation.name !== CHECKUP_RESULT,
      )
      .sort((a, b) => Number(a.path.includes('{version}')) - Number(b.path.includes('{version}')));
    expect(testedOperations.length).toBeGreaterThan(25);
    for (const { name, method, path, operation } of testedOperations) {
      const { parameters = [] } = operation;
      const exampleParameters = parameters.filter(({ example }) => example !== undefined);
      const collectExamples = (location: string) =>
        exampleParameters
          .filter((parameter) => parameter.in === location)
          .map(({ name: field, example }) => [field, String(example)] as const);
      const filledPath = collectExamples('path').reduce(
        (url, [field, value]) => url.replace(`{${field}}`, value),
        path,
      );
      const query = new URLSearchParams(Object.fromEntries(collectExamples('query')));
      const response = await call(service, method, `${filledPath}${query.size ? `?${query}` : ''}`, {
        key: findApiKeyFor(path),
        headers: { 'x-test-clock': EXAMPLE_TIME },
        ...(getJsonBody(operation) ? { body: getJsonBody(operation)?.example } : {}),
      });
      if (response.status >= 300) failures.push(`${name}: ${response.status} ${response.text}`);
    }
    expect(failures).toEqual([]);
  });
});
