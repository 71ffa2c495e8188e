import { Type } from 'typebox';
import { type Business, documentPatch } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { type Context, type InWorkspace, ok, type Route, route } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { type FieldError, notFound, Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { refuseWrong, withChange } from '../business/draft.ts';
import type { Enter } from '../business/enter.ts';
import { CONFIG_LIMIT } from '../business/routes.ts';
import { readDocument } from '../business/store.ts';
import { type Change, changesBetween } from './compare.ts';
import { type Examiner, examine, examineDraft } from './run.ts';
import { type Checked, findCheckup, lastCheckup, listCheckups, storeCheckup } from './store.ts';

const tag = 'Assistant';
const MOST_LISTED = 20;

const Phrase = Type.Unsafe<string | readonly string[]>({
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'Stands in the answer; of a list, one of its entries',
});
const Result = Type.Object({
  id: Type.String({ description: 'The same question in every version', examples: ['hours/mon'] }),
  topic: Type.String({ examples: ['prices'] }),
  turns: Type.Array(Type.Object({ asked: Type.String(), answered: Type.String() })),
  expected: Type.Array(Phrase),
  books: Type.Boolean({ description: 'It had to be read back, ready for a yes' }),
  passed: Type.Boolean(),
  at: Type.String({ description: 'Where the document says so: a JSON pointer', examples: ['/hours'] }),
});
const counts = { passed: Type.Integer(), failed: Type.Integer(), skipped: Type.Integer() };
const Summary = Type.Object({ version: Type.Integer(), createdAt: Time(), ...counts });
const Shape = Type.Object({
  version: Nullable(Type.Integer({ description: 'null: a draft' })),
  createdAt: Time(),
  ...counts,
  since: Nullable(Type.Integer({ description: 'The version that `changes` compares with' })),
  changes: Type.Array(Type.Object({ id: Type.String(), change: OneOf(['failing', 'passing', 'answer'] as const) }), {
    description: '`answer`: another answer, in drafts alone; day by day answers change by themselves',
  }),
  results: Type.Array(Result),
});

type Dependencies = Omit<Examiner, 'industries'> & { industries: AnyIndustry[]; key: KeyGate; enter: Enter };

export function checkupRoutes({ key, enter, ...examiner }: Dependencies): Route[] {
  const { industries } = examiner;
  return [
    route({
      method: 'GET',
      root: 'versioned',
      path: '/checkup',
      gate: key('config:read'),
      tag,
      summary: 'Read the latest checkup of the assistant, and how earlier ones went',
      answers: {
        200: Type.Object({
          version: Type.Integer({ description: 'Of the document, now; its checkup follows a change by itself' }),
          latest: Nullable(Shape),
          history: Type.Array(Summary),
        }),
      },
      async handle({ db, workspace }) {
        const { version } = await readDocument(db, workspace);
        const latest = await lastCheckup(db);
        const history = await listCheckups(db, MOST_LISTED);
        return ok({
          version,
          latest: latest ? await shown(db, latest, workspace.timezone) : null,
          history: history.map(({ created_at, ...row }) => ({
            ...row,
            createdAt: rfc3339(created_at, workspace.timezone),
          })),
        });
      },
    }),
    route({
      method: 'GET',
      root: 'versioned',
      path: '/checkup/:version',
      gate: key('config:read'),
      tag,
      summary: 'Read the checkup of a version',
      params: Strict({ version: Type.String({ examples: ['1'] }) }),
      answers: { 200: Shape },
      async handle({ db, workspace }, { params: { version } }) {
        const found = /^\d{1,9}$/.test(version) ? await findCheckup(db, Number(version)) : undefined;
        if (!found) throw notFound('checkup');
        return ok(await shown(db, found, workspace.timezone));
      },
    }),
    route({
      method: 'POST',
      root: 'versioned',
      path: '/checkup',
      gate: key('config:write'),
      tag,
      summary: 'Check the assistant against the business document',
      description:
        'Questions made of the document are played against the assistant, and each answer is judged by what the ' +
        'document says. Nothing is booked, counted or kept of it. With `config`, the fields that a PUT of the document ' +
        'would send, that draft is checked beside what is live, and nothing is stored; without, the checkup is stored ' +
        'with the version.',
      body: Strict({ config: Type.Optional(documentPatch(industries)) }),
      bodyLimit: CONFIG_LIMIT,
      collectErrors: true,
      answers: { 200: Shape },
      async handle(ctx, { body, invalid }) {
        const { version, document } = await readDocument(ctx.db, ctx.workspace);
        const draft = draftOf(document, body as { config?: Partial<Business> }, industries, invalid);
        if (document.industry === null)
          throw new Problem('conflict', 'There is nothing to ask about yet. Set an industry up first.');
        const entered = await enter(ctx, 'checkup');
        if (draft) {
          const { changes, ...found } = await examineDraft(entered, examiner, document, draft);
          return ok(present({ ...found, version: null, created_at: ctx.now }, version, changes, ctx));
        }
        const checked = await storeCheckup(ctx, version, await examine(entered, examiner, document));
        return ok(await shown(ctx.db, checked, ctx.workspace.timezone));
      },
    }),
  ];
}

const CONFIG = '/config';

function draftOf(
  current: Business,
  { config }: { config?: Partial<Business> },
  industries: AnyIndustry[],
  invalid: FieldError[],
): Business | undefined {
  const inside = invalid.filter(({ pointer }) => pointer.startsWith(`${CONFIG}/`));
  if (inside.length < invalid.length) refuseWrong(invalid);
  if (config === undefined) return undefined;
  const own = inside.map(({ pointer, detail }) => ({ pointer: pointer.slice(CONFIG.length), detail }));
  return withChange(current, config, industries, own, CONFIG);
}

/** With what is different since the version before; answers change from day to day, so only pass and fail count. */
async function shown(db: Db, checked: Checked, timezone: string) {
  const before = await lastCheckup(db, checked.version);
  const changes = before ? changesBetween(before.results, checked.results) : [];
  const told = changes.filter(({ change }) => change !== 'answer');
  return present(checked, before?.version ?? null, told, { workspace: { timezone } });
}

function present(
  { version, results, skipped, created_at }: Omit<Checked, 'version'> & { version: number | null },
  since: number | null,
  changes: Change[],
  { workspace }: { workspace: Pick<Context<InWorkspace>['workspace'], 'timezone'> },
) {
  const passed = results.filter((each) => each.passed).length;
  const createdAt = rfc3339(created_at, workspace.timezone);
  return { version, createdAt, passed, failed: results.length - passed, skipped, since, changes, results };
}
