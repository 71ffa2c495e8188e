import { Type } from 'typebox';
import type { Database } from '../../kernel/database/database.ts';
import { type Answer, open, type Route, route } from '../../kernel/http/route.ts';
import { OneOf } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import { VERSION } from '../../kernel/version.ts';

type Status = 'pass' | 'warn' | 'fail';
type Check = { status: Status; output?: string; observedValue?: number; observedUnit?: string; time: string };
type Dependencies = { /** One that no request uses. */ aside: Database; isStopping(): boolean };

export const PATIENCE_MS = 2_000;
const CheckShape = Type.Array(
  Type.Object({
    status: OneOf(['pass', 'warn', 'fail']),
    output: Type.Optional(Type.String()),
    observedValue: Type.Optional(Type.Number()),
    observedUnit: Type.Optional(Type.String()),
    time: Type.String({ format: 'date-time' }),
  }),
);
const Health = Type.Object({
  status: OneOf(['pass', 'warn', 'fail']),
  version: Type.String(),
  uptime: Type.Number({ description: 'Seconds' }),
  checks: Type.Object({ database: CheckShape, jobs: CheckShape, webhooks: CheckShape, assistant: CheckShape }),
});
const Brief = Type.Object({ status: OneOf(['pass', 'warn', 'fail']) });

export function healthRoutes({ aside, isStopping }: Dependencies): Route[] {
  const look = async () => {
    // At once: a database that is silent is waited for no longer than it takes to know.
    const [inDatabase, jobs, webhooks] = await Promise.all([
      checkDatabase(aside),
      checkJobs(aside),
      checkWebhooks(aside),
    ]);
    return { database: [inDatabase], jobs: [jobs], webhooks: [webhooks], assistant: [passing()] };
  };
  /** However many ask, it is found out once at a time. */
  let looking: ReturnType<typeof look> | undefined;
  const health = async (): Promise<Answer> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    const checks = await looking;
    const status = isStopping() ? 'fail' : worst(Object.values(checks).flat());
    return answer(status, { status, version: VERSION, uptime: Math.round(process.uptime()), checks });
  };
  const describe = (path: string, summary: string, shape: object, handle: () => Promise<Answer>) =>
    route({
      method: 'GET',
      root: 'core',
      path,
      gate: open,
      tag: 'Service',
      summary,
      produces: 'application/health+json',
      answers: { 200: shape, 503: shape } as Route['answers'],
      handle,
    });
  return [
    describe('/health', 'How the service is', Health, health),
    describe('/health/live', 'Whether the process runs', Brief, async () => answer('pass', { status: 'pass' })),
    describe('/health/ready', 'Whether it takes requests', Brief, async () => {
      const { status } = JSON.parse((await health()).body as string);
      return answer(status, { status });
    }),
  ];
}

function answer(status: Status, body: object): Answer {
  return { status: status === 'fail' ? 503 : 200, body: JSON.stringify(body) };
}

const passing = (): Check => ({ status: 'pass', time: new Date().toISOString() });
const failing = (output: string): Check => ({ status: 'fail', output, time: new Date().toISOString() });

function worst(checks: Check[]): Status {
  if (checks.some(({ status }) => status === 'fail')) return 'fail';
  return checks.some(({ status }) => status === 'warn') ? 'warn' : 'pass';
}

async function checkDatabase(database: Database): Promise<Check> {
  const start = performance.now();
  const answered = await inTime(database.statement('select 1', []));
  if (!answered) return failing('The database does not answer.');
  return { ...passing(), observedValue: Math.round((performance.now() - start) * 10) / 10, observedUnit: 'ms' };
}

/** A runner of any instance will do; overdue jobs mean that those there are cannot keep up. */
async function checkJobs(database: Database): Promise<Check> {
  const rows = await inTime(
    database.statement<{ runners: number; overdue: number }>('select * from jobs_waiting()', []),
  );
  if (!rows) return failing('The database does not answer.');
  const { runners, overdue } = must(rows[0], 'one row');
  if (!runners) return failing('No job runner is alive. Start one with: npm run worker');
  return overdue ? late(`${overdue} jobs are overdue.`, overdue, 'jobs') : passing();
}

/** Those that nobody has come for; what an endpoint itself refuses is its owner's business. */
async function checkWebhooks(database: Database): Promise<Check> {
  const rows = await inTime(database.statement<{ overdue: number }>('select overdue_deliveries() as overdue', []));
  if (!rows) return failing('The database does not answer.');
  const { overdue } = must(rows[0], 'one row');
  const output = `${overdue} webhook deliveries are overdue. They go out where jobs run: more workers send more.`;
  return overdue ? late(output, overdue, 'deliveries') : passing();
}

const late = (output: string, observedValue: number, observedUnit: string): Check => ({
  ...passing(),
  status: 'warn',
  output,
  observedValue,
  observedUnit,
});

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  return Promise.race([work.catch(() => undefined), late]).finally(() => clearTimeout(timer));
}
