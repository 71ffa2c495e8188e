import { Type } from 'typebox';
import { rfc3339 } from '../../../kernel/clock.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import { type Context, noContent, ok, type Route, route, type WorkspacePrincipal } from '../../../kernel/http/route.ts';
import { Nullable, OneOf, Strict, Time } from '../../../kernel/http/schema.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { KeyGate } from '../../access/key-gate.ts';
import type { Models } from './models.ts';
import { PROVIDERS } from './provider.ts';
import { deleteProvider, findCostInMonth, findProvider, saveProvider } from './provider-store.ts';

type Dependencies = {
  keyGate: KeyGate;
  keyring: Keyring;
  models: Models;
  safeFetch: Pick<SafeFetch, 'findRejectionReason'>;
};

const tag = 'Assistant';
const path = '/assistant/provider';

const ProviderSettings = Type.Object({
  provider: Nullable(OneOf(PROVIDERS, { description: 'Of the workspace’s own key; null where it has none' })),
  baseUrl: Nullable(Type.String()),
  keyHint: Nullable(Type.String({ description: 'The key’s last characters' })),
  updatedAt: Nullable(Time()),
  deployment: Nullable(
    Type.Object(
      { provider: OneOf(PROVIDERS), model: Type.String() },
      { description: 'What the operator provides to workspaces without a key of their own' },
    ),
  ),
  healthAgreement: Type.Boolean({ description: 'The operator’s agreement covers health data' }),
  spentThisMonth: Type.Integer({ description: 'In millionths of a US dollar, by list prices' }),
});

/** A workspace's own provider of language models. Its key comes in and never goes out. */
export function providerRoutes({ keyGate, keyring, models, safeFetch }: Dependencies): Route[] {
  const presentProvider = async ({ db, workspace }: Context<WorkspacePrincipal>) => {
    const row = await findProvider(db);
    const { provider, model } = models.operatorModel ?? {};
    return {
      provider: row?.provider ?? null,
      baseUrl: row?.base_url ?? null,
      keyHint: row?.hint ?? null,
      updatedAt: row ? rfc3339(row.updated_at, workspace.timezone) : null,
      deployment: provider ? { provider, model } : null,
      healthAgreement: models.hasHealthAgreement,
      spentThisMonth: await findCostInMonth(db, new Date()),
    };
  };
  return [
    route({
      method: 'GET',
      pathPrefixSet: 'versioned',
      path,
      gate: keyGate('config:read'),
      tag,
      summary: 'Which language models can answer here',
      responses: { 200: ProviderSettings },
      handle: async (ctx) => ok(await presentProvider(ctx)),
    }),
    route({
      method: 'PUT',
      pathPrefixSet: 'versioned',
      path,
      gate: keyGate('config:write'),
      tag,
      summary: 'Use a provider with a key of your own',
      description:
        'The key is stored encrypted and shown to nobody, not even you. `assistant` in the config says when it is used.',
      body: Strict({
        provider: OneOf(PROVIDERS),
        apiKey: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
        baseUrl: Type.Optional(
          Type.String({
            maxLength: 500,
            description: 'In place of the provider’s own; for `openai` any server that speaks its chat completions',
          }),
        ),
      }),
      responses: { 200: ProviderSettings },
      async prepare({ baseUrl }) {
        const detail = baseUrl === undefined ? undefined : await safeFetch.findRejectionReason(baseUrl);
        if (detail)
          throw new Problem('validation_failed', `/baseUrl ${detail}`, { errors: [{ pointer: '/baseUrl', detail }] });
      },
      async handle(ctx, { body: { provider, apiKey, baseUrl } }) {
        await saveProvider(ctx.db, keyring, ctx.workspace.id, { provider, apiKey, baseUrl }, ctx.now);
        return ok(await presentProvider(ctx));
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'versioned',
      path,
      gate: keyGate('config:write'),
      tag,
      summary: 'Forget the provider’s key',
      responses: { 204: null },
      async handle({ db }) {
        if (!(await deleteProvider(db)))
          throw new Problem('not_found', 'This workspace has no API key of its own. The sandbox uses the live one.');
        return noContent();
      },
    }),
  ];
}
