// A language model's answer to one message: drafted outside of any transaction, checked, and never more than words.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import type { LlmConfig } from '../../../kernel/config.ts';
import type { Vault } from '../../../kernel/crypto.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { Log } from '../../../kernel/log.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Assistant } from '../assistant.ts';
import { handOver } from '../general.ts';
import { tidied } from '../reply.ts';
import type { State } from '../state.ts';
import type { Status } from '../status.ts';
import type { Asked } from '../turn.ts';
import { HELD_BACK } from '../vouch.ts';
import { createGate, type Gate, Held } from './gate.ts';
import { isWorthRetrying, talk } from './loop.ts';
import { costOf, type Tokens } from './prices.ts';
import { instructionsFor, messagesFor, relevant, type Said } from './prompt.ts';
import { type Chosen, deploymentModel, engineName, openModel, ownModel } from './provider.ts';
import { readProvider, spentInMonth } from './provider-store.ts';
import { type Collected, toolsFor, type Within } from './tools.ts';

export const MODEL_MS = 20_000;
const PAUSE_MS = 300;
/** Of a dollar's millionths. */
const IN_A_CENT = 10_000;

export type Usage = Tokens & { cost: number; latencyMs: number };

export type Draft = {
  text: string;
  engine: string;
  /** Left out where it only talked. */
  intent?: string;
  sources: Source[];
  suggestions: string[];
  status: Status;
  state: State;
};

export type Wanted = Asked & {
  business: Business;
  now: Date;
  /** What patients tell: only where both the operator and the business have said so. */
  isHealth: boolean;
  history: readonly Said[];
  within: Within;
  log: Log;
  /** Told all that is sure so far, whenever it grows; left out where nobody listens before the answer is whole. */
  say?(text: string): void;
};

/** Undefined where the embedded assistant is to answer: what was tried has its cost all the same. */
export type Drafted = { draft?: Draft; usage?: Usage };

export type Models = ReturnType<typeof createModels>;

export type ModelsOptions = {
  config: LlmConfig;
  vault: Vault;
  tools: Tools;
  assistant: Pick<Assistant, 'passages'>;
  /** Where a workspace may send its requests. */
  safeFetch: Pick<SafeFetch, 'open'>;
  timeoutMs?: number;
};

export function createModels({ config, vault, tools, assistant, safeFetch, timeoutMs = MODEL_MS }: ModelsOptions) {
  const deployment = deploymentModel(config);

  /** The model of a workspace, unless it has spent what it may. */
  async function choose(db: Db, business: Business, spentHere: number): Promise<Chosen | undefined> {
    const { model, budget = {} } = business.assistant ?? {};
    const { conversationCents = Number.POSITIVE_INFINITY, monthCents } = budget;
    if (spentHere >= conversationCents * IN_A_CENT) return undefined;
    const own = await readProvider(db, vault);
    const chosen = own ? ownModel(own, model) : deployment;
    const isSpent = monthCents !== undefined && (await spentInMonth(db, new Date())) >= monthCents * IN_A_CENT;
    return isSpent ? undefined : chosen;
  }

  async function draft(chosen: Chosen, wanted: Wanted): Promise<Drafted> {
    const { business, businessName, industry, message, state, isHealth, log } = wanted;
    const passages = relevant(await assistant.passages(message, business, industry));
    const begun = performance.now();
    const tokens = { inputTokens: 0, outputTokens: 0 };
    const signal = AbortSignal.timeout(timeoutMs);
    const mayHear = isHealth || !tools.of(business).some(({ health, industry: of }) => health && of);
    const offered = tools
      .of({ industries: industry ? [industry.name] : [] })
      .filter(({ health }) => mayHear || !health);
    const attempt = async () => {
      const collected: Collected = { sources: [] };
      const gate = createGate(business, isHealth, wanted.say ?? nobody);
      const interrupted = await talk({
        model: openModel(chosen, chosen.ofWorkspace ? safeFetch.open : undefined),
        instructions: instructionsFor({ business, businessName, now: wanted.now, passages, task: state.task }),
        messages: messagesFor(wanted.history, message),
        tools: toolsFor(offered, wanted, wanted.within, collected),
        temperature: business.assistant?.temperature,
        signal,
        isSettled: () => Boolean(collected.readBack || collected.wantsPerson),
        hear: gate.hear,
        used: ({ inputTokens, outputTokens }) => {
          tokens.inputTokens += inputTokens;
          tokens.outputTokens += outputTokens;
        },
      })
        .then(gate.end)
        .catch((error) => {
          // What was said already cannot be taken back: the answer ends there, truthfully.
          if (!wanted.say || !gate.text()) throw error;
          return error instanceof Held ? HELD_BACK : INTERRUPTED;
        });
      return finished({ ...wanted, passages }, chosen, gate, { ...collected, interrupted });
    };
    let found: Draft | undefined;
    for (let left = 1; !found && left >= 0; left--) {
      try {
        found = await attempt();
        break;
      } catch (error) {
        log.warn({ engine: engineName(chosen), why: reasonOf(error) }, 'a language model did not answer');
        if (signal.aborted || error instanceof Held || !isWorthRetrying(error)) break;
        await sleep(PAUSE_MS);
      }
    }
    const isOwnServer = !chosen.ofWorkspace && chosen.baseUrl !== undefined;
    const cost = costOf(chosen.model, isOwnServer, tokens);
    return { draft: found, usage: { ...tokens, cost, latencyMs: Math.round(performance.now() - begun) } };
  }

  return {
    deployment,
    engineOf: ({ assistant: options }: Business) => options?.engine ?? config.engine,
    /** Whether conversations about health may leave this house. */
    mayHearHealth: ({ assistant: options }: Business) => config.healthAgreement && options?.healthData === true,
    choose,
    draft,
  };
}

/** Names and codes alone: a provider's message may repeat what a customer wrote. */
function reasonOf(error: unknown): string {
  const { name, statusCode, code } = error as { name?: string; statusCode?: number; code?: string };
  return [name, statusCode, code].filter(Boolean).join(' ');
}

const nobody = (): void => undefined;
const INTERRUPTED = 'I am sorry, I was interrupted there. Could you ask me that once more?';

function finished(
  wanted: Wanted & { passages: ReturnType<typeof relevant> },
  chosen: Chosen,
  gate: Gate,
  collected: Collected & { interrupted: string | undefined | void },
): Draft | undefined {
  const { business, businessName, industry, now, state, passages } = wanted;
  const desk = { business, businessName, industry, now, turn: state.turns ?? 0 };
  const { readBack, wantsPerson, interrupted, task = state.task } = collected;
  const last = readBack ?? (wantsPerson ? handOver(desk, '') : undefined);
  const text = tidied([gate.text(), last?.text, interrupted].filter(Boolean).join(' '));
  if (!text) return undefined;
  const cited = passages.filter((_, index) => gate.cited().has(index + 1)).map(({ passage }) => passage.source);
  const { offer: _, ...kept } = state;
  return {
    text,
    engine: engineName(chosen),
    ...(collected.intent ? { intent: collected.intent } : cited.length ? { intent: 'faq' } : {}),
    sources: [...collected.sources, ...cited],
    suggestions: readBack?.suggestions ?? [],
    status: wantsPerson ? 'handoff' : 'open',
    // Only what was read back in the very last reply is done on a yes.
    state: {
      ...kept,
      ...(task ? { task: { ...task, confirming: readBack !== undefined } } : {}),
      unsure: 0,
      turns: desk.turn + 1,
    },
  };
}
