// A language model's answer to one message: drafted outside of any transaction, checked, and never more than words.
import type { LanguageModel } from 'ai';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import type { Judged } from '../../../capability/industry.ts';
import { sayFor } from '../../../capability/say.ts';
import type { Tool } from '../../../capability/tool.ts';
import type { Log } from '../../../kernel/log.ts';
import { message } from '../../../messages/catalogue.ts';
import { handOver } from '../general.ts';
import type { Hit } from '../knowledge.ts';
import { fitting, judgedBy, needsAfter } from '../needs.ts';
import { tidied } from '../reply.ts';
import type { State } from '../state.ts';
import type { Status } from '../status.ts';
import type { Asked } from '../turn.ts';
import { HELD_BACK } from '../vouch.ts';
import { createGate, type Gate, Held } from './gate.ts';
import { talk } from './loop.ts';
import type { Tokens } from './prices.ts';
import { instructionsFor, messagesFor, type Said } from './prompt.ts';
import { type Collected, toolsFor, type Within } from './tools.ts';

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
  /** What patients tell. */
  isHealth: boolean;
  history: readonly Said[];
  within: Within;
  log: Log;
  /** Told all that is sure so far, whenever it grows; left out where nobody listens before the answer is whole. */
  say?(text: string): void;
};

export type Attempt = Wanted & {
  engine: string;
  model: LanguageModel;
  passages: readonly Hit[];
  offered: readonly Tool[];
  signal: AbortSignal;
  used(tokens: Tokens): void;
};

const nobody = (): void => undefined;
const INTERRUPTED = message('I am sorry, I was interrupted there. Could you ask me that once more?');

/** Asks once. Undefined where nothing was said; fails where the model did, unless a part of its answer has gone out. */
export async function draftOnce(attempt: Attempt): Promise<Draft | undefined> {
  const { business, industry, isHealth, say, message, model, signal, used } = attempt;
  const collected: Collected = { sources: [], results: [] };
  const needs = needsAfter(attempt);
  const judged = judgedBy(needs, business, industry);
  const state = { ...attempt.state, needs };
  const { written: read, customer, businessName, history } = attempt;
  const heard = history.filter(({ role }) => role !== 'assistant').map(({ text }) => text);
  // Grows with what the tools answer.
  const told = [message, customer, businessName, state, ...heard, collected.results];
  const gate = createGate({ business, isHealth, judged, known: { business, written: read, told } }, say ?? nobody);
  const talking = talk({
    ...{ model, signal, used },
    instructions: instructionsFor({ ...attempt, task: state.task, needs }),
    messages: messagesFor(attempt.history, message),
    tools: toolsFor(attempt.offered, attempt, collected),
    temperature: business.assistant?.temperature,
    isSettled: () => Boolean(collected.readBack || collected.wantsPerson),
    hear: gate.hear,
  });
  const cutOff = await talking.then(gate.end).then(
    () => undefined,
    (error) => {
      // What was said already cannot be taken back: the answer ends there, truthfully.
      if (!say || !gate.text()) throw error;
      return sayFor(business).text(error instanceof Held ? HELD_BACK : INTERRUPTED);
    },
  );
  return written({ ...attempt, state, judged }, gate, collected, cutOff);
}

function written(
  attempt: Attempt & { judged: readonly Judged[] },
  gate: Gate,
  collected: Collected,
  cutOff?: string,
): Draft | undefined {
  const { business, businessName, industry, now, state, passages, engine, judged } = attempt;
  const desk = { business, businessName, industry, now, turn: state.turns ?? 0 };
  const { readBack, wantsPerson, task = state.task } = cutOff ? { ...collected, readBack: undefined } : collected;
  const last = readBack ?? (wantsPerson ? handOver(desk, '') : undefined);
  // What went out stays as it is; more may only follow.
  const text = [gate.text(), tidied(last?.text ?? ''), cutOff].filter(Boolean).join(' ');
  if (!text) return undefined;
  const cited = passages.filter((_, index) => gate.cited().has(index + 1)).map(({ passage }) => passage.source);
  const intent = collected.intent ?? (cited.length ? 'faq' : undefined);
  const { offer: _, ...kept } = state;
  return {
    text,
    engine,
    ...(intent ? { intent } : {}),
    ...fitting({ sources: [...collected.sources, ...cited], suggestions: readBack?.suggestions ?? [] }, judged),
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
