// Drafts a language model's answer to one message, outside of any transaction. The draft is checked and only ever text.
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
import { createPreviousTurn } from '../focus.ts';
import { renderHandoff } from '../general.ts';
import { chooseLanguage, getNothingBookedNotice } from '../languages.ts';
import { applyMessageToNeeds, checkSuitability, keepSuitable } from '../needs.ts';
import { UNBACKED_CLAIM_REPLY } from '../output-guard.ts';
import type { SearchHit } from '../passage-index.ts';
import { tidyPunctuation } from '../reply.ts';
import type { Status } from '../status.ts';
import type { TurnRequest } from '../turn.ts';
import type { GuardInput } from './guard/evidence.ts';
import type { Tokens } from './prices.ts';
import { buildInstructions, buildMessages, type HistoryMessage } from './prompt.ts';
import { runModel } from './run-model.ts';
import { createSentenceGate, type DroppedSentence, type SentenceGate } from './sentence-gate.ts';
import { createModelTools, type RunInTransaction, type ToolResults, tagToolResult } from './tools.ts';

export type Draft = {
  text: string;
  engine: string;
  /** Undefined if the model called no tool and cited no passage. */
  intent?: string;
  sources: Source[];
  suggestions: string[];
  status: Status;
  state: DialogueState;
  /** The customer has confirmed the pending task, which is run instead of sending this text. */
  confirms?: true;
};

export type DraftRequest = TurnRequest & {
  business: Business;
  now: Date;
  /** Whether the conversation is about health. */
  isAboutHealth: boolean;
  history: readonly HistoryMessage[];
  /** The embedded assistant's answer, which is shown to the model as a suggestion. */
  embeddedAnswer: AssistantAnswer;
  runInTransaction: RunInTransaction;
  log: Log;
  /** Called with the released text whenever it grows; undefined where the client does not stream. */
  onReleasedText: ((text: string) => void) | undefined;
};

export type DraftAttempt = DraftRequest & {
  engine: string;
  model: LanguageModel;
  passages: readonly SearchHit[];
  tools: readonly Tool[];
  signal: AbortSignal;
  encode?: GuardInput['encode'];
  onUsage(tokens: Tokens): void;
  /** Called with the sentences that the guard rejected. */
  onDropped(...sentences: readonly DroppedSentence[]): void;
};

const INTERRUPTION_APOLOGY = message('Sorry, I got cut off there. Could you ask me that again?');
/** How many tool results are kept for later turns, and how much of each. */
const MAX_KEPT_RESULTS = 4;
const MAX_STORED_RESULT_CHARS = 1_200;

/** Undefined if nothing passed the guard; throws if the model failed, unless part of the answer was already sent. */
export async function createDraft(request: DraftAttempt): Promise<Draft | undefined> {
  const language = chooseLanguage(request.message, request.state.language);
  const attempt = { ...request, business: inLanguage(request.business, language), language };
  const needs = applyMessageToNeeds(attempt);
  const suitability = checkSuitability(needs, attempt.business, attempt.industry);
  const state: DialogueState = { ...attempt.state, needs };
  const toolResults: ToolResults = {
    sources: [],
    sentences: [],
    results: (state.results ?? []).map(parseStoredResult),
  };
  const guardedRun = createGuardedRun({ ...attempt, state, suitability }, toolResults);
  const interruption = await guardedRun.run().catch((error) => {
    // Text that was already sent cannot be taken back, so the answer ends there with an apology.
    if (!attempt.onReleasedText || !guardedRun.getReleasedText()) throw error;
    return INTERRUPTION_APOLOGY;
  });
  return assembleDraft({ ...attempt, state, suitability }, guardedRun, toolResults, interruption);
}

type PreparedAttempt = DraftAttempt & { language: string; suitability: readonly SuitabilityResult[] };

/** Runs the model and releases what the guard accepts; rejected sentences go back to the model once for rephrasing. */
function createGuardedRun(attempt: PreparedAttempt, toolResults: ToolResults) {
  const { business, isAboutHealth, message, model, signal, onUsage, suitability, state, now, knowledgeIndex } = attempt;
  const customerMessages = attempt.history.filter(({ role }) => role !== 'assistant').map(({ text }) => text);
  const conversationData = [message, attempt.customer, attempt.businessName, state, ...customerMessages];
  const evidence = {
    business,
    now,
    knowledgeIndex,
    toolResults: toolResults.results,
    conversationData,
    suitability,
    isAboutHealth,
    encode: attempt.encode,
  };
  const suggestion = attempt.embeddedAnswer.reply.policy === 'language' ? undefined : attempt.embeddedAnswer.reply.text;
  const instructions = buildInstructions({ ...attempt, needs: state.needs ?? {}, suggestion });
  const gates: SentenceGate[] = [];
  const getReleasedText = () =>
    gates
      .map((gate) => gate.getReleasedText())
      .filter(Boolean)
      .join(' ');
  const isFinished = () => Boolean(toolResults.confirmationRequest || toolResults.wantsPerson || toolResults.confirms);

  const callModel = async (messages: ModelMessage[], isLastAttempt: boolean) => {
    const gate = createSentenceGate(evidence, () => attempt.onReleasedText?.(getReleasedText()), isLastAttempt);
    gates.push(gate);
    let rawText = '';
    const tools = createModelTools(attempt.tools, attempt, toolResults);
    const onText = (delta: string) => {
      rawText += delta;
      return gate.push(delta);
    };
    await runModel({
      model,
      signal,
      onUsage,
      instructions,
      messages,
      tools,
      temperature: business.assistant?.temperature,
      isFinished,
      onText,
    });
    await gate.end();
    attempt.onDropped(...gate.getDroppedSentences());
    return { gate, rawText };
  };
  return {
    getReleasedText,
    getDroppedSentences: () => gates.flatMap((gate) => gate.getDroppedSentences()),
    getCitedNumbers: () => new Set(gates.flatMap((gate) => [...gate.getCitedNumbers()])),
    /** Returns the sentence to end an incomplete answer with, if any. */
    async run(): Promise<string | undefined> {
      const messages = buildMessages(attempt.history, message);
      const { gate: firstGate, rawText } = await callModel(messages, false);
      if (firstGate.getDroppedSentences().length === 0 || isFinished()) return undefined;
      const correction = describeCorrection(firstGate, toolResults.results.slice((attempt.state.results ?? []).length));
      const retryMessages: ModelMessage[] = [
        ...messages,
        { role: 'assistant', content: rawText },
        { role: 'user', content: correction },
      ];
      const { gate: secondGate } = await callModel(retryMessages, true);
      const isComplete = Boolean(secondGate.getReleasedText()) || isFinished();
      return isComplete || !firstGate.getReleasedText() ? undefined : UNBACKED_CLAIM_REPLY;
    },
  };
}

/** Tells the model which sentences were rejected and why, so that it can rephrase them. */
function describeCorrection(gate: SentenceGate, results: readonly unknown[]): string {
  const reasons = gate.getDroppedSentences().map(({ sentence, detail: about }) => `"${sentence}": ${about}`);
  const toolAnswers = results.length ? ` The tools have answered: ${results.map(tagToolResult).join(' ')}` : '';
  const continuation = gate.getReleasedText()
    ? `The customer has got so far: "${gate.getReleasedText()}". Write only what comes after that`
    : 'Write the answer again';
  return `The system did not send a part of this, because the records do not support it. ${reasons.join('; ')}.${toolAnswers} ${continuation}, with what the records say, in the customer's language; leave out what cannot be said.`;
}

type GuardedRun = ReturnType<typeof createGuardedRun>;

function assembleDraft(
  attempt: PreparedAttempt,
  guardedRun: GuardedRun,
  toolResults: ToolResults,
  interruption?: string,
): Draft | undefined {
  const { business, businessName, industry, now, state, passages, engine, suitability, language, embeddedAnswer } =
    attempt;
  const format = formatterFor(business);
  const nextState: DialogueState = { ...state, language, unsure: 0, turns: (state.turns ?? 0) + 1 };
  if (toolResults.confirms && !interruption)
    return { ...EMPTY_REPLY, engine, status: 'open', state: { ...attempt.state, language }, confirms: true };
  const { handoffMessage } = attempt;
  const businessContext = { business, businessName, industry, now, handoffMessage, turnCount: state.turns ?? 0 };
  const {
    confirmationRequest,
    wantsPerson,
    task = state.task,
  } = interruption ? { ...toolResults, confirmationRequest: undefined } : toolResults;
  const closing = confirmationRequest ?? (wantsPerson ? renderHandoff(businessContext, '') : undefined);
  const texts = [
    guardedRun.getReleasedText(),
    ...findReplacementSentences(guardedRun, toolResults),
    tidyPunctuation(closing?.text ?? ''),
    interruption && format.text(interruption),
  ];
  if (!texts.some(Boolean)) return undefined;
  // Claims of completed actions cannot be recognized in unsupported languages, so the reply says that nothing was booked.
  const notice = isLanguage(language) ? '' : getNothingBookedNotice(language);
  // Streamed text cannot change any more, so notices can only be appended.
  const text = [...texts, notice, embeddedAnswer.urgentNotice].filter(Boolean).join(' ');
  const citedSources = passages
    .filter((_, index) => guardedRun.getCitedNumbers().has(index + 1))
    .map(({ passage }) => passage.source);
  const intent = toolResults.intent ?? (citedSources.length ? 'faq' : undefined);
  const { offer: _, ...keptState } = nextState;
  return {
    text,
    engine,
    ...(intent ? { intent } : {}),
    ...keepSuitable(
      { sources: [...toolResults.sources, ...citedSources], suggestions: confirmationRequest?.suggestions ?? [] },
      suitability,
    ),
    status: wantsPerson ? 'handoff' : 'open',
    // Only a confirmation request in the very last reply can be answered with a yes.
    state: {
      ...keptState,
      ...(task ? { task: { ...task, confirming: confirmationRequest !== undefined } } : {}),
      results: toolResults.results.slice(-MAX_KEPT_RESULTS).map(toStoredResult),
      before: createPreviousTurn(attempt.message, text),
    },
  };
}

/** If the guard rejected a sentence about allergens or suitability, the sentences of the tools are sent in its place. */
function findReplacementSentences(guardedRun: GuardedRun, { sentences }: ToolResults): string[] {
  const wasSafetyRelevant = guardedRun
    .getDroppedSentences()
    .some(({ reason: why }) => why === 'allergen' || why === 'unfit');
  return wasSafetyRelevant
    ? [...new Set(sentences)].filter((sentence) => !guardedRun.getReleasedText().includes(sentence))
    : [];
}

const EMPTY_REPLY = { text: '', sources: [], suggestions: [] };

/** A tool result of an earlier turn. */
function parseStoredResult(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return stored;
  }
}

const toStoredResult = (result: unknown): string =>
  (typeof result === 'string' ? result : JSON.stringify(result)).slice(0, MAX_STORED_RESULT_CHARS);
