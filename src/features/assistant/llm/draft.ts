// A language model's answer to one message: drafted outside of any transaction, checked, and never more than words.
import type { LanguageModel, ModelMessage } from 'ai';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import type { Judged } from '../../../capability/industry.ts';
import { inLanguage, sayFor } from '../../../capability/say.ts';
import type { Tool } from '../../../capability/tool.ts';
import type { Log } from '../../../kernel/log.ts';
import { message } from '../../../messages/catalogue.ts';
import { isLanguage } from '../../../messages/languages.ts';
import type { Answered } from '../assistant.ts';
import { handOver } from '../general.ts';
import type { Hit } from '../knowledge.ts';
import { languageFor, notBookedIn } from '../languages.ts';
import { fitting, judgedBy, needsAfter } from '../needs.ts';
import { tidied } from '../reply.ts';
import type { State } from '../state.ts';
import type { Status } from '../status.ts';
import { lastSaid } from '../tracker.ts';
import type { Asked } from '../turn.ts';
import { HELD_BACK } from '../vouch.ts';
import { createGate, type Dropped, type Gate } from './gate.ts';
import { talk } from './loop.ts';
import type { Tokens } from './prices.ts';
import { instructionsFor, messagesFor, type Said } from './prompt.ts';
import { type Collected, marked, toolsFor, type Within } from './tools.ts';

export type Draft = {
  text: string;
  engine: string;
  /** Left out where it only talked. */
  intent?: string;
  sources: Source[];
  suggestions: string[];
  status: Status;
  state: State;
  /** The customer has agreed to what was read back: that is done in place of these words. */
  confirms?: true;
};

export type Wanted = Asked & {
  business: Business;
  now: Date;
  /** What patients tell. */
  isHealth: boolean;
  history: readonly Said[];
  /** What the embedded assistant would say. */
  embedded: Answered;
  within: Within;
  log: Log;
  /** Told all that is sure so far, whenever it grows; left out where nobody listens before the answer is whole. */
  say: ((text: string) => void) | undefined;
};

export type Attempt = Wanted & {
  engine: string;
  model: LanguageModel;
  passages: readonly Hit[];
  offered: readonly Tool[];
  signal: AbortSignal;
  used(tokens: Tokens): void;
  /** Told of what was not said. */
  drop(...those: readonly Dropped[]): void;
};

const INTERRUPTED = message('I am sorry, I was interrupted there. Could you ask me that once more?');
/** How many lookups are remembered, and how much of each. */
const MOST_RESULTS = 4;
const RESULT_LENGTH = 1_200;

/** Asks once. Undefined where nothing could be said; fails where the model did, unless a part of its answer has gone out. */
export async function draftOnce(given: Attempt): Promise<Draft | undefined> {
  const language = languageFor(given.message, given.state.language);
  const attempt = { ...given, business: inLanguage(given.business, language), language };
  const needs = needsAfter(attempt);
  const judged = judgedBy(needs, attempt.business, attempt.industry);
  const state: State = { ...attempt.state, needs };
  const collected: Collected = { sources: [], sentences: [], results: (state.results ?? []).map(asRecord) };
  const spoken = createMouth({ ...attempt, state, judged }, collected);
  const cutOff = await spoken.run().catch((error) => {
    // What was said already cannot be taken back: the answer ends there, truthfully.
    if (!attempt.say || !spoken.text()) throw error;
    return INTERRUPTED;
  });
  return written({ ...attempt, state, judged }, spoken, collected, cutOff);
}

type Speaking = Attempt & { language: string; judged: readonly Judged[] };

/** Says what holds good; what does not is told to the model, which may say it better once. */
function createMouth(attempt: Speaking, collected: Collected) {
  const { business, isHealth, message: asked, model, signal, used, judged, state, now, written: read } = attempt;
  const heard = attempt.history.filter(({ role }) => role !== 'assistant').map(({ text }) => text);
  const told = [asked, attempt.customer, attempt.businessName, state, ...heard];
  const evidence = { business, now, written: read, results: collected.results, told, judged, isHealth };
  const suggestion = attempt.embedded.reply.policy === 'language' ? undefined : attempt.embedded.reply.text;
  const instructions = instructionsFor({ ...attempt, needs: state.needs ?? {}, suggestion });
  const gates: Gate[] = [];
  const text = () =>
    gates
      .map((gate) => gate.text())
      .filter(Boolean)
      .join(' ');
  const isSettled = () => Boolean(collected.readBack || collected.wantsPerson || collected.confirms);

  const speak = async (messages: ModelMessage[], isLast: boolean) => {
    const gate = createGate(evidence, () => attempt.say?.(text()), isLast);
    gates.push(gate);
    let raw = '';
    const tools = toolsFor(attempt.offered, attempt, collected);
    const hear = (delta: string) => {
      raw += delta;
      gate.hear(delta);
    };
    await talk({
      model,
      signal,
      used,
      instructions,
      messages,
      tools,
      temperature: business.assistant?.temperature,
      isSettled,
      hear,
    });
    gate.end();
    attempt.drop(...gate.dropped());
    return raw;
  };
  return {
    text,
    dropped: () => gates.flatMap((gate) => gate.dropped()),
    cited: () => new Set(gates.flatMap((gate) => [...gate.cited()])),
    /** What the answer has to end with, where it stopped in the middle. */
    async run(): Promise<string | undefined> {
      const messages = messagesFor(attempt.history, asked);
      const raw = await speak(messages, false);
      const [first] = gates;
      if (first!.dropped().length === 0 || isSettled()) return undefined;
      const correction = correct(first!, collected.results.slice((attempt.state.results ?? []).length));
      await speak([...messages, { role: 'assistant', content: raw }, { role: 'user', content: correction }], true);
      const isSaid = Boolean(gates[1]!.text()) || isSettled();
      return isSaid || !first!.text() ? undefined : HELD_BACK;
    },
  };
}

/** What was not said, and why, so that it can be put right. */
function correct(gate: Gate, results: readonly unknown[]): string {
  const reasons = gate.dropped().map(({ sentence, about }) => `"${sentence}": ${about}`);
  const found = results.length ? ` The tools have answered: ${results.map(marked).join(' ')}` : '';
  const rest = gate.text()
    ? `The customer has got so far: "${gate.text()}". Write only what comes after that`
    : 'Write the answer again';
  return `The system did not send a part of this, because the records do not support it. ${reasons.join('; ')}.${found} ${rest}, with what the records say, in the customer's language; leave out what cannot be said.`;
}

type Mouth = ReturnType<typeof createMouth>;

function written(attempt: Speaking, mouth: Mouth, collected: Collected, cutOff?: string): Draft | undefined {
  const { business, businessName, industry, now, state, passages, engine, judged, language, embedded } = attempt;
  const say = sayFor(business);
  const next: State = { ...state, language, unsure: 0, turns: (state.turns ?? 0) + 1 };
  if (collected.confirms && !cutOff)
    return { ...NOTHING_SAID, engine, status: 'open', state: { ...attempt.state, language }, confirms: true };
  const desk = { business, businessName, industry, now, turn: state.turns ?? 0 };
  const { readBack, wantsPerson, task = state.task } = cutOff ? { ...collected, readBack: undefined } : collected;
  const last = readBack ?? (wantsPerson ? handOver(desk, '') : undefined);
  const words = [mouth.text(), ...owed(mouth, collected), tidied(last?.text ?? ''), cutOff && say.text(cutOff)];
  if (!words.some(Boolean)) return undefined;
  // Deeds cannot be recognised in a language that the system does not speak.
  const sure = isLanguage(language) ? '' : notBookedIn(language);
  // What went out stays as it is; more may only follow.
  const text = [...words, sure, embedded.urgent].filter(Boolean).join(' ');
  const cited = passages.filter((_, index) => mouth.cited().has(index + 1)).map(({ passage }) => passage.source);
  const intent = collected.intent ?? (cited.length ? 'faq' : undefined);
  const { offer: _, ...kept } = next;
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
      results: collected.results.slice(-MOST_RESULTS).map(remembered),
      before: lastSaid(attempt.message, text),
    },
  };
}

/** What suits whom is told in the records' own words where the model's were not let out. */
function owed(mouth: Mouth, { sentences }: Collected): string[] {
  const isOfFood = mouth.dropped().some(({ why }) => why === 'allergen' || why === 'unfit');
  return isOfFood ? [...new Set(sentences)].filter((sentence) => !mouth.text().includes(sentence)) : [];
}

const NOTHING_SAID = { text: '', sources: [], suggestions: [] };

/** What was looked up in an earlier turn, as it was found. */
function asRecord(kept: string): unknown {
  try {
    return JSON.parse(kept);
  } catch {
    return kept;
  }
}

const remembered = (result: unknown): string =>
  (typeof result === 'string' ? result : JSON.stringify(result)).slice(0, RESULT_LENGTH);
