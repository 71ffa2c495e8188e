import { must } from '../../kernel/must.ts';
import { isAmount, isFollowed } from './follow.ts';
import { either } from './patterns.ts';
import { lineBefore } from './phrase.ts';
import type { Found, Scene } from './rule.ts';

/** Sure stands on its own; weak gives way to a time that is sure. */
export type Evidence = 'sure' | 'weak';

type Owners = ReadonlyMap<number, Found>;
type Span = { first: number; last: number };

const PEOPLE = / (?:people|number of|party|someone|somebody|of us|head|heads|seats|of \d{1,2}w?) /;
const COUNTS = /^(?:for|of|are|were|be|is|table|party|group|well|only|just|with)$/;
const COUNTS_PEOPLE = new RegExp(
  ` ${either(
    ...['tables?', 'party', 'group', '(?:reservation|booking) of', 'seats?', 'people', 'us', 'of', 'with'],
    ...['(?:we|well|were)(?: (?:will|would|are|be))*', 'there(?: (?:will|would|are|be|is))+', 'therell be'],
  )}(?: for)? $`,
);

/** What numbers: "size 9", "table 4", "under 20", "another 2" */
const NAMES = new RegExp(
  `^${either(
    ...['size', 'number', 'no', 'room', 'table', 'order', 'page', 'level', 'age', 'aged', 'under', 'over', 'unit'],
    ...['suite', 'apartment', 'apt', 'flat', 'option', 'type', 'grade', 'step', 'class', 'dr', 'part', 'model', 'x'],
    ...['version', 'an?', 'times?', 'my', 'than', 'extra', 'another', 'all', 'both', 'other', 'these', 'those', 'ref'],
    ...['code', 'plus'],
  )}$`,
);
const WISHING = /^(?:id|would|wed|i|we|d|shed|hed|they|theyd|feel|look|looks|looking|felt|to)$/;

/** What a customer says before another time for what is agreed. */
const CUE = new RegExp(
  ` ${either(
    ...['actually(?: at)?', 'make it', 'make that', 'make', 'what about', 'how about', 'do', 'lets say', 'rather'],
    ...[
      'prefer',
      'try',
      'meant',
      'mean',
      'said',
      'go with',
      'go for',
      'better',
      'instead',
      'change to',
      '(?:that|it) to',
    ],
  )} $`,
);
const CUE_AFTER = /^ (?:instead|(?:would be|might be|is|works) better|would suit) /;

/** Why the number in the span is a time, if it is one. */
export function evidenceFor({ first, last }: Span, scene: Scene, owners: Owners): Evidence | undefined {
  const { pieces } = scene.phrase;
  const rest = restAfter(last, scene);
  if (isAmount(rest)) return undefined;
  const { piece } = must(pieces[first], 'a piece');
  const before = pieces[first - 1]?.piece ?? '';
  // Who is asked for a time and begins with a number means that: "9 w abena".
  const isAnswer = first === 0 && scene.context.expects === 'time';
  const goesOn = isAnswer || isFollowed(rest) || owners.get(last)?.first === last;
  if (piece.endsWith('w') && !goesOn) return undefined;
  if (isAt(first, scene)) return 'sure';
  // "which one", "one for 8pm"
  if (!goesOn || NAMES.test(before) || (piece === '1w' && pieces.length > 1)) return undefined;
  return (
    joined({ first, last }, scene, owners) ??
    moved(first, scene, owners) ??
    beside({ first, last }, scene, owners) ??
    corrected(first, scene, owners) ??
    asked({ first, last }, scene)
  );
}

export const restAfter = (last: number, { phrase: { line, places } }: Scene) =>
  line.slice((places[last] ?? line.length) - 1);

/** "at 7", "around 7"; "about 8" unless people are counted, as in "we are about 8" and "table for around 8". */
function isAt(first: number, { phrase: { pieces }, context }: Scene): boolean {
  const [before = '', further = ''] = [pieces[first - 1]?.piece, pieces[first - 2]?.piece];
  if (before === 'at') return true;
  if (before === 'like') return further !== '' && !WISHING.test(further);
  if (before === 'about' && /^(?:what|how)$/.test(further)) return Boolean(context.agreed ?? context.expects);
  if (/^(?:ideally|preferably)$/.test(before)) return true;
  if (!/^(?:around|about|exactly)$/.test(before)) return false;
  return !COUNTS.test(further) || must(pieces[first], 'a piece').piece.length > 2;
}

/** "7 or 8", "at 5, 6 or 7", "6 or 7pm": as sure as the one beside. */
function joined({ first, last }: Span, { phrase: { pieces } }: Scene, owners: Owners): Evidence | undefined {
  const strength = (joint: number, other: number, joints: RegExp) => {
    const reading = owners.get(other)?.readings[0];
    if (owners.has(joint) || !joints.test(pieces[joint]?.piece ?? '') || reading?.kind !== 'clock') return undefined;
    return reading.weak ? 'weak' : 'sure';
  };
  return strength(first - 1, first - 2, /^(?:or|and|\/|,)$/) ?? strength(last, last + 1, /^(?:or|\/)$/);
}

const hasTimeBefore = (first: number, owners: Owners) =>
  [...owners.values()].some((found) => found.first < first && found.readings[0]?.kind === 'clock');

/** "at 7, actually make it 8" */
function corrected(first: number, { phrase }: Scene, owners: Owners): Evidence | undefined {
  const isCorrection = / (?:actually|make it|make that|i mean|i meant|sorry|rather)(?: ,)? $/.test(
    lineBefore(phrase, first, 30),
  );
  return isCorrection && hasTimeBefore(first, owners) ? 'sure' : undefined;
}

/** "change it from 7 to 8", where it is not people that change. */
function moved(first: number, { phrase: { pieces, line }, moving }: Scene, owners: Owners): Evidence | undefined {
  if (!moving || !/^(?:from|to)$/.test(pieces[first - 1]?.piece ?? '') || PEOPLE.test(line)) return undefined;
  const isPair = / from \d{1,4}w? to \d{1,4}w? /.test(line);
  return isPair || hasTimeBefore(first, owners) ? 'sure' : 'weak';
}

/** Right after a day ("tomorrow 8"), or right before one where nothing counts people ("8 tomorrow"). */
function beside({ first, last }: Span, { phrase: { pieces } }: Scene, owners: Owners): Evidence | undefined {
  const isDay = (at: number) => /^(?:date|days|part|every)$/.test(owners.get(at)?.readings[0]?.kind ?? '');
  let before = first - 1;
  while (/^(?:maybe|say|perhaps|possibly|ideally|preferably|like)$/.test(pieces[before]?.piece ?? '')) before--;
  if (isDay(before) || (before < first - 1 && pieces[before]?.piece === ',' && isDay(before - 1))) return 'weak';
  const next = /^(?:on|this)$/.test(pieces[last]?.piece ?? '') ? last + 1 : last;
  const isFree = /^(?:|[.,]|do|make|it|come|maybe|or|and|like|prefer|me|us|in|please|try|hi|hello|hey|then|ok)$/.test(
    pieces[first - 1]?.piece ?? '',
  );
  return isFree && isDay(next) ? 'weak' : undefined;
}

/** "not 7", of the 19:00 agreed */
const isAgreedHour = (piece: string, time: string) => Number.parseInt(piece, 10) % 12 === Number(time.slice(0, 2)) % 12;

/** A bare answer to "what time?", or a change to the time agreed. */
function asked({ first, last }: Span, scene: Scene): Evidence | undefined {
  const { context, phrase } = scene;
  const before = lineBefore(phrase, first, 40);
  if (COUNTS_PEOPLE.test(before)) return undefined;
  if (context.expects === 'time' || context.expects === 'both') return 'weak';
  if (!context.agreed?.time) return undefined;
  if (/ not $/.test(before))
    return isAgreedHour(must(phrase.pieces[first], 'a piece').piece, context.agreed.time) ? 'weak' : undefined;
  return CUE.test(before) || CUE_AFTER.test(restAfter(last, scene)) ? 'weak' : undefined;
}
