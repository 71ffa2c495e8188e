import { Type } from 'typebox';
import { type Business, createDocumentPatchSchema } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getCustomerView } from '../../capability/samples.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { type Context, ok, type Route, route, type WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Nullable, OneOf, Strict, Time } from '../../kernel/http/schema.ts';
import { type FieldError, notFound, Problem } from '../../kernel/problem.ts';
import type { KeyGate } from '../access/key-gate.ts';
import { applyPatch, throwIfInvalid } from '../business/apply-patch.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import { MAX_CONFIG_BYTES } from '../business/routes.ts';
import { findVersion, readDocument } from '../business/store.ts';
import { findChanges, type QuestionChange } from './compare-checkups.ts';
import { listFindings } from './findings.ts';
import { type CheckupDependencies, runCheckup, runDraftCheckup } from './run-checkup.ts';
import { findCheckup, findLatestCheckup, listCheckups, type StoredCheckup, storeCheckup } from './store.ts';

const tag = 'Assistant';
const MAX_LISTED_CHECKUPS = 20;

const Phrase = Type.Unsafe<string | readonly string[]>({
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'Stands in the answer; of a list, one of its entries',
});
const QuestionResult = Type.Object({
  id: Type.String({ description: 'The same question in every version', examples: ['hours/mon'] }),
  topic: Type.String({ examples: ['prices'] }),
  turns: Type.Array(Type.Object({ asked: Type.String(), answered: Type.String() })),
  expected: Type.Array(Phrase),
  books: Type.Boolean({ description: 'It had to be read back, ready for a yes' }),
  passed: Type.Boolean(),
  at: Type.String({ description: 'Where the document says so: a JSON pointer', examples: ['/hours'] }),
});
const countFields = { passed: Type.Integer(), failed: Type.Integer(), skipped: Type.Integer() };
const Summary = Type.Object({ version: Type.Integer(), createdAt: Time(), ...countFields });
const CheckupShape = Type.Object({
  version: Nullable(Type.Integer({ description: 'null: a draft' })),
  createdAt: Time(),
  ...countFields,
  since: Nullable(Type.Integer({ description: 'The version that `changes` compares with' })),
  changes: Type.Array(Type.Object({ id: Type.String(), change: OneOf(['failing', 'passing', 'answer'] as const) }), {
    description: '`answer`: another answer, in drafts alone; day by day answers change by themselves',
  }),
  results: Type.Array(QuestionResult),
  findings: Type.Array(Type.Object({ id: Type.String(), text: Type.String(), at: Type.String() }), {
    description: 'Issues with the document itself, and where to fix them',
  }),
});

type Dependencies = Omit<CheckupDependencies, 'industries'> & {
  industries: AnyIndustry[];
  keyGate: KeyGate;
  resolveBusinessContext: ResolveBusinessContext;
};

export function checkupRoutes({ keyGate, resolveBusinessContext, assistant, industries }: Dependencies): Route[] {
  const dependencies = { assistant, industries };

  /** Adds what changed since the previous version. Answers vary from day to day, so only passing and failing count. */
  async function presentStoredCheckup({ db, workspace, now }: Context<WorkspacePrincipal>, checkup: StoredCheckup) {
    const previous = await findLatestCheckup(db, checkup.version);
    const changes = previous ? findChanges(previous.results, checkup.results) : [];
    const outcomeChanges = changes.filter(({ change }) => change !== 'answer');
    const storedVersion = await findVersion(db, String(checkup.version));
    const findings = storedVersion ? listFindings(storedVersion.document, industries, now) : [];
    return { ...presentCheckup(checkup, previous?.version ?? null, outcomeChanges, { workspace }), findings };
  }

  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/checkup',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read the latest checkup of the assistant, and how earlier ones went',
      responses: {
        200: Type.Object({
          version: Type.Integer({ description: 'Of the document, now; its checkup follows a change by itself' }),
          latest: Nullable(CheckupShape),
          history: Type.Array(Summary),
        }),
      },
      async handle(ctx) {
        const { db, workspace } = ctx;
        const { version } = await readDocument(db, workspace);
        const latest = await findLatestCheckup(db);
        const history = await listCheckups(db, MAX_LISTED_CHECKUPS);
        return ok({
          version,
          latest: latest ? await presentStoredCheckup(ctx, latest) : null,
          history: history.map(({ created_at, ...row }) => ({
            ...row,
            createdAt: rfc3339(created_at, workspace.timezone),
          })),
        });
      },
    }),
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path: '/checkup/:version',
      gate: keyGate('config:read'),
      tag,
      summary: 'Read the checkup of a version',
      params: Strict({ version: Type.String({ examples: ['1'] }) }),
      responses: { 200: CheckupShape },
      async handle(ctx, { params: { version } }) {
        const checkup = /^\d{1,9}$/.test(version) ? await findCheckup(ctx.db, Number(version)) : undefined;
        if (!checkup) throw notFound('checkup');
        return ok(await presentStoredCheckup(ctx, checkup));
      },
    }),
    route({
      method: 'POST',
      pathPrefixSet: 'versioned',
      path: '/checkup',
      gate: keyGate('config:write'),
      tag,
      summary: 'Check the assistant against the business document',
      description:
        'Questions made of the document are played against the assistant, and each answer is judged by what the ' +
        'document says. Nothing is booked, counted or kept of it. With `config`, the fields that a PUT of the document ' +
        'would send, that draft is checked beside what is live, and nothing is stored; without, the checkup is stored ' +
        'with the version.',
      body: Strict({ config: Type.Optional(createDocumentPatchSchema(industries)) }),
      bodyLimit: MAX_CONFIG_BYTES,
      collectErrors: true,
      responses: { 200: CheckupShape },
      async handle(ctx, { body, schemaErrors }) {
        const { version, document } = await readDocument(ctx.db, ctx.workspace);
        const draft = parseDraft(document, body as { config?: Partial<Business> }, industries, schemaErrors);
        if (document.industry === null)
          throw new Problem('conflict', 'There’s nothing to check yet. Set up your business first.');
        const businessCtx = await resolveBusinessContext(ctx, 'checkup');
        const toCustomerView = (business: Business) => getCustomerView(business, ctx.workspace.mode);
        if (draft) {
          const { changes, ...result } = await runDraftCheckup(
            businessCtx,
            dependencies,
            toCustomerView(document),
            toCustomerView(draft),
          );
          const checkup = { ...result, version: null, created_at: ctx.now };
          return ok({
            ...presentCheckup(checkup, version, changes, ctx),
            findings: listFindings(draft, industries, ctx.now),
          });
        }
        const result = await runCheckup(businessCtx, dependencies, toCustomerView(document));
        return ok(await presentStoredCheckup(ctx, await storeCheckup(ctx, version, result)));
      },
    }),
  ];
}

const CONFIG_POINTER = '/config';

function parseDraft(
  currentDocument: Business,
  { config }: { config?: Partial<Business> },
  industries: AnyIndustry[],
  schemaErrors: FieldError[],
): Business | undefined {
  const configErrors = schemaErrors.filter(({ pointer }) => pointer.startsWith(`${CONFIG_POINTER}/`));
  if (configErrors.length < schemaErrors.length) throwIfInvalid(schemaErrors);
  if (config === undefined) return undefined;
  const relativeErrors = configErrors.map(({ pointer, detail }) => ({
    pointer: pointer.slice(CONFIG_POINTER.length),
    detail,
  }));
  return applyPatch(currentDocument, config, industries, relativeErrors, CONFIG_POINTER);
}

function presentCheckup(
  { version, results, skipped, created_at }: Omit<StoredCheckup, 'version'> & { version: number | null },
  since: number | null,
  changes: QuestionChange[],
  { workspace }: { workspace: Pick<Context<WorkspacePrincipal>['workspace'], 'timezone'> },
) {
  const passed = results.filter((result) => result.passed).length;
  const createdAt = rfc3339(created_at, workspace.timezone);
  return { version, createdAt, passed, failed: results.length - passed, skipped, since, changes, results };
}
