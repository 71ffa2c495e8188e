// Answers questions about the staff: who works here, when, and for what.
import { listEntities, type Slots } from '../../capability/dialogue.ts';
import { type Person, peopleOf } from '../../capability/industry.ts';
import { findSlotsWithRole } from '../../capability/roles.ts';
import { formatDay } from '../../kernel/clock.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { findClosureOn } from '../../scheduling/hours.ts';
import { rulesOf } from '../../scheduling/schedules.ts';
import { mustParseDay } from '../../scheduling/zone.ts';
import { mentionsChild } from './childrens-services.ts';
import { extractContentWords } from './content-words.ts';
import type { DialogueState } from './dialogue-state.ts';
import { extractTurnEntities } from './extract-entities.ts';
import { findPersonIdsInFocus } from './people-in-focus.ts';
import * as presence from './presence.ts';
import { hasCue } from './rank/cues.ts';
import type { ResponsePart } from './reply.ts';
import type { Turn } from './turn.ts';

const JOB_TITLE_PATTERN =
  'doctors?|dentists?|providers?|physicians?|stylists?|barbers?|hairdressers?|therapists?|trainers?|coach(?:es)?|instructors?|teachers?|staff|team|nurses?|hygienists?|specialists?|technicians?|physios?';
const ASKS_WHO_WORKS_PATTERN = new RegExp(
  `\\b(?:who|which|what)\\b.{0,30}\\b(?:${JOB_TITLE_PATTERN})\\b|\\bwho works\\b`,
  'i',
);
const ASKS_WHO_SUITS_PATTERN =
  /\bwho(?:['’]?s| is| are| would| should)?\b.{0,20}\b(?:best|good|great|better|recommend|speciali[sz]es?|for|see)\b/i;
const ASKS_WHO_IS_IN_PATTERN =
  /\bwho(?:['’]?s|['’]?re| is| are| will be)?\b.{0,15}\b(?:in|on|working|works?|there|here|around)\b/i;
const ASKS_WORKING_DAYS_PATTERN =
  /\b(?:when|what days?|which days?|what hours|what times?|days)\b.{0,40}\b(?:works?|working|in|there|around|on|at)\b/i;
const ASKS_RETURN_PATTERN =
  /\b(?:when|what day|which day|how long)\b.{0,30}\b(?:back|return(?:s|ing)?|away|off|gone)\b/i;
const ASKS_IF_WORKING_PATTERN = /\b(?:do(?:es)?|is|are)\b.{0,40}\b(?:works?|working|in|there|here|on)\b/i;
/** "Is Sam in on Friday?", but not "is Sam free in the morning?". */
const ASKS_IF_PRESENT_PATTERN =
  /\b(?:is|are|will|do(?:es)?)\b.{0,30}\b(?:in(?! (?:the|an?|\d))|there|here|around|working|work|back|off|away|(?:he|she|they) on)\b/i;
const ASKS_AVAILABILITY_PATTERN = /\b(?:free|availab\w+|slots?|openings?|spaces?|appointments?|times?|fit|squeeze)\b/i;
const ASKS_ABSENCE_PATTERN = /\b(?:off|away)\b/i;
const PRONOUN_PATTERN = /\b(?:he|she|they|him|her|them)\b/i;
const ASKS_NOW_PATTERN = /\b(?:now|at the moment|currently)\b/i;

/** The answer, and the day that it names, so that "then" can refer to it. */
type StaffAnswer = { part: ResponsePart; day?: string };

/**
 * Answers "what days is Kayla in?", "who are your barbers?" or "when's he back?"; undefined for any other question.
 * The slots must be those of this message alone, because a day or service from an earlier one is not being asked about.
 */
export function answerAboutStaff(turn: Turn, messageSlots: Slots, state: DialogueState = {}): StaffAnswer | undefined {
  const { ctx, businessContext } = turn;
  const people = peopleOf(ctx.business, businessContext.industry);
  const { slots, text, isFollowUp, asksWho } = resolveFollowUp(turn, messageSlots, state);
  if (people.length > 0 && asksWho && !hasTimetable(turn)) return renderWhoIsIn(turn, slots, people);
  const itemSlots = findSlotsWithRole(businessContext.industry, 'goods', 'service', 'meeting', 'plan', 'specialty');
  if (people.length === 0 || slots.time || itemSlots.some((slot) => slots.catalogEntities[slot])) return undefined;
  const isImplicit = !slots.catalogEntities.staff && (isFollowUp || PRONOUN_PATTERN.test(text));
  const ids = isImplicit ? findPersonIdsInFocus(turn, state) : listEntities(slots, 'staff').map(({ id }) => id);
  const namedPeople = people.filter(({ id }) => ids.includes(id));
  if (namedPeople.length > 0) return answerAboutNamedStaff({ ...turn, text }, namedPeople, slots, isImplicit);
  return isImplicit ? undefined : answerAboutAllStaff(turn, people, slots);
}

type StaffQuestion = { slots: Slots; text: string; isFollowUp: boolean; asksWho?: boolean };

/** Resolves a follow-up such as "And Dre?" or "and on Tuesday?": the previous question, about somebody else or another day. */
function resolveFollowUp(turn: Turn, messageSlots: Slots, { before }: DialogueState): StaffQuestion {
  const { text } = turn;
  const isShort = text.trim().split(/\s+/).length <= MAX_FOLLOW_UP_WORDS;
  const asksWho = isShort && hasCue('asksWho', text);
  const isFollowUp =
    isShort &&
    (asksWho || hasCue('elliptic', text)) &&
    before !== undefined &&
    ASKS_IF_PRESENT_PATTERN.test(before.said);
  if (!isFollowUp) return { slots: messageSlots, text, isFollowUp };
  const { date, every } = extractTurnEntities(turn, before.said, []);
  const previousDay =
    messageSlots.date || messageSlots.every ? {} : { ...(date ? { date } : {}), ...(every ? { every } : {}) };
  const slots = { ...messageSlots, ...previousDay };
  if (asksWho) return { slots, text, isFollowUp: false, asksWho: Boolean(slots.date || slots.every) };
  return { slots, text: before.said, isFollowUp };
}
const MAX_FOLLOW_UP_WORDS = 5;

/** Answers about particular people; `isImplicit` if a pronoun or a follow-up refers to them rather than a name. */
function answerAboutNamedStaff(
  turn: Turn,
  people: Person[],
  { every, date }: Slots,
  isImplicit: boolean,
): StaffAnswer | undefined {
  const { text } = turn;
  const renderPart = (render: (person: Person) => string): ResponsePart => ({
    text: people.map(render).join(' '),
    sources: createSources(people),
  });
  const [weekday] = every ?? [];
  // "They" may also mean the business: "are they open on Sundays?"
  if (weekday !== undefined && (isImplicit ? ASKS_IF_PRESENT_PATTERN : ASKS_IF_WORKING_PATTERN).test(text))
    return { part: renderPart((person) => renderWeekday(turn, person, weekday)) };
  if (date)
    return ASKS_IF_PRESENT_PATTERN.test(text) && !ASKS_AVAILABILITY_PATTERN.test(text)
      ? { part: renderPart((person) => renderDay(turn, person, date)) }
      : undefined;
  if (ASKS_RETURN_PATTERN.test(text)) {
    const onlyPerson = getOnlyItem(people);
    const returnDay = onlyPerson && findReturnDay(turn, onlyPerson);
    return {
      part: renderPart((person) => renderReturn(turn, person)),
      ...(returnDay === undefined ? {} : { day: formatDay(returnDay) }),
    };
  }
  return ASKS_WORKING_DAYS_PATTERN.test(text) ? { part: renderPart((person) => renderWeek(turn, person)) } : undefined;
}

/** Who is in on a day, who specializes in something, or who works here at all. */
function answerAboutAllStaff(turn: Turn, people: Person[], slots: Slots): StaffAnswer | undefined {
  const { format, text } = turn;
  if (
    (slots.date || slots.every || ASKS_NOW_PATTERN.test(text)) &&
    ASKS_WHO_IS_IN_PATTERN.test(text) &&
    !hasTimetable(turn)
  )
    return renderWhoIsIn(turn, slots, people);
  if (slots.date || !(ASKS_WHO_WORKS_PATTERN.test(text) || ASKS_WHO_SUITS_PATTERN.test(text))) return undefined;
  const specialists = findSpecialists(text, people);
  const describePeople = (describedPeople: Person[]) =>
    format.list(describedPeople.map(({ name, about }) => (about ? `${name} (${about})` : name)));
  if (specialists.length > 0 && specialists.length < people.length)
    return { part: { text: `For that, we have ${describePeople(specialists)}.`, sources: createSources(specialists) } };
  return ASKS_WHO_WORKS_PATTERN.test(text)
    ? { part: { text: `We have ${describePeople(people)}.`, sources: createSources(people) } }
    : undefined;
}

const createSources = (people: Person[]) => people.map(({ id, name }) => ({ kind: 'staff', id, title: name }));
const findToday = ({ ctx }: Turn): number => rulesOf(ctx.business).zone.localAt(ctx.now.getTime()).day;
/** A timetable capability answers who teaches when, so that question is left to it. */
const hasTimetable = ({ capabilities, businessContext }: Turn) =>
  findSlotsWithRole(businessContext.industry, 'meeting').some((slot) =>
    [...capabilities.values()].some(({ dialogue }) => dialogue.subject?.includes(slot)),
  );

function renderWeekday(turn: Turn, person: Person, weekday: number): string {
  const isPresent = presence.worksOnWeekday(person, turn.ctx.business, weekday);
  const answer = isPresent ? 'Yes.' : `No, ${person.name} isn't here on ${presence.WEEKDAY_NAMES[weekday - 1]}s.`;
  return `${answer} ${renderWeek(turn, person)}`;
}

/** The weekly hours, and the next time off. */
function renderWeek(turn: Turn, person: Person): string {
  const { business } = turn.ctx;
  const timeOff = presence.findCurrentOrNextTimeOff(person, findToday(turn));
  const hours = presence.renderHours(person, business);
  return timeOff ? `${hours} ${presence.renderTimeOff(person, business, turn.format, timeOff)}` : hours;
}

function renderDay(turn: Turn, person: Person, date: string): string {
  const { ctx, format, text } = turn;
  const { business } = ctx;
  const day = mustParseDay(date);
  const [yesPrefix, noPrefix] = ASKS_ABSENCE_PATTERN.test(text) ? ['', ''] : ['Yes, ', 'No, '];
  const dayName = presence.formatDay(business, format, day);
  const periods = presence.findPeriodsAtWork(person, business, day);
  if (periods.length > 0)
    return `${yesPrefix}${person.name} is here on ${dayName} ${presence.renderPeriods(periods, format)}.`;
  const timeOff = presence.findTimeOff(person, day);
  if (timeOff) return `${noPrefix}${presence.renderTimeOff(person, business, format, timeOff)}`;
  if (findClosureOn(business.closures, day)) return `${noPrefix ? 'No, we' : 'We'}'re closed on ${dayName}.`;
  return `${noPrefix}${person.name} isn't here on ${dayName}. ${presence.renderHours(person, business)}`;
}

function renderReturn(turn: Turn, person: Person): string {
  const { business } = turn.ctx;
  const timeOff = presence.findCurrentOrNextTimeOff(person, findToday(turn));
  return timeOff
    ? presence.renderTimeOff(person, business, turn.format, timeOff)
    : presence.renderHours(person, business);
}

function findReturnDay(turn: Turn, person: Person): number | undefined {
  const timeOff = presence.findCurrentOrNextTimeOff(person, findToday(turn));
  return timeOff && presence.findFirstWorkingDayAfter(person, turn.ctx.business, timeOff);
}

/** Goes by working hours, regardless of whether anybody still has a free slot. */
function renderWhoIsIn(turn: Turn, { date, every: [weekday] = [] }: Slots, people: Person[]): StaffAnswer {
  const { ctx, format } = turn;
  const { business } = ctx;
  if (!date && weekday !== undefined) {
    const presentPeople = people.filter((person) => presence.worksOnWeekday(person, business, weekday));
    const days = `${presence.WEEKDAY_NAMES[weekday - 1]}s`;
    if (presentPeople.length === 0) return { part: { text: `No one is in on ${days}.` } };
    const names = format.list(presentPeople.map(({ name }) => name));
    return { part: { text: `On ${days} we have ${names}.`, sources: createSources(presentPeople) } };
  }
  const day = date ? mustParseDay(date) : findToday(turn);
  const dayName = presence.formatDay(business, format, day);
  const presentPeople = people.filter((person) => presence.findPeriodsAtWork(person, business, day).length > 0);
  if (presentPeople.length === 0) return { part: { text: `No one is in on ${dayName}.` } };
  const namesWithHours = presentPeople.map(
    (person) => `${person.name} ${presence.renderPeriods(presence.findPeriodsAtWork(person, business, day), format)}`,
  );
  return {
    part: { text: `On ${dayName} we have ${format.list(namesWithHours)}.`, sources: createSources(presentPeople) },
  };
}

/** The people whose description matches the topic of the question, such as children or knees. */
function findSpecialists(text: string, people: Person[]): Person[] {
  const words = [...extractContentWords(text.replace(new RegExp(`\\b(?:${JOB_TITLE_PATTERN})\\b`, 'gi'), ' '))];
  const sharesStem = (one: string, other: string) =>
    Math.min(one.length, other.length) >= MIN_STEM_CHARS && (one.startsWith(other) || other.startsWith(one));
  return people.filter(({ about = '' }) => {
    const isForChild = mentionsChild(text) && /child|kid|p(?:a)?ediatric/i.test(about);
    return (
      isForChild ||
      [...extractContentWords(about)].some((word) => words.some((questionWord) => sharesStem(questionWord, word)))
    );
  });
}
const MIN_STEM_CHARS = 3;
