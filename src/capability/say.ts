/** Formats what a business says, in its locale, zone and currency. */
export type Say = {
  /** "Thursday, November 19 at 7:30 PM" */
  time(startsAt: string | Date): string;
  /** "Thursday, November 19" */
  day(startsAt: string | Date): string;
  /** "7:30 PM" */
  clock(startsAt: string | Date): string;
  /** Minor units: 1450 → "$14.50", without cents where there are none */
  money(amount: number): string;
  /** "a, b and c" */
  list(items: string[]): string;
  /** "a, b or c" */
  choices(items: string[]): string;
};

export type Voice = { locale: string; timezone: string; currency: string };

const voices = new Map<string, Say>();

/** Formatters are costly to make and cheap to use, so each voice is made once. */
export function sayFor({ locale, timezone, currency }: Voice): Say {
  const name = `${locale} ${timezone} ${currency}`;
  let say = voices.get(name);
  if (!say) {
    if (voices.size > 1_000) voices.clear();
    say = makeSay({ locale, timezone, currency });
    voices.set(name, say);
  }
  return say;
}

function makeSay({ locale, timezone: timeZone, currency }: Voice): Say {
  const day = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', month: 'long', day: 'numeric' });
  const clock = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const whole = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 });
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const minor = 10 ** digits;
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const or = new Intl.ListFormat(locale, { type: 'disjunction' });
  // Some locales put a narrow no-break space before AM; people search and type a plain one.
  const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');
  const onClock = (at: string | Date) => plain(clock.format(new Date(at)));
  return {
    time: (at) => `${day.format(new Date(at))} at ${onClock(at)}`,
    day: (at) => day.format(new Date(at)),
    clock: onClock,
    money: (amount) => plain((amount % minor === 0 ? whole : money).format(amount / minor)),
    list: (items) => and.format(items),
    choices: (items) => or.format(items),
  };
}
