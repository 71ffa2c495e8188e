// The names of months and days in the languages that are read, by Intl, and the words for today and the days beside it.

const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'zh', 'ja', 'ar', 'hi'] as const;

type Style = 'long' | 'short';

function namesOf(part: 'month' | 'weekday', count: number, day: (at: number) => Date): Map<string, number> {
  const names = new Map<string, number>();
  const forms = (locale: string, style: Style) => [
    new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' }),
    // Beside a day some languages have another form: "listopad", "19 listopada".
    new Intl.DateTimeFormat(locale, { [part]: style, day: 'numeric', month: style, timeZone: 'UTC' }),
  ];
  for (const locale of [...LANGUAGES, 'ar-EG', 'ar-MA'])
    for (const style of ['long', 'short'] as const)
      for (const format of forms(locale, style))
        for (let at = 0; at < count; at++) {
          const found = format.formatToParts(day(at)).find(({ type }) => type === part)?.value ?? '';
          const name = found.toLowerCase().replace(/\.$/, '');
          // "mi" and "mar" are words of their own in another language.
          if (name.length >= (/^[\p{Script=Latin}]/u.test(name) ? 3 : 2) && !names.has(name) && !/\d/.test(name))
            names.set(name, at);
        }
  return names;
}

/** Short forms of days that are everyday words in one of the languages; months are only read beside a number. */
const ORDINARY =
  'sun sat wed dom die don son sob sex ter seg dim lun mar pon mer ven sam qui qua vie gio sab jeu qui'.split(' ');

/** 0 is January. */
export const MONTHS = namesOf('month', 12, (at) => new Date(Date.UTC(2026, at, 11)));
/** 0 is Monday, the 16th of November 2026. */
export const WEEKDAYS = namesOf('weekday', 7, (at) => new Date(Date.UTC(2026, 10, 16 + at)));
for (const word of ORDINARY) WEEKDAYS.delete(word);
const MORE: readonly (readonly [string, number])[] = [
  ...['mondays', 'tuesdays', 'wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'].map(
    (name, at) => [name, at] as const,
  ),
  ...['montags', 'dienstags', 'mittwochs', 'donnerstags', 'freitags', 'samstags', 'sonntags'].map(
    (name, at) => [name, at] as const,
  ),
  ...['lundis', 'mardis', 'mercredis', 'jeudis', 'vendredis', 'samedis', 'dimanches'].map(
    (name, at) => [name, at] as const,
  ),
  ...['segundas', 'terças', 'quartas', 'quintas', 'sextas', 'sábados', 'domingos'].map(
    (name, at) => [name, at] as const,
  ),
  ...['segunda', 'terça', 'quarta', 'quinta', 'sexta'].map((name, at) => [name, at] as const),
  ...['poniedziałki', 'wtorki', 'środy', 'czwartki', 'piątki', 'soboty', 'niedziele'].map(
    (name, at) => [name, at] as const,
  ),
  ...['poniedziałku', 'wtorku', 'środę', 'czwartku', 'piątku', 'sobotę', 'niedzielę'].map(
    (name, at) => [name, at] as const,
  ),
  ...['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((name, at) => [name, at] as const),
  ...['週一', '週二', '週三', '週四', '週五', '週六', '週日'].map((name, at) => [name, at] as const),
  ...['礼拜一', '礼拜二', '礼拜三', '礼拜四', '礼拜五', '礼拜六', '礼拜天'].map((name, at) => [name, at] as const),
  ...['सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार', 'रविवार'].map((name, at) => [name, at] as const),
  ...['इतवार', '星期天', '周天'].map((name) => [name, 6] as const),
  ...['maandags', 'dinsdags', 'woensdags', 'donderdags', 'vrijdags', 'zaterdags', 'zondags'].map(
    (name, at) => [name, at] as const,
  ),
  ...['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'].map((name, at) => [name, at] as const),
  ['الإثنين', 0],
  ['sonnabend', 5],
];
for (const [name, day] of MORE) WEEKDAYS.set(name, day);

/** How many days from today. */
export const NEAR_DAYS: ReadonlyMap<string, number> = new Map([
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

const escaped = (names: Iterable<string>) =>
  [...names].sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name));
const isWide = (name: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name);

/** Any of these names as a word of its own; Chinese and Japanese set no spaces, and Arabic writes "and" and "on" to it. */
export function anyOf(names: Iterable<string>): string {
  const all = escaped(names);
  const words = all.filter((name) => !isWide(name));
  const wide = all.filter(isWide);
  return [
    ...(words.length
      ? [String.raw`(?<![\p{L}\p{M}])(?:[وبل](?=\p{Script=Arabic}))?(?:${words.join('|')})(?![\p{L}\p{M}])`]
      : []),
    ...wide,
  ].join('|');
}
