// Words that websites use around hours, prices and people. Names of days and months come from Intl.
import { DAYS } from '../../../capability/document.ts';

export type Day = (typeof DAYS)[number];

/** Words of one kind in the languages that the assistant speaks and that use Latin letters. */
export const parseWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s*,\s*/));

export const RANGE_WORDS = parseWordSet(
  '-, –, —, −, ~, to, thru, through, until, till, til, bis, au, à, jusqu’à, a, al, hasta, fino, tot, t/m, até, do',
);
export const LIST_WORDS: ReadonlySet<string> = new Set([
  ',',
  ...parseWordSet('&, +, /, and, et, und, y, e, en, i, plus'),
]);
/** Words that change nothing in a line of hours. */
export const FILLER_WORDS = parseWordSet(
  ':, |, ·, •, ., ;, from, open, hours, hrs, o’clock, du, de, des, le, la, les, von, vom, zum, uhr, am, h, the, on, del, da, dalle, alle, dal, van, uur, das, às, od, godz, ouvert, geöffnet, abierto, aperto, geopend, aberto, otwarte, each, every, le, den, dem, el, los, las, il, días, giorni, tage, sans, interruption, nonstop, non-stop, durchgehend, continu, continuo, continuato, doorlopend, einschließlich, inclusive, inclus, inclusief, incluido, compreso, public, bank, jours, ' +
    'breakfast, brunch, lunch, dinner, supper, morning, mornings, afternoon, afternoons, evening, evenings, frühstück, mittags, abends, mittagessen, abendessen, petit-déjeuner, déjeuner, dîner, soir, desayuno, almuerzo, comida, pranzo, ontbijt, diner, almoço, jantar',
);
export const CLOSED_WORDS = parseWordSet(
  'closed, fermé, fermée, ferme, fermeture, geschlossen, ruhetag, betriebsurlaub, betriebsferien, cerrado, cerrada, chiuso, chiusi, chiusura, gesloten, fechado, encerrado, zamknięte, nieczynne',
);
/** Words of sentences that announce closed days, besides `CLOSED_WORDS`. */
export const CLOSING_WORDS = parseWordSet(
  'close, closing, closings, closure, closures, schließen, betriebsruhe, urlaub, fermons, congés, cerramos, cierre, chiudiamo, ferie, sluiten, vakantie, fechamos, encerramos',
);
/** Words of sentences that say when the business is open again. */
export const OPEN_WORDS = parseWordSet(
  'open, opens, opening, reopen, reopens, reopening, back, return, returns, resume, resumes, again, geöffnet, offen, wieder, öffnen, zurück, ouvert, ouverts, rouvre, rouvrons, réouverture, reprise, retour, abierto, abrimos, reabrimos, reapertura, aperto, riapriamo, riapertura, open, heropenen, weer, aberto, reabrimos, otwarte',
);
/** Days that are not in every week. */
export const HOLIDAY_WORDS = parseWordSet(
  'holidays, feiertag, feiertage, feiertags, feiertagen, fériés, férié, festivos, festivi, feestdagen, feriados, święta',
);
export const NOON_WORDS = parseWordSet('noon, midday, midi, mittag, mediodía, mezzogiorno');
export const MIDNIGHT_WORDS = parseWordSet(
  'midnight, minuit, mitternacht, medianoche, mezzanotte, middernacht, północ',
);
const EVERY_DAY_WORDS = parseWordSet('daily, everyday, täglich, quotidien, diario, diariamente, dagelijks, codziennie');
const WEEKDAY_WORDS = parseWordSet('m-f, m–f, m - f, m – f, weekdays, werktags, wochentags');
const WEEKEND_WORDS = parseWordSet('weekend, weekends, wochenende, week-end');

/** Words in the heading of opening hours. */
export const HOURS_WORDS = parseWordSet(
  'hours, hour, open, opening, horaires, horaire, ouverture, öffnungszeiten, sprechzeiten, horario, horarios, orari, orario, apertura, openingstijden, openingsuren, horário, funcionamento, godziny, otwarcia',
);
/** Hours with such a word are those of one day, and it is unknown later which. */
export const TODAY_WORDS = parseWordSet('today, heute, aujourd’hui, hoy, oggi, vandaag, hoje, dzisiaj');
/** Words beside hours of something other than the business itself. */
export const OTHER_HOURS_WORDS = parseWordSet(
  'happy, kitchen, delivery, pickup, takeout, holiday, class, classes, timetable, phone, phones, staffed, desk, last, lab, kursplan, stundenplan, cuisine, livraison, küche, lieferung, cocina, cucina, keuken, cozinha, kuchnia',
);
/** Words in headings of hours for a part of the year. */
export const SEASON_WORDS = parseWordSet(
  'summer, winter, spring, autumn, fall, seasonal, temporary, christmas, easter, festival, sommer, herbst, frühling, saison, weihnachten, ostern, été, hiver, printemps, automne, noël, verano, invierno, primavera, otoño, navidad, estate, inverno, autunno, natale, zomer, herfst, lente, verão, outono, lato, zima',
);
export const PEOPLE_WORDS = parseWordSet(
  'team, staff, crew, meet, techs, technicians, practitioners, therapists, artists, instructors, owners, founders, équipe, mitarbeiter, mitarbeiterinnen, equipo, personal, squadra, medewerkers, equipe, zespół',
);
export const FROM_WORDS = parseWordSet(
  'from, since, effective, seit, depuis, ab, dès, desde, da, vanaf, od, partir, starting',
);
/** Words in place of a price of zero. */
export const FREE_WORDS = parseWordSet(
  'free, complimentary, no charge, gratis, kostenlos, kostenfrei, gratuit, gratuite, offert, gratuito, gratuita, bezpłatnie',
);
/** Words beside an entry that is not available at the moment. */
export const SOLD_OUT_WORDS = parseWordSet(
  'sold out, out of stock, unavailable, ausverkauft, épuisé, en rupture de stock, agotado, esaurito, uitverkocht, esgotado, wyprzedane',
);
/** Currencies as words, and their signs. */
export const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  dollar: '$',
  dollars: '$',
  bucks: '$',
  pound: '£',
  pounds: '£',
  quid: '£',
  euro: '€',
  euros: '€',
};
/** Abbreviations in place of a price: "market price", "price on application", "secondo quantità". */
export const PRICE_MARKS = parseWordSet('mp, mkt, poa, tbd, sq, ask, market');
/** Words in place of a price that depends: "Price on consultation", "Preis auf Anfrage". */
export const PRICE_WORDS = parseWordSet(
  'price, priced, pricing, quote, preis, tagespreis, anfrage, prix, devis, precio, prezzo, preventivo, prijs, preço, orçamento, cena, wycena',
);
/** Words that credit the maker of the website: "Website by …", "Umsetzung: …". */
export const CREDIT_WORDS = parseWordSet(
  'website, web, webdesign, webseite, site, design, designed, theme, built, made, powered, developed, development, created, managed, hosting, hosted, page, pages, webmaster, agency, agentur, umsetzung, realisierung, gestaltung, réalisation, conception, création, diseño, realizzazione, realisatie, ontwerp, wykonanie',
);
export const BY_WORDS = parseWordSet('by, von, par, por, da, door, przez');
/** Words beside phone numbers and addresses of something other than the business itself. */
export const OTHER_CONTACT_WORDS = parseWordSet(
  'emergency, emergencies, answering, night, events, event, parties, weddings, groups, catering, wholesale, press, media, jobs, careers, accounts, accounting, billing, invoices, privacy, complaints, feedback, beschwerden, réclamations, reclamaciones, reclami, notfall, notdienst, presse, bewerbung, veranstaltungen, datenschutz, buchhaltung, urgence, urgences, recrutement, événements, urgencias, prensa, eventos, empleo, urgenze, eventi, noodgevallen, evenementen',
);
/** Words for the main branch. */
export const MAIN_BRANCH_WORDS = parseWordSet(
  'main, flagship, original, headquarters, hauptgeschäft, stammhaus, principal, principale, sede, hoofdvestiging',
);
export const VOUCHER_WORDS = parseWordSet(
  'voucher, vouchers, gutschein, gutscheine, geschenkgutschein, geschenkgutscheine, wertgutschein, cadeaubon, cadeaukaart',
);
export const VOUCHER_PHRASES: readonly (readonly string[])[] = [
  ['gift', 'card'],
  ['gift', 'cards'],
  ['gift', 'certificate'],
  ['gift', 'certificates'],
  ['carte', 'cadeau'],
  ['cartes', 'cadeaux'],
  ['bon', 'cadeau'],
  ['chèque', 'cadeau'],
  ['tarjeta', 'regalo'],
  ['tarjetas', 'regalo'],
  ['buono', 'regalo'],
  ['buoni', 'regalo'],
  ['cartão', 'presente'],
  ['karta', 'podarunkowa'],
];
export const FAX_WORDS = parseWordSet('fax, telefax, télécopie');

/** The words for each interval that a price is paid for, in all languages. */
export const INTERVAL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  month: parseWordSet('month, mo, mth, monthly, mois, monat, monatlich, mes, mese, maand, mês, miesiąc'),
  year: parseWordSet('year, yr, yearly, annually, an, année, jahr, jährlich, año, anno, jaar, ano, rok'),
  week: parseWordSet('week, wk, weekly, semaine, woche, wöchentlich, semana, settimana, tydzień'),
};
export const MINUTE_WORDS = parseWordSet(
  'min, mins, minute, minutes, minuten, minuto, minutos, minuti, minuut, minut, ′',
);
export const HOUR_WORDS = parseWordSet(
  'h, hr, hrs, hour, hours, heure, heures, std, stunde, stunden, hora, horas, ora, ore, uur',
);

const ENGLISH_SHORT_DAYS: Record<string, Day> = { tues: 'tue', weds: 'wed', thur: 'thu', thurs: 'thu' };
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const MS_PER_DAY = 86_400_000;
const MIN_MONTH_CHARACTERS = 3;

const normalizeWord = (word: string) => word.toLowerCase().replace(/\.$/, '');
const findSupportedLocales = (language: string) =>
  /^[a-z]{2,3}(-|$)/i.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language.slice(0, 2)).length > 0
    ? [language.slice(0, 2).toLowerCase()]
    : [];

/** The days that a word stands for, in English or in the language of the page. */
export function createDayParser(language: string): (word: string) => readonly Day[] | undefined {
  const days = new Map<string, readonly Day[]>(Object.entries(ENGLISH_SHORT_DAYS).map(([word, day]) => [word, [day]]));
  for (const locale of ['en', ...findSupportedLocales(language)])
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
      for (const [index, day] of DAYS.entries()) {
        const name = normalizeWord(format.format(MONDAY + index * MS_PER_DAY));
        for (const form of [name, `${name}s`, removeAccents(name)]) days.set(form, [day]);
      }
    }
  for (const [letter, day] of findDayLetters(findSupportedLocales(language)[0])) days.set(letter, [day]);
  for (const word of EVERY_DAY_WORDS) days.set(word, DAYS);
  for (const word of WEEKDAY_WORDS) days.set(word, DAYS.slice(0, 5));
  for (const word of WEEKEND_WORDS) days.set(word, DAYS.slice(5));
  return (word) => days.get(normalizeWord(word));
}

const removeAccents = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');

/** "L-V" in Spanish. In English and German, two days have the same letter. */
function findDayLetters(language: string | undefined): [string, Day][] {
  const format = new Intl.DateTimeFormat(language ?? 'en', { weekday: 'narrow', timeZone: 'UTC' });
  const letters = DAYS.map((day, index): [string, Day] => [
    normalizeWord(format.format(MONDAY + index * MS_PER_DAY)),
    day,
  ]);
  return new Set(letters.map(([letter]) => letter)).size === DAYS.length ? letters : [];
}

/** The names of the months, 1 to 12, and their beginnings where only one month begins so: "Sept". */
export function collectMonthNames(language: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  const beginnings: [string, number][] = [];
  for (const locale of ['en', ...findSupportedLocales(language)])
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number++) {
        const part = format.formatToParts(Date.UTC(2024, number - 1, 1)).find(({ type }) => type === 'month');
        const name = normalizeWord(part?.value ?? '');
        if (name) months.set(name, number);
        for (let length = MIN_MONTH_CHARACTERS; length < name.length; length++)
          beginnings.push([name.slice(0, length), number]);
      }
    }
  for (const [beginning, matches] of Map.groupBy(beginnings, ([text]) => text)) {
    const [number = 0, ...others] = new Set(matches.map(([, monthNumber]) => monthNumber));
    if (!others.length && !months.has(beginning)) months.set(beginning, number);
  }
  return months;
}

export const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}’']+/gu) ?? [];
export const hasWord = (text: string, words: ReadonlySet<string>): boolean =>
  splitWords(text).some((word) => words.has(word));
