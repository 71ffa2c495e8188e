// Which mentions are given up for which: "from … to …", "not Friday", "Friday, no, Saturday", "Monday or Tuesday".
import { must } from '../../kernel/must.ts';
import type { TimeMention } from './mention.ts';
import { either, wide } from './patterns.ts';
import type { Placed } from './resolve.ts';
import type { Scene } from './rule.ts';

const FILLER = '(?:the|on|at|for|in|this|next|a|any|around|about|maybe|possibly|like|be|early|late|,)';

const REFUSED = new RegExp(
  ` ${either(
    '(?<!why |if |or |whether )not',
    ...['except', 'excluding', 'instead of', 'rather than', 'other than', 'apart from', 'aside from', 'avoid'],
    '(?:any|every|all|each|anything|anytime|everything)(?: other)?(?: day| time| week)? but',
    '(?:cant|cannot|couldnt|wont|dont|can not|do not)(?: really| actually)? (?:do|make|come|manage|want|like)',
  )}(?: ${FILLER})* $`,
);
const FAILS = new RegExp(
  wide`^(?:
    (?:\S+ ){0,2}?(?:doesnt|does not|dont|wont|will not|cant|isnt|is not|aint|arent|are not)
    (?: really| actually| gonna| going to| be| that| so)*
    [ ](?:work|suit|good|do|great|possible|ideal|fit|fine|ok|okay|convenient)|
    (?:is )?no good|is out|is bad|is a no|not good|not great
  ) `,
);
const SLIP = '(?:no|nope|sorry|i mean|i meant|meant|actually|wait|scratch that|oops|correction|make that|make it)';
const CORRECTED = new RegExp(` ${SLIP}(?: (?:${SLIP}|\\.|-|${FILLER}))* $`);
const JOINS_CHOICES = new RegExp(
  wide`^(?: (?:or|and|/|on|at|the|maybe|possibly|even|perhaps|either|around|about|in|for|if|not|failing|that|then|
    also|else|,))*$`,
);

const MOVED_TO = new RegExp(` (?:to|until|onto)(?: ${FILLER})* $`);
const MOVED_FOR = new RegExp(
  wide` (?:reschedule|rebook|rearrange|move|change|switch|swap|postpone|d[1-7])(?: it| that| this| me| us)?
    [ ](?:for|and make it)(?: ${FILLER})* $`,
);
const MOVED_FROM = / (?:from|instead of|rather than)(?: the| my| our)? $/;
const OWN_BOOKING = new RegExp(
  wide` (?:my|our|the|his|her)(?: existing| current)?
    (?: (?:appointment|appt|booking|reservation|table|slot|class|session|visit|order) (?:at|on|for|from))?(?: the)? $`,
);

/** Words that may stand between two choices at most */
const FAR = 12;

const isWhen = ({ kind }: TimeMention) => /^(?:date|days|every|time|window|moment)$/.test(kind);

const placeOf = ({ phrase: { places } }: Scene, piece: number) => must(places[piece], 'the place of a piece');
const lineBefore = (scene: Scene, piece: number, from = 0) =>
  scene.phrase.line.slice(Math.max(from, placeOf(scene, piece) - 60), placeOf(scene, piece));
const lineAfter = ({ phrase: { line, places } }: Scene, piece: number) => line.slice(places[piece] ?? line.length);

export function giveRoles(placed: readonly Placed[], scene: Scene): TimeMention[] {
  const moves = scene.moving ? movesOf(placed, scene) : [];
  const roled = placed.map((each, i): Placed => {
    if (!isWhen(each.mention)) return each;
    const role = moves[i] ?? (isRefused(each, scene) || isCorrected(i, each, placed, scene) ? 'not' : undefined);
    return role ? { ...each, mention: { ...each.mention, role } } : each;
  });
  return roled.map((each, i) => (isChoice(i, each, roled, scene) ? { ...each.mention, or: true } : each.mention));
}

/** What is before the "to" is moved from, what comes with it is moved to. */
function movesOf(placed: readonly Placed[], scene: Scene): (TimeMention['role'] | undefined)[] {
  const follows = (words: RegExp) =>
    placed.findIndex(({ mention, first }) => isWhen(mention) && words.test(lineBefore(scene, first)));
  const to = follows(MOVED_TO) < 0 ? follows(MOVED_FOR) : follows(MOVED_TO);
  return placed.map(({ first }, i) => {
    const before = lineBefore(scene, first);
    if (MOVED_FROM.test(before)) return 'from';
    if (to >= 0) return i < to ? 'from' : 'to';
    return OWN_BOOKING.test(before) ? 'from' : undefined;
  });
}

/** "not Friday", "Friday doesn't work"; "not before 5" says when. */
function isRefused({ mention, first, last }: Placed, scene: Scene): boolean {
  return (mention.kind !== 'window' && REFUSED.test(lineBefore(scene, first))) || FAILS.test(lineAfter(scene, last));
}

/** "Friday, no, Saturday" */
function isCorrected(i: number, { mention, last }: Placed, placed: readonly Placed[], scene: Scene): boolean {
  const next = placed.find((other, at) => at > i && other.mention.kind === mention.kind && other.first > last);
  return next !== undefined && CORRECTED.test(lineBefore(scene, next.first, placeOf(scene, last) - 1));
}

/** "Monday or Tuesday": only such words, and other mentions, stand between the two. */
function isChoice(
  i: number,
  { mention, first }: Placed,
  placed: readonly Placed[],
  { phrase: { pieces } }: Scene,
): boolean {
  if (!isWhen(mention) || mention.role) return false;
  const before = placed.findLast((other, at) => at < i && other.mention.kind === mention.kind && other.last <= first);
  if (!before || before.mention.role || first - before.last > FAR) return false;
  let joint = '';
  for (let piece = before.last; piece < first; piece++) {
    const isOwned = placed.some((other) => piece >= other.first && piece < other.last);
    if (!isOwned) joint += ` ${must(pieces[piece], 'a piece').piece}`;
  }
  return joint === ' ,' || (/ (?:or|and|\/)/.test(joint) && JOINS_CHOICES.test(joint));
}
