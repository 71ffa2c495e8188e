// Which mentions are given up for which: "from … to …", "not Friday", "Friday, no, Saturday", "Monday or Tuesday".
import type { TimeMention } from './mention.ts';
import type { Placed } from './resolve.ts';
import type { Scene } from './rule.ts';

const isWhen = ({ kind }: TimeMention) => /^(?:date|days|every|time|window|moment)$/.test(kind);

const FILLER = '(?:the|on|at|for|in|this|next|a|any|around|about|maybe|possibly|like|be|early|late|,)';
const REFUSED = new RegExp(
  ' (?:(?<!why |if |or |whether )not(?: on| at| for| the)?|except|excluding|excl|instead of|rather than|other than|apart from|aside from|besides|' +
    '(?:any|every|all|anything|anytime|everything|day|time|days|week) but|(?:cant|cannot|couldnt|wont|dont|can not|do not)(?: really| actually)? ' +
    `(?:do|make|come|manage|want|like)|avoid|no longer)(?: ${FILLER})* $`,
);
const FAILS =
  /^(?:(?:\S+ ){0,2}?(?:doesnt|does not|dont|wont|will not|cant|isnt|is not|aint|arent|are not)(?: really| actually| gonna| going to| be| that| so)? (?:work|suit|good|do|great|possible|ideal|fit|fine|ok|okay|convenient)|(?:is )?no good|is out|is bad|is a no|not good|not great) /;
const CORRECTED = new RegExp(
  ` (?:no|nope|sorry|i mean|i meant|meant|actually|wait|scratch that|oops|correction|make that|make it)(?: (?:no|wait|sorry|i mean|i meant|actually|make it|make that|,|\\.|-|${FILLER}))* $`,
);
const BETWEEN_ALTERNATIVES =
  /^(?: (?:or|and|\/|on|at|the|maybe|possibly|even|perhaps|either|around|about|in|for|if|not|failing|that|then|also|else|,))*$/;

export function giveRoles(placed: readonly Placed[], scene: Scene): TimeMention[] {
  const moves = scene.moving ? movesOf(placed, scene) : [];
  return placed.map(({ mention, first, last }, i) => {
    if (!isWhen(mention)) return mention;
    const role = moves[i] ?? refusal(first, last, i, placed, scene);
    const or = !role && isAlternative(i, placed, scene);
    return { ...mention, ...(role ? { role } : {}), ...(or ? { or: true as const } : {}) };
  });
}

const lineBefore = ({ phrase: { line, places } }: Scene, piece: number) =>
  line.slice(Math.max(0, places[piece]! - 60), places[piece]);
const lineAfter = ({ phrase: { line, places } }: Scene, piece: number) => line.slice(places[piece] ?? line.length);

/** What is before the "to" is moved from, what comes with it is moved to. */
function movesOf(placed: readonly Placed[], scene: Scene): (TimeMention['role'] | undefined)[] {
  const follows = (word: string) => {
    const pattern = new RegExp(` ${word}(?: ${FILLER})* $`);
    return placed.findIndex(({ mention, first }) => isWhen(mention) && pattern.test(lineBefore(scene, first)));
  };
  let to = follows('(?:to|until|onto)');
  if (to < 0) to = follows('(?:for|and make it|instead)');
  return placed.map(({ first }, i) => {
    const before = lineBefore(scene, first);
    if (/ (?:from|instead of|rather than)(?: the| my| our)? $/.test(before)) return 'from';
    if (to >= 0) return i < to ? 'from' : 'to';
    return / (?:my|our|the|his|her)(?: \S+)? (?:at |on |for )?$/.test(before) ? 'from' : undefined;
  });
}

function refusal(first: number, last: number, i: number, placed: readonly Placed[], scene: Scene): 'not' | undefined {
  const { mention } = placed[i]!;
  if (mention.kind !== 'window' && REFUSED.test(lineBefore(scene, first))) return 'not';
  if (FAILS.test(lineAfter(scene, last))) return 'not';
  const next = placed.slice(i + 1).find((other) => other.mention.kind === mention.kind && other.first >= last);
  if (!next) return undefined;
  return next.first > last &&
    CORRECTED.test(lineBefore(scene, next.first).slice(-wordsBetween(last, next.first, scene)))
    ? 'not'
    : undefined;
}

const wordsBetween = (last: number, first: number, { phrase: { places } }: Scene) => places[first]! - places[last]! + 1;

function isAlternative(i: number, placed: readonly Placed[], { phrase: { pieces } }: Scene): boolean {
  const { mention, first } = placed[i]!;
  const before = placed.slice(0, i).findLast((other) => other.mention.kind === mention.kind && other.last <= first);
  if (!before) return false;
  let joint = '';
  for (let at = before.last; at < first; at++) {
    const owner = placed.find((other) => at >= other.first && at < other.last);
    joint += owner ? '' : ` ${pieces[at]!.piece}`;
  }
  return / (?:or|and|\/)/.test(joint) && BETWEEN_ALTERNATIVES.test(joint);
}
