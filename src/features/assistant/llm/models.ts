// Chooses the language model of a workspace within its budget, and drafts answers with retries and a circuit breaker.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Business } from '../../../capability/document.ts';
import { hasRequiredData } from '../../../capability/required-data.ts';
import { type Tool, toToolName } from '../../../capability/tool.ts';
import type { LlmConfig } from '../../../kernel/config.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Assistant } from '../assistant.ts';
import type { Draft, DraftAttempt, DraftRequest } from './draft.ts';
import { computeMicrodollars, type Tokens } from './prices.ts';
import { selectBestHits } from './prompt.ts';
import {
  type ChosenModel,
  chooseDeploymentModel,
  createWorkspaceModel,
  formatEngineName,
  openModel,
} from './provider.ts';
import { findCostInMonth, readProvider } from './provider-store.ts';

const RETRY_DELAY_MS = 300;
/** After this many timeouts in a row a provider is not called for a while, so that customers do not wait in vain. */
const MAX_TIMEOUTS_IN_A_ROW = 3;
const TIMEOUT_PAUSE_MS = 30_000;
const MICRODOLLARS_PER_CENT = 10_000;

export type Usage = Tokens & { cost: number; latencyMs: number };

/** Without a draft the embedded assistant answers; failed attempts still cost money. */
export type DraftResult = {
  draft?: Draft | undefined;
  usage?: Usage;
  /** The sentences that the guard rejected. */
  dropped?: DropRecord[];
};
/** Never the sentence itself, because it may repeat what a customer wrote. */
type DropRecord = { why: string; about: string };

export type Models = ReturnType<typeof createModels>;

type Options = {
  config: LlmConfig;
  keyring: Keyring;
  tools: Tools;
  assistant: Pick<Assistant, 'searchPassages' | 'encode'>;
  /** Requests to addresses that a workspace chose must go through this. */
  safeFetch: Pick<SafeFetch, 'standardFetch'>;
};

export function createModels({ config, keyring, tools, assistant, safeFetch }: Options) {
  const { timeoutMs } = config;
  const operatorModel = chooseDeploymentModel(config);
  const timeouts = new Map<string, { timeoutCount: number; pausedUntil: number }>();

  /** Undefined once the conversation or the workspace has used up its budget. */
  async function chooseModel(
    db: Db,
    business: Business,
    conversationMicrodollars: number,
  ): Promise<ChosenModel | undefined> {
    const { model, budget = {} } = business.assistant ?? {};
    const { conversationCents, monthCents } = budget;
    if (conversationCents !== undefined && conversationMicrodollars >= conversationCents * MICRODOLLARS_PER_CENT)
      return undefined;
    if (monthCents !== undefined && (await findCostInMonth(db, new Date())) >= monthCents * MICRODOLLARS_PER_CENT)
      return undefined;
    const provider = await readProvider(db, keyring);
    return provider ? createWorkspaceModel(provider, model) : operatorModel;
  }

  /** Tools that reveal health data are available only in conversations that are known to be about health. */
  function listAvailableTools({ business, industry, isAboutHealth }: DraftRequest) {
    const hasHealthCapability = tools.forBusiness(business).some((tool) => tool.health && tool.industry);
    const industryTools = tools.forBusiness({ industries: industry ? [industry.name] : [] });
    const capabilitiesWithoutData = (industry?.capabilities ?? []).filter(
      (capability) => !hasRequiredData(business, capability),
    );
    const hasData = (tool: Tool) => !capabilitiesWithoutData.some(({ name }) => toToolName(name) === tool.name);
    return industryTools.filter((tool) => hasData(tool) && (isAboutHealth || !(tool.health && hasHealthCapability)));
  }

  /** Also searches with the previous message, because a follow-up such as "and on Sundays?" means little alone. */
  async function findPassages(request: DraftRequest) {
    const previousMessage = request.history.findLast(({ role }) => role === 'customer')?.text;
    const queries = previousMessage ? [request.message, `${previousMessage} ${request.message}`] : [request.message];
    const hits = await Promise.all(queries.map((text) => assistant.searchPassages(text, request)));
    return selectBestHits(hits.flat());
  }

  async function draft(chosenModel: ChosenModel, request: DraftRequest): Promise<DraftResult> {
    const startedAt = performance.now();
    const endpoint = `${chosenModel.isWorkspaceOwned} ${chosenModel.provider} ${chosenModel.baseUrl}`;
    const { timeoutCount = 0, pausedUntil = 0 } = timeouts.get(endpoint) ?? {};
    if (timeoutCount >= MAX_TIMEOUTS_IN_A_ROW && pausedUntil > performance.now()) return {};
    const usedTokens = { inputTokens: 0, outputTokens: 0 };
    const dropRecords: DropRecord[] = [];
    const attempt: DraftAttempt = {
      ...request,
      engine: formatEngineName(chosenModel),
      model: await openModel(chosenModel, chosenModel.isWorkspaceOwned ? safeFetch.standardFetch : undefined),
      passages: await findPassages(request),
      tools: listAvailableTools(request),
      encode: assistant.encode,
      signal: AbortSignal.timeout(timeoutMs),
      onDropped: (...sentences) =>
        void dropRecords.push(...sentences.map(({ reason: why, detail: about }) => ({ why, about }))),
      onUsage({ inputTokens, outputTokens }) {
        usedTokens.inputTokens += inputTokens;
        usedTokens.outputTokens += outputTokens;
      },
    };
    const draft = await draftWithRetry(attempt, true);
    if (attempt.signal.aborted)
      timeouts.set(endpoint, { timeoutCount: timeoutCount + 1, pausedUntil: performance.now() + TIMEOUT_PAUSE_MS });
    else timeouts.delete(endpoint);
    const isOwnServer = !chosenModel.isWorkspaceOwned && chosenModel.baseUrl !== undefined;
    const cost = computeMicrodollars(chosenModel.model, isOwnServer, usedTokens);
    return {
      draft,
      dropped: dropRecords,
      usage: { ...usedTokens, cost, latencyMs: Math.round(performance.now() - startedAt) },
    };
  }

  return {
    operatorModel,
    /** For a whole answer, including tool calls and the retry. */
    timeoutMs,
    hasHealthAgreement: config.hasHealthAgreement,
    chooseEngine: ({ assistant: settings }: Business) => settings?.engine ?? config.engine,
    /** Whether health conversations may be sent to a provider: the operator and the business must both have agreed. */
    mayReceiveHealthData: ({ assistant: settings }: Business) =>
      config.hasHealthAgreement && settings?.healthData === true,
    chooseModel,
    draft,
  };
}

/** Retries once if that could help. */
async function draftWithRetry(attempt: DraftAttempt, canRetry: boolean): Promise<Draft | undefined> {
  const { signal, log, engine } = attempt;
  const [{ createDraft }, { isWorthRetrying }] = await Promise.all([import('./draft.ts'), import('./run-model.ts')]);
  try {
    return await createDraft(attempt);
  } catch (error) {
    log.warn({ engine, why: summarizeError(error) }, 'a language model’s answer could not be used');
    if (!canRetry || signal.aborted || !isWorthRetrying(error)) return undefined;
    await sleep(RETRY_DELAY_MS);
    return draftWithRetry(attempt, false);
  }
}

/** Only names and codes, because a provider's message may repeat what a customer wrote. */
function summarizeError(error: unknown): string {
  const { name, statusCode, code } = error as { name?: string; statusCode?: number; code?: string };
  return [name, statusCode, code].filter(Boolean).join(' ');
}
