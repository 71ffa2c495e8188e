// A language model's answer to one message: drafted outside of any transaction, checked, and never more than words.
import type { LanguageModel, ModelMessage } from 'ai';
import type { Source } from '../../../capability/dialogue.ts';
import type { Business } from '../../../capability/document.ts';
import { formatterFor, inLanguage } from '../../../capability/formatter.ts';
import type { SuitabilityResult } from '../../../capability/industry.ts';
import type { Tool } from '../../../capability/tool.ts';
import type { Log } from '../../../kernel/log.ts';
import { message } from '../../../messages/catalogue.ts';
import { isLanguage } from '../../../messages/languages.ts';
import type { AssistantAnswer } from '../assistant.ts';
import type { DialogueState } from '../dialogue-state.ts';
import { previousTurnOf } from '../focus.ts';
import { handOver } from '../general.ts';
import { languageFor, notBookedIn } from '../languages.ts';
import { checkSuitability, needsAfter, onlySuitable } from '../needs.ts';
import { UNBACKED_CLAIM_REPLY } from '../output-guard.ts';
import type { SearchHit } from '../passage-index.ts';
import { tidyPunctuation } from '../reply.ts';
import type { Status } from '../status.ts';
import type { TurnRequest } from '../turn.ts';
import type { GuardInput } from './guard/evidence.ts';
import type { Tokens } from './prices.ts';
import { type HistoryMessage, instructionsFor, messagesFor } from './prompt.ts';
import { runModel } from './run-model.ts';
import { createSentenceGate, type DroppedSentence, type SentenceGate } from './sentence-gate.ts';
import { asToolData, type RunInTransaction, type ToolResults, toolsFor } from './tools.ts';

export type Draft = {
  text: string;
  engine: string;
  /** Left out where it only talked. */
  intent?: string;
  sources: Source[];
  suggestions: string[];
  status: Status;
  state: DialogueState;
  /** The customer has agreed to what was read back: that is done in place of these words. */
  confirms?: true;
};

export type DraftRequest = TurnRequest & {
  business: Business;
  now: Date;
  /** It is about health. */
  isHealth: boolean;
  history: readonly HistoryMessage[];
  /** What the embedded assistant would say. */
  embedded: AssistantAnswer;
  within: RunInTransaction;
  log: Log;
  /** Called with the released text whenever it grows; undefined where the client does not stream. */
  say: ((text: string) => void) | undefined;
};

export type DraftAttempt = DraftRequest & {
  engine: string;
  model: LanguageModel;
  passages: readonly SearchHit[];
  offered: readonly Tool[];
  signal: AbortSignal;
  encode?: GuardInput['encode'];
  used(tokens: Tokens): void;
  /** Told of what was not said. */
  drop(...those: readonly DroppedSentence[]): void;
};

const INTERRUPTED = message('I am sorry, I was interrupted there. Could you ask me that once more?');
/** How many lookups are remembered, and how much of each. */
const MOST_RESULTS = 4;
const RESULT_LENGTH = 1_200;

/** One attempt. Undefined where nothing passed the guard; throws where the model failed, unless a part was already sent. */
export async function draftOnce(given: DraftAttempt): Promise<Draft | undefined> {
  const language = languageFor(given.message, given.state.language);
  const attempt = { ...given, business: inLanguage(given.business, language), language };
  const needs = needsAfter(attempt);
  const judged = checkSuitability(needs, attempt.business, attempt.industry);
  const state: DialogueState = { ...attempt.state, needs };
  const collected: ToolResults = { sources: [], sentences: [], results: (state.results ?? []).map(asRecord) };
  const spoken = createSpeaker({ ...attempt, state, judged }, collected);
  const cutOff = await spoken.run().catch((error) => {
    // What was said already cannot be taken back: the answer ends there, truthfully.
    if (!attempt.say || !spoken.text()) throw error;
    return INTERRUPTED;
  });
  return draftOf({ ...attempt, state, judged }, spoken, collected, cutOff);
}

type Speaking = DraftAttempt & { language: string; judged: readonly SuitabilityResult[] };

/** Releases what the guard accepts; rejected sentences go back to the model, which may rephrase them once. */
function createSpeaker(attempt: Speaking, collected: ToolResults) {
  const { business, isHealth, message: asked, model, signal, used, judged, state, now, written: read } = attempt;
  const entities = attempt.history.filter(({ role }) => role !== 'assistant').map(({ text }) => text);
  const told = [asked, attempt.customer, attempt.businessName, state, ...entities];
  const evidence = {
    business,
    now,
    written: read,
    results: collected.results,
    told,
    judged,
    isHealth,
    encode: attempt.encode,
  };
  const suggestion = attempt.embedded.reply.policy === 'language' ? undefined : attempt.embedded.reply.text;
  const instructions = instructionsFor({ ...attempt, needs: state.needs ?? {}, suggestion });
  const gates: SentenceGate[] = [];
  const text = () =>
    gates
      .map((gate) => gate.text())
      .filter(Boolean)
      .join(' ');
  const isSettled = () => Boolean(collected.readBack || collected.wantsPerson || collected.confirms);

  const speak = async (messages: ModelMessage[], isLast: boolean) => {
    const gate = createSentenceGate(evidence, () => attempt.say?.(text()), isLast);
    gates.push(gate);
    let raw = '';
    const tools = toolsFor(attempt.offered, attempt, collected);
    const hear = (delta: string) => {
      raw += delta;
      return gate.push(delta);
    };
    await runModel({
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
    await gate.end();
    attempt.drop(...gate.dropped());
    return { gate, raw };
  };
  return {
    text,
    dropped: () => gates.flatMap((gate) => gate.dropped()),
    cited: () => new Set(gates.flatMap((gate) => [...gate.cited()])),
    /** What the answer has to end with, where it stopped in the middle. */
    async run(): Promise<string | undefined> {
      const messages = messagesFor(attempt.history, asked);
      const { gate: first, raw } = await speak(messages, false);
      if (first.dropped().length === 0 || isSettled()) return undefined;
      const correction = correct(first, collected.results.slice((attempt.state.results ?? []).length));
      const again: ModelMessage[] = [
        ...messages,
        { role: 'assistant', content: raw },
        { role: 'user', content: correction },
      ];
      const { gate: second } = await speak(again, true);
      const isSaid = Boolean(second.text()) || isSettled();
      return isSaid || !first.text() ? undefined : UNBACKED_CLAIM_REPLY;
    },
  };
}

/** What was not said, and why, so that it can be put right. */
function correct(gate: SentenceGate, results: readonly unknown[]): string {
  const reasons = gate.dropped().map(({ sentence, about }) => `"${sentence}": ${about}`);
  const found = results.length ? ` The tools have answered: ${results.map(asToolData).join(' ')}` : '';
  const rest = gate.text()
    ? `The customer has got so far: "${gate.text()}". Write only what comes after that`
    : 'Write the answer again';
  return `The system did not send a part of this, because the records do not support it. ${reasons.join('; ')}.${found} ${rest}, with what the records say, in the customer's language; leave out what cannot be said.`;
}

type Mouth = ReturnType<typeof createSpeaker>;

function draftOf(attempt: Speaking, mouth: Mouth, collected: ToolResults, cutOff?: string): Draft | undefined {
  const { business, businessName, industry, now, state, passages, engine, judged, language, embedded } = attempt;
  const say = formatterFor(business);
  const next: DialogueState = { ...state, language, unsure: 0, turns: (state.turns ?? 0) + 1 };
  if (collected.confirms && !cutOff)
    return { ...NOTHING_SAID, engine, status: 'open', state: { ...attempt.state, language }, confirms: true };
  const businessContext = { business, businessName, industry, now, turn: state.turns ?? 0 };
  const { readBack, wantsPerson, task = state.task } = cutOff ? { ...collected, readBack: undefined } : collected;
  const last = readBack ?? (wantsPerson ? handOver(businessContext, '') : undefined);
  const words = [
    mouth.text(),
    ...owed(mouth, collected),
    tidyPunctuation(last?.text ?? ''),
    cutOff && say.text(cutOff),
  ];
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
    ...onlySuitable({ sources: [...collected.sources, ...cited], suggestions: readBack?.suggestions ?? [] }, judged),
    status: wantsPerson ? 'handoff' : 'open',
    // Only what was read back in the very last reply is done on a yes.
    state: {
      ...kept,
      ...(task ? { task: { ...task, confirming: readBack !== undefined } } : {}),
      results: collected.results.slice(-MOST_RESULTS).map(remembered),
      before: previousTurnOf(attempt.message, text),
    },
  };
}

/** What suits whom is told in the records' own words where the model's were not let out. */
function owed(mouth: Mouth, { sentences }: ToolResults): string[] {
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
