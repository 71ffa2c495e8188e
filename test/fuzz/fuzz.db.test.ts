// Requests over every operation that the API describes, half of them as described and half of them spoilt:
// six thousand in `npm run test:full`, and otherwise a quarter: four rounds of each operation by each of three tenants.
// No answer may be a failure, and each must be one that the description has. `SEED=7 bin/with-node24 vitest run
// test/fuzz/fuzz.db.test.ts` sends others.
import pg from 'pg';
import { expect, it } from 'vitest';
import { NOW } from '../business.ts';
import { call, type Service, startService } from '../harness.ts';
import { casesOf, choicesOf, seeded } from '../random.ts';
import { createCoverage, neverSucceeded, table } from './coverage.ts';
import { type Document, operationsOf } from './operations.ts';
import { createResponseChecker } from './response-checker.ts';
import { type Finding, run } from './run.ts';
import { openTenant } from './tenant.ts';
import { asCommand, connect } from './wire.ts';

const REQUESTS = Number(process.env.REQUESTS ?? casesOf(6_000, 4));
/** A net under what hangs. */
const TIMEOUT_MS = 1_800_000;
const MODES = ['live', 'test', 'live'] as const;

/** Operations that no request here can succeed at, and why. */
const UNREACHED: Record<string, string> = {
  'PUT /api/plan': 'Here operators grant plans, and owners ask them for one.',
};

it('answers every request as its description says', { timeout: TIMEOUT_MS }, async () => {
  const { seed } = seeded(1);
  const service = await openService();
  const document = (await call(service, 'GET', '/openapi.json')).json as Document;
  const operations = operationsOf(document);
  const coverage = createCoverage(operations);
  const judge = createResponseChecker(document.components.schemas.Problem);
  const wire = connect(service.url);
  const mailing = await startService(service.connection, { jobs: 'off', smtpUrl: 'smtp://127.0.0.1:1' });
  const database = new pg.Client(service.connection);
  await database.connect();
  const began = performance.now();
  const heart = await beAtWork(service);
  const tenants = await Promise.all(MODES.map((mode) => openTenant({ service, mailing, database }, mode)));
  const opened = performance.now();
  const lanes = tenants.map((tenant, index) => ({
    tenant,
    stranger: tenants[(index + 1) % tenants.length]!,
    random: choicesOf(seed, `tenant ${index}`),
    operations,
    judge,
    wire,
    coverage,
    unreached: Object.keys(UNREACHED),
  }));
  const found = await Promise.all(lanes.map((lane) => run(lane, Math.ceil(REQUESTS / MODES.length))));
  wire.close();
  clearInterval(heart);
  await database.end();

  console.log(table(coverage));
  console.log(
    `${REQUESTS} requests with SEED=${seed}: ${Math.round(opened - began)} ms to open, ${Math.round(performance.now() - opened)} ms to ask`,
  );
  const findings = found.flatMap((own, lane) => own.map((finding) => describe(service, lane, finding)));
  expect(findings.join('\n\n')).toBe('');
  expect(neverSucceeded(coverage)).toEqual(Object.keys(UNREACHED));
});

/** Time goes on from a Monday morning. Nothing is done later: no mail, crawl or webhook leaves this machine. */
function openService() {
  const begun = Date.now();
  const clock = () => new Date(Date.parse(NOW) + Date.now() - begun);
  return startService(undefined, { jobs: 'off', planChanges: 'operator' }, { clock, maxMemberCallsPerMinute: 100_000 });
}

/** The service is well where somebody is there to do its jobs. */
async function beAtWork(service: Service): Promise<NodeJS.Timeout> {
  const beat = () => service.database.statement('select keep_runner($1, $2)', ['run_fuzz', []]).catch(() => undefined);
  await beat();
  return setInterval(beat, 5_000);
}

/** With the command that does it again, and what the service itself has to say about it. */
function describe({ url, logged }: Service, lane: number, finding: Finding): string {
  const { what, operation, how, number, sent, answer } = finding;
  const id = String(answer?.headers['x-request-id']);
  return [
    `${operation}, ${how} (tenant ${lane}, request ${number}): ${what}`,
    asCommand(url, sent),
    `${answer?.status} ${answer?.headers['content-type']} ${answer?.body.toString('utf8').slice(0, 1_000)}`,
    ...logged.filter((line) => line.includes(id) && line.includes('"err"')),
  ].join('\n');
}
