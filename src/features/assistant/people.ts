// Who works here, and when.
import { allOf, type Slots } from '../../capability/dialogue.ts';
import { type Person, peopleOf } from '../../capability/industry.ts';
import { slotsBy } from '../../capability/roles.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { rulesOf } from '../../scheduling/calendar.ts';
import { closureOn } from '../../scheduling/hours.ts';
import { mustReadDay, writeDay } from '../../scheduling/zone.ts';
import { speaksOfChild } from './children.ts';
import { contentWords } from './content-words.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { peopleInFocus } from './people-in-focus.ts';
import * as presence from './presence.ts';
import { says } from './rank/cues.ts';
import type { ResponsePart } from './reply.ts';
import type { Turn } from './turn.ts';

const ROLES =
  'doctors?|dentists?|providers?|physicians?|stylists?|barbers?|hairdressers?|therapists?|trainers?|coach(?:es)?|instructors?|teachers?|staff|team|nurses?|hygienists?|specialists?|technicians?|physios?';
const WHO = new RegExp(`\\b(?:who|which|what)\\b.{0,30}\\b(?:${ROLES})\\b|\\bwho works\\b`, 'i');
const WHO_FOR =
  /\bwho(?:['’]?s| is| are| would| should)?\b.{0,20}\b(?:best|good|great|better|recommend|speciali[sz]es?|for|see)\b/i;
const WHO_IN = /\bwho(?:['’]?s|['’]?re| is| are| will be)?\b.{0,15}\b(?:in|on|working|works?|there|here|around)\b/i;
const WHEN_THERE =
  /\b(?:when|what days?|which days?|what hours|what times?|days)\b.{0,40}\b(?:works?|working|in|there|around|on|at)\b/i;
const WHEN_BACK = /\b(?:when|what day|which day|how long)\b.{0,30}\b(?:back|return(?:s|ing)?|away|off|gone)\b/i;
const DOES_WORK = /\b(?:do(?:es)?|is|are)\b.{0,40}\b(?:works?|working|in|there|here|on)\b/i;
/** "Is Sam in on Friday?", but not "is Sam free in the morning?". */
const IS_THERE =
  /\b(?:is|are|will|do(?:es)?)\b.{0,30}\b(?:in(?! (?:the|an?|\d))|there|here|around|working|work|back|off|away|(?:he|she|they) on)\b/i;
const FREE = /\b(?:free|availab\w+|slots?|openings?|spaces?|appointments?|times?|fit|squeeze)\b/i;
const AWAY = /\b(?:off|away)\b/i;
const PRONOUN = /\b(?:he|she|they|him|her|them)\b/i;
const NOW = /\b(?:now|at the moment|currently)\b/i;

/** What is said of people, and the day that it comes to. */
type Told = { part: ResponsePart; day?: string };

/**
 * "What days is Kayla in?", "who are your barbers?", "when's he back?": undefined where the question is another. The slots
 * are those of the message alone: a day or a service of before is not asked about.
 */
export function renderPeople(turn: Turn, said: Slots, state: DialogueState = {}): Told | undefined {
  const { ctx, businessContext } = turn;
  const people = peopleOf(ctx.business, businessContext.industry);
  const { slots, text, goesOn, asksWho } = continued(turn, said, state);
  if (people.length > 0 && asksWho && !hasTimetable(turn)) return renderWhoIsIn(turn, slots, people);
  const things = slotsBy(businessContext.industry, 'goods', 'service', 'meeting', 'plan', 'specialty');
  if (people.length === 0 || slots.time || things.some((slot) => slots.words[slot])) return undefined;
  const isMeant = !slots.words.staff && (goesOn || PRONOUN.test(text));
  const ids = isMeant ? peopleInFocus(turn, state) : allOf(slots, 'staff').map(({ id }) => id);
  const named = people.filter(({ id }) => ids.includes(id));
  if (named.length > 0) return renderNamed({ ...turn, text }, named, slots, isMeant);
  return isMeant ? undefined : renderAll(turn, people, slots);
}

type Continued = { slots: Slots; text: string; goesOn: boolean; asksWho?: boolean };

/** "And Dre?", "and on Tuesday?", "who is then?": the question before, of somebody else or of another day. */
function continued(turn: Turn, said: Slots, { before }: DialogueState): Continued {
  const { text } = turn;
  const isShort = text.trim().split(/\s+/).length <= SHORT;
  const asksWho = isShort && says('who', text);
  const goesOn = isShort && (asksWho || says('elliptic', text)) && before !== undefined && IS_THERE.test(before.said);
  if (!goesOn) return { slots: said, text, goesOn };
  const { date, every } = extractTurnEntities(turn, before.said, []);
  const when = said.date || said.every ? {} : { ...(date ? { date } : {}), ...(every ? { every } : {}) };
  const slots = { ...said, ...when };
  if (asksWho) return { slots, text, goesOn: false, asksWho: Boolean(slots.date || slots.every) };
  return { slots, text: before.said, goesOn };
}
const SHORT = 5;

/** Of people who were named, or just spoken of. */
function renderNamed(turn: Turn, named: Person[], { every, date }: Slots, isMeant: boolean): Told | undefined {
  const { text } = turn;
  const part = (say: (person: Person) => string): ResponsePart => ({
    text: named.map(say).join(' '),
    sources: sourcesOf(named),
  });
  const [weekday] = every ?? [];
  // "They" may be all of us: "are they open on Sundays?"
  if (weekday !== undefined && (isMeant ? IS_THERE : DOES_WORK).test(text))
    return { part: part((person) => renderWeekday(turn, person, weekday)) };
  if (date)
    return IS_THERE.test(text) && !FREE.test(text)
      ? { part: part((person) => renderDay(turn, person, date)) }
      : undefined;
  if (WHEN_BACK.test(text)) {
    const only = onlyOf(named);
    const back = only && backOf(turn, only);
    return {
      part: part((person) => renderBack(turn, person)),
      ...(back === undefined ? {} : { day: writeDay(back) }),
    };
  }
  return WHEN_THERE.test(text) ? { part: part((person) => renderWeek(turn, person)) } : undefined;
}

/** Who is there on a day, whose line something is, or who there is. */
function renderAll(turn: Turn, people: Person[], slots: Slots): Told | undefined {
  const { say, text } = turn;
  if ((slots.date || slots.every || NOW.test(text)) && WHO_IN.test(text) && !hasTimetable(turn))
    return renderWhoIsIn(turn, slots, people);
  if (slots.date || !(WHO.test(text) || WHO_FOR.test(text))) return undefined;
  const fitting = fittingFor(text, people);
  const each = (some: Person[]) => say.list(some.map(({ name, about }) => (about ? `${name} (${about})` : name)));
  if (fitting.length > 0 && fitting.length < people.length)
    return { part: { text: `For that we have ${each(fitting)}.`, sources: sourcesOf(fitting) } };
  return WHO.test(text)
    ? { part: { text: `With us you find ${each(people)}.`, sources: sourcesOf(people) } }
    : undefined;
}

const sourcesOf = (people: Person[]) => people.map(({ id, name }) => ({ kind: 'staff', id, title: name }));
const todayIn = ({ ctx }: Turn): number => rulesOf(ctx.business).zone.localAt(ctx.now.getTime()).day;
/** Who is there for classes stands in the timetable. */
const hasTimetable = ({ capabilities, businessContext }: Turn) =>
  slotsBy(businessContext.industry, 'meeting').some((slot) =>
    [...capabilities.values()].some(({ dialogue }) => dialogue.subject?.includes(slot)),
  );

function renderWeekday(turn: Turn, person: Person, weekday: number): string {
  const isThere = presence.worksOn(person, turn.ctx.business, weekday);
  const first = isThere ? 'Yes.' : `No, ${person.name} isn't here on ${presence.NAMES[weekday - 1]}s.`;
  return `${first} ${renderWeek(turn, person)}`;
}

/** The hours of a week, and when they are away next. */
function renderWeek(turn: Turn, person: Person): string {
  const { business } = turn.ctx;
  const away = presence.awayFrom(person, todayIn(turn));
  const hours = presence.renderHours(person, business);
  return away ? `${hours} ${presence.renderAway(person, business, turn.say, away)}` : hours;
}

function renderDay(turn: Turn, person: Person, date: string): string {
  const { ctx, say, text } = turn;
  const { business } = ctx;
  const day = mustReadDay(date);
  const [yes, no] = AWAY.test(text) ? ['', ''] : ['Yes, ', 'No, '];
  const on = presence.dayOf(business, say, day);
  const periods = presence.periodsOf(person, business, day);
  if (periods.length > 0) return `${yes}${person.name} is here on ${on} ${presence.renderPeriods(periods, say)}.`;
  const away = presence.awayOn(person, day);
  if (away) return `${no}${presence.renderAway(person, business, say, away)}`;
  if (closureOn(business.closures, day)) return `${no ? 'No, we' : 'We'}'re closed on ${on}.`;
  return `${no}${person.name} isn't here on ${on}. ${presence.renderHours(person, business)}`;
}

function renderBack(turn: Turn, person: Person): string {
  const { business } = turn.ctx;
  const away = presence.awayFrom(person, todayIn(turn));
  return away ? presence.renderAway(person, business, turn.say, away) : presence.renderHours(person, business);
}

function backOf(turn: Turn, person: Person): number | undefined {
  const away = presence.awayFrom(person, todayIn(turn));
  return away && presence.backAfter(person, turn.ctx.business, away);
}

/** By their hours, and not by who still has a time free. */
function renderWhoIsIn(turn: Turn, { date, every: [weekday] = [] }: Slots, people: Person[]): Told {
  const { ctx, say } = turn;
  const { business } = ctx;
  if (!date && weekday !== undefined) {
    const there = people.filter((person) => presence.worksOn(person, business, weekday));
    const names = there.length > 0 ? say.list(there.map(({ name }) => name)) : 'nobody';
    return { part: { text: `On ${presence.NAMES[weekday - 1]}s we have ${names}.`, sources: sourcesOf(there) } };
  }
  const day = date ? mustReadDay(date) : todayIn(turn);
  const on = presence.dayOf(business, say, day);
  const there = people.filter((person) => presence.periodsOf(person, business, day).length > 0);
  if (there.length === 0) return { part: { text: `Nobody is here on ${on}.` } };
  const each = there.map(
    (person) => `${person.name} ${presence.renderPeriods(presence.periodsOf(person, business, day), say)}`,
  );
  return { part: { text: `On ${on} we have ${say.list(each)}.`, sources: sourcesOf(there) } };
}

/** Whose line of work the question speaks of: children, knees. */
function fittingFor(text: string, people: Person[]): Person[] {
  const words = [...contentWords(text.replace(new RegExp(`\\b(?:${ROLES})\\b`, 'gi'), ' '))];
  const isKin = (one: string, other: string) =>
    Math.min(one.length, other.length) >= ENOUGH && (one.startsWith(other) || other.startsWith(one));
  return people.filter(({ about = '' }) => {
    const isForChild = speaksOfChild(text) && /child|kid|p(?:a)?ediatric/i.test(about);
    return isForChild || [...contentWords(about)].some((word) => words.some((said) => isKin(said, word)));
  });
}
const ENOUGH = 3;
