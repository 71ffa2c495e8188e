// Labelled conversations as ranker examples: the candidate actions of each turn, and which of them are correct.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Default } from 'typebox/value';
import type { AnyCapability } from '../../src/capability/capability.ts';
import type { Slots } from '../../src/capability/dialogue.ts';
import { type Business, EMPTY_DOCUMENT } from '../../src/capability/document.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';
import { normalizeMessage } from '../../src/features/assistant/clauses.ts';
import { extractEntities } from '../../src/features/assistant/extract-entities.ts';
import {
  createPreviousTurn,
  type FocusEntity,
  NO_PREVIOUS_TURN,
  updateFocus,
} from '../../src/features/assistant/focus.ts';
import type { Nlu } from '../../src/features/assistant/predict-intent.ts';
import {
  type ActionCandidate,
  type Capabilities,
  findDescribingCapability,
  listCandidates,
  listUsedSlots,
  type RankingInput,
} from '../../src/features/assistant/rank/candidates.ts';
import { computeFeatures } from '../../src/features/assistant/rank/features.ts';
import { type Features, flattenFeatures } from '../../src/features/assistant/rank/ranker.ts';
import { activateIndustry } from '../../src/features/business/setup.ts';
import { createQuestions, type Question, selectQuestions } from '../../src/features/checkup/questions.ts';
import type { PreviousTurn } from '../../src/nlu/encoder/encoder.ts';

export type Example = {
  business: string;
  /** Cross-validation fold, from 0 to 4. */
  fold?: number;
  text: string;
  candidates: { features: Features; isRight: boolean; name: string }[];
};

type Turn = {
  customer: string;
  reply: string;
  intent?: string;
  targets: string[];
  acts: string[];
  capability?: string;
  segments?: string[];
  segmentTargets?: string[][];
};
type LabelledBusiness = {
  business: string;
  industry: string;
  clock: string;
  document: Record<string, unknown>;
  entries: { id: string; kind: string; title: string }[];
  dialogues: { id: string; turns: Turn[] }[];
};

const PLAYED_FOLDER = join(import.meta.dirname, '../../eval/played');

export const readPlayedBusinesses = (): LabelledBusiness[] =>
  readdirSync(PLAYED_FOLDER)
    .sort()
    .flatMap((file) => readFileSync(join(PLAYED_FOLDER, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line));

/** Acts that answer, agree or refuse, and so start nothing new. */
const ANSWER_ACTS = new Set(['fill', 'confirm', 'deny', 'choose', 'correct', 'abandon']);
export const INTENT_BY_ACT: Record<string, string> = {
  change_booking: 'booking.change',
  cancel_booking: 'booking.cancel',
  find_booking: 'booking.find',
  handoff: 'general.human',
  greet: 'general.greeting',
  thanks: 'general.thanks',
  praise: 'general.thanks',
  goodbye: 'general.goodbye',
  complain: 'general.complaint',
};
const BOOKING_CONFIRMED_PATTERN = /\bcode is [A-Z0-9]{6}\b/;
/** Like the assistant's topic tracking: small talk and FAQ answers leave the topic unchanged. */
const setsTopic = (intent: string) =>
  !['unknown', 'faq'].includes(intent) && (!intent.startsWith('general.') || intent === 'general.hours');
const SLOT_BY_ENTRY_KIND: Record<string, string> = {
  service: 'service',
  item: 'item',
  class: 'class',
  staff: 'staff',
  plan: 'plan',
  payer: 'payer',
};

export async function createDialogueExamples(
  played: LabelledBusiness,
  industries: readonly AnyIndustry[],
  nlu: Nlu,
): Promise<Example[]> {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const business = {
    ...activateIndustry(EMPTY_DOCUMENT as Business, industry),
    ...played.document,
    name: played.business,
  } as Business;
  const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
  const examples: Example[] = [];
  for (const { turns } of played.dialogues) {
    let focus: FocusEntity[] = [];
    let previousTurn = NO_PREVIOUS_TURN;
    let topic: RankingInput['topic'];
    let hasBooked = false;
    for (const turn of turns) {
      const message = normalizeMessage(turn.customer);
      const extractFrom = (text: string) =>
        extractEntities(text, { business, industry, now: new Date(played.clock), requestedSlots: [] });
      const parts = await nlu.predictIntentsOfParts(message, { business, industry }, previousTurn);
      for (const { text, targets, isWholeMessage } of ANSWER_ACTS.has(turn.acts[0]!)
        ? []
        : collectQuestions(turn, message)) {
        const slots = extractFrom(text);
        const part = parts.find((each) => each.text === text);
        const rankingInput: RankingInput = {
          prediction: part ?? (await nlu.predictIntent(text, { business, industry }, previousTurn)),
          slots,
          capabilities,
          industry,
          focus,
          booked: hasBooked,
          previousTurn,
          ...(topic ? { topic } : {}),
        };
        examples.push(
          ...toExamples(played.business, rankingInput, (candidates) =>
            findCorrectCandidates({ turn, targets, isWholeMessage, slots, capabilities, candidates, played, business }),
          ),
        );
      }
      focus = updateFocus(
        industry,
        focus,
        extractFrom(message).catalogEntities,
        extractFrom(turn.reply).catalogEntities,
      );
      previousTurn = createPreviousTurn(message, turn.reply);
      hasBooked ||= BOOKING_CONFIRMED_PATTERN.test(turn.reply);
      if (turn.intent && setsTopic(turn.intent))
        topic = { intent: turn.intent, done: BOOKING_CONFIRMED_PATTERN.test(turn.reply) };
    }
  }
  return examples;
}

/** Intents of a public data set that no business is asked about. */
const OUT_OF_SCOPE_INTENTS = new Set(
  `translate exchange_rate flip_coin roll_dice weather spelling definition measurement_conversion calculator play_music
  what_song traffic gas mpg oil_change_how taxes credit_score routing meaning_of_life fun_fact tell_joke bill_balance
  flight_status lost_luggage international_visa plug_type timezone smart_home reset_settings sync_device w2 pto_request
  jump_start tire_pressure`.split(/\s+/),
);
const OUT_OF_SCOPE_QUESTIONS_PER_BUSINESS = 6;
let outOfScopeTexts: string[] | undefined;
function pickOutOfScopeQuestions(businessIndex: number): string[] {
  outOfScopeTexts ??= readFileSync(join(import.meta.dirname, '../../../shared/data/clinc150/train.csv'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, text, intent] = /^"(.*)","(\w+)"$/.exec(line) ?? [];
      return text && OUT_OF_SCOPE_INTENTS.has(intent!) ? [text.replaceAll('""', '"')] : [];
    });
  const texts = outOfScopeTexts;
  return Array.from(
    { length: OUT_OF_SCOPE_QUESTIONS_PER_BUSINESS },
    (_, index) => texts[((businessIndex * OUT_OF_SCOPE_QUESTIONS_PER_BUSINESS + index) * 37) % texts.length]!,
  );
}

/** The ranking input of a first message, without previous turns. */
async function createFirstMessageInput(
  text: string,
  { business, industry, now }: { business: Business; industry: AnyIndustry; now: Date },
  nlu: Nlu,
): Promise<RankingInput> {
  const prediction = await nlu.predictIntent(text, { business, industry });
  return {
    prediction,
    slots: extractEntities(text, { business, industry, now, requestedSlots: [] }),
    capabilities: new Map(industry.capabilities.map((each) => [each.name, each])),
    industry,
    focus: [],
    booked: false,
    previousTurn: NO_PREVIOUS_TURN,
  };
}

/** A single example, or none if no candidate is correct. */
function toExamples(
  business: string,
  rankingInput: RankingInput,
  findCorrect: (all: ActionCandidate[]) => Iterable<ActionCandidate>,
): Example[] {
  const { candidates, cues } = listCandidates(rankingInput);
  const correct = new Set(findCorrect(candidates));
  if (!correct.size) return [];
  const features = computeFeatures(rankingInput, cues, candidates).map(flattenFeatures);
  const labelledCandidates = candidates.map((candidate, index) => ({
    features: features[index]!,
    isRight: correct.has(candidate),
    name: describeCandidate(candidate),
  }));
  return [{ business, text: rankingInput.prediction.text, candidates: labelledCandidates }];
}

const MAX_CHECKUP_QUESTIONS = 12;

/** The questions that a checkup asks about a business, each with its only correct answer. */
export function selectCheckupQuestions(played: LabelledBusiness, industries: readonly AnyIndustry[]) {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const document = {
    ...activateIndustry(EMPTY_DOCUMENT as Business, industry),
    ...played.document,
    name: played.business,
  } as Business;
  const { name } = industry;
  const industryDocument = Default(industry.schema, document[name]);
  const business = { ...document, [name]: industryDocument, industry: name, industries: [name] } as Business;
  const now = new Date(played.clock);
  const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
  const questions = selectQuestions(createQuestions(business, industries, now), MAX_CHECKUP_QUESTIONS).map(
    (question) => {
      const { catalogEntities: words } = extractEntities(question.ask, { business, industry, now, requestedSlots: [] });
      return { text: question.ask, words, ...findCorrectAnswer(question, words, capabilities) };
    },
  );
  return { business, industry, now, questions };
}

const INTENT_BY_TOPIC: Record<string, string> = {
  hours: 'general.hours',
  closures: 'general.hours',
  insurance: 'medical.insurance',
};

/** The passage by its id or title, or the intents that answer the question. */
function findCorrectAnswer(
  { id, topic, expectedAction }: Question,
  words: Slots['catalogEntities'],
  capabilities: Capabilities,
): { passage?: string; intents: string[] } {
  const [, passage] = /^(?:faqs|policies|services)\/(.+?)(?:\/reworded)?$/.exec(id) ?? [];
  if (passage) return { passage, intents: [] };
  if (topic === 'contact') return { intents: [id.endsWith('address') ? 'general.location' : 'general.contact'] };
  const knownIntent = expectedAction ?? INTENT_BY_TOPIC[topic];
  if (knownIntent) return { intents: [knownIntent] };
  const all = [...capabilities.values()];
  const dietaryIntents = all.filter((capability) => listUsedSlots(capability).has('avoid')).map(({ name }) => name);
  if (topic === 'allergens' || topic === 'diets') return { intents: dietaryIntents };
  return { intents: Object.keys(words).flatMap((slot) => findDescribingCapability(capabilities, slot) ?? []) };
}

export async function createCheckupExamples(
  played: LabelledBusiness,
  industries: readonly AnyIndustry[],
  nlu: Nlu,
): Promise<Example[]> {
  const { questions, ...context } = selectCheckupQuestions(played, industries);
  const examples: Example[] = [];
  for (const { text, passage, intents } of questions) {
    const isRight = ({ hit, intent, itemSource }: ActionCandidate) => {
      if (hit) return passage !== undefined && [hit.passage.source.id, hit.passage.source.title].includes(passage);
      return itemSource === 'message' && intents.includes(intent);
    };
    const findCorrect = (all: ActionCandidate[]) => all.filter(isRight);
    examples.push(...toExamples(played.business, await createFirstMessageInput(text, context, nlu), findCorrect));
  }
  return examples;
}

/** Questions that nothing in the business's document answers. */
export async function createOutOfScopeExamples(
  played: LabelledBusiness,
  businessIndex: number,
  industries: readonly AnyIndustry[],
  nlu: Nlu,
): Promise<Example[]> {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const business = {
    ...activateIndustry(EMPTY_DOCUMENT as Business, industry),
    ...played.document,
    name: played.business,
  } as Business;
  const context = { business, industry, now: new Date(played.clock) };
  const findUnknown = (all: ActionCandidate[]) => all.filter(({ intent }) => intent === 'unknown');
  const examples: Example[] = [];
  for (const text of pickOutOfScopeQuestions(businessIndex))
    examples.push(...toExamples(played.business, await createFirstMessageInput(text, context, nlu), findUnknown));
  return examples;
}

const describeCandidate = ({ intent, hit, catalogEntities, itemSource }: ActionCandidate) =>
  hit
    ? `${hit.passage.source.kind}:${hit.passage.source.title}`
    : `${intent}${
        itemSource === 'message'
          ? ''
          : ` ${itemSource} ${JSON.stringify(
              Object.values(catalogEntities)
                .flat(2)
                .map(({ name }) => name),
            )}`
      }`;

/** Each question of a message separately, if it has several. */
function collectQuestions({ segments = [], segmentTargets = [], targets }: Turn, message: string) {
  if (segments.length < 2) return [{ text: message, targets, isWholeMessage: true }];
  return segments
    .map((text, index) => ({
      text: normalizeMessage(text),
      targets: segmentTargets[index] ?? [],
      isWholeMessage: false,
    }))
    .filter(({ targets }) => targets.length > 0);
}

function findCorrectCandidates({
  turn,
  targets,
  isWholeMessage,
  slots,
  capabilities,
  candidates,
  played,
  business,
}: {
  turn: Turn;
  targets: string[];
  isWholeMessage: boolean;
  slots: Slots;
  capabilities: Capabilities;
  candidates: ActionCandidate[];
  played: LabelledBusiness;
  business: Business;
}): Set<ActionCandidate> {
  const correct = new Set<ActionCandidate>();
  const targetItems = new Set<string>();
  const parseTarget = (target: string) => {
    const [kind = '', id = ''] = [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)];
    const title = played.entries.find((each) => each.id === target)?.title;
    return { kind, id, title };
  };
  for (const target of targets) {
    const { kind, id, title } = parseTarget(target);
    if (target.startsWith('hours'))
      for (const each of candidates) if (each.intent === 'general.hours') correct.add(each);
    if (target === 'contact:address')
      for (const each of candidates) if (each.intent === 'general.location') correct.add(each);
    if (/^contact:(phone|email|website)/.test(target))
      for (const each of candidates) if (each.intent === 'general.contact') correct.add(each);
    for (const each of candidates) {
      const source = each.hit?.passage.source;
      if (!source) continue;
      const serviceName = kind === 'extra' ? business.services[Number(id) - 1]?.name : undefined;
      const isTarget =
        (kind === 'faq' && source.kind === 'faq' && source.id === id) ||
        (kind === 'policy' && source.kind === 'policy' && source.id === id) ||
        (serviceName !== undefined && source.kind === 'service' && source.id === serviceName) ||
        (target === 'about' && source.kind === 'about') ||
        (title !== undefined && source.title === title);
      if (isTarget) correct.add(each);
    }
    const slot = SLOT_BY_ENTRY_KIND[kind];
    if (slot) targetItems.add(`${slot} ${id}`).add(`${slot} ${title}`);
  }
  // A list has no single correct item.
  const isList = targetItems.size > 2 * 2;
  const mentionsTarget = (candidate: ActionCandidate) => {
    if (isList && candidate.itemSource !== 'message') return false;
    const mentionsBySlot = { ...slots.catalogEntities };
    for (const [slot, mentions] of Object.entries(candidate.catalogEntities))
      mentionsBySlot[slot] = [...(mentionsBySlot[slot] ?? []), ...mentions];
    return Object.entries(mentionsBySlot).some(([slot, mentions]) =>
      mentions.flat().some(({ id, name }) => targetItems.has(`${slot} ${id}`) || targetItems.has(`${slot} ${name}`)),
    );
  };
  const acceptsTarget = (candidate: ActionCandidate) => {
    const acceptedSlots = listUsedSlots(capabilities.get(candidate.intent));
    return [...targetItems].some((thing) => acceptedSlots.has(thing.split(' ')[0]!));
  };
  const isQuestionOnly = !turn.acts.includes('start');
  // Questions about what somebody must not eat are only answered by the dietary records.
  const answersDietary = (capability: AnyCapability | undefined) => listUsedSlots(capability).has('avoid');
  const labelledCapability = capabilities.get(turn.capability ?? '');
  const isDietaryQuestion =
    labelledCapability?.effect === 'read'
      ? answersDietary(labelledCapability)
      : Boolean(slots.catalogEntities.avoid || slots.catalogEntities.diet);
  const hasDietaryRecords = [...capabilities.values()].some(answersDietary);
  for (const each of candidates) {
    const capability = capabilities.get(each.intent);
    const isRead =
      capability?.effect === 'read' && (!hasDietaryRecords || answersDietary(capability) === isDietaryQuestion);
    if (acceptsTarget(each) && mentionsTarget(each) && (each.intent === turn.capability || (isQuestionOnly && isRead)))
      correct.add(each);
  }
  const candidatesWith = (intent: string) => candidates.filter((each) => each.intent === intent);
  if (turn.capability && (isWholeMessage || !correct.size)) {
    const capabilityCandidates = candidatesWith(turn.capability);
    const mentioningCandidates = capabilityCandidates.filter(mentionsTarget);
    for (const each of mentioningCandidates.length && targetItems.size
      ? mentioningCandidates
      : capabilityCandidates.filter(({ itemSource }) => itemSource === 'message'))
      correct.add(each);
  }
  // A rule about bookings is added to the booking step and does not replace it.
  if (turn.acts[0] === 'start' && [...correct].some(({ hit }) => !hit))
    for (const each of correct) if (each.hit) correct.delete(each);
  for (const act of isWholeMessage ? turn.acts : []) {
    const intent = INTENT_BY_ACT[act];
    const isOnlyAct = turn.acts.every((each) => each === act || INTENT_BY_ACT[each]) && !targets.length;
    if (intent && (isOnlyAct || intent.startsWith('booking.') || intent === 'general.human'))
      for (const each of candidatesWith(intent)) correct.add(each);
  }
  if (isList && isQuestionOnly && !correct.size)
    for (const each of candidates)
      if (each.itemSource === 'message' && capabilities.get(each.intent)?.effect === 'read' && acceptsTarget(each))
        correct.add(each);
  if (!correct.size && isWholeMessage && !targets.length && !turn.capability)
    for (const each of candidatesWith('unknown')) correct.add(each);
  return correct;
}

/** The cross-validation fold of an exam business. */
export const getFold = (business: string): number =>
  [...business].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5;

/** Without duplicates. */
export const readExamDecisions = (): LoggedDecision[] => [
  ...new Map(
    readFileSync(join(import.meta.dirname, 'exam.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line, JSON.parse(line) as LoggedDecision]),
  ).values(),
];

/** Splits the logged text into the customer's message and the reply. */
export function getPreviousTurn({ before }: LoggedDecision): PreviousTurn {
  const lineBreak = before.indexOf('\n');
  return { said: before.slice(0, Math.max(0, lineBreak)), told: before.slice(lineBreak + 1) };
}

export type LoggedDecision = {
  industry: string;
  business: string;
  clock: string;
  text: string;
  focus: FocusEntity[];
  before: string;
  topic?: RankingInput['topic'];
  offer?: string;
  booked?: boolean;
  intent: string;
  source?: { kind: string; id: string };
  words: Slots['catalogEntities'];
};

/** Decisions in exam conversations that passed. */
export async function createExamExamples(
  decisions: readonly LoggedDecision[],
  industries: readonly AnyIndustry[],
  nlu: Nlu,
  configs: ReadonlyMap<string, Record<string, unknown>>,
): Promise<Example[]> {
  const examples: Example[] = [];
  const documents = new Map<string, Business>();
  for (const decision of decisions) {
    const config = configs.get(decision.business);
    const industry = industries.find(({ name }) => name === decision.industry);
    if (!config || !industry) continue;
    const key = `${decision.industry} ${decision.business}`;
    const business =
      documents.get(key) ?? ({ ...activateIndustry(EMPTY_DOCUMENT as Business, industry), ...config } as Business);
    documents.set(key, business);
    const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
    const slots = extractEntities(decision.text, {
      business,
      industry,
      now: new Date(decision.clock),
      requestedSlots: [],
    });
    const { focus, topic, offer, booked = false } = decision;
    const previousTurn = getPreviousTurn(decision);
    const prediction = await nlu.predictIntent(decision.text, { business, industry }, previousTurn);
    const rankingInput: RankingInput = {
      prediction,
      slots,
      capabilities,
      industry,
      focus,
      booked,
      previousTurn,
      ...(topic ? { topic } : {}),
      ...(offer ? { offeredIntent: offer } : {}),
    };
    const collectItemIds = (words: Slots['catalogEntities']) =>
      Object.entries(words).flatMap(([slot, all]) =>
        ['category', 'level', 'area', 'offer'].includes(slot) ? [] : all.flat().map(({ id }) => `${slot} ${id}`),
      );
    const expectedIds = new Set(collectItemIds(decision.words));
    const hasExpectedItems = (candidate: ActionCandidate) => {
      const candidateIds = new Set([
        ...collectItemIds(slots.catalogEntities),
        ...collectItemIds(candidate.catalogEntities),
      ]);
      return candidateIds.size === expectedIds.size && [...expectedIds].every((id) => candidateIds.has(id));
    };
    const isUnanswered = decision.intent === 'unknown' || (decision.intent === 'faq' && !decision.source);
    const matchesDecision = ({ hit, intent }: ActionCandidate) => {
      if (isUnanswered) return intent === 'unknown';
      const { kind, id } = decision.source ?? {};
      if (decision.source && decision.intent === 'faq')
        return hit?.passage.source.kind === kind && hit?.passage.source.id === id;
      return !hit && intent === decision.intent;
    };
    const findCorrect = (candidates: ActionCandidate[]) => {
      const matching = candidates.filter(matchesDecision);
      const exactMatches = matching.filter((each) => each.hit || isUnanswered || hasExpectedItems(each));
      return exactMatches.length ? exactMatches : matching.filter(({ itemSource }) => itemSource === 'message');
    };
    examples.push(...toExamples(`exam ${decision.business}`, rankingInput, findCorrect));
  }
  return examples;
}
