import type { FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { createDatabase, createWorkspace, queryAsDbOwner, type Service } from '../../../test/harness.ts';
import { type ConnectionOptions, type Database, openDatabase } from '../../kernel/database/database.ts';
import { createLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { createRequestLog } from './request-log.ts';

let connection: ConnectionOptions;
let database: Database;
let request: FastifyRequest;

beforeAll(async () => {
  connection = await createDatabase();
  database = openDatabase(connection, 2);
  const workspace = await createWorkspace({ database } as Service);
  const principal = { workspace, actor: { id: workspace.keyId } };
  request = { principal, id: 'req_1', method: 'GET', routeOptions: { url: '/api/x', config: {} }, query: {} } as never;
  return () => database.close();
});

const countLoggedRequests = async () =>
  (await queryAsDbOwner(connection, 'select count(*)::int as n from request_log')).rows[0].n;

it('flushes what was queued before, however many requests arrive in the meantime', async () => {
  const batchSizes: number[] = [];
  const busyDatabase: Database = {
    ...database,
    statement: (text, values) => {
      batchSizes.push(JSON.parse(values![0] as string).length);
      requestLog.logRequest(request, 200, 1);
      return database.statement(text, values);
    },
  };
  const requestLog = createRequestLog(busyDatabase, createLog('silent'));
  for (let n = 0; n < 1_500; n++) requestLog.logRequest(request, 200, 1);
  await requestLog.flush();
  expect([batchSizes, await countLoggedRequests()]).toEqual([[1_000, 500], 1_500]);
  await requestLog.flush();
  expect([batchSizes.at(-1), await countLoggedRequests()]).toEqual([2, 1_502]);
});

it('skips a row that the database rejects, and writes the others', async () => {
  const countBefore = await countLoggedRequests();
  const requestLog = createRequestLog(database, createLog('silent'));
  const invalidRequest = { ...request, problem: new Problem('invalid_request', 'a\0b') } as FastifyRequest;
  for (let n = 0; n < 9; n++) requestLog.logRequest(n === 4 ? invalidRequest : request, 400, 1);
  await requestLog.flush();
  expect(await countLoggedRequests()).toBe(countBefore + 8);
  requestLog.logRequest(request, 200, 1);
  await requestLog.flush();
  expect(await countLoggedRequests()).toBe(countBefore + 9);
});

it('keeps the queue while the database is down', async () => {
  const countBefore = await countLoggedRequests();
  let isDown = true;
  const flakyDatabase: Database = {
    ...database,
    statement: (text, values) =>
      isDown ? Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })) : database.statement(text, values),
  };
  const requestLog = createRequestLog(flakyDatabase, createLog('silent'));
  for (let n = 0; n < 3; n++) requestLog.logRequest(request, 200, 1);
  await expect(requestLog.flush()).rejects.toThrow('gone');
  isDown = false;
  await requestLog.flush();
  expect(await countLoggedRequests()).toBe(countBefore + 3);
});
