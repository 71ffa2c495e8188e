import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Every setting of the service. This file alone reads the environment. */
export type Config = {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  masterKey: string | undefined;
  signup: 'open' | 'invite' | 'closed';
  authAttemptsPerMinute: number;
  webhooksAllowPrivate: boolean;
  knowledgeAllowPrivate: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  metricsToken: string | undefined;
  trustProxy: string | undefined;
  jobs: 'on' | 'off';
  demo: 'on' | 'off';
  requestLogDays: number;
  /** 0: none is slow. */
  slowQueryMs: number;
  otlpEndpoint: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A setting that cannot be used. The message names the variable. */
export class ConfigError extends OperatorError {}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment = process.env): Config {
  const read = reader(env);
  const host = read.optional('HOST', checkHost) ?? '127.0.0.1';
  const port = read.integer('PORT', 3000, 0, 65_535);
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = read.url('PUBLIC_URL', ownUrl, ['http:', 'https:']);
  return {
    host,
    port,
    publicUrl,
    dataDir: resolve(read.text('DATA_DIR', './data')),
    databaseUrl: read.optional('DATABASE_URL', (name, value) => checkUrl(name, value, ['postgres:', 'postgresql:'])),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    masterKey: read.optional('MASTER_KEY', checkMasterKey),
    signup: read.choice('SIGNUP', 'open', ['open', 'invite', 'closed']),
    authAttemptsPerMinute: read.integer('AUTH_ATTEMPTS_PER_MINUTE', 30, 1, 1_000_000),
    webhooksAllowPrivate: read.choice('WEBHOOKS_ALLOW_PRIVATE', 'false', ['true', 'false']) === 'true',
    knowledgeAllowPrivate: read.choice('KNOWLEDGE_ALLOW_PRIVATE', 'false', ['true', 'false']) === 'true',
    smtpUrl: read.optional('SMTP_URL', (name, value) => checkUrl(name, value, ['smtp:', 'smtps:'])),
    mailFrom: read.text('MAIL_FROM', 'Frontdesk <frontdesk@localhost>'),
    metricsToken: read.optional('METRICS_TOKEN'),
    trustProxy: read.optional('TRUST_PROXY', checkTrustProxy),
    jobs: read.choice('JOBS', 'on', ['on', 'off']),
    demo: read.choice('DEMO', isLoopback(publicUrl) ? 'on' : 'off', ['on', 'off']),
    requestLogDays: read.integer('REQUEST_LOG_DAYS', 30, 1, 3_650),
    slowQueryMs: read.integer('SLOW_QUERY_MS', 500, 0, 600_000),
    otlpEndpoint: read.optional('OTEL_EXPORTER_OTLP_ENDPOINT', (name, value) =>
      checkUrl(name, value, ['http:', 'https:']),
    ),
    logLevel: read.choice('LOG_LEVEL', 'info', LOG_LEVELS),
  };
}

/** An empty variable counts as unset: that is what `FOO= npm start` and most process managers mean by it. */
function reader(env: Environment) {
  const optional = <T = string>(name: string, check: (name: string, value: string) => T = (_, value) => value as T) => {
    const value = env[name]?.trim();
    return value ? check(name, value) : undefined;
  };
  return {
    optional,
    text: (name: string, fallback: string) => optional(name) ?? fallback,
    integer: (name: string, fallback: number, least: number, most: number) =>
      optional(name, (_, value) => {
        const number = Number(value);
        if (!/^\d+$/.test(value) || number < least || number > most) {
          throw new ConfigError(
            `${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}.`,
          );
        }
        return number;
      }) ?? fallback,
    choice: <T extends string>(name: string, fallback: T, allowed: readonly T[]): T =>
      optional(name, (_, value) => {
        if (!allowed.includes(value as T)) {
          throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(value)}.`);
        }
        return value as T;
      }) ?? fallback,
    url: (name: string, fallback: string, protocols: string[]) =>
      optional(name, (_, value) => checkUrl(name, value, protocols).replace(/\/+$/, '')) ?? fallback,
  };
}

/** Never repeats the value: connection addresses hold passwords. */
function checkUrl(name: string, value: string, protocols: string[]): string {
  // PostgreSQL's form for a socket has no host: postgres://user@/database?host=/folder
  const text = value.replace('@/', '@localhost/');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  return value;
}

/** Whether the address leads to this machine alone. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);

function checkHost(name: string, value: string): string {
  const usable = isIP(value) > 0 || /^[A-Za-z0-9._-]+$/.test(value);
  if (!usable) throw new ConfigError(`${name} must be an address or a name of this machine.`);
  return value;
}

/** What Fastify understands: addresses, ranges and the names of some ranges. */
function checkTrustProxy(name: string, value: string): string {
  for (const part of value.split(',').map((text) => text.trim())) {
    const [address = '', bits, ...more] = part.split('/');
    const range =
      isIP(address) > 0 &&
      !more.length &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)));
    if (!range && !['loopback', 'linklocal', 'uniquelocal'].includes(part)) {
      throw new ConfigError(`${name} must be the addresses or ranges of the proxies, such as 127.0.0.1 or 10.0.0.0/8.`);
    }
  }
  return value;
}

function checkMasterKey(name: string, value: string): string {
  if (Buffer.from(value, 'base64').length !== 32 || !/^[A-Za-z0-9+/]{43}=?$/.test(value)) {
    throw new ConfigError(`${name} must be 32 bytes in base64. Make one with: openssl rand -base64 32`);
  }
  return value;
}

/** Where programs of this machine are looked for. */
export const executablePath = (): string => process.env.PATH ?? '/usr/bin:/bin';
