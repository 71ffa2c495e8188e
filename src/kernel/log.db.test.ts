import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createLog, describeError, getAccessLog } from './log.ts';

const SECRET = 'zebulon@example.com';

function captureLog(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('a secret field', () => {
  const FIELDS = ['password', 'newPassword', 'token', 'key', 'secret', 'email', 'phone', 'name', 'message', 'text'];
  const secretPositions: [where: string, createFields: (field: string) => object][] = [
    ['by itself', (field) => ({ [field]: SECRET })],
    ['in an object', (field) => ({ user: { [field]: SECRET } })],
    ['in a body', (field) => ({ body: { [field]: SECRET } })],
    ['in the body of a request', (field) => ({ request: { body: { [field]: SECRET } } })],
  ];
  it.for(secretPositions)('is redacted %s', ([, createFields]) => {
    const leakedFields = FIELDS.filter((field) =>
      captureLog((log) => log.info(createFields(field), 'test')).includes(SECRET),
    );
    expect(leakedFields).toEqual([]);
  });

  it('is redacted among headers', () => {
    const headers = ['authorization', 'cookie', 'set-cookie', 'idempotency-key', 'x-member-id'];
    for (const header of headers) {
      for (const entry of [{ headers: { [header]: SECRET } }, { req: { headers: { [header]: SECRET } } }]) {
        const text = captureLog((log) => log.warn(entry, 'test'));
        expect(text).not.toContain(SECRET);
        expect(text).toContain('[redacted]');
      }
    }
  });

  it('does not affect the rest of the JSON line, which has an ISO time', () => {
    const entry = JSON.parse(
      captureLog((log) => log.info({ requestId: 'req_1', status: 200, user: { email: SECRET } }, 'request')),
    );
    expect(entry).toEqual({
      level: 30,
      time: expect.any(String),
      requestId: 'req_1',
      status: 200,
      user: { email: '[redacted]' },
      msg: 'request',
    });
    expect(new Date(entry.time).toISOString()).toBe(entry.time);
  });
});

describe('the log level', () => {
  it('also applies to the access log', () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    getAccessLog(log).info({ route: '/x' }, 'request');
    log.info('quiet');
    expect(lines).toEqual([]);
    log.error('loud');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, msg: 'loud' }]);
  });
});

describe('an error', () => {
  async function causeDatabaseError(sql: string, values: unknown[] = []): Promise<Error> {
    const client = new pg.Client({ ...inject('postgres'), database: 'frontdesk' });
    await client.connect();
    try {
      await client.query(
        `create temp table people (email text constraint one_each primary key, born date, age int check (age > 0))`,
      );
      await client.query('insert into people values ($1)', [SECRET]);
      return await client.query(sql, values).then(
        () => Promise.reject(new Error('the statement should have failed')),
        (error) => error,
      );
    } finally {
      await client.end();
    }
  }

  const failures: [name: string, code: string, sql: string][] = [
    ['a duplicate value', '23505', `insert into people values ('${SECRET}')`],
    ['a row that violates a check constraint', '23514', `insert into people values ('other-${SECRET}', null, -1)`],
    ['a text that is not a date', '22007', `select '${SECRET}'::date`],
    ['a text that is not a number', '22P02', `select '${SECRET}'::int`],
    ['invalid SQL', '42601', `select from where '${SECRET}'`],
    [
      'an error raised with a value',
      'P0001',
      `do $$ begin raise exception '${SECRET}' using detail = '${SECRET}', hint = '${SECRET}'; end $$`,
    ],
  ];
  it.for(failures)('of the database is logged with its code but without values: %s', async ([, code, sql]) => {
    const error = await causeDatabaseError(sql);
    const description = describeError(error);
    expect(description.sqlState).toBe(code);
    expect(JSON.stringify(description)).not.toContain('zebulon');
    const wrappedError = new Error('could not store', { cause: error });
    for (const loggedError of [error, wrappedError]) {
      const text = captureLog((log) => log.error({ err: loggedError, error: loggedError }, 'failed'));
      expect(text).not.toContain('zebulon');
      expect(text).toContain(code);
    }
    for (const logText of [captureLog((log) => log.error(error)), captureLog((log) => log.error({ err: error }))]) {
      expect(logText).not.toContain('zebulon');
      expect(logText).toContain(code);
    }
  });

  it('is logged with the constraint and the table', async () => {
    expect(describeError(await causeDatabaseError(failures[0]![2]))).toMatchObject({
      type: 'error',
      constraint: 'one_each',
      table: 'people',
    });
  });

  it('of our code is logged with its message and stack', () => {
    const description = describeError(new TypeError('x is not a function'));
    expect(description).toMatchObject({ type: 'TypeError', fault: 'x is not a function' });
    expect(description.stack).toMatch(/^\s*at .*log\.db\.test\.ts/);
  });

  it.for([[null], [undefined], ['text'], [{ email: SECRET }], [42]])(
    'that is not an Error is not quoted: %j',
    ([thrown]) => {
      expect(JSON.stringify(describeError(thrown))).not.toMatch(/zebulon|42|"text"/);
    },
  );
});
