// Labelled conversations as choices of the ranker: what could have been meant in each turn, and which of it was.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Default } from 'typebox/value';
import type { AnyCapability } from '../../src/capability/capability.ts';
import type { Slots } from '../../src/capability/dialogue.ts';
import { BARE, type Business } from '../../src/capability/document.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';
import { plainText } from '../../src/features/assistant/clauses.ts';
import { extractEntities } from '../../src/features/assistant/extract-entities.ts';
import { type FocusEntity, NO_PREVIOUS_TURN, previousTurnOf, updateFocus } from '../../src/features/assistant/focus.ts';
import type { Nlu } from '../../src/features/assistant/predict-intent.ts';
import {
  type Candidate,
  type Capabilities,
  candidatesOf,
  capabilityDescribing,
  type RankingInput,
  slotsUsedBy,
} from '../../src/features/assistant/rank/candidates.ts';
import { featuresOf } from '../../src/features/assistant/rank/features.ts';
import { type Features, flattened } from '../../src/features/assistant/rank/ranker.ts';
import { activate } from '../../src/features/business/setup.ts';
import { chosen, type Question, questionsFor } from '../../src/features/checkup/questions.ts';
import type { PreviousTurn } from '../../src/nlu/encoder/encoder.ts';

export type Example = {
  business: string;
  /** Which fifth of the businesses it belongs to. */
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
type Played = {
  business: string;
  industry: string;
  clock: string;
  document: Record<string, unknown>;
  entries: { id: string; kind: string; title: string }[];
  dialogues: { id: string; turns: Turn[] }[];
};

const FOLDER = join(import.meta.dirname, '../../eval/played');

export const playedBusinesses = (): Played[] =>
  readdirSync(FOLDER)
    .sort()
    .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line));

/** Turns of these begin nothing: they answer, agree or refuse. */
const WITHIN = new Set(['fill', 'confirm', 'deny', 'choose', 'correct', 'abandon']);
export const BY_ACT: Record<string, string> = {
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
const BOOKED = /\bcode is [A-Z0-9]{6}\b/;
/** As the assistant keeps a topic: small talk and answers of the house leave it as it was. */
const lasts = (intent: string) =>
  !['unknown', 'faq'].includes(intent) && (!intent.startsWith('general.') || intent === 'general.hours');
const SLOTS: Record<string, string> = {
  service: 'service',
  item: 'item',
  class: 'class',
  staff: 'staff',
  plan: 'plan',
  payer: 'payer',
};

export async function examplesOf(played: Played, industries: readonly AnyIndustry[], nlu: Nlu): Promise<Example[]> {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const business = { ...activate(BARE as Business, industry), ...played.document, name: played.business } as Business;
  const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
  const examples: Example[] = [];
  for (const { turns } of played.dialogues) {
    let focus: FocusEntity[] = [];
    let before = NO_PREVIOUS_TURN;
    let topic: RankingInput['topic'];
    let booked = false;
    for (const turn of turns) {
      const message = plainText(turn.customer);
      const listen = (text: string) =>
        extractEntities(text, { business, industry, now: new Date(played.clock), asked: [] });
      const parts = await nlu.predictIntentsOfParts(message, { business, industry }, before);
      for (const { text, targets, isWhole } of WITHIN.has(turn.acts[0]!) ? [] : askedIn(turn, message)) {
        const slots = listen(text);
        const part = parts.find((each) => each.text === text);
        const scene: RankingInput = {
          prediction: part ?? (await nlu.predictIntent(text, { business, industry }, before)),
          slots,
          capabilities,
          industry,
          focus,
          booked,
          before,
          ...(topic ? { topic } : {}),
        };
        examples.push(
          ...exampleOf(played.business, scene, (candidates) =>
            rightOnes({ turn, targets, isWhole, slots, capabilities, candidates, played, business }),
          ),
        );
      }
      focus = updateFocus(industry, focus, listen(message).words, listen(turn.reply).words);
      before = previousTurnOf(message, turn.reply);
      booked ||= BOOKED.test(turn.reply);
      if (turn.intent && lasts(turn.intent)) topic = { intent: turn.intent, done: BOOKED.test(turn.reply) };
    }
  }
  return examples;
}

/** What no business is asked, out of a public set of requests to an assistant. */
const ELSEWHERE = new Set(
  `translate exchange_rate flip_coin roll_dice weather spelling definition measurement_conversion calculator play_music
  what_song traffic gas mpg oil_change_how taxes credit_score routing meaning_of_life fun_fact tell_joke bill_balance
  flight_status lost_luggage international_visa plug_type timezone smart_home reset_settings sync_device w2 pto_request
  jump_start tire_pressure`.split(/\s+/),
);
const ODD = 6;
let elsewhere: string[] | undefined;
function oddQuestions(at: number): string[] {
  elsewhere ??= readFileSync(join(import.meta.dirname, '../../../shared/data/clinc150/train.csv'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, text, intent] = /^"(.*)","(\w+)"$/.exec(line) ?? [];
      return text && ELSEWHERE.has(intent!) ? [text.replaceAll('""', '"')] : [];
    });
  const all = elsewhere;
  return Array.from({ length: ODD }, (_, n) => all[((at * ODD + n) * 37) % all.length]!);
}

/** Out of the blue: nothing was said before. */
async function openingOf(
  text: string,
  { business, industry, now }: { business: Business; industry: AnyIndustry; now: Date },
  nlu: Nlu,
): Promise<RankingInput> {
  const prediction = await nlu.predictIntent(text, { business, industry });
  return {
    prediction: prediction,
    slots: extractEntities(text, { business, industry, now, asked: [] }),
    capabilities: new Map(industry.capabilities.map((each) => [each.name, each])),
    industry,
    focus: [],
    booked: false,
    before: NO_PREVIOUS_TURN,
  };
}

/** One, or none where nothing that could be chosen is right. */
function exampleOf(
  business: string,
  scene: RankingInput,
  rightOf: (all: Candidate[]) => Iterable<Candidate>,
): Example[] {
  const { candidates, cues } = candidatesOf(scene);
  const right = new Set(rightOf(candidates));
  if (!right.size) return [];
  const features = featuresOf(scene, cues, candidates).map(flattened);
  const each = candidates.map((candidate, index) => ({
    features: features[index]!,
    isRight: right.has(candidate),
    name: nameOf(candidate),
  }));
  return [{ business, text: scene.prediction.text, candidates: each }];
}

const CHECKUPS = 12;

/** What a checkup asks of every business, and what alone answers it. */
export function checkupsOf(played: Played, industries: readonly AnyIndustry[]) {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const document = { ...activate(BARE as Business, industry), ...played.document, name: played.business } as Business;
  const { name } = industry;
  const own = Default(industry.schema, document[name]);
  const business = { ...document, [name]: own, industry: name, industries: [name] } as Business;
  const now = new Date(played.clock);
  const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
  const asked = chosen(questionsFor(business, industries, now), CHECKUPS).map((question) => {
    const { words } = extractEntities(question.ask, { business, industry, now, asked: [] });
    return { text: question.ask, words, ...answerTo(question, words, capabilities) };
  });
  return { business, industry, now, asked };
}

const BY_TOPIC: Record<string, string> = {
  hours: 'general.hours',
  closures: 'general.hours',
  insurance: 'medical.insurance',
};

/** The passage by its id or title, or the intents that tell it. */
function answerTo({ id, topic, books }: Question, words: Slots['words'], capabilities: Capabilities) {
  const [, passage] = /^(?:faqs|policies|services)\/(.+?)(?:\/reworded)?$/.exec(id) ?? [];
  if (passage) return { passage, intents: [] };
  if (topic === 'contact') return { intents: [id.endsWith('address') ? 'general.location' : 'general.contact'] };
  const known = books ?? BY_TOPIC[topic];
  if (known) return { intents: [known] };
  const all = [...capabilities.values()];
  const ofHealth = all.filter((capability) => slotsUsedBy(capability).has('avoid')).map(({ name }) => name);
  if (topic === 'allergens' || topic === 'diets') return { intents: ofHealth };
  return { intents: Object.keys(words).flatMap((slot) => capabilityDescribing(capabilities, slot) ?? []) };
}

export async function checkupExamples(
  played: Played,
  industries: readonly AnyIndustry[],
  nlu: Nlu,
): Promise<Example[]> {
  const { asked, ...place } = checkupsOf(played, industries);
  const examples: Example[] = [];
  for (const { text, passage, intents } of asked) {
    const isRight = ({ hit, intent, from }: Candidate) => {
      if (hit) return passage !== undefined && [hit.passage.source.id, hit.passage.source.title].includes(passage);
      return from === 'said' && intents.includes(intent);
    };
    const rightOf = (all: Candidate[]) => all.filter(isRight);
    examples.push(...exampleOf(played.business, await openingOf(text, place, nlu), rightOf));
  }
  return examples;
}

/** Nothing that the business has written is meant by these. */
export async function oddExamples(
  played: Played,
  at: number,
  industries: readonly AnyIndustry[],
  nlu: Nlu,
): Promise<Example[]> {
  const industry = industries.find(({ name }) => name === played.industry)!;
  const business = { ...activate(BARE as Business, industry), ...played.document, name: played.business } as Business;
  const place = { business, industry, now: new Date(played.clock) };
  const nothing = (all: Candidate[]) => all.filter(({ intent }) => intent === 'unknown');
  const examples: Example[] = [];
  for (const text of oddQuestions(at))
    examples.push(...exampleOf(played.business, await openingOf(text, place, nlu), nothing));
  return examples;
}

const nameOf = ({ intent, hit, words, from }: Candidate) =>
  hit
    ? `${hit.passage.source.kind}:${hit.passage.source.title}`
    : `${intent}${
        from === 'said'
          ? ''
          : ` ${from} ${JSON.stringify(
              Object.values(words)
                .flat(2)
                .map(({ name }) => name),
            )}`
      }`;

/** Each question of a message by itself, where it has several. */
function askedIn({ segments = [], segmentTargets = [], targets }: Turn, message: string) {
  if (segments.length < 2) return [{ text: message, targets, isWhole: true }];
  return segments
    .map((text, index) => ({ text: plainText(text), targets: segmentTargets[index] ?? [], isWhole: false }))
    .filter(({ targets }) => targets.length > 0);
}

function rightOnes({
  turn,
  targets,
  isWhole,
  slots,
  capabilities,
  candidates,
  played,
  business,
}: {
  turn: Turn;
  targets: string[];
  isWhole: boolean;
  slots: Slots;
  capabilities: Capabilities;
  candidates: Candidate[];
  played: Played;
  business: Business;
}): Set<Candidate> {
  const right = new Set<Candidate>();
  const things = new Set<string>();
  const idsOf = (target: string) => {
    const [kind = '', id = ''] = [target.slice(0, target.indexOf(':')), target.slice(target.indexOf(':') + 1)];
    const title = played.entries.find((each) => each.id === target)?.title;
    return { kind, id, title };
  };
  for (const target of targets) {
    const { kind, id, title } = idsOf(target);
    if (target.startsWith('hours')) for (const each of candidates) if (each.intent === 'general.hours') right.add(each);
    if (target === 'contact:address')
      for (const each of candidates) if (each.intent === 'general.location') right.add(each);
    if (/^contact:(phone|email|website)/.test(target))
      for (const each of candidates) if (each.intent === 'general.contact') right.add(each);
    for (const each of candidates) {
      const source = each.hit?.passage.source;
      if (!source) continue;
      const extra = kind === 'extra' ? business.services[Number(id) - 1]?.name : undefined;
      const isIt =
        (kind === 'faq' && source.kind === 'faq' && source.id === id) ||
        (kind === 'policy' && source.kind === 'policy' && source.id === id) ||
        (extra !== undefined && source.kind === 'service' && source.id === extra) ||
        (target === 'about' && source.kind === 'about') ||
        (title !== undefined && source.title === title);
      if (isIt) right.add(each);
    }
    const slot = SLOTS[kind];
    if (slot) things.add(`${slot} ${id}`).add(`${slot} ${title}`);
  }
  // Of a list no single one is the answer.
  const isList = things.size > 2 * 2;
  const names = (candidate: Candidate) => {
    if (isList && candidate.from !== 'said') return false;
    const said = { ...slots.words };
    for (const [slot, mentions] of Object.entries(candidate.words)) said[slot] = [...(said[slot] ?? []), ...mentions];
    return Object.entries(said).some(([slot, mentions]) =>
      mentions.flat().some(({ id, name }) => things.has(`${slot} ${id}`) || things.has(`${slot} ${name}`)),
    );
  };
  const takes = (candidate: Candidate) => {
    const taken = slotsUsedBy(capabilities.get(candidate.intent));
    return [...things].some((thing) => taken.has(thing.split(' ')[0]!));
  };
  const asksOnly = !turn.acts.includes('start');
  // Whatever is asked about what somebody must not eat is told by the records, and nothing else is.
  const tellsOfHealth = (capability: AnyCapability | undefined) => slotsUsedBy(capability).has('avoid');
  const labelled = capabilities.get(turn.capability ?? '');
  const isOfHealth =
    labelled?.effect === 'read' ? tellsOfHealth(labelled) : Boolean(slots.words.avoid || slots.words.diet);
  const hasRecords = [...capabilities.values()].some(tellsOfHealth);
  for (const each of candidates) {
    const capability = capabilities.get(each.intent);
    const isRead = capability?.effect === 'read' && (!hasRecords || tellsOfHealth(capability) === isOfHealth);
    if (takes(each) && names(each) && (each.intent === turn.capability || (asksOnly && isRead))) right.add(each);
  }
  const isOf = (intent: string) => candidates.filter((each) => each.intent === intent);
  if (turn.capability && (isWhole || !right.size)) {
    const all = isOf(turn.capability);
    const named = all.filter(names);
    for (const each of named.length && things.size ? named : all.filter(({ from }) => from === 'said')) right.add(each);
  }
  // What limits a booking is told beside it, and not in its place.
  if (turn.acts[0] === 'start' && [...right].some(({ hit }) => !hit))
    for (const each of right) if (each.hit) right.delete(each);
  for (const act of isWhole ? turn.acts : []) {
    const intent = BY_ACT[act];
    const isOnly = turn.acts.every((each) => each === act || BY_ACT[each]) && !targets.length;
    if (intent && (isOnly || intent.startsWith('booking.') || intent === 'general.human'))
      for (const each of isOf(intent)) right.add(each);
  }
  if (isList && asksOnly && !right.size)
    for (const each of candidates)
      if (each.from === 'said' && capabilities.get(each.intent)?.effect === 'read' && takes(each)) right.add(each);
  if (!right.size && isWhole && !targets.length && !turn.capability)
    for (const each of isOf('unknown')) right.add(each);
  return right;
}

/** Which fifth of the exam's businesses one belongs to. */
export const foldOf = (business: string): number =>
  [...business].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5;

/** Each once. */
export const decisionsOfExam = (): Logged[] => [
  ...new Map(
    readFileSync(join(import.meta.dirname, 'exam.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line, JSON.parse(line) as Logged]),
  ).values(),
];

/** What was said and what was told, on lines of their own. */
export function beforeOf({ before }: Logged): PreviousTurn {
  const at = before.indexOf('\n');
  return { said: before.slice(0, Math.max(0, at)), told: before.slice(at + 1) };
}

export type Logged = {
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
  words: Slots['words'];
};

/** What was decided in conversations that came out right. */
export async function examplesOfExam(
  logged: readonly Logged[],
  industries: readonly AnyIndustry[],
  nlu: Nlu,
  configs: ReadonlyMap<string, Record<string, unknown>>,
): Promise<Example[]> {
  const examples: Example[] = [];
  const documents = new Map<string, Business>();
  for (const line of logged) {
    const config = configs.get(line.business);
    const industry = industries.find(({ name }) => name === line.industry);
    if (!config || !industry) continue;
    const key = `${line.industry} ${line.business}`;
    const business = documents.get(key) ?? ({ ...activate(BARE as Business, industry), ...config } as Business);
    documents.set(key, business);
    const capabilities: Capabilities = new Map(industry.capabilities.map((each) => [each.name, each]));
    const slots = extractEntities(line.text, { business, industry, now: new Date(line.clock), asked: [] });
    const { focus, topic, offer, booked = false } = line;
    const before = beforeOf(line);
    const prediction = await nlu.predictIntent(line.text, { business, industry }, before);
    const scene: RankingInput = {
      prediction: prediction,
      slots,
      capabilities,
      industry,
      focus,
      booked,
      before,
      ...(topic ? { topic } : {}),
      ...(offer ? { offer } : {}),
    };
    const ids = (words: Slots['words']) =>
      Object.entries(words).flatMap(([slot, all]) =>
        ['category', 'level', 'area', 'offer'].includes(slot) ? [] : all.flat().map(({ id }) => `${slot} ${id}`),
      );
    const wanted = new Set(ids(line.words));
    const fits = (candidate: Candidate) => {
      const all = new Set([...ids(slots.words), ...ids(candidate.words)]);
      return all.size === wanted.size && [...wanted].every((id) => all.has(id));
    };
    const isOpen = line.intent === 'unknown' || (line.intent === 'faq' && !line.source);
    const isIt = ({ hit, intent }: Candidate) => {
      if (isOpen) return intent === 'unknown';
      const { kind, id } = line.source ?? {};
      if (line.source && line.intent === 'faq')
        return hit?.passage.source.kind === kind && hit?.passage.source.id === id;
      return !hit && intent === line.intent;
    };
    const rightOf = (candidates: Candidate[]) => {
      const all = candidates.filter(isIt);
      const fitting = all.filter((each) => each.hit || isOpen || fits(each));
      return fitting.length ? fitting : all.filter(({ from }) => from === 'said');
    };
    examples.push(...exampleOf(`exam ${line.business}`, scene, rightOf));
  }
  return examples;
}
