// Prepares the turns that train.py trains the context reader on: node models/context/prepare.ts OUT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { readPhrases } from '../../src/capability/dialogue.ts';
import { type Business, EMPTY_DOCUMENT } from '../../src/capability/document.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';
import { listOfferedItems } from '../../src/features/assistant/offered-items.ts';
import { collectPassages } from '../../src/features/assistant/passage-index.ts';
import { activateIndustry } from '../../src/features/business/setup.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { businesses } from '../../test/exam/cases.ts';
import {
  getFold,
  getPreviousTurn,
  INTENT_BY_ACT,
  readExamDecisions,
  readPlayedBusinesses,
  selectCheckupQuestions,
} from '../ranker/examples.ts';

type Turn = {
  customer: string;
  reply: string;
  targets: string[];
  acts: string[];
  capability?: string;
  segments?: string[];
  segmentTargets?: string[][];
  standalone?: string;
};
type LabelledBusiness = {
  business: string;
  industry: string;
  entries: { id: string; kind: string; title: string; text: string }[];
  dialogues: { turns: Turn[] }[];
};

const root = join(import.meta.dirname, '../..');
const PLAYED_FOLDER = join(root, 'eval/played');
/** Written conversations, which are not part of the project. */
const SHARED_FOLDER = join(root, '../shared/data/dialogues');
/** Conversations written for cases that the reader got wrong. */
const WRITTEN_FOLDER = join(import.meta.dirname, 'written');
const GENERAL_FOLDER = join(root, 'src/features/assistant/general');
const TOPIC_POOL_COUNT = 120;

const decisions = readExamDecisions();
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(root, 'models/encoder/tokenizer.json'), 'utf8')), {});
const tokenize = (text: string) => tokenizer.encode(text).ids.slice(1, -1);

const industries = await loadIndustries();
const generalFiles = readdirSync(GENERAL_FOLDER)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.slice(0, -4))
  .sort();
const getIntentOfFile = (file: string) =>
  file.startsWith('booking-')
    ? file.replace('-', '.')
    : file === 'faq' || file === 'unknown'
      ? file
      : `general.${file}`;
const intents = [
  ...generalFiles.map(getIntentOfFile),
  ...industries.flatMap(({ capabilities }) => capabilities.map(({ name }) => name)),
];
const allowed = Object.fromEntries(
  industries.map(({ name, capabilities }) => {
    const industryIntents = new Set([...generalFiles.map(getIntentOfFile), ...capabilities.map((each) => each.name)]);
    return [name, intents.map((intent) => industryIntents.has(intent))];
  }),
);

const ACTS = [
  ...['ask', 'lookup', 'start', 'fill', 'confirm', 'deny', 'choose', 'correct', 'abandon', 'change_booking'],
  ...['cancel_booking', 'find_booking', 'handoff', 'complain', 'greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat'],
  ...['out_of_scope', 'unclear'],
];
const INTENT_OF_ACT: Record<string, string> = { ...INTENT_BY_ACT, out_of_scope: 'unknown' };
const INTENT_OF_ENTRY_KIND: Record<string, Record<string, string>> = {
  restaurant: { item: 'restaurant.menu' },
  salon: { service: 'salon.services' },
  medical: { payer: 'medical.insurance', insurance: 'medical.insurance' },
  fitness: { class: 'fitness.classes', plan: 'fitness.membership', membership: 'fitness.membership' },
  retail: { item: 'retail.products' },
};

function findIntents(turn: Turn, targets: string[], kinds: Map<string, string>, industry: string): string[] | null {
  const [firstAct] = turn.acts;
  if (!firstAct) return null;
  const foundIntents = new Set<string>();
  if (turn.capability) foundIntents.add(turn.capability);
  for (const act of turn.acts)
    if (INTENT_OF_ACT[act] && (act === firstAct || act.endsWith('_booking'))) foundIntents.add(INTENT_OF_ACT[act]);
  if (['ask', 'lookup'].includes(firstAct)) {
    for (const target of targets) {
      const kind = target.includes(':') ? target.slice(0, target.indexOf(':')) : (kinds.get(target) ?? '');
      if (['faq', 'policy', 'extra', 'about', 'fact', 'returnwindow'].includes(kind)) foundIntents.add('faq');
      if (kind === 'hours' || kind === 'closures') foundIntents.add('general.hours');
      if (target === 'contact:address') foundIntents.add('general.location');
      else if (kind === 'contact') foundIntents.add('general.contact');
      const entryIntent = INTENT_OF_ENTRY_KIND[industry]?.[kind];
      if (entryIntent && !turn.capability) foundIntents.add(entryIntent);
    }
    if (!targets.length && !turn.capability) foundIntents.add('unknown');
  }
  const allowedIntents = [...foundIntents].filter((intent) => allowed[industry]![intents.indexOf(intent)]);
  return allowedIntents.length ? allowedIntents : null;
}

/** The range of a token sequence within another. */
function findSpan(sequence: readonly number[], tokens: readonly number[]): [number, number] | undefined {
  const start = tokens.findIndex((_, start) => sequence.every((token, index) => tokens[start + index] === token));
  return start < 0 ? undefined : [start, start + sequence.length];
}

const pools: number[][][] = [];
const examples: object[] = [];

function readConversations(file: string, getFileFold: (index: number) => number, source: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  for (const line of lines) {
    const { industry, entries, dialogues } = JSON.parse(line) as LabelledBusiness;
    const pool = pools.length;
    pools.push(entries.map(({ title, text }) => tokenize(`${title}: ${text}`).slice(0, 64)));
    const kinds = new Map(entries.map(({ id, kind }) => [id, kind]));
    const findEntryIndexes = (targets: string[]) =>
      targets.map((target) => entries.findIndex(({ id }) => id === target)).filter((index) => index >= 0);
    const fold = getFileFold(readBusinessCount++);
    for (const { turns } of dialogues) {
      let previousMessage: number[] = [];
      let previousReply: number[] = [];
      for (const turn of turns) {
        const { customer, reply, targets, acts, segments = [], segmentTargets = [], standalone } = turn;
        const message = tokenize(customer);
        const labelledSegments =
          segments.length > 1 ? segments.map((segment, index) => [segment, segmentTargets[index] ?? []] as const) : [];
        examples.push({
          ...{ source, fold, pool, industry, said: previousMessage, told: previousReply, message },
          targets: findEntryIndexes(targets),
          acts: acts.filter((act) => ACTS.includes(act)),
          intents: findIntents(turn, targets, kinds, industry),
          alone: standalone ? tokenize(standalone) : null,
          parts: labelledSegments.flatMap(([segment, answers]) => {
            const span = findSpan(tokenize(segment), message);
            return span && answers.length ? [{ span, targets: findEntryIndexes(answers) }] : [];
          }),
        });
        previousMessage = tokenize(customer).slice(0, 64);
        previousReply = tokenize(reply);
      }
    }
  }
}

let readBusinessCount = 0;
for (const file of readdirSync(PLAYED_FOLDER).sort())
  readConversations(join(PLAYED_FOLDER, file), (index) => index % 5, 'played');
for (const file of ['a', 'b', 'c']) readConversations(join(SHARED_FOLDER, `${file}.jsonl`), () => -1, 'written');
for (const file of readdirSync(WRITTEN_FOLDER).sort()) readConversations(join(WRITTEN_FOLDER, file), () => -1, 'hard');

const emptyExample = { industry: '', said: [], told: [], acts: [], intents: null, alone: null };

/** Everything the assistant can find about a business, added as a pool. */
function addPool(business: Business, industry: AnyIndustry): { id: string; title: string }[] {
  const passages = collectPassages(business, industry).map(({ source: { kind, id, title }, text }) => ({
    id: `${kind} ${id}`,
    title,
    text: `${title}: ${text}`,
  }));
  const items = listOfferedItems(business, industry).map(({ slot, id, name: title, text }) => ({
    id: `${slot} ${id}`,
    title,
    text: `${title}: ${text}`,
  }));
  const entries = [...passages, ...items];
  pools.push(entries.map(({ text }) => tokenize(text).slice(0, 64)));
  return entries;
}

// Checkup questions of each business.
for (const [index, played] of readPlayedBusinesses().entries()) {
  const { business, industry, questions } = selectCheckupQuestions(played, industries);
  const pool = pools.length;
  const entries = addPool(business, industry);
  for (const { text, words, passage, intents: expectedIntents } of questions) {
    const mentionedIds = new Set(
      Object.entries(words).flatMap(([slot, all]) => all.flat().map(({ id }) => `${slot} ${id}`)),
    );
    const targets = entries.flatMap(({ id, title }, entryIndex) =>
      (passage ? title === passage || id.endsWith(` ${passage}`) : mentionedIds.has(id)) ? [entryIndex] : [],
    );
    if (passage && !targets.length) continue;
    examples.push({
      ...{ ...emptyExample, source: 'checkup', fold: index % 5, pool, industry: industry.name },
      message: tokenize(text),
      targets: targets.length ? targets : null,
      intents: passage ? ['faq'] : expectedIntents.length ? expectedIntents : null,
    });
  }
}

// Decisions in exam conversations that passed.
for (const { industry: name, config } of businesses) {
  const industry = industries.find((each) => each.name === name)!;
  const business = { ...activateIndustry(EMPTY_DOCUMENT as Business, industry), ...config } as Business;
  const pool = pools.length;
  const entries = addPool(business, industry);
  for (const decision of decisions.filter((each) => each.business === business.name && each.industry === name)) {
    const mentionedIds = Object.entries(decision.words).flatMap(([slot, all]) =>
      all.flat().map(({ id }) => `${slot} ${id}`),
    );
    const targetIds = decision.source ? [`${decision.source.kind} ${decision.source.id}`] : mentionedIds;
    const targets = targetIds.map((id) => entries.findIndex((each) => each.id === id)).filter((index) => index >= 0);
    const isUnanswered = decision.intent === 'unknown' || (decision.intent === 'faq' && !decision.source);
    examples.push({
      ...{ ...emptyExample, source: 'exam', fold: getFold(business.name), pool, industry: name },
      said: tokenize(getPreviousTurn(decision).said),
      told: tokenize(getPreviousTurn(decision).told),
      message: tokenize(decision.text),
      targets: targets.length || isUnanswered ? targets : null,
      intents: [isUnanswered ? 'unknown' : decision.intent].filter((intent) => intents.includes(intent)),
    });
  }
}

// Topics: how customers ask, how a business titles the entry, and what an answer looks like.
const topics = readFileSync(join(root, 'src/features/assistant/topics.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes(':') && !line.startsWith('#'))
  .map((line) =>
    line
      .slice(line.indexOf(':') + 1)
      .split('|')
      .map((phrase) => phrase.trim()),
  )
  .map((phrases) => ({
    asked: phrases.filter((phrase) => /^[a-z0-9]/.test(phrase)),
    titles: phrases.filter((phrase) => /^[A-Z]/.test(phrase) && !phrase.endsWith('.')),
    texts: phrases.filter((phrase) => /^[A-Z]/.test(phrase) && phrase.endsWith('.')),
  }))
  .filter(({ asked, titles, texts }) => asked.length && titles.length && texts.length);
let seed = 7;
const randomBelow = (limit: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const pickRandom = <T>(all: readonly T[]) => all[randomBelow(all.length)]!;
for (let poolIndex = 0; poolIndex < TOPIC_POOL_COUNT; poolIndex++) {
  const start = randomBelow(topics.length);
  // Neighbouring topics are similar and so hard to tell apart.
  const poolTopics = [
    ...new Set(
      [...Array(10).keys()]
        .map((i) => topics[(start + i) % topics.length]!)
        .concat([...Array(12)].map(() => pickRandom(topics))),
    ),
  ];
  const pool = pools.length;
  pools.push(
    poolTopics.map(({ titles, texts }) =>
      tokenize(randomBelow(5) ? `${pickRandom(titles)}: ${pickRandom(texts)}` : pickRandom(texts)).slice(0, 64),
    ),
  );
  for (let exampleIndex = 0; exampleIndex < 30; exampleIndex++) {
    const outsideTopic = randomBelow(5) ? undefined : pickRandom(topics.filter((topic) => !poolTopics.includes(topic)));
    const topicIndex = randomBelow(poolTopics.length);
    examples.push({
      ...{ ...emptyExample, source: 'topics', fold: -1, pool },
      message: tokenize(pickRandom((outsideTopic ?? poolTopics[topicIndex]!).asked)),
      targets: outsideTopic ? [] : [topicIndex],
    });
  }
}

const addPhrase = (text: string, intent: string, industry: string) =>
  examples.push({
    ...{ source: 'phrases', fold: -1, pool: -1, industry, said: [], told: [], targets: null },
    ...{ message: tokenize(text), acts: [], intents: [intent], alone: null },
  });
for (const { name } of industries)
  for (const file of generalFiles)
    for (const text of readPhrases(GENERAL_FOLDER, file)) addPhrase(text, getIntentOfFile(file), name);
for (const { name, capabilities } of industries)
  for (const { name: capability } of capabilities) {
    const [, capabilityName = ''] = capability.split('.');
    for (const text of readPhrases(
      join(root, 'src/industries', name, 'capabilities'),
      capabilityName.replaceAll('_', '-'),
    ))
      addPhrase(text, capability, name);
  }

writeFileSync(process.argv[2]!, gzipSync(JSON.stringify({ acts: ACTS, intents, allowed, pools, examples })));
console.log(examples.length, 'examples', pools.length, 'pools', intents.length, 'intents', intents.join(' '));
