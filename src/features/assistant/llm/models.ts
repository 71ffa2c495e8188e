// Which model answers for a workspace, what that may cost, and what happens when it does not answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { hasBasis } from '../../../capability/basis.ts';
import type { Business } from '../../../capability/document.ts';
import { type Tool, toolName } from '../../../capability/tool.ts';
import type { LlmConfig } from '../../../kernel/config.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Assistant } from '../assistant.ts';
import type { Draft, DraftAttempt, DraftRequest } from './draft.ts';
import { costOf, type Tokens } from './prices.ts';
import { distinctHits } from './prompt.ts';
import { type Chosen, deploymentModel, engineName, openModel, ownModel } from './provider.ts';
import { readProvider, spentInMonth } from './provider-store.ts';

const PAUSE_MS = 300;
/** A provider that timed out this often in a row is not asked for a while, so that customers do not wait in vain. */
const SILENT_TIMES = 3;
const REST_MS = 30_000;
/** Of a dollar's millionths. */
const IN_A_CENT = 10_000;

export type Usage = Tokens & { cost: number; latencyMs: number };

/** Without a draft the embedded assistant answers: what was tried has its cost all the same. */
export type DraftResult = {
  draft?: Draft | undefined;
  usage?: Usage /** What was not said, and why. */;
  dropped?: NotSaid[];
};
/** Never the words themselves: they may repeat what a customer told. */
type NotSaid = { why: string; about: string };

export type Models = ReturnType<typeof createModels>;

type Options = {
  config: LlmConfig;
  keyring: Keyring;
  tools: Tools;
  assistant: Pick<Assistant, 'passages' | 'encode'>;
  /** The only way for a workspace's own requests. */
  safeFetch: Pick<SafeFetch, 'open'>;
};

export function createModels({ config, keyring, tools, assistant, safeFetch }: Options) {
  const { timeoutMs } = config;
  const deployment = deploymentModel(config);
  const silent = new Map<string, { times: number; until: number }>();

  /** None once the workspace has spent what it may. */
  async function choose(db: Db, business: Business, spentHere: number): Promise<Chosen | undefined> {
    const { model, budget = {} } = business.assistant ?? {};
    const { conversationCents, monthCents } = budget;
    if (conversationCents !== undefined && spentHere >= conversationCents * IN_A_CENT) return undefined;
    if (monthCents !== undefined && (await spentInMonth(db, new Date())) >= monthCents * IN_A_CENT) return undefined;
    const own = await readProvider(db, keyring);
    return own ? ownModel(own, model) : deployment;
  }

  /** Tools that open what is told about health are for where that may be heard. */
  function offeredTo({ business, industry, isHealth }: DraftRequest) {
    const isHeard = tools.of(business).some(({ health, industry: of }) => health && of);
    const fitting = tools.of({ industries: industry ? [industry.name] : [] });
    const unknown = (industry?.capabilities ?? []).filter((capability) => !hasBasis(business, capability));
    const isKnown = (tool: Tool) => !unknown.some(({ name }) => toolName(name) === tool.name);
    return fitting.filter((tool) => isKnown(tool) && (isHealth || !(tool.health && isHeard)));
  }

  /** "And on Sundays?" is found by what was said before it. */
  async function passagesFor(wanted: DraftRequest) {
    const before = wanted.history.findLast(({ role }) => role === 'customer')?.text;
    const asked = before ? [wanted.message, `${before} ${wanted.message}`] : [wanted.message];
    const found = await Promise.all(asked.map((text) => assistant.passages(text, wanted)));
    return distinctHits(found.flat());
  }

  async function draft(chosen: Chosen, wanted: DraftRequest): Promise<DraftResult> {
    const begun = performance.now();
    const place = `${chosen.ofWorkspace} ${chosen.provider} ${chosen.baseUrl}`;
    const { times = 0, until = 0 } = silent.get(place) ?? {};
    if (times >= SILENT_TIMES && until > performance.now()) return {};
    const spent = { inputTokens: 0, outputTokens: 0 };
    const dropped: NotSaid[] = [];
    const attempt: DraftAttempt = {
      ...wanted,
      engine: engineName(chosen),
      model: await openModel(chosen, chosen.ofWorkspace ? safeFetch.open : undefined),
      passages: await passagesFor(wanted),
      offered: offeredTo(wanted),
      encode: assistant.encode,
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
async function tried(attempt: DraftAttempt, again: boolean): Promise<Draft | undefined> {
  const { signal, log, engine } = attempt;
  const [{ draftOnce }, { isWorthRetrying }] = await Promise.all([import('./draft.ts'), import('./run-model.ts')]);
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
