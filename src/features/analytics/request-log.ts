import type { FastifyRequest } from 'fastify';
import type { Database } from '../../kernel/database/database.ts';
import { newId } from '../../kernel/ids.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import type { Log } from '../../kernel/log.ts';
import { type FieldError, PROBLEMS, UNKNOWN_FIELD_DETAIL } from '../../kernel/problem.ts';

type LogEntry = {
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
  /** The problem in the response, if the request was rejected. */
  problem: Record<string, unknown> | null;
};

const MAX_LOGGED_FIELD_ERRORS = 20;
const FLUSH_INTERVAL_MS = 2_000;
const ENTRIES_PER_BATCH = 1_000;
/** Limit of the queue while the database is down; further requests are not logged. */
const MAX_QUEUED_ENTRIES = 20_000;

declare module '../../kernel/database/database.ts' {
  interface Tables {
    request_log: LogEntry & { logged_at: Date };
  }
}

/**
 * Logs every answered request of a workspace, in batches every two seconds; a killed instance loses those seconds. Logs no
 * bodies, only the names of known query parameters, and of a problem only our own wording.
 */
export function createRequestLog(database: Database, log: Log) {
  let queue: LogEntry[] = [];
  let lastWrite = Promise.resolve();

  /** Writes only what is queued now; otherwise it would never finish under load. */
  async function writeQueue(): Promise<void> {
    for (let remaining = queue.length; remaining > 0; remaining -= ENTRIES_PER_BATCH) {
      const entries = queue.slice(0, Math.min(remaining, ENTRIES_PER_BATCH));
      await writeEntries(entries);
      queue = queue.slice(entries.length);
    }
  }
  /** Skips an entry that the database rejects, so that it cannot block the rest. */
  async function writeEntries(entries: LogEntry[]): Promise<void> {
    try {
      await database.statement('select log_requests($1)', [JSON.stringify(entries)]);
    } catch (error) {
      if (!isPermanentError(error as { code?: string })) throw error;
      const onlyEntry = getOnlyItem(entries);
      if (onlyEntry) {
        return log.error(
          { err: error, requestId: onlyEntry.request_id },
          'a request could not be logged and was left out',
        );
      }
      const middle = Math.ceil(entries.length / 2);
      await writeEntries(entries.slice(0, middle));
      await writeEntries(entries.slice(middle));
    }
  }
  /** When it resolves, every request answered before the call is in the database. */
  function flush(): Promise<void> {
    const currentWrite = lastWrite.then(writeQueue);
    lastWrite = currentWrite.catch(() => undefined);
    return currentWrite;
  }
  /** Flushes only if requests of this workspace and range are still queued, which is rare. */
  async function flushWithin(workspaceId: string, { from, to }: { from: Date; to: Date }): Promise<void> {
    const isInRange = ({ workspace_id, created_at }: LogEntry) =>
      workspace_id === workspaceId && created_at >= from && created_at < to;
    if (queue.some(isInRange)) await flush();
  }
  const timer = setInterval(() => {
    if (queue.length) flush().catch((error) => log.warn({ err: error }, 'requests could not be logged yet'));
  }, FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    flush,
    flushWithin,
    logRequest(request: FastifyRequest, status: number, ms: number): void {
      const { workspace, actor } = request.principal;
      if (!workspace || !actor || queue.length >= MAX_QUEUED_ENTRIES) return;
      queue.push({
        workspace_id: workspace.id,
        id: newId('rql'),
        request_id: request.id,
        actor: actor.id,
        method: request.method,
        route: request.routeOptions.url ?? '',
        parameters: listKnownParameters(request),
        status,
        ms,
        created_at: request.now ?? new Date(),
        problem: redactProblem(request),
      });
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

/** A data or constraint error: retrying won't help. */
const isPermanentError = ({ code = '' }: { code?: string }): boolean => /^2[23]/.test(code);

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Unknown parameter names are left out: they may hold anything the caller wrote. */
function listKnownParameters({ query, routeOptions }: FastifyRequest): string[] {
  const knownParameters = (routeOptions.config.spec?.query as { properties?: object } | undefined)?.properties ?? {};
  return Object.keys((query ?? {}) as object).filter((name) => Object.hasOwn(knownParameters, name));
}

/** The problem without the caller's own text: what doesn't look like a field name may be anything. */
function redactProblem({ problem }: FastifyRequest): Record<string, unknown> | null {
  if (!problem) return null;
  const { code, status, message, extensions } = problem;
  const errors = (extensions.errors as FieldError[] | undefined)
    ?.slice(0, MAX_LOGGED_FIELD_ERRORS)
    .map(redactFieldName);
  const onlyError = getOnlyItem(errors ?? []);
  const detail = onlyError ? `${onlyError.pointer} ${onlyError.detail}` : message;
  const reason = typeof extensions.reason === 'string' ? { reason: extensions.reason } : {};
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

const FIELD_NAME_PATTERN = /^\w{1,40}$/;

function redactFieldName({ pointer, detail }: FieldError): FieldError {
  const nameStart = pointer.lastIndexOf('/') + 1;
  if (detail !== UNKNOWN_FIELD_DETAIL || FIELD_NAME_PATTERN.test(pointer.slice(nameStart))) return { pointer, detail };
  return { pointer: `${pointer.slice(0, nameStart)}…`, detail };
}
