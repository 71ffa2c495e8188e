import type { FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { type FieldError, PROBLEMS, UNKNOWN_FIELD } from '../../kernel/problem.ts';

type Entry = {
  workspace_id: string;
  id: string;
  request_id: string;
  actor: string;
  method: string;
  route: string;
  parameters: string[];
  status: number;
  ms: number;
  created_at: Date;
  /** As it was answered, where it was refused. */
  problem: Record<string, unknown> | null;
};

const MOST_ERRORS = 20;
const FLUSH_MS = 2_000;
const AT_ONCE = 1_000;
/** While the database is away no more than this waits; what comes then is not logged. */
const MOST_WAITING = 20_000;

declare module '../../kernel/database/database.ts' {
  interface Tables {
    request_log: Entry & { logged_at: Date };
  }
}

/**
 * Every answered request of a workspace, written together with others every two seconds: an instance that is killed takes
 * those seconds with it. Never a body, of the query only which known parameters there were, and of a problem only what is
 * said in our own words.
 */
export function createRequestLog(database: Database, log: Log) {
  let waiting: Entry[] = [];
  let writing = Promise.resolve();

  /** What comes meanwhile waits for the next time: under load it would otherwise go on for ever, a few at a time. */
  async function write(): Promise<void> {
    for (let left = waiting.length; left > 0; left -= AT_ONCE) {
      const entries = waiting.slice(0, Math.min(left, AT_ONCE));
      await store(entries);
      waiting = waiting.slice(entries.length);
    }
  }
  /** One that the database refuses must not hold back the others: it is left out. */
  async function store(entries: Entry[]): Promise<void> {
    try {
      await database.statement('select log_requests($1)', [JSON.stringify(entries)]);
    } catch (error) {
      if (!isRefused(error as { code?: string })) throw error;
      const [only] = entries;
      if (entries.length === 1) {
        return log.error({ err: error, requestId: only!.request_id }, 'a request could not be logged and was left out');
      }
      const half = Math.ceil(entries.length / 2);
      await store(entries.slice(0, half));
      await store(entries.slice(half));
    }
  }
  /** Once it is done, everything answered before is in the database. */
  function flush(): Promise<void> {
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  }
  /** The same for the requests of a workspace within a range; mostly none of them waits, and nothing is written. */
  async function flushWithin(workspaceId: string, { from, to }: { from: Date; to: Date }): Promise<void> {
    const isAskedFor = ({ workspace_id, created_at }: Entry) =>
      workspace_id === workspaceId && created_at >= from && created_at < to;
    if (waiting.some(isAskedFor)) await flush();
  }
  const timer = setInterval(() => {
    if (waiting.length) flush().catch((error) => log.warn({ err: error }, 'requests could not be logged yet'));
  }, FLUSH_MS);
  timer.unref();

  return {
    flush,
    flushWithin,
    answered(request: FastifyRequest, status: number, ms: number): void {
      const { workspace, actor } = request.principal;
      if (!workspace || !actor || waiting.length >= MOST_WAITING) return;
      waiting.push({
        workspace_id: workspace.id,
        id: newId('rql'),
        request_id: request.id,
        actor: actor.id,
        method: request.method,
        route: request.routeOptions.url ?? '',
        parameters: parametersOf(request),
        status,
        ms,
        created_at: request.now ?? new Date(),
        problem: problemOf(request),
      });
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** By its content (data, constraints), so that trying again would not help. */
const isRefused = ({ code = '' }: { code?: string }): boolean => /^2[23]/.test(code);

export type RequestLog = ReturnType<typeof createRequestLog>;

/** A name that the route does not know may be anything that a caller wrote. */
function parametersOf({ query, routeOptions }: FastifyRequest): string[] {
  const known = (routeOptions.config.spec?.query as { properties?: object } | undefined)?.properties ?? {};
  return Object.keys((query ?? {}) as object).filter((name) => Object.hasOwn(known, name));
}

/** The problem without what the caller wrote: what does not look like the name of a field may be anything. */
function problemOf({ problem }: FastifyRequest): Record<string, unknown> | null {
  if (!problem) return null;
  const { code, status, message, members } = problem;
  const errors = (members.errors as FieldError[] | undefined)?.slice(0, MOST_ERRORS).map(inOurWords);
  const detail = errors?.length === 1 ? `${errors[0]!.pointer} ${errors[0]!.detail}` : message;
  const reason = typeof members.reason === 'string' ? { reason: members.reason } : {};
  return {
    code,
    title: PROBLEMS[code][1],
    status,
    detail,
    next: PROBLEMS[code][2],
    ...reason,
    ...(errors && { errors }),
  };
}

const NAME = /^\w{1,40}$/;

function inOurWords({ pointer, detail }: FieldError): FieldError {
  const at = pointer.lastIndexOf('/') + 1;
  if (detail !== UNKNOWN_FIELD || NAME.test(pointer.slice(at))) return { pointer, detail };
  return { pointer: `${pointer.slice(0, at)}…`, detail };
}
