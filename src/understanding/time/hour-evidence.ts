import { FOLLOW, type Found, QUANTITY, type Scene } from './rule.ts';

/** Sure stands on its own; weak gives way to a time that is sure. */
export type Evidence = 'sure' | 'weak';

type Owners = ReadonlyMap<number, Found>;
type Span = { first: number; last: number };

const FOLLOWED = new RegExp(`^(?:$|${FOLLOW} )`);
/** A plural makes the number before it a count, and so do some other words. */
const PLURAL = '\\p{L}{2,}s(?<! (?:this|was|thanks|pls|plus|yes|works|sounds|suits|its|does|has|cos|as|is))';
const COUNTED = new RegExp(`^ (?:${QUANTITY}|${PLURAL}) `, 'u');

const PEOPLE = / (?:people|number of|party|someone|somebody|of us|head|heads|seats|of \d{1,2}w?) /;
const COUNTS = /^(?:for|of|are|were|be|is|table|party|group|well|only|just|with)$/;
const COUNTS_PEOPLE =
  / (?:tables?|party|group|(?:reservation|booking) of|seats?|people|us|of|with|(?:we|well|were|there|therell)(?: (?:will|would|are|be|is))*)(?: for)? $/;

/** What numbers: "size 9", "table 4", "under 20", "another 2" */
const NAMES =
  /^(?:size|number|no|room|table|order|page|level|age|aged|under|over|unit|suite|apartment|apt|flat|option|type|grade|step|class|dr|part|model|version|a|an|times?|my|than|extra|another|all|both|other|these|those|ref|code|plus|x)$/;
const WISHING = /^(?:id|would|wed|i|we|d|shed|hed|they|theyd|feel|look|looks|looking|felt|to)$/;

/** What a customer says before another time for what is agreed. */
const CUE =
  / (?:actually|actually at|make it|make that|make|what about|how about|(?:can|could) (?:we|you|i|u) do|lets do|lets say|do|rather|prefer|try|meant|mean|go with|go for|better|instead|change to|that to|it to) $/;
const CUE_AFTER = /^ (?:instead|would be better|is better|works better|would suit|might be better|is fine actually) /;

/** Why the number in the span is a time, if it is one. */
export function evidenceFor({ first, last }: Span, scene: Scene, owners: Owners): Evidence | undefined {
  const { pieces, line, places } = scene.phrase;
  if (isCounted(last, scene)) return undefined;
  const { piece } = pieces[first]!;
  const before = pieces[first - 1]?.piece ?? '';
  const isFollowed = FOLLOWED.test(line.slice(places[last] ?? line.length)) || owners.get(last)?.first === last;
  if (piece.endsWith('w') && !isFollowed) return undefined;
  if (isAt(first, scene)) return 'sure';
  if (!isFollowed || NAMES.test(before)) return undefined;
  return (
    joined(first, scene, owners) ??
    moved(first, scene, owners) ??
    beside({ first, last }, scene, owners) ??
    asked({ first, last }, scene)
  );
}

export const isCounted = (last: number, { phrase: { line, places } }: Scene) =>
  COUNTED.test(line.slice((places[last] ?? line.length) - 1));

/** "at 7", "around 7"; "about 8" unless people are counted, as in "we are about 8" and "table for around 8". */
function isAt(first: number, { phrase: { pieces }, context }: Scene): boolean {
  const [before = '', further = ''] = [pieces[first - 1]?.piece, pieces[first - 2]?.piece];
  if (before === 'at') return true;
  if (before === 'like') return further !== '' && !WISHING.test(further);
  if (before === 'about' && /^(?:what|how)$/.test(further)) return Boolean(context.agreed ?? context.expects);
  if (!/^(?:around|about|exactly)$/.test(before)) return false;
  return !COUNTS.test(further) || pieces[first]!.piece.length > 2;
}

/** "7 or 8", "at 5, 6 or 7": as sure as the one before. */
function joined(first: number, { phrase: { pieces } }: Scene, owners: Owners): Evidence | undefined {
  const joint = pieces[first - 1]?.piece ?? '';
  if (owners.has(first - 1) || !/^(?:or|and|\/|,)$/.test(joint)) return undefined;
  const reading = owners.get(first - 2)?.readings[0];
  if (reading?.kind !== 'clock') return undefined;
  return reading.weak ? 'weak' : 'sure';
}

/** "change it from 7 to 8", where it is not people that change. */
function moved(first: number, { phrase: { pieces, line }, moving }: Scene, owners: Owners): Evidence | undefined {
  if (!moving || !/^(?:from|to)$/.test(pieces[first - 1]?.piece ?? '') || PEOPLE.test(line)) return undefined;
  const hasTime = [...owners.values()].some((found) => found.first < first && found.readings[0]?.kind === 'clock');
  return hasTime ? 'sure' : 'weak';
}

/** Right after a day ("tomorrow 8"), or right before one where nothing counts people ("8 tomorrow"). */
function beside({ first, last }: Span, { phrase: { pieces } }: Scene, owners: Owners): Evidence | undefined {
  const isDay = (at: number) => /^(?:date|days|part|every)$/.test(owners.get(at)?.readings[0]?.kind ?? '');
  if (isDay(first - 1)) return 'weak';
  const next = /^(?:on|this)$/.test(pieces[last]?.piece ?? '') ? last + 1 : last;
  const before = pieces[first - 1]?.piece ?? '';
  const isFree = /^(?:|[.,]|do|make|it|come|maybe|or|and|like|prefer|me|us|in|please|try|hi|hello|hey|then|ok)$/.test(
    before,
  );
  return isFree && isDay(next) ? 'weak' : undefined;
}

/** A bare answer to "what time?", or a change to the time agreed. */
function asked({ first, last }: Span, { context, phrase }: Scene): Evidence | undefined {
  const { line, places, pieces } = phrase;
  const before = line.slice(0, places[first]).slice(-40);
  // "which one" asks for no hour.
  if (COUNTS_PEOPLE.test(before) || (pieces[first]!.piece === '1w' && first > 0)) return undefined;
  if (context.expects === 'time' || context.expects === 'both') return 'weak';
  if (!context.agreed?.time) return undefined;
  return CUE.test(before) || CUE_AFTER.test(line.slice((places[last] ?? line.length) - 1)) ? 'weak' : undefined;
}
