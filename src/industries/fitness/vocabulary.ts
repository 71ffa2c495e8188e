import type { CatalogEntity, Slots } from '../../capability/dialogue.ts';
import { distinct } from '../entries.ts';
import type { Fitness } from './schema.ts';

const createAlternationPattern = (...patterns: string[]) => new RegExp(patterns.join('|'), 'i');

const LEVEL_SYNONYMS: Record<string, string[]> = {
  beginner: [
    ...['beginners', 'newbie', 'newbies', 'newcomer', 'newcomers', 'novice', 'novices', 'first timer', 'first timers'],
    ...['easy', 'starter level', 'gentle'],
  ],
  intermediate: ['medium', 'mid level'],
  advanced: ['hard', 'experienced', 'expert', 'challenging', 'tough'],
};

/** Statements about experience that imply a level. */
const SELF_DESCRIPTION_PATTERNS: [level: string, pattern: RegExp][] = [
  [
    'beginner',
    createAlternationPattern(
      String.raw`\b(?:total|complete|absolute|utter) (?:beginner|newbie|novice)`,
      String.raw`\bfirst[ -]timers?\b|\bstarting out\b|\bjust (?:getting )?start(?:ed|ing)\b`,
      String.raw`\bnew to (?:this|it|the gym|fitness|exercise|working out|lifting|yoga|pilates|climbing|boxing)\b`,
      String.raw`\bnever (?:really |actually |even )?(?:done|tried|lifted|trained|exercised|climbed|boxed|danced)\b`,
      String.raw`\bnever (?:worked out|taken a class|been to a (?:gym|class)|set foot)\b`,
      String.raw`\bnot (?:done|tried) (?:it|this|any|anything) before\b`,
    ),
  ],
  [
    'advanced',
    createAlternationPattern(
      String.raw`\b(?:very|pretty|quite|fairly|really|more) (?:experienced|advanced)\b`,
      String.raw`\bexperienced \w+|\b(?:years of|lots of) experience\b`,
    ),
  ],
];

/** Synonyms of personal training. */
const TRAINING_SYNONYMS = [
  ...['personal trainer', 'personal trainers', 'PT', 'PT session', 'PT sessions', 'personal training session'],
  ...['one to one training', '1 to 1 training', 'one on one training', '1 on 1 training'],
];

/** What a customer has with the studio apart from any booking. */
const MEMBERSHIP_SYNONYMS = ['memberships', 'gym contract', 'subscription', 'gym subscription', 'direct debit'];

export function createFitnessVocabulary({ classes, memberships, trainers }: Fitness): CatalogEntity[] {
  const people = distinct([...trainers.map(({ name }) => name), ...classes.map(({ instructor }) => instructor)]);
  return [
    ...classes.map(({ id, name }) => ({ slot: 'class', id, name })),
    ...people.map((name) => ({ slot: 'staff', id: name, name })),
    ...memberships.map(({ id, name }) => ({ slot: 'plan', id, name })),
    ...(memberships.length > 0
      ? [{ slot: 'membership', id: 'membership', name: 'membership', aliases: MEMBERSHIP_SYNONYMS }]
      : []),
    ...distinct(classes.map(({ level }) => level)).map((level) => ({
      slot: 'level',
      id: level,
      name: level,
      aliases: LEVEL_SYNONYMS[level.toLowerCase()] ?? [],
    })),
    ...(trainers.length > 0
      ? [{ slot: 'training', id: 'training', name: 'personal training', aliases: TRAINING_SYNONYMS }]
      : []),
    ...distinct(trainers.flatMap(({ specialties }) => specialties)).map((name) => ({
      slot: 'specialty',
      id: name,
      name,
    })),
  ];
}

/** Actions on a membership. If a sentence matches several, the first in this list wins. */
const ACTION_PATTERNS: [action: string, pattern: RegExp][] = [
  ['freeze', /\b(freez\w*|paus\w*|suspend\w*|on hold|put .{0,20}hold|take a break)\b/i],
  ['upgrade', /\b(upgrad\w*|downgrad\w*|switch\w*|(?:change|move|bump|go)(?: \w+){0,4} (?:to|from|up|down)\b|swap)/i],
  ['cancel', /\b(cancel\w*|terminat\w*|quit\w*|end my|stop my|leave the gym|get out of|close my account)\b/i],
  [
    'join',
    /\b(join\w*|sign(?:ing)? (?:me )?up|become a member|get a membership|start a membership|enrol\w*|want (?:the|a|an) .{0,20}(?:membership|plan|pass)|i'?ll take|buy a|purchase)\b/i,
  ],
];

export function extractFitnessEntities(text: string): Slots['industryEntities'] {
  const [action] = ACTION_PATTERNS.find(([, pattern]) => pattern.test(text)) ?? [];
  const [level] = SELF_DESCRIPTION_PATTERNS.find(([, pattern]) => pattern.test(text)) ?? [];
  return { ...(action ? { action } : {}), ...(level ? { level } : {}) };
}

const CLASS_KINDS_PATTERN =
  /\b(zumba|spin(?:ning)?|yoga|pilates|boxing|kick ?boxing|hiit|cross ?fit|barre|aqua ?(?:fit|aerobics)|aerobics|ballet|salsa|tai chi|karate|judo|taekwondo|boot ?camp|body ?pump|circuits|meditation|jiu[- ]?jitsu|bjj|muay thai|bouldering|climbing|trx|step|stretching|swimming|dance)\b/i;

/** Searches for a kind of class that is not on offer, so the reply can say that there is none. */
export function withSoughtClass(slots: Slots, text: string): Slots {
  const kind = CLASS_KINDS_PATTERN.exec(text)?.[1];
  const isKnown =
    slots.catalogEntities.class ||
    slots.catalogEntities.plan ||
    slots.catalogEntities.specialty ||
    slots.catalogEntities.staff;
  return !kind || isKnown || slots.sought ? slots : { ...slots, sought: kind.toLowerCase() };
}
