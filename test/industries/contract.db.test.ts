import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Business, createDocumentPatchSchema, EMPTY_DOCUMENT } from '../../src/capability/document.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';
import { checkDocument } from '../../src/features/business/check.ts';
import { activateIndustry } from '../../src/features/business/setup.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { createValidatorCompiler, toFieldErrors } from '../../src/kernel/http/validation.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../harness.ts';
import { listFoldersWithKennel } from './kennel.ts';

const industryFolders = await listFoldersWithKennel();
const industries: AnyIndustry[] = await loadIndustries(industryFolders);
const NOW = '2026-11-16T09:00:00-05:00';
const headers = { 'x-test-clock': NOW };

let service: Service;
let openapi: { paths: Record<string, Record<string, unknown>> };

beforeAll(async () => {
  service = await startService(undefined, {}, { industryFolders });
  openapi = (await call(service, 'GET', '/openapi.json')).json;
});

it('loads every industry folder', () => {
  const entries = industryFolders.flatMap((folder) => readdirSync(folder, { withFileTypes: true }));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(industries.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(folders).toEqual(expect.arrayContaining(['restaurant', 'kennel']));
});

describe.each(industries)('$name', (industry) => {
  const document = activateIndustry({ ...EMPTY_DOCUMENT, name: 'Test' } as Business, industry);

  it('has a template that is valid and marked as a sample', () => {
    const validate = createValidatorCompiler()({
      schema: createDocumentPatchSchema(industries),
      method: 'PUT',
      url: '',
      httpPart: 'body',
    });
    const isValid = validate(structuredClone(document)) === true;
    expect(isValid ? [] : toFieldErrors(validate.errors as never)).toEqual([]);
    expect(checkDocument(document, industries)).toEqual([]);
    const sampleLists = Object.values(document[industry.name] as object).filter(
      (list) =>
        Array.isArray(list) &&
        list.some((entry) => typeof entry === 'object' && !Array.isArray(entry) && 'name' in entry),
    );
    for (const entry of sampleLists.flat()) expect(entry).toMatchObject({ sample: true });
  });

  it.each(industry.capabilities)('declares $name completely', (capability) => {
    const { name, summary, effect, scope, rest, dialogue } = capability;
    expect(name.startsWith(`${industry.name}.`)).toBe(true);
    expect(summary).not.toBe('');
    expect(scope).toMatch(/^bookings:(read|write)$/);
    if (effect === 'write') expect(scope).toBe('bookings:write');
    if (effect === 'write') expect(dialogue.confirm).toBeTypeOf('function');
    const path = `/api/v1/${industry.name}${rest.path.replace(/:(\w+)/g, '{$1}')}`;
    expect(openapi.paths[path]?.[rest.method.toLowerCase()]).toBeDefined();
  });

  it('answers 403 until it is set up, and is then active only in its own workspace', async () => {
    const workspace = await createWorkspace(service, { mode: 'test' });
    const hasNoRequiredInput = (input: { required?: string[] }) => !input.required?.length;
    const readCapability = industry.capabilities.find(
      ({ rest, input }) => rest.method === 'GET' && hasNoRequiredInput(input),
    );
    const path = `/api/v1/${industry.name}${readCapability?.rest.path}`;
    const beforeSetup = readCapability && (await call(service, 'GET', path, { key: workspace.key, headers }));
    if (beforeSetup) expect(beforeSetup).toMatchObject({ status: 403, json: { code: 'industry_not_active' } });

    const setup = await call(service, 'POST', '/api/v1/setup', {
      key: workspace.key,
      headers,
      body: { industry: industry.name },
    });
    expect(setup).toMatchObject({
      status: 201,
      json: { industry: industry.name, config: { industry: industry.name } },
    });
    expect(setup.json.widget.snippet).toMatch(
      /^<script src="http.*\/widget.js" data-key="fd_pk_test_.*" async><\/script>$/,
    );
    const secondSetup = await call(service, 'POST', '/api/v1/setup', {
      key: workspace.key,
      headers,
      body: { industry: industry.name },
    });
    expect(secondSetup.json.config).toEqual(setup.json.config);
    expect((await call(service, 'GET', '/api/v1/config/versions', { key: workspace.key })).json.data).toHaveLength(1);

    const otherWorkspace = await createWorkspace(service, { mode: 'test' });
    expect((await call(service, 'GET', '/api/v1/config', { key: otherWorkspace.key })).json.industry).toBeNull();
    const liveApiKey = await createApiKey(service, workspace.id);
    expect((await call(service, 'GET', '/api/v1/config', { key: liveApiKey.key })).json.industries).toEqual([]);
  });
});
