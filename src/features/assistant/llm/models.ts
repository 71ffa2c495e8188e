// Which model answers for a workspace, what that may cost, and what happens when it does not answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Business } from '../../../capability/document.ts';
import type { LlmConfig } from '../../../kernel/config.ts';
import type { Vault } from '../../../kernel/crypto.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Assistant } from '../assistant.ts';
import type { Attempt, Draft, Wanted } from './draft.ts';
import { costOf, type Tokens } from './prices.ts';
import { relevant } from './prompt.ts';
import { type Chosen, deploymentModel, engineName, openModel, ownModel } from './provider.ts';
import { readProvider, spentInMonth } from './provider-store.ts';

const PAUSE_MS = 300;
/** Whoever was silent so often in a row is left alone for a while: nobody waits for them in vain again and again. */
const SILENT_TIMES = 3;
const REST_MS = 30_000;
/** Of a dollar's millionths. */
const IN_A_CENT = 10_000;

export type Usage = Tokens & { cost: number; latencyMs: number };

/** Without a draft the embedded assistant answers: what was tried has its cost all the same. */
export type Drafted = {
  draft?: Draft | undefined;
  usage?: Usage /** What was not said, and why. */;
  dropped?: NotSaid[];
};
/** Never the words themselves: they may repeat what a customer told. */
type NotSaid = { why: string; about: string };

export type Models = ReturnType<typeof createModels>;

type Options = {
  config: LlmConfig;
  vault: Vault;
  tools: Tools;
  assistant: Pick<Assistant, 'passages'>;
  /** The only way for a workspace's own requests. */
  safeFetch: Pick<SafeFetch, 'open'>;
};

export function createModels({ config, vault, tools, assistant, safeFetch }: Options) {
  const { timeoutMs } = config;
  const deployment = deploymentModel(config);
  const silent = new Map<string, { times: number; until: number }>();

  /** None once the workspace has spent what it may. */
  async function choose(db: Db, business: Business, spentHere: number): Promise<Chosen | undefined> {
    const { model, budget = {} } = business.assistant ?? {};
    const { conversationCents, monthCents } = budget;
    if (conversationCents !== undefined && spentHere >= conversationCents * IN_A_CENT) return undefined;
    if (monthCents !== undefined && (await spentInMonth(db, new Date())) >= monthCents * IN_A_CENT) return undefined;
    const own = await readProvider(db, vault);
    return own ? ownModel(own, model) : deployment;
  }

  /** Tools that open what patients have told are for where that may be heard. */
  function offeredTo({ business, industry, isHealth }: Wanted) {
    const hasPatients = tools.of(business).some(({ health, industry: of }) => health && of);
    const fitting = tools.of({ industries: industry ? [industry.name] : [] });
    return fitting.filter(({ health }) => isHealth || !(health && hasPatients));
  }

  async function draft(chosen: Chosen, wanted: Wanted): Promise<Drafted> {
    const begun = performance.now();
    const place = `${chosen.ofWorkspace} ${chosen.provider} ${chosen.baseUrl}`;
    const { times = 0, until = 0 } = silent.get(place) ?? {};
    if (times >= SILENT_TIMES && until > performance.now()) return {};
    const spent = { inputTokens: 0, outputTokens: 0 };
    const dropped: NotSaid[] = [];
    const attempt: Attempt = {
      ...wanted,
      engine: engineName(chosen),
      model: await openModel(chosen, chosen.ofWorkspace ? safeFetch.open : undefined),
      passages: relevant(await assistant.passages(wanted.message, wanted)),
      offered: offeredTo(wanted),
      signal: AbortSignal.timeout(timeoutMs),
      drop: (...those) => void dropped.push(...those.map(({ why, about }) => ({ why, about }))),
      used({ inputTokens, outputTokens }) {
        spent.inputTokens += inputTokens;
        spent.outputTokens += outputTokens;
      },
    };
    const found = await tried(attempt, true);
    if (attempt.signal.aborted) silent.set(place, { times: times + 1, until: performance.now() + REST_MS });
    else silent.delete(place);
    const isOwnServer = !chosen.ofWorkspace && chosen.baseUrl !== undefined;
    const cost = costOf(chosen.model, isOwnServer, spent);
    return { draft: found, dropped, usage: { ...spent, cost, latencyMs: Math.round(performance.now() - begun) } };
  }

  return {
    deployment,
    /** For a whole answer, with all that is looked up for it and a second try. */
    timeoutMs,
    healthAgreement: config.healthAgreement,
    engineOf: ({ assistant: options }: Business) => options?.engine ?? config.engine,
    /** Whether conversations about health may leave this house: the operator and the business have both said so. */
    mayHearHealth: ({ assistant: options }: Business) => config.healthAgreement && options?.healthData === true,
    choose,
    draft,
  };
}

/** Once more where that could help. */
async function tried(attempt: Attempt, again: boolean): Promise<Draft | undefined> {
  const { signal, log, engine } = attempt;
  const [{ draftOnce }, { isWorthRetrying }] = await Promise.all([import('./draft.ts'), import('./loop.ts')]);
  try {
    return await draftOnce(attempt);
  } catch (error) {
    log.warn({ engine, why: reasonOf(error) }, 'a language model’s answer could not be used');
    if (!again || signal.aborted || !isWorthRetrying(error)) return undefined;
    await sleep(PAUSE_MS);
    return tried(attempt, false);
  }
}

/** Names and codes alone: a provider's message may repeat what a customer wrote. */
function reasonOf(error: unknown): string {
  const { name, statusCode, code } = error as { name?: string; statusCode?: number; code?: string };
  return [name, statusCode, code].filter(Boolean).join(' ');
}
