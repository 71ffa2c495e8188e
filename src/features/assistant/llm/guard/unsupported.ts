// Times, dates, spans, numbers and names that nothing known supports.
import { zoneOf } from '../../../scheduling/zone.ts';
import type { About, Reason } from './about.ts';
import { speaksOfOpening } from './hours.ts';
import { isQuestion } from './text.ts';

type Wrong = { why: Reason; about: string } | undefined;

/** It says that a time can be had. */
const FREE =
  /(?<![\p{L}-])(?:free(?! of)|available|availability|openings?|open slots?|slots?|spots?|we have|i have|there(?:['’]s| is| are)|can offer|could do|works|possible|libres?|disponibles?|hueco|tenemos|hay|quedan?|avons|reste|dispon[íi]\p{L}*|frei(?:e|en|er)?|verfügbar|haben wir|hätten wir|livres?|vagas?|temos|há|liber[oiae]|abbiamo|c['’]è|ci sono|vrij|beschikbaar|hebben we|woln[eya]\p{L}*|dostępn\p{L}*|mamy)(?![\p{L}-])|有空|空位|可预约|可以预约|还有|空いて|空き|ご用意でき|متاح\p{L}*|متوفر\p{L}*|شاغر|لدينا|खाली|उपलब्ध/iu;
const PLACE =
  /(?<!\p{L})(?:tables?|appointments?|slots?|spots?|times?|places?|class(?:es)?|opening|mesas?|citas?|huecos?|plazas?|table|créneaux?|rendez-vous|tisch\p{L}*|termin\p{L}*|platz|plätze|horários?|vagas?|consultas?|tavol[oi]|appuntament[oi]|post[oi]|tafels?|afspra\p{L}*|plek\p{L}*|stolik\p{L}*|termin\p{L}*|miejsc\p{L}*)(?!\p{L})|桌|位|席|テーブル|枠|طاولة|موعد|टेबल|अपॉइंटमेंट|जगह/iu;
const NOT_FREE =
  /(?<!\p{L})(?:not|no|none|isn['’]t|aren['’]t|don['’]t|fully booked|taken|sold out|no hay|pas|plus|aucune?|kein\p{L}*|nicht|ausgebucht|não|non|geen|niet|nie|brak)(?!\p{L})|没有|没|满|ません|満席|لا|नहीं/iu;

/** These say nothing but that it can be had, whatever it is. */
const OPEN_STILL =
  /(?<![\p{L}-])(?:(?:is|are|still|has|have|there(?:['’]s| is| are)|got) (?:\p{L}+ )?(?:free|available|space|room|open|openings?)|(?:libres?|disponibles?|hay (?:sitio|hueco|plazas?|lugar)|quedan?)|(?:reste|il y a) (?:\p{L}+ )?(?:places?|créneaux?)|(?:frei|verfügbar)|plätze? frei|(?:há|tem|temos) (?:vagas?|lugar(?:es)?)|liber[oiae]|disponibil\p{L}*|ci sono posti|c['’]è posto|(?:vrij|beschikbaar)|plek|ruimte|woln[eya]\p{L}*|dostępn\p{L}*)(?![\p{L}-])|有空|空位|有位|有名额|空いて|空き|متاح\p{L}*|متوفر\p{L}*|شاغر|खाली|उपलब्ध/iu;
const TAKEN =
  /(?<![\p{L}])(?:taken|full|fully booked|booked (?:up|out)|sold out|not (?:free|available)|nothing (?:free|left)|no longer (?:free|available)|ocupad[oa]s?|complet[oa]s?|llen[oa]s?|agotad[oa]s?|complets?|complète|pris|prise|ausgebucht|belegt|vergeben|voll|esgotad[oa]s?|lotad[oa]s?|cheios?|al completo|occupat[oa]|pien[oa]|vol|volgeboekt|bezet|zajęt\p{L}*|pełn\p{L}*)(?!\p{L})|满|没有空|満席|満員|埋まって|محجوز\p{L}*|ممتلئ\p{L}*|भर (?:गई|गया|चुक)|भरी|खाली नहीं/iu;

/** What a tool has found is free, or something is not to be had: neither says that anything was done. */
export function tellsOfPlaces({ sentence, values, known }: About): boolean {
  if (values.times.length === 0 && values.days.length === 0) return false;
  const areFound =
    values.times.length > 0 && values.times.every(({ minutes }) => minutes.some((at) => known.results.times.has(at)));
  return TAKEN.test(sentence) || (areFound && (OPEN_STILL.test(sentence) || saysFree(sentence)));
}

const isTakenOrNot = (text: string) => NOT_FREE.test(text) || TAKEN.test(text);
const APART = /[,;–—，；、،]\s*|\s(?:but|pero|mais|aber|mas|ma|maar|ale)\s/iu;

/** That a table, a visit or a place can be had; "nine is taken, ten is free" says it of one. */
function saysFree(sentence: string): boolean {
  if (!PLACE.test(sentence) || isQuestion(sentence)) return false;
  const parts = isTakenOrNot(sentence) ? sentence.split(APART) : [sentence];
  return parts.some((part) => FREE.test(part) && !isTakenOrNot(part));
}
const isSaidFree = (sentence: string, said: string): boolean => {
  const part = isTakenOrNot(sentence) ? sentence.split(APART).find((each) => each.includes(said.trim())) : sentence;
  return saysFree(sentence) && !isTakenOrNot(part ?? sentence);
};

export function wrongTime({ sentence, values, named, known }: About): Wrong {
  const { results, told, records } = known;
  const isFree = saysFree(sentence);
  const timetable = new Set(named.flatMap(({ entry }) => [...entry.times]));
  const wrongDay = offTimetable({ sentence, values, named, known });
  if (wrongDay) return wrongDay;
  for (const { minutes, said } of values.times) {
    const isIn = (times: ReadonlySet<number>) => minutes.some((at) => times.has(at));
    // "It lasts two hours and a half": said as a time is said, and no time.
    if (minutes.some((at) => lasts(sentence, said, at).some((span) => records.some(({ spans }) => spans.has(span)))))
      continue;
    // "From 14 they can climb on their own": an age, as it is written.
    if (
      isBare(said) &&
      !speaksOfOpening(sentence) &&
      !isFree &&
      records.some(({ numbers }) => numbers.has(numberIn(said)))
    )
      continue;
    if (isFree && isSaidFree(sentence, said) && !isIn(results.times) && !isIn(timetable))
      return { why: 'availability', about: `no tool has said that ${said} is free; look it up first` };
    if (timetable.size > 0 && !isIn(timetable) && !isIn(results.times) && !isIn(told.times))
      return { why: 'time', about: `${said} is not among the times of ${named[0]!.entry.name}` };
    if (!records.some(({ times }) => isIn(times)) && !isIn(told.times))
      return { why: 'time', about: `${said} is in no record` };
  }
  if (isFree && values.times.length === 0 && values.days.length > 0 && results.times.size === 0)
    return { why: 'availability', about: 'no tool has said what is free then; look it up first' };
  return wrongDate({ sentence, values, named, known });
}

/** What is named is at that time, but on other days. */
function offTimetable({ sentence, values, named, known }: About): Wrong {
  const weeks = named.filter(({ entry }) => entry.week.size > 0);
  const [first] = weeks;
  const weekdays = values.days.flatMap(({ weekday }) => weekday ?? []);
  if (!first || weekdays.length === 0 || weekdays.length !== values.days.length) return undefined;
  if (weeks.some(({ at }) => at !== first.at) || NOT_FREE.test(sentence) || isQuestion(sentence)) return undefined;
  // A working day has no single times: only a timetable's beginnings are compared.
  const starts = weeks.filter(({ entry }) => 'weekly' in entry.record);
  if (starts.length < weeks.length) return undefined;
  const isOn = (minutes: number) =>
    weekdays.some((day) => starts.some(({ entry }) => entry.week.has(`${day}-${minutes}`)));
  const wrong = values.times.find(
    ({ minutes }) =>
      minutes.some((at) => first.entry.times.has(at)) && !minutes.some((at) => isOn(at) || known.results.times.has(at)),
  );
  return wrong && { why: 'time', about: `${first.entry.name} is not on that day at ${wrong.said}` };
}

const HOURS_LONG = /heures?|horas?|ore\b|uur|uren|\bh\b/iu;
const AND_A_HALF = /(?:et demie|y media|e mezz[ao]|e meia|en een half|i pół)/iu;
const BEFORE_TIME =
  /(?:(?<!\p{L})(?:à|a|las|dès|vers|às|alle|om|tot|vanaf|jusqu['’]à|until|at|from|de|das|dalle))\s*$/iu;

/** How long it may be that is said, in minutes. */
function lasts(sentence: string, said: string, minutes: number): number[] {
  const [before = '', after = ''] = sentence.split(said);
  if (!HOURS_LONG.test(said) || BEFORE_TIME.test(before)) return [];
  const half = AND_A_HALF.test(said) ? 0 : AND_A_HALF.test(after.slice(0, 12)) ? 30 : 0;
  return [minutes + half];
}

const isBare = (said: string) => /^\D*\s\d{1,2}$/.test(said);
const numberIn = (said: string) => Number(/\d+/.exec(said)?.[0]);

const DAY = 86_400_000;
/** Days so near are named in passing: "this Friday, November 20". */
const NEAR = 14;

function wrongDate({ values, known }: About): Wrong {
  const { business, now } = known.given;
  const today = zoneOf(business.timezone).localAt(now.getTime()).day;
  for (const { date, said } of values.days) {
    if (!date) continue;
    const key = `${date.month}-${date.day}`;
    if (
      [...known.records, known.told].some(({ dates }) => dates.has(key)) ||
      isInClosure(known.given.business.closures, date)
    )
      continue;
    const year = new Date(today * DAY).getUTCFullYear();
    const near = [year, year + 1]
      .map((each) => Date.UTC(each, date.month, date.day) / DAY)
      .find((day) => day >= today && day <= today + NEAR);
    if (near === undefined) return { why: 'time', about: `${said} is in no record` };
  }
  return undefined;
}

const isInClosure = (
  closures: readonly { from: string; to: string }[],
  { month, day }: { month: number; day: number },
) =>
  closures.some(({ from, to }) => {
    const key = `${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    return from.slice(5) <= key && key <= to.slice(5);
  });

const YEAR = 525_600;
/** Waiting a moment is no promise. */
const MOMENT = 5;
/** Smaller counts are of everyday speech: "one of our team", "two options". */
const FEW = 12;
const TITLED =
  /(?<![\p{L}])(?:Dr|Dra|Drs|Doctor|Doctora|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Mlle|Monsieur|Madame|Sr|Sra|Señora?|Sig|Signora?|Dott|Dottoressa|Pan[iu]?|Mevrouw|Meneer|Nurse|Chef|Coach)\.?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?/gu;

export function wrongValue({ sentence, values, known }: About): Wrong {
  const all = [...known.records, known.told];
  const { spans, percents, numbers } = values;
  const isKnown = (minutes: number) => all.some((facts) => facts.spans.has(minutes));
  // "Under-10s" is written, "below 10 years" is said; and a span with half of it more stands as a whole.
  const isAge = (minutes: number) => minutes >= YEAR && all.some((facts) => facts.numbers.has(minutes / YEAR));
  const span = spans.find(
    ({ minutes, unit }) => minutes > MOMENT && !isKnown(minutes) && !isKnown(minutes + unit / 2) && !isAge(minutes),
  );
  if (span && !isQuestion(sentence)) return { why: 'number', about: `"${span.said}" is in no record` };
  const percent = percents.find(({ value }) => !all.some((facts) => facts.percents.has(value)));
  if (percent) return { why: 'price', about: `${percent.said} is in no record` };
  const isYear = (value: number) =>
    value === known.given.now.getFullYear() || value === known.given.now.getFullYear() + 1;
  const number = numbers.find(
    ({ value, said }) =>
      value > FEW && !isYear(value) && !all.some((facts) => facts.numbers.has(value) || facts.all.includes(said)),
  );
  if (number) return { why: 'number', about: `${number.said} is in no record` };
  for (const [titled] of sentence.matchAll(TITLED)) {
    const name = titled
      .split(/\s+/)
      .at(-1)!
      .replace(/['’]s$/, '')
      .toLowerCase();
    if (!all.some((facts) => facts.all.includes(name))) return { why: 'name', about: `${titled} is in no record` };
  }
  return undefined;
}
