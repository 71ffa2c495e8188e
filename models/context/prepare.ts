// The turns that the reader of conversations learns from, as train.py reads them: node models/context/prepare.ts OUT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Tokenizer } from '@huggingface/tokenizers';
import { phrasesIn } from '../../src/capability/dialogue.ts';
import { BARE, type Business } from '../../src/capability/document.ts';
import type { AnyIndustry } from '../../src/capability/industry.ts';
import { offeredItemsOf } from '../../src/features/assistant/offered-items.ts';
import { passagesOf } from '../../src/features/assistant/passage-index.ts';
import { activate } from '../../src/features/business/setup.ts';
import { loadIndustries } from '../../src/industries/load.ts';
import { businesses } from '../../test/exam/cases.ts';
import { BY_ACT, beforeOf, checkupsOf, decisionsOfExam, foldOf, playedBusinesses } from '../ranker/examples.ts';

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
type Talk = {
  business: string;
  industry: string;
  entries: { id: string; kind: string; title: string; text: string }[];
  dialogues: { turns: Turn[] }[];
};

const root = join(import.meta.dirname, '../..');
const PLAYED = join(root, 'eval/played');
/** Written conversations, which are not part of the project. */
const SHARED = join(root, '../shared/data/dialogues');
/** Conversations that were written for what the reader had got wrong. */
const WRITTEN = join(import.meta.dirname, 'written');
const GENERAL = join(root, 'src/features/assistant/general');
const POOLS_OF_TOPICS = 120;

const decided = decisionsOfExam();
const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(root, 'models/encoder/tokenizer.json'), 'utf8')), {});
const tokens = (text: string) => tokenizer.encode(text).ids.slice(1, -1);

const industries = await loadIndustries();
const general = readdirSync(GENERAL)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.slice(0, -4))
  .sort();
const named = (file: string) =>
  file.startsWith('booking-')
    ? file.replace('-', '.')
    : file === 'faq' || file === 'unknown'
      ? file
      : `general.${file}`;
const intents = [
  ...general.map(named),
  ...industries.flatMap(({ capabilities }) => capabilities.map(({ name }) => name)),
];
const allowed = Object.fromEntries(
  industries.map(({ name, capabilities }) => {
    const own = new Set([...general.map(named), ...capabilities.map((each) => each.name)]);
    return [name, intents.map((intent) => own.has(intent))];
  }),
);

const ACTS = [
  ...['ask', 'lookup', 'start', 'fill', 'confirm', 'deny', 'choose', 'correct', 'abandon', 'change_booking'],
  ...['cancel_booking', 'find_booking', 'handoff', 'complain', 'greet', 'thanks', 'praise', 'goodbye', 'joke_or_chat'],
  ...['out_of_scope', 'unclear'],
];
const MEANT_BY: Record<string, string> = { ...BY_ACT, out_of_scope: 'unknown' };
const TELLS: Record<string, Record<string, string>> = {
  restaurant: { item: 'restaurant.menu' },
  salon: { service: 'salon.services' },
  medical: { payer: 'medical.insurance', insurance: 'medical.insurance' },
  fitness: { class: 'fitness.classes', plan: 'fitness.membership', membership: 'fitness.membership' },
  retail: { item: 'retail.products' },
};

function intentsOf(turn: Turn, targets: string[], kinds: Map<string, string>, industry: string): string[] | null {
  const [first] = turn.acts;
  if (!first) return null;
  const found = new Set<string>();
  if (turn.capability) found.add(turn.capability);
  for (const act of turn.acts)
    if (MEANT_BY[act] && (act === first || act.endsWith('_booking'))) found.add(MEANT_BY[act]);
  if (['ask', 'lookup'].includes(first)) {
    for (const target of targets) {
      const kind = target.includes(':') ? target.slice(0, target.indexOf(':')) : (kinds.get(target) ?? '');
      if (['faq', 'policy', 'extra', 'about', 'fact', 'returnwindow'].includes(kind)) found.add('faq');
      if (kind === 'hours' || kind === 'closures') found.add('general.hours');
      if (target === 'contact:address') found.add('general.location');
      else if (kind === 'contact') found.add('general.contact');
      const teller = TELLS[industry]?.[kind];
      if (teller && !turn.capability) found.add(teller);
    }
    if (!targets.length && !turn.capability) found.add('unknown');
  }
  const known = [...found].filter((intent) => allowed[industry]![intents.indexOf(intent)]);
  return known.length ? known : null;
}

/** Where some tokens stand among others. */
function spanOf(some: readonly number[], all: readonly number[]): [number, number] | undefined {
  const at = all.findIndex((_, start) => some.every((token, index) => all[start + index] === token));
  return at < 0 ? undefined : [at, at + some.length];
}

const pools: number[][][] = [];
const examples: object[] = [];

function read(file: string, foldOf: (index: number) => number, source: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  for (const line of lines) {
    const { industry, entries, dialogues } = JSON.parse(line) as Talk;
    const pool = pools.length;
    pools.push(entries.map(({ title, text }) => tokens(`${title}: ${text}`).slice(0, 64)));
    const kinds = new Map(entries.map(({ id, kind }) => [id, kind]));
    const at = (targets: string[]) =>
      targets.map((target) => entries.findIndex(({ id }) => id === target)).filter((index) => index >= 0);
    const fold = foldOf(count++);
    for (const { turns } of dialogues) {
      let said: number[] = [];
      let told: number[] = [];
      for (const turn of turns) {
        const { customer, reply, targets, acts, segments = [], segmentTargets = [], standalone } = turn;
        const message = tokens(customer);
        const own =
          segments.length > 1 ? segments.map((segment, index) => [segment, segmentTargets[index] ?? []] as const) : [];
        examples.push({
          ...{ source, fold, pool, industry, said, told, message },
          targets: at(targets),
          acts: acts.filter((act) => ACTS.includes(act)),
          intents: intentsOf(turn, targets, kinds, industry),
          alone: standalone ? tokens(standalone) : null,
          parts: own.flatMap(([segment, answers]) => {
            const span = spanOf(tokens(segment), message);
            return span && answers.length ? [{ span, targets: at(answers) }] : [];
          }),
        });
        said = tokens(customer).slice(0, 64);
        told = tokens(reply);
      }
    }
  }
}

let count = 0;
for (const file of readdirSync(PLAYED).sort()) read(join(PLAYED, file), (index) => index % 5, 'played');
for (const file of ['a', 'b', 'c']) read(join(SHARED, `${file}.jsonl`), () => -1, 'written');
for (const file of readdirSync(WRITTEN).sort()) read(join(WRITTEN, file), () => -1, 'hard');

const nothing = { industry: '', said: [], told: [], acts: [], intents: null, alone: null };

/** All that the assistant can find of a business, as a pool. */
function entriesOf(business: Business, industry: AnyIndustry): { id: string; title: string }[] {
  const passages = passagesOf(business, industry).map(({ source: { kind, id, title }, text }) => ({
    id: `${kind} ${id}`,
    title,
    text: `${title}: ${text}`,
  }));
  const things = offeredItemsOf(business, industry).map(({ slot, id, name: title, text }) => ({
    id: `${slot} ${id}`,
    title,
    text: `${title}: ${text}`,
  }));
  const entries = [...passages, ...things];
  pools.push(entries.map(({ text }) => tokens(text).slice(0, 64)));
  return entries;
}

// What a checkup asks of each.
for (const [index, played] of playedBusinesses().entries()) {
  const { business, industry, asked } = checkupsOf(played, industries);
  const pool = pools.length;
  const entries = entriesOf(business, industry);
  for (const { text, words, passage, intents: wanted } of asked) {
    const named = new Set(Object.entries(words).flatMap(([slot, all]) => all.flat().map(({ id }) => `${slot} ${id}`)));
    const targets = entries.flatMap(({ id, title }, at) =>
      (passage ? title === passage || id.endsWith(` ${passage}`) : named.has(id)) ? [at] : [],
    );
    if (passage && !targets.length) continue;
    examples.push({
      ...{ ...nothing, source: 'checkup', fold: index % 5, pool, industry: industry.name },
      message: tokens(text),
      targets: targets.length ? targets : null,
      intents: passage ? ['faq'] : wanted.length ? wanted : null,
    });
  }
}

// What was decided in the exam's conversations that came out right.
for (const { industry: name, config } of businesses) {
  const industry = industries.find((each) => each.name === name)!;
  const business = { ...activate(BARE as Business, industry), ...config } as Business;
  const pool = pools.length;
  const entries = entriesOf(business, industry);
  for (const line of decided.filter((each) => each.business === business.name && each.industry === name)) {
    const named = Object.entries(line.words).flatMap(([slot, all]) => all.flat().map(({ id }) => `${slot} ${id}`));
    const wanted = line.source ? [`${line.source.kind} ${line.source.id}`] : named;
    const targets = wanted.map((id) => entries.findIndex((each) => each.id === id)).filter((index) => index >= 0);
    const isOpen = line.intent === 'unknown' || (line.intent === 'faq' && !line.source);
    examples.push({
      ...{ ...nothing, source: 'exam', fold: foldOf(business.name), pool, industry: name },
      said: tokens(beforeOf(line).said),
      told: tokens(beforeOf(line).told),
      message: tokens(line.text),
      targets: targets.length || isOpen ? targets : null,
      intents: [isOpen ? 'unknown' : line.intent].filter((intent) => intents.includes(intent)),
    });
  }
}

// Topics: how customers ask, how a business titles the entry, and how an answer reads.
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
const below = (n: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const one = <T>(all: readonly T[]) => all[below(all.length)]!;
for (let n = 0; n < POOLS_OF_TOPICS; n++) {
  const start = below(topics.length);
  // Neighbours are about the like, and hard to tell apart.
  const chosen = [
    ...new Set(
      [...Array(10).keys()]
        .map((i) => topics[(start + i) % topics.length]!)
        .concat([...Array(12)].map(() => one(topics))),
    ),
  ];
  const pool = pools.length;
  pools.push(
    chosen.map(({ titles, texts }) => tokens(below(5) ? `${one(titles)}: ${one(texts)}` : one(texts)).slice(0, 64)),
  );
  for (let k = 0; k < 30; k++) {
    const other = below(5) ? undefined : one(topics.filter((topic) => !chosen.includes(topic)));
    const at = below(chosen.length);
    examples.push({
      ...{ ...nothing, source: 'topics', fold: -1, pool },
      message: tokens(one((other ?? chosen[at]!).asked)),
      targets: other ? [] : [at],
    });
  }
}

const phrase = (text: string, intent: string, industry: string) =>
  examples.push({
    ...{ source: 'phrases', fold: -1, pool: -1, industry, said: [], told: [], targets: null },
    ...{ message: tokens(text), acts: [], intents: [intent], alone: null },
  });
for (const { name } of industries)
  for (const file of general) for (const text of phrasesIn(GENERAL, file)) phrase(text, named(file), name);
for (const { name, capabilities } of industries)
  for (const { name: capability } of capabilities) {
    const [, own = ''] = capability.split('.');
    for (const text of phrasesIn(join(root, 'src/industries', name, 'capabilities'), own.replaceAll('_', '-')))
      phrase(text, capability, name);
  }

writeFileSync(process.argv[2]!, gzipSync(JSON.stringify({ acts: ACTS, intents, allowed, pools, examples })));
console.log(examples.length, 'examples', pools.length, 'pools', intents.length, 'intents', intents.join(' '));
