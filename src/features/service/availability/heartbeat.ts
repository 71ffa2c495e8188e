import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../kernel/database/database.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Encoder } from '../../../nlu/encoder/encoder.ts';
import { awaitOrUndefined, type Check, checkDatabase, checkJobs } from '../health.ts';
import { COMPONENT_NAMES, type Component, type MinuteState } from './timeline.ts';

type Dependencies = {
  server: FastifyInstance;
  /** A connection that requests do not use. */
  healthDatabase: Database;
  encoder: Pick<Encoder, 'encode'>;
  log: Log;
};

/** Three times a minute, so that one failed statement does not lose the minute. */
const BEAT_INTERVAL_MS = 20_000;
const FIRST_BEAT_DELAY_MS = 1_000;
/** By then, customers would have given up. */
const PROBE_TIMEOUT_MS = 10_000;
const SLOW_ENCODING_MS = 1_000;
const SLOW_DATABASE_MS = 1_000;
/** Fewer failures than this say nothing about the service. */
const MIN_FAILURES = 3;
const SLOW_FAILURE_SHARE = 0.05;
const DOWN_FAILURE_SHARE = 0.5;

/** Records the state of each component. A minute without a record counts as down, so failing to record is no error. */
export function startHeartbeat({ server, healthDatabase, encoder, log }: Dependencies) {
  let responseCounts = { total: 0, failed: 0 };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let currentBeat = Promise.resolve();

  async function measure(): Promise<Record<Component, MinuteState>> {
    const { total, failed } = responseCounts;
    responseCounts = { total: 0, failed: 0 };
    const [api, assistant, database, jobs, channels] = await Promise.all([
      probeApi(server, total, failed),
      probeAssistant(encoder),
      checkDatabase(healthDatabase).then(toDatabaseState),
      checkJobs(healthDatabase).then(toMinuteState),
      probeChannels(healthDatabase),
    ]);
    return { api, assistant, database, jobs, channels };
  }

  async function recordBeat(): Promise<void> {
    const states = await measure();
    const componentStates = COMPONENT_NAMES.map((name) => states[name]);
    await healthDatabase.statement('select record_minute($1, $2, $3)', [
      COMPONENT_NAMES,
      componentStates.map((state) => state !== 'down'),
      componentStates.map((state) => state !== 'up'),
    ]);
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      currentBeat = recordBeat()
        .catch(({ code }: { code?: string }) => log.warn({ code }, 'a heartbeat could not be recorded'))
        .then(() => {
          if (!isStopped) schedule(BEAT_INTERVAL_MS);
        });
    }, delayMs).unref();
  }
  schedule(FIRST_BEAT_DELAY_MS);

  return {
    /** Counts every response, so that the API is measured by what its callers saw. */
    countResponse(status: number): void {
      responseCounts.total++;
      if (status >= 500) responseCounts.failed++;
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await currentBeat;
    },
  };
}

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/** A request through the whole server, and the share of requests that failed since the last beat. */
async function probeApi(server: FastifyInstance, total: number, failed: number): Promise<MinuteState> {
  const probeResponse = await awaitOrUndefined(
    server.inject({ method: 'GET', url: '/api/health/live' }).then((response) => response),
    PROBE_TIMEOUT_MS,
  );
  if (probeResponse?.statusCode !== 200) return 'down';
  return judgeFailures(total, failed);
}

export function judgeFailures(total: number, failed: number): MinuteState {
  if (failed < MIN_FAILURES) return 'up';
  if (failed / total >= DOWN_FAILURE_SHARE) return 'down';
  return failed / total >= SLOW_FAILURE_SHARE ? 'slow' : 'up';
}

/** Encodes a text that is in no cache, as the first step of every reply does. */
async function probeAssistant(encoder: Pick<Encoder, 'encode'>): Promise<MinuteState> {
  const startedAt = performance.now();
  const vectors = await awaitOrUndefined(
    encoder.encode([`Are you open at ${new Date().toISOString()}?`]),
    PROBE_TIMEOUT_MS,
  );
  if (!vectors) return 'down';
  return performance.now() - startedAt > SLOW_ENCODING_MS ? 'slow' : 'up';
}

async function probeChannels(database: Database): Promise<MinuteState> {
  const rows = await awaitOrUndefined(
    database.statement<{ overdue: number }>('select overdue_channel_messages() as overdue', []),
  );
  if (!rows) return 'down';
  return rows[0]?.overdue ? 'slow' : 'up';
}

const toMinuteState = ({ status }: Check): MinuteState =>
  status === 'fail' ? 'down' : status === 'warn' ? 'slow' : 'up';

const toDatabaseState = (check: Check): MinuteState =>
  check.status === 'pass' && (check.observedValue ?? 0) > SLOW_DATABASE_MS ? 'slow' : toMinuteState(check);
