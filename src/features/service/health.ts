import { Type } from 'typebox';
import type { Database } from '../../kernel/database/database.ts';
import { publicGate, type Route, type RouteResponse, route } from '../../kernel/http/route.ts';
import { OneOf } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { VERSION } from '../../kernel/version.ts';

type Status = 'pass' | 'warn' | 'fail';
export type Check = { status: Status; output?: string; observedValue?: number; observedUnit?: string; time: string };
type Dependencies = {
  /** A connection that requests do not use. */
  healthDatabase: Database;
  isStopping(): boolean;
};

export const HEALTH_QUERY_TIMEOUT_MS = 2_000;
const CheckShape = Type.Array(
  Type.Object({
    status: OneOf(['pass', 'warn', 'fail']),
    output: Type.Optional(Type.String()),
    observedValue: Type.Optional(Type.Number()),
    observedUnit: Type.Optional(Type.String()),
    time: Type.String({ format: 'date-time' }),
  }),
);
const HealthShape = Type.Object({
  status: OneOf(['pass', 'warn', 'fail']),
  version: Type.String(),
  uptime: Type.Number({ description: 'Seconds' }),
  checks: Type.Object({ database: CheckShape, jobs: CheckShape, webhooks: CheckShape, assistant: CheckShape }),
});
const StatusShape = Type.Object({ status: OneOf(['pass', 'warn', 'fail']) });

export function healthRoutes({ healthDatabase, isStopping }: Dependencies): Route[] {
  const runChecks = async () => {
    // In parallel, so that an unresponsive database delays the response by only one timeout.
    const [database, jobs, webhooks] = await Promise.all([
      checkDatabase(healthDatabase),
      checkJobs(healthDatabase),
      checkWebhooks(healthDatabase),
    ]);
    return { database: [database], jobs: [jobs], webhooks: [webhooks], assistant: [passedCheck()] };
  };
  /** Concurrent requests share one run of the checks. */
  let pendingChecks: ReturnType<typeof runChecks> | undefined;
  const readHealth = async (): Promise<RouteResponse> => {
    pendingChecks ??= runChecks().finally(() => {
      pendingChecks = undefined;
    });
    const checks = await pendingChecks;
    const status = isStopping() ? 'fail' : worstStatus(Object.values(checks).flat());
    return healthResponse(status, { status, version: VERSION, uptime: Math.round(process.uptime()), checks });
  };
  const healthRoute = (path: string, summary: string, schema: object, handle: () => Promise<RouteResponse>) =>
    route({
      method: 'GET',
      pathPrefixSet: 'all',
      path,
      gate: publicGate,
      tag: 'Service',
      summary,
      produces: 'application/health+json',
      responses: { 200: schema, 503: schema } as Route['responses'],
      handle,
    });
  return [
    healthRoute('/health', 'How the service is', HealthShape, readHealth),
    healthRoute('/health/live', 'Whether the process runs', StatusShape, async () =>
      healthResponse('pass', { status: 'pass' }),
    ),
    healthRoute('/health/ready', 'Whether it takes requests', StatusShape, async () => {
      const { status } = JSON.parse((await readHealth()).body as string);
      return healthResponse(status, { status });
    }),
  ];
}

function healthResponse(status: Status, body: object): RouteResponse {
  return { status: status === 'fail' ? 503 : 200, body: JSON.stringify(body) };
}

const passedCheck = (): Check => ({ status: 'pass', time: new Date().toISOString() });
const failedCheck = (output: string): Check => ({ status: 'fail', output, time: new Date().toISOString() });

function worstStatus(checks: Check[]): Status {
  if (checks.some(({ status }) => status === 'fail')) return 'fail';
  return checks.some(({ status }) => status === 'warn') ? 'warn' : 'pass';
}

export async function checkDatabase(database: Database): Promise<Check> {
  const startedAt = performance.now();
  const rows = await awaitOrUndefined(
    database.statement<{ read_only: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as read_only`,
      [],
    ),
  );
  if (!rows) return failedCheck('The database does not answer.');
  // A standby, such as a primary that was demoted.
  if (must(rows[0], 'one row').read_only) return failedCheck('The database is read-only.');
  return { ...passedCheck(), observedValue: Math.round((performance.now() - startedAt) * 10) / 10, observedUnit: 'ms' };
}

/** A job runner on any instance is enough. Overdue jobs mean that the runners cannot keep up. */
export async function checkJobs(database: Database): Promise<Check> {
  const rows = await awaitOrUndefined(
    database.statement<{ runners: number; overdue: number }>('select * from jobs_waiting()', []),
  );
  if (!rows) return failedCheck('The database does not answer.');
  const { runners, overdue } = must(rows[0], 'one row');
  if (!runners) return failedCheck('No job runner is alive. Start one with: npm run worker');
  return overdue ? overdueCheck(`${overdue} jobs are overdue.`, overdue, 'jobs') : passedCheck();
}

/** Counts deliveries that were not attempted in time. Failing endpoints are their owner's responsibility. */
async function checkWebhooks(database: Database): Promise<Check> {
  const rows = await awaitOrUndefined(
    database.statement<{ overdue: number }>('select overdue_deliveries() as overdue', []),
  );
  if (!rows) return failedCheck('The database does not answer.');
  const { overdue } = must(rows[0], 'one row');
  const output = `${overdue} webhook deliveries are overdue. They go out where jobs run: more workers send more.`;
  return overdue ? overdueCheck(output, overdue, 'deliveries') : passedCheck();
}

const overdueCheck = (output: string, observedValue: number, observedUnit: string): Check => ({
  ...passedCheck(),
  status: 'warn',
  output,
  observedValue,
  observedUnit,
});

export async function awaitOrUndefined<T>(
  query: Promise<T>,
  timeoutMs = HEALTH_QUERY_TIMEOUT_MS,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  return Promise.race([query.catch(() => undefined), timeout]).finally(() => clearTimeout(timer));
}
