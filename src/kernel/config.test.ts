import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../test/rotation.ts';
import { ConfigError, readConfig } from './config.ts';

const MASTER_KEY = Buffer.alloc(32, 5).toString('base64');

describe('without any setting', () => {
  it('uses the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      masterKey: undefined,
      signup: 'open',
      planChanges: 'operator',
      authAttemptsPerMinute: 30,
      webhooksAllowPrivate: false,
      smtpUrl: undefined,
      metricsToken: undefined,
      logLevel: 'info',
      jobs: 'on',
      demo: 'on',
    });
  });

  it('treats an empty variable as unset', () => {
    const variableNames = [
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'DATA_DIR',
      'DATABASE_URL',
      'MASTER_KEY',
      'SIGNUP',
      'SMTP_URL',
      'MAIL_FROM',
      'LOG_LEVEL',
    ];
    for (const emptyValue of ['', '  ']) {
      expect(readConfig(Object.fromEntries(variableNames.map((name) => [name, emptyValue])))).toEqual(readConfig({}));
    }
  });
});

describe('a usable setting', () => {
  const cases: [env: Record<string, string>, expectedConfig: object][] = [
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 65535 ' }, { port: 65_535, publicUrl: 'http://127.0.0.1:65535' }],
    [
      { HOST: '0.0.0.0', PORT: '80' },
      { host: '0.0.0.0', publicUrl: 'http://127.0.0.1:80', demo: 'off' },
    ],
    [{ HOST: '::' }, { host: '::', publicUrl: 'http://[::1]:3000', demo: 'off' }],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:8080' },
      { publicUrl: 'http://127.0.0.1:8080', demo: 'on' },
    ],
    [{ HOST: '192.0.2.1' }, { publicUrl: 'http://192.0.2.1:3000', demo: 'off' }],
    [{ HOST: '::1' }, { publicUrl: 'http://[::1]:3000', demo: 'on' }],
    [{ PUBLIC_URL: 'https://desk.example.com/' }, { publicUrl: 'https://desk.example.com', demo: 'off' }],
    [{ PUBLIC_URL: 'https://desk.example.com', DEMO: 'on' }, { demo: 'on' }],
    [{ PUBLIC_URL: 'http://localhost:8080' }, { demo: 'on' }],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, { demo: 'off' }],
    [{ DEMO: 'off' }, { demo: 'off' }],
    [{ PUBLIC_URL: 'https://example.com/desk//' }, { publicUrl: 'https://example.com/desk' }],
    [{ DATA_DIR: '/srv/desk' }, { dataDir: '/srv/desk' }],
    [{ DATA_DIR: 'here' }, { dataDir: resolve('here') }],
    [{ DATABASE_URL: 'postgres://u:p@h:5432/d' }, { databaseUrl: 'postgres://u:p@h:5432/d' }],
    [{ DATABASE_URL: 'postgresql:///d?host=/run' }, { databaseUrl: 'postgresql:///d?host=/run' }],
    [
      { DATABASE_URL: 'postgres://u:p@h:6432/d', DATABASE_DIRECT_URL: 'postgres://u:p@h:5432/d' },
      { databaseUrl: 'postgres://u:p@h:6432/d', databaseDirectUrl: 'postgres://u:p@h:5432/d' },
    ],
    [{ MASTER_KEY }, { masterKey: MASTER_KEY }],
    [{ MASTER_KEY: MASTER_KEY.replace('=', '') }, { masterKey: MASTER_KEY.replace('=', '') }],
    [{ SIGNUP: 'invite' }, { signup: 'invite' }],
    [{ PLAN_CHANGES: 'owner' }, { planChanges: 'owner' }],
    [{ SMTP_URL: 'smtps://u:p@mail' }, { smtpUrl: 'smtps://u:p@mail' }],
    [{ WEBHOOKS_ALLOW_PRIVATE: 'true' }, { webhooksAllowPrivate: true }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ SLA_PROMISE: '99.9' }, { availabilityTarget: 0.999 }],
    [{ SLA_PROMISE: '100%' }, { availabilityTarget: 1 }],
    [{ DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353' }, { dnsServers: ['9.9.9.9', '127.0.0.1:5353'] }],
    [{ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, { trustProxy: '127.0.0.1, 10.0.0.0/8' }],
  ];
  it.for(cases)('is read: %j', ([env, expectedConfig]) => {
    expect(readConfig(env)).toMatchObject(expectedConfig);
  });
});

describe('an unusable setting', () => {
  const cases: [name: string, ...values: string[]][] = [
    ['PORT', 'abc', '-1', '70000', '1.5', '0x10', '1e3', '٣'],
    ['HOST', 'not a host', 'http://localhost', 'a/b'],
    ['PUBLIC_URL', 'nonsense', 'ftp://example.com', 'http://', 'javascript:alert(1)', '//example.com'],
    ['DATABASE_URL', 'mysql://u:p@h/d', 'localhost', 'postgres'],
    ['INSTANCES', '0', '129', 'foo', '1.5'],
    ['REQUEST_LOG_DAYS', '0', '91'],
    ['DATABASE_DIRECT_URL', 'mysql://u:p@h/d', 'postgres://u:p@h/d-without-DATABASE_URL'],
    ['DATABASE_POOL_SIZE', '0', '1', '1000', 'many'],
    ['MASTER_KEY', 'short', `${MASTER_KEY}AAAA`, MASTER_KEY.slice(4), `${MASTER_KEY.slice(0, -2)}!=`],
    ['SIGNUP', 'maybe', 'OPEN'],
    ['AUTH_ATTEMPTS_PER_MINUTE', '0', '-1', 'none'],
    ['WEBHOOKS_ALLOW_PRIVATE', '1', 'yes'],
    ['SMTP_URL', 'mail.example.com', 'http://mail'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['JOBS', 'true'],
    ['DEMO', 'yes'],
    ['SLA_PROMISE', '0', '101', 'high', '1e1', '99,9'],
    ['DNS_SERVERS', 'dns.example', '300.1.1.1', '9.9.9.9,', '9.9.9.9:x'],
    ['TRUST_PROXY', 'maybe', '300.1.1.1', '10.0.0.0/99'],
  ];
  it.for(cases.flatMap(([name, ...values]) => values.map((value) => [name, value] as const)))(
    'rejects %s=%s with one line that names the variable',
    ([name, value]) => {
      expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
    },
  );

  it('mentions that INSTANCES can be auto, which never exceeds what the embedded database can serve', () => {
    expect(() => readConfig({ INSTANCES: 'foo' })).toThrow(/auto/);
    expect(readConfig({ INSTANCES: 'auto' }).instances).toBeLessThanOrEqual(16);
  });

  it('only fails with a single line that contains no secret', () => {
    const variableNames = cases.map(([name]) => name);
    fc.assert(
      fc.property(fc.constantFrom(...variableNames), fc.string({ minLength: 1, unit: 'binary' }), (name, value) => {
        try {
          readConfig({ [name]: value });
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          const { message } = error as Error;
          expect(message).toMatch(new RegExp(`^${name} [^\\n\\r]+$`));
          if (/URL|KEY/.test(name) && value.trim().length > 8) expect(message).not.toContain(value.trim());
        }
      }),
      { numRuns: chooseCaseCount(2_000) },
    );
  });
});
