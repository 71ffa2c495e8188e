// Sample content is used for answers in the sandbox, but never for real customers.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createDocumentPatchSchema } from '../../src/capability/document.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { connectAgent } from '../agent.ts';
import { call, createApiKey, createWorkspace, queryAsDbOwner, type Service, startService } from '../harness.ts';
import { expectStatus } from '../http.ts';
import { pickTodaysShare } from '../random.ts';
import { ORIGIN } from '../visitor.ts';
import { listFoldersWithKennel } from './kennel.ts';
import { createQuestions } from './questions.ts';

const industryFolders = await listFoldersWithKennel();
const industries = await loadIndustries(industryFolders);
let service: Service;

beforeAll(async () => {
  service = await startService(undefined, {}, { industryFolders });
  await service.warmUp();
});

/** Rules that apply to live customers too, so they are not samples. */
const SETTINGS_FIELDS = new Set(['timezone', 'currency', 'locale', 'tone', 'booking', 'refills']);

type Schema = { title?: string; enum?: unknown[]; items?: Schema; properties?: Record<string, Schema> };
/** Ids, references to other entries by their ids, and codes such as a status. */
const isCode = (name: string, { title, enum: values }: Schema) =>
  name === 'id' || values !== undefined || title?.startsWith('Ids in ');

/** Every text of a template that customers might see. */
function listTexts(value: unknown, { items, properties }: Schema): string[] {
  if (typeof value === 'string') return /\p{L}{3}|\d{4}/u.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const schema = items ?? properties?.[name] ?? {};
    return SETTINGS_FIELDS.has(name) || isCode(name, schema) ? [] : listTexts(field, schema);
  });
}

/** All texts of a value, without the names of its fields. */
const listValues = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : [String(value)];

const normalize = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}$]+/gu, ' ')} `;
/** Amounts of money and times of day. */
const AMOUNT_PATTERN = /\$\d[\d,.]*|\b\d{1,2}(?::\d\d)?\s*[ap]m\b/gi;
const listAmounts = (text: string) => text.match(AMOUNT_PATTERN)?.map((value) => value.toLowerCase()) ?? [];

describe.each(industries)('the untouched template of $name', (industry) => {
  const { name, template } = industry;
  const { common, section } = template as { common: Record<string, unknown>; section: Record<string, unknown> };
  const sampleTexts = [
    ...new Set(listTexts({ ...common, [name]: section }, createDocumentPatchSchema(industries) as Schema)),
  ];
  let liveKey: string;
  let testKey: string;
  let publishableKey: string;
  const send = async (key: string, method: string, path: string, body?: object, status = 200) =>
    expectStatus(status, await call(service, method, path, { key, ...(body ? { body } : {}) })).json;

  beforeAll(async () => {
    const workspace = await createWorkspace(service);
    liveKey = workspace.key;
    testKey = (await createApiKey(service, workspace.id, { mode: 'test' })).key;
    publishableKey = (await createApiKey(service, workspace.id, { kind: 'publishable', origins: [ORIGIN] })).key;
    for (const key of [liveKey, testKey]) await send(key, 'POST', '/api/v1/setup', { industry: name }, 201);
  });

  it('is not revealed to real customers', async () => {
    expect(sampleTexts.length).toBeGreaterThan(20);
    const allQuestions = createQuestions(industry, industryFolders);
    expect(allQuestions.length, `questions in ${name}/questions.txt, or examples`).toBeGreaterThan(40);
    const questions = pickTodaysShare(allQuestions, 3);
    const leaks: string[] = [];
    for (const message of questions) {
      const { reply, suggestions, sources, receipts } = await send(liveKey, 'POST', '/api/chat', { message });
      const replyTexts = normalize(
        [reply, ...suggestions, ...sources.map(({ title }: { title: string }) => title)].join(' | '),
      );
      const question = normalize(message);
      const leakedTexts = sampleTexts.filter(
        (text) => replyTexts.includes(normalize(text)) && !question.includes(normalize(text)),
      );
      const leakedAmounts = listAmounts(reply).filter((value) => !listAmounts(message).includes(value));
      if (leakedTexts.length + leakedAmounts.length + receipts.length > 0)
        leaks.push(`${message} → ${reply} (${leakedTexts}${leakedAmounts})`);
      expect(reply).not.toBe('');
    }
    expect(leaks).toEqual([]);
  });

  it('is not shown to the widget or to agents', async () => {
    const { json } = expectStatus(
      200,
      await call(service, 'POST', '/api/widget/session', {
        key: publishableKey,
        headers: { origin: ORIGIN },
        body: {},
      }),
    );
    const agent = await connectAgent(service, liveKey);
    const { resources } = await agent.client.listResources();
    const contents = await Promise.all(resources.map(({ uri }) => agent.client.readResource({ uri })));
    const documents = contents.flatMap((resource) =>
      resource.contents.map((part) => JSON.parse('text' in part ? part.text : '""')),
    );
    const visibleText = normalize(listValues([json.settings, documents]).join(' | '));
    expect(sampleTexts.filter((text) => visibleText.includes(normalize(text)))).toEqual([]);
  });

  it('is used for answers in the sandbox', async () => {
    const { phone } = common.contact as { phone: string };
    expect((await send(testKey, 'POST', '/api/chat', { message: 'What is your phone number?' })).reply).toContain(
      phone,
    );
    const [{ question, answer }] = common.faqs as [{ question: string; answer: string }];
    expect((await send(testKey, 'POST', '/api/chat', { message: question })).reply).toContain(answer);
  });

  it('can be removed completely, or kept as the business’s own content', async () => {
    const allPointers = ['/'];
    const withoutSamples = await send(testKey, 'POST', '/api/v1/config/samples', { remove: allPointers });
    expect(JSON.stringify(withoutSamples)).not.toContain('"sample');
    expect(withoutSamples).toMatchObject({ description: '', hours: {}, contact: {}, faqs: [], industry: name });
    const { samples: _, ...config } = await send(liveKey, 'GET', '/api/v1/config');
    const keptConfig = await send(liveKey, 'POST', '/api/v1/config/samples', { keep: allPointers });
    expect(keptConfig).toEqual(
      JSON.parse(JSON.stringify(config), (field, value) => (field === 'sample' ? undefined : value)),
    );
    const { phone } = common.contact as { phone: string };
    expect((await send(liveKey, 'POST', '/api/chat', { message: 'What is your phone number?' })).reply).toContain(
      phone,
    );
    const [{ question, answer }] = common.faqs as [{ question: string; answer: string }];
    expect((await send(liveKey, 'POST', '/api/chat', { message: question })).reply).toContain(answer);
  });
});

describe('a business with few answers of its own', () => {
  it('says that it does not know other answers, and records the questions', async () => {
    const { key } = await createWorkspace(service);
    const send = async (method: string, path: string, body?: object, status = 200) =>
      expectStatus(status, await call(service, method, path, { key, body })).json;
    await send('POST', '/api/v1/setup', { industry: 'salon' }, 201);
    const answer = 'In the yard behind the house.';
    await send('PUT', '/api/v1/config', {
      faqs: [{ question: 'Where can I park?', answer }],
      policies: { deposit: 'We ask for half of the price.' },
    });
    const replyTo = async (message: string) => (await send('POST', '/api/chat', { message })).reply;
    expect(await replyTo('is there parking?')).toBe(answer);
    expect(await replyTo('Do I have to pay a deposit?')).toBe('We ask for half of the price.');
    const unansweredQuestions = [
      'Do you have gift cards?',
      'can i pay with card',
      'can i bring my dog',
      'what is your cancellation policy',
    ];
    for (const message of unansweredQuestions) expect(await replyTo(message)).toContain('Should I ask our team?');
    const { gaps } = await send('GET', '/api/analytics');
    expect(gaps.map(({ question }: { question: string }) => question).sort()).toEqual(unansweredQuestions.toSorted());
  });
});

describe('a document from before samples were marked', () => {
  it('gets only its sample contact details marked by the migration', async () => {
    const { id, key } = await createWorkspace(service);
    const send = async (method: string, path: string, body?: object, status = 200) =>
      expectStatus(status, await call(service, method, path, { key, body })).json;
    await send('POST', '/api/v1/setup', { industry: 'retail' }, 201);
    await send('PUT', '/api/v1/config', { samples: [] });
    const configBefore = await send('GET', '/api/v1/config');
    await queryAsDbOwner(service.connection, readFileSync('src/migrations/0024-sample-contacts.sql', 'utf8'));
    const configAfter = await vi.waitFor(async () => {
      const config = await send('GET', '/api/v1/config');
      expect(config.samples).toHaveLength(3);
      return config;
    });
    expect(configAfter).toEqual({ ...configBefore, samples: ['/contact/phone', '/contact/email', '/contact/address'] });
    const { rows } = await queryAsDbOwner(
      service.connection,
      'select 1 from business_versions where workspace_id = $1',
      [id],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('a business with sample content', () => {
  it('sees that content over the API, marked as samples', async () => {
    const { key } = await createWorkspace(service);
    const send = (method: string, path: string, body?: object) => call(service, method, path, { key, body });
    const { json } = expectStatus(201, await send('POST', '/api/v1/setup', { industry: 'restaurant' }));
    expect(json.config.samples).toEqual(
      expect.arrayContaining(['/hours', '/contact/phone', '/policies/cancellation', '/description']),
    );
    const { items } = expectStatus(200, await send('GET', '/api/v1/restaurant/menu')).json;
    expect(items.length).toBeGreaterThan(10);
    expect(items.every(({ sample }: { sample?: boolean }) => sample)).toBe(true);
  });

  it('owns only the content that it changes', async () => {
    const { key } = await createWorkspace(service);
    const send = async (method: string, path: string, body?: object, status = 200) =>
      expectStatus(status, await call(service, method, path, { key, body })).json;
    const { config } = await send('POST', '/api/v1/setup', { industry: 'salon' }, 201);
    const { samples, policies, contact } = config;
    const changedConfig = await send('PUT', '/api/v1/config', {
      policies: { ...policies, deposit: 'We ask for half of the price.' },
      samples,
      contact: { phone: '(212) 555-0199' },
    });
    expect(samples).toContain('/policies/deposit');
    expect(changedConfig.samples).toContain('/policies/cancellation');
    for (const pointer of ['/policies/deposit', '/contact/phone', '/contact/email'])
      expect(changedConfig.samples).not.toContain(pointer);
    const replyTo = async (message: string) => (await send('POST', '/api/chat', { message })).reply;
    expect(await replyTo('Do I have to pay a deposit?')).toContain('half of the price');
    expect(await replyTo('What is your cancellation policy?')).not.toContain(policies.cancellation);
    expect(await replyTo('How can I reach you?')).toBe('You can reach us by phone at (212) 555-0199.');
    expect(await replyTo('do you sell gift cards?')).toContain('ask our team');
    expect(await replyTo('Where are you?')).not.toContain(contact.address);
    const { gaps } = await send('GET', '/api/analytics');
    const questions = gaps.map(({ question }: { question: string }) => question);
    expect(questions).toEqual(expect.arrayContaining(['do you sell gift cards?', 'Where are you?']));
  });
});
