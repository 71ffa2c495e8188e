// Names of months and weekdays in the supported languages, from Intl, and words such as "today" and "tomorrow".

const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'zh', 'ja', 'ar', 'hi'] as const;

type NameStyle = 'long' | 'short';

function collectNames(part: 'month' | 'weekday', count: number, dateAt: (index: number) => Date): Map<string, number> {
  const names = new Map<string, number>();
  const createFormatters = (locale: string, style: NameStyle) => [
    new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' }),
    // Some languages inflect the name next to a day: "listopad", "19 listopada".
    new Intl.DateTimeFormat(locale, { [part]: style, day: 'numeric', month: style, timeZone: 'UTC' }),
  ];
  for (const locale of [...LANGUAGES, 'ar-EG', 'ar-MA'])
    for (const style of ['long', 'short'] as const)
      for (const format of createFormatters(locale, style))
        for (let index = 0; index < count; index++) {
          const formatted = format.formatToParts(dateAt(index)).find(({ type }) => type === part)?.value ?? '';
          const name = formatted.toLowerCase().replace(/\.$/, '');
          // Two Latin letters are too ambiguous: "mi" is a word in several languages.
          if (name.length >= (/^[\p{Script=Latin}]/u.test(name) ? 3 : 2) && !names.has(name) && !/\d/.test(name))
            names.set(name, index);
        }
  return names;
}

/** Short weekday names that are everyday words in one of the languages. Months are only matched next to a number. */
const AMBIGUOUS_SHORT_DAYS =
  'sun sat wed dom die don son sob sex ter seg dim lun mar pon mer ven sam qui qua vie gio sab jeu qui'.split(' ');

/** 0 is January. */
export const MONTH_BY_NAME = collectNames('month', 12, (month) => new Date(Date.UTC(2026, month, 11)));
/** 0 is Monday; 16 November 2026 is one. */
export const WEEKDAY_BY_NAME = collectNames('weekday', 7, (weekday) => new Date(Date.UTC(2026, 10, 16 + weekday)));
for (const word of AMBIGUOUS_SHORT_DAYS) WEEKDAY_BY_NAME.delete(word);
const EXTRA_WEEKDAY_NAMES: readonly (readonly [string, number])[] = [
  ...['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'].map(
    (name, index) => [name, index] as const,
  ),
  ...['montags', 'dienstags', 'mittwochs', 'donnerstags', 'freitags', 'samstags', 'sonntags'].map(
    (name, index) => [name, index] as const,
  ),
  ...['lundis', 'mardis', 'mercredis', 'jeudis', 'vendredis', 'samedis', 'dimanches'].map(
    (name, index) => [name, index] as const,
  ),
  ...['segundas', 'terças', 'quartas', 'quintas', 'sextas', 'sábados', 'domingos'].map(
    (name, index) => [name, index] as const,
  ),
  ...['segunda', 'terça', 'quarta', 'quinta', 'sexta'].map((name, index) => [name, index] as const),
  ...['poniedziałki', 'wtorki', 'środy', 'czwartki', 'piątki', 'soboty', 'niedziele'].map(
    (name, index) => [name, index] as const,
  ),
  ...['poniedziałku', 'wtorku', 'środę', 'czwartku', 'piątku', 'sobotę', 'niedzielę'].map(
    (name, index) => [name, index] as const,
  ),
  ...['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, index) => [name, index] as const),
  ...['週一', '週二', '週三', '週四', '週五', '週六', '週日'].map((name, index) => [name, index] as const),
  ...['礼拜一', '礼拜二', '礼拜三', '礼拜四', '礼拜五', '礼拜六', '礼拜天'].map(
    (name, index) => [name, index] as const,
  ),
  ...['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार'].map((name, index) => [name, index] as const),
  ...['इतवार', '星期天', '周天'].map((name) => [name, 6] as const),
  ...['maandags', 'dinsdags', 'woensdags', 'donderdags', 'vrijdags', 'zaterdags', 'zondags'].map(
    (name, index) => [name, index] as const,
  ),
  ...['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'].map(
    (name, index) => [name, index] as const,
  ),
  ['الإثنين', 0],
  ['sonnabend', 5],
];
for (const [name, day] of EXTRA_WEEKDAY_NAMES) WEEKDAY_BY_NAME.set(name, day);

/** Days from today. */
export const DAYS_FROM_TODAY_BY_WORD: ReadonlyMap<string, number> = new Map([
  ..."today tonight hoy aujourd’hui aujourd'hui heute hoje oggi stasera vandaag vanavond dzisiaj dziś 今天 今晚 今日 本日 اليوم الليلة आज"
    .split(' ')
    .map((word) => [word, 0] as const),
  ...['this evening', 'this afternoon', 'this morning', 'esta noche', 'esta tarde', 'ce soir', 'questa sera'].map(
    (words) => [words, 0] as const,
  ),
  ...'tomorrow mañana demain amanhã domani morgen jutro 明天 明日 明晚 غدا غدًا'
    .split(' ')
    .map((word) => [word, 1] as const),
]);

const escapeLongestFirst = (names: Iterable<string>) =>
  [...names].sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name));
const isWrittenWithoutSpaces = (name: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name);

/**
 * A pattern for any of the names as a word. Chinese and Japanese have no spaces, and Arabic attaches "and" and "on".
 */
export function buildNamePattern(names: Iterable<string>): string {
  const escapedNames = escapeLongestFirst(names);
  const words = escapedNames.filter((name) => !isWrittenWithoutSpaces(name));
  const namesWithoutSpaces = escapedNames.filter(isWrittenWithoutSpaces);
  return [
    ...(words.length
      ? [String.raw`(?<![\p{L}\p{M}])(?:[وبل](?=\p{Script=Arabic}))?(?:${words.join('|')})(?![\p{L}\p{M}])`]
      : []),
    ...namesWithoutSpaces,
  ].join('|');
}
