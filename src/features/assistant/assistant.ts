// The embedded assistant, which needs no language model: turns a message and the dialogue state into a reply and the next
// state.
import type { CapabilityContext } from '../../capability/capability.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { findSlotsWithRole } from '../../capability/roles.ts';
import { withEmergencyNumber } from '../../guardrails/emergency-numbers.ts';
import { guardInput } from '../../guardrails/input-guard.ts';
import { compilePatterns } from '../../guardrails/phrases.ts';
import { renderUrgentNotice } from '../../guardrails/replies.ts';
import { NO_RISK } from '../../guardrails/risk.ts';
import { listEventsOfTransaction } from '../../kernel/events.ts';
import type { Log } from '../../kernel/log.ts';
import { createLruCache } from '../../kernel/memoize.ts';
import type { Encoder, PreviousTurn } from '../../nlu/encoder/encoder.ts';
import { findBareYesOrNo } from '../../nlu/entities/plain-answers.ts';
import { detectLanguage } from '../../nlu/language.ts';
import { toEnglishButton } from './buttons.ts';
import { runDialogueTurn } from './dialogue-manager.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { extractEntities, findNamedEntities } from './extract-entities.ts';
import { findHandoffOfferLanguage } from './fallback.ts';
import { createPreviousTurn, NO_PREVIOUS_TURN, updateFocus, updateRecentSources } from './focus.ts';
import { replyInForeignLanguage } from './foreign-language-reply.ts';
import { isGeneral } from './general.ts';
import { answerSuitability } from './health-suitability.ts';
import { findKeepEmbeddedReason, type KeepEmbeddedReason } from './llm/routing.ts';
import { applyMessageToNeeds, checkSuitability, keepSuitable } from './needs.ts';
import { containsOnlyItemNames } from './only-item-names.ts';
import { guardOutput } from './output-guard.ts';
import { parseMessage } from './parsed-message.ts';
import type { SearchHit, SearchScope } from './passage-index.ts';
import { TALK_TO_PERSON } from './phrases.ts';
import { createNlu } from './predict-intent.ts';
import { updateRemarks } from './remarks.ts';
import { BLANK_REPLY, createReceipts, type Reply, tidyPunctuation } from './reply.ts';
import { findHealthBookingIntent, isSafeToAnswer, removeMedicalQuestions, renderSafetyReply } from './safety-reply.ts';
import { CONFIDENT, VERY_CONFIDENT } from './thresholds.ts';
import { createTurn, type Turn, type TurnInputs, type TurnRequest } from './turn.ts';
import { answerWhileWaiting, withoutPendingActions } from './while-waiting.ts';

export type AssistantAnswer = {
  reply: Reply;
  state: DialogueState;
  /** Why this reply must not be replaced by a language model's; undefined where it may be. */
  keepEmbeddedReason: KeepEmbeddedReason | undefined;
  /** A notice that must accompany the reply, whoever writes it. */
  urgentNotice?: string;
};

export type Assistant = {
  /** Loads the models and compiles the patterns at startup, so that the first customer does not wait. */
  warmUp(industries: readonly AnyIndustry[]): Promise<void>;
  /** Encodes a message before the transaction opens, so that no transaction waits for the encoder. */
  prepare(message: string, conversationId?: string): Promise<void>;
  reply(ctx: CapabilityContext<Business>, request: TurnRequest): Promise<AssistantAnswer>;
  /** The answer between a handoff and the first reply of a person. Nothing is booked or changed. */
  replyWhileWaiting(ctx: CapabilityContext<Business>, request: TurnRequest): Promise<AssistantAnswer>;
  /** The reply to an emergency; undefined where there is none. It applies even where a person, a model or nobody answers. */
  emergencyReply(ctx: CapabilityContext<Business>, request: TurnRequest): Promise<Reply | undefined>;
  /** Passages that the business has written about the topic of a message, best match first. */
  searchPassages(message: string, scope: SearchScope): Promise<SearchHit[]>;
  /** The vector of a sentence; undefined if the encoder fails. */
  encode(sentence: string): Promise<Float32Array | undefined>;
};

/** Takes a few megabytes of memory. */
const MAX_CACHED_TURNS = 5_000;

export function createAssistant({ encoder, log }: { encoder: Encoder; log: Log }): Assistant {
  const nlu = createNlu(encoder, (classifier) =>
    log.info(
      { classifier },
      'training a classifier, because its phrases have changed: npm run train stores the weights',
    ),
  );
  // Lets `prepare` run before the conversation is loaded. On a cache miss the message is encoded during the turn.
  const previousTurns = createLruCache<string, PreviousTurn>(MAX_CACHED_TURNS);
  return {
    async warmUp(industries) {
      // The models are loaded in another thread meanwhile.
      const modelsLoading = nlu.warmUp(industries);
      compilePatterns();
      await modelsLoading;
    },
    async prepare(message, conversationId) {
      const previousTurn = conversationId === undefined ? NO_PREVIOUS_TURN : previousTurns.get(conversationId);
      // Within a conversation most messages are answers, whose sentences need no intent of their own.
      await nlu.encodeAhead(message, previousTurn, conversationId === undefined || parseMessage(message).isQuestion);
    },
    async reply(ctx, request) {
      const answer = await answerMessage(ctx, request);
      const { business, now } = ctx;
      const { reply } = answer;
      // The same context as in the turn, so that the memoized entities are used.
      const { industry, businessName } = request;
      const extractionContext = { business, industry, now, requestedSlots: [], businessName };
      const { text } = parseMessage(request.message);
      const customerEntities = extractEntities(text, extractionContext).catalogEntities;
      const replyEntities = findNamedEntities(reply.text, extractionContext, reply.slots.name);
      const focus = updateFocus(industry, request.state.focus ?? [], customerEntities, replyEntities);
      const previousTurn = createPreviousTurn(text, reply.text);
      if (ctx.conversationId) previousTurns.set(ctx.conversationId, previousTurn);
      return {
        ...answer,
        state: {
          ...answer.state,
          focus,
          before: previousTurn,
          told: updateRecentSources(request.state.told ?? [], reply.sources),
        },
      };
    },
    async replyWhileWaiting(ctx, request) {
      const usualAnswer = await this.reply(ctx, { ...request, state: withoutPendingActions(request.state) });
      return { ...usualAnswer, ...answerWhileWaiting(createTurn(ctx, request), request.state, usualAnswer) };
    },
    async emergencyReply(ctx, request) {
      const { issue: safetyIssue } = await assessDanger(ctx, request);
      const isUrgent = safetyIssue?.kind === 'emergency' || safetyIssue?.kind === 'urgent';
      return isUrgent
        ? renderSafetyReply(createTurn(ctx, request).businessContext, safetyIssue, request.message)
        : undefined;
    },
    searchPassages: (message, scope) => nlu.search(message, scope),
    encode: (sentence) =>
      encoder.encode([sentence]).then(
        ([vector]) => vector,
        () => undefined,
      ),
  };

  async function assessDanger({ business, now }: CapabilityContext<Business>, request: TurnRequest) {
    const { industry, businessName, state } = request;
    const { text, originalText } = parseMessage(request.message);
    const { catalogEntities } = extractEntities(text, { business, industry, now, requestedSlots: [], businessName });
    const { isHealthCare } = industry?.traits ?? {};
    const detectedRisk = containsOnlyItemNames(text, catalogEntities) ? NO_RISK : await nlu.assessRisk(originalText);
    const messageRisk = { ...detectedRisk, needsCareToday: isHealthCare === true && (await nlu.needsCareToday(text)) };
    // After an alarm, any message that is not clearly harmless is treated as part of it: "he's a bit sleepy now".
    const risk =
      state.alarm && messageRisk.level !== 'calm' ? { ...messageRisk, level: 'alarm' as const } : messageRisk;
    return { risk, ...guardInput(originalText, { traits: industry?.traits ?? {}, businessName }, risk) };
  }

  async function answerMessage(ctx: CapabilityContext<Business>, request: TurnRequest): ReturnType<Assistant['reply']> {
    const { industry, businessName, state } = request;
    const needs = applyMessageToNeeds({ ...request, business: ctx.business, now: ctx.now });
    const assessment = await assessDanger(ctx, request);
    const remarks = await updateRemarks(nlu, industry, state, parseMessage(request.message), assessment.risk);
    const turn = createTurn(ctx, request, needs, remarks);
    const { businessContext } = turn;
    const { originalText: message, language } = turn.message;
    const rememberedFields = {
      ...(Object.keys(needs).length > 0 ? { needs } : {}),
      ...(remarks.length > 0 ? { remarks } : {}),
    };
    const { needs: _, remarks: __, rest: ___, ...lastingState } = state;
    const stateWithNeeds: DialogueState = { ...lastingState, ...rememberedFields };
    const turnCount = businessContext.turnCount;
    const { risk, issue: safetyIssue, urgentRisk } = assessment;
    const isAllergic = !industry?.needs && (state.allergy || risk.allergyProbability >= CONFIDENT);
    const allergy = isAllergic ? { allergy: true as const } : {};
    const suitabilityAnswer = await answerSuitability(nlu, businessContext, message, safetyIssue);
    if (suitabilityAnswer) {
      const reply: Reply = {
        ...BLANK_REPLY,
        ...suitabilityAnswer,
        intent: 'faq',
        confidence: VERY_CONFIDENT,
        policy: 'care',
      };
      return { reply, state: { ...stateWithNeeds, turns: turnCount + 1 }, keepEmbeddedReason: 'safety' };
    }
    if (safetyIssue && !(await isSafeToAnswer(nlu, businessContext, safetyIssue, message))) {
      // The reply offers an appointment or a person, which the customer can accept with a plain yes.
      const intent =
        safetyIssue.kind === 'medical-advice' ? (findHealthBookingIntent(industry) ?? 'general.human') : undefined;
      const offer = intent ? { offer: { intent, slots: createEmptySlots() } } : {};
      const reply = renderSafetyReply(businessContext, safetyIssue, message);
      const otherQuestions = safetyIssue.kind === 'medical-advice' ? removeMedicalQuestions(turn) : '';
      if (otherQuestions) {
        const otherAnswer = await answerMessage(ctx, { ...request, message: otherQuestions });
        return { ...otherAnswer, reply: { ...otherAnswer.reply, text: `${otherAnswer.reply.text}\n\n${reply.text}` } };
      }
      return {
        reply,
        state: {
          ...stateWithNeeds,
          ...offer,
          ...(reply.intent === 'safety.emergency' ? { alarm: true } : {}),
          turns: turnCount + 1,
        },
        keepEmbeddedReason: 'safety',
      };
    }
    // Buttons, and a plain yes or no to a question, are understood in every supported language.
    const englishLabel = toEnglishButton(request.message, ctx.business);
    // After the offer of a person in another language, a yes accepts that offer and confirms nothing else.
    const awaitsAnswer =
      (state.task !== undefined || state.offer !== undefined) && !findHandoffOfferLanguage(state, businessContext);
    const isBareAnswerOrButton = findBareYesOrNo(request.message)
      ? awaitsAnswer
      : ![request.message, TALK_TO_PERSON].includes(englishLabel);
    const foreignReply = isBareAnswerOrButton
      ? undefined
      : await replyInForeignLanguage(
          nlu,
          businessContext,
          request.message,
          detectLanguage(request.message),
          state,
          risk,
        );
    if (foreignReply) {
      const { reply, language: replyLanguage } = foreignReply;
      const unsure = isGeneral(reply.intent) ? 0 : 1;
      return {
        reply,
        state: { ...stateWithNeeds, language: replyLanguage, unsure, turns: turnCount + 1 },
        keepEmbeddedReason: undefined,
      };
    }
    const eventCountBefore = listEventsOfTransaction(ctx.db).length;
    const inputs: TurnInputs = { nlu, customer: request.customer, risk };
    const {
      part,
      intent,
      confidence,
      slots,
      receipt,
      policy,
      considered = [],
      state: turnState,
    } = await runDialogueTurn(inputs, turn, stateWithNeeds);
    const newReceipts = [
      ...createReceipts(turn.capabilities, listEventsOfTransaction(ctx.db).slice(eventCountBefore)),
      ...(receipt ? [receipt] : []),
    ];
    const receipts = mayShowCodes(stateWithNeeds, industry)
      ? newReceipts
      : newReceipts.map((newReceipt) => ({ ...newReceipt, code: null }));
    const otherSources = [message, request.customer, businessName, stateWithNeeds, turnState, ...turn.results];
    const guardContext = { business: ctx.business, knowledgeIndex: request.knowledgeIndex, otherSources };
    const guardedText = guardOutput(tidyPunctuation(part.text), receipts, guardContext, () =>
      ctx.log.error({ intent }, 'a claim without a receipt, or a contact that nobody knows, was held back'),
    );
    const textWithAllergyNote =
      isAllergic && isAboutGoods(turn, intent) ? `${guardedText} ${ALLERGY_NOTE}` : guardedText;
    const urgentText = urgentRisk && renderUrgentNotice(urgentRisk, { language, country: countryOf(ctx.business) });
    const text = withEmergencyNumber(
      urgentText ? `${textWithAllergyNote} ${urgentText}` : textWithAllergyNote,
      countryOf(ctx.business),
    );
    const suitability = checkSuitability(needs, ctx.business, industry);
    const { suggestions, sources } = keepSuitable({ suggestions: [], sources: [], ...part }, suitability);
    const status = part.handoff ? 'handoff' : 'open';
    const reply: Reply = {
      text,
      intent,
      confidence,
      status,
      suggestions,
      sources,
      receipts,
      slots,
      policy,
      considered,
      ...(part.unanswered ? { unanswered: true } : {}),
    };
    const booked = state.booked || receipts.some(({ type }) => type === 'booking.created');
    const alarm = urgentRisk || state.alarm ? { alarm: true as const } : {};
    const nextState = {
      ...turnState,
      turns: turnCount + 1,
      ...rememberedFields,
      ...allergy,
      ...alarm,
      ...(turn.itemsLeftOut.size > 0 ? { rest: [...turn.itemsLeftOut] } : {}),
      ...(booked ? { booked } : {}),
      ...(ctx.business.language ? { language: ctx.business.language } : {}),
    };
    return {
      reply,
      state: nextState,
      keepEmbeddedReason: findKeepEmbeddedReason(reply, turn, state, nextState),
      ...(urgentText ? { urgentNotice: urgentText } : {}),
    };
  }
}

/** An allergy note is added to answers about goods, because no ingredients are on record for them. */
const isAboutGoods = ({ capabilities, businessContext }: Turn, intent: string): boolean =>
  findSlotsWithRole(businessContext.industry, 'goods').some((slot) =>
    capabilities.get(intent)?.dialogue.subject?.includes(slot),
  );

const ALLERGY_NOTE =
  "I don't have a record of what's in these, so with an allergy or intolerance please check the label or ask our team first.";

/** A name and date of birth alone do not entitle anybody to the code of a health booking. */
const mayShowCodes = ({ task }: DialogueState, industry: AnyIndustry | undefined) =>
  task?.proof !== 'details' || findHealthBookingIntent(industry) === undefined;
