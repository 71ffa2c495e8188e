import { beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../../test/database-dump.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
} from '../../../test/harness.ts';
import { createPractice } from '../../../test/medical-practice.ts';
import { recordsOf } from '../../capability/industry.ts';
import { loadIndustries } from '../../industries/load.ts';
import { openKeyring } from '../../kernel/crypto.ts';
import { rotateDataKey } from '../../kernel/encryption/rotation.ts';
import { listEncryptedColumns } from '../privacy/encrypted-columns.ts';

const columns = listEncryptedColumns(recordsOf(await loadIndustries()));
// Each of these is sent to the service below and appears in no other text of the test's database.
const CUSTOMER = { name: 'Ottoline Farthingale', phone: '(303) 555-0147', email: 'farthingale@post.example' };
const SECRETS = [
  ...['Ottoline', 'Farthingale', '3035550147', '555-0147', 'post.example', 'Zyloprimex', 'itching elbow'],
  ...['bring the chart', 'from the elbow page', 'she is in pain', 'kind about my elbow'],
];
const ORIGIN = 'https://practice.example';

let service: Service;
let practice: { id: string; key: string };
let conversationId: string;
let requestCount = 0;

const post = async (path: string, body: object, key = practice.key) => {
  const headers = { 'idempotency-key': `key-${++requestCount}` };
  const response = await call(service, 'POST', `/api${path}`, { key, body, headers });
  expect({ path, text: response.text, isOk: response.status < 300 }).toMatchObject({ isOk: true });
  return response.json;
};
const get = (path: string, key = practice.key, headers = {}) => call(service, 'GET', `/api${path}`, { key, headers });
const listAuditActionsOn = async (subject: string) => {
  const { rows } = await queryAsDbOwner(
    service.connection,
    'select action from audit_entries where subject = $1 order by sequence',
    [subject],
  );
  return rows.map(({ action }) => action);
};

beforeAll(async () => {
  service = await startService();
  practice = await createPractice(service);
  const firstMessage = { message: 'I need Zyloprimex', customer: CUSTOMER, metadata: { page: 'from the elbow page' } };
  ({ conversationId } = await post('/chat', firstMessage));
  await post('/chat', { message: 'thanks, it is for my itching elbow', conversationId });
  await post(`/conversations/${conversationId}/handoff`, { reason: 'she is in pain' });
  await post(`/conversations/${conversationId}/messages`, { text: 'Please bring the chart' });
  await post(`/conversations/${conversationId}/feedback`, { rating: 5, comment: 'kind about my elbow' });
});

describe('a conversation about health', () => {
  it('appears unencrypted neither in the database nor in the log', async () => {
    const textsByTable = await dumpTables(service.connection);
    for (const table of ['conversations', 'messages', 'events', 'idempotency_keys', 'audit_entries'])
      expect(textsByTable.get(`public.${table}`)!.length).toBeGreaterThan(40);
    textsByTable.set('the log', service.logLines.join(''));
    const leakedSecrets = [...textsByTable].flatMap(([table, text]) =>
      SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase())).map(
        (secret) => `${table}: ${secret}`,
      ),
    );
    expect(leakedSecrets).toEqual([]);
  });

  it('can be read alone and in the list like any other', async () => {
    const { json } = await get(`/conversations/${conversationId}`);
    const expectedCustomer = { name: CUSTOMER.name, phone: '+13035550147', email: CUSTOMER.email };
    expect(json).toMatchObject({ customer: expectedCustomer, metadata: { page: 'from the elbow page' }, rating: 5 });
    expect(json.messages.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['I need Zyloprimex', 'thanks, it is for my itching elbow', 'Please bring the chart']),
    );
    const [listedConversation] = (await get('/conversations')).json.data;
    expect(listedConversation).toMatchObject({
      id: conversationId,
      customer: expectedCustomer,
      preview: 'Please bring the chart',
    });
  });

  it('leaves an audit entry for every read and write', async () => {
    const actionsBefore = await listAuditActionsOn(conversationId);
    expect(actionsBefore.filter((action) => action === 'conversation.write')).toHaveLength(5);
    await get(`/conversations/${conversationId}`);
    await get('/conversations');
    await post(`/conversations/${conversationId}/resolve`, {});
    expect((await listAuditActionsOn(conversationId)).slice(actionsBefore.length)).toEqual([
      ...['conversation.read', 'conversation.read', 'conversation.write', 'conversation.read'],
    ]);
  });

  it('can be read by the visitor who started it', async () => {
    const { key } = await createApiKey(service, practice.id, { kind: 'publishable', origins: [ORIGIN] });
    const headers = { origin: ORIGIN };
    const body = { message: 'my elbow' };
    const startResponse = await call(service, 'POST', '/api/chat', { key, headers, body });
    const ownConversation = await get(`/conversations/${startResponse.json.conversationId}`, key, headers);
    expect(ownConversation.json.messages[0].text).toBe('my elbow');
    expect((await get(`/conversations/${conversationId}`, key, headers)).status).toBe(404);
  });

  it('is encrypted again when the data key is rotated', async () => {
    const conversationBefore = (await get(`/conversations/${conversationId}`)).json;
    const keyring = openKeyring(Buffer.from(service.config.masterKey!, 'base64'));
    const { database } = service;
    const rotationResult = await rotateDataKey({ database, keyring, workspaceId: practice.id, columns }, new Date());
    expect(rotationResult!.rows).toBeGreaterThanOrEqual(conversationBefore.messages.length + 1);
    expect((await get(`/conversations/${conversationId}`)).json).toEqual(conversationBefore);
  });

  it('has its earlier messages encrypted once it turns out to be about health', async () => {
    const { key } = await createWorkspace(service);
    const startResponse = await post('/chat', { message: 'a word in clear: Quixotry' }, key);
    const healthMessage = { message: 'my knee', conversationId: startResponse.conversationId, businessType: 'medical' };
    await post('/chat', healthMessage, key);
    const { json } = await get(`/conversations/${startResponse.conversationId}`, key);
    expect(json.messages[0].text).toBe('a word in clear: Quixotry');
    expect((await dumpTables(service.connection)).get('public.messages')).not.toContain('Quixotry');
  });
});
