import { describe, expect, it } from 'vitest';
import { mergeWeeks } from './find-hours.ts';
import { createHoursReader } from './hours.ts';
import { readHtmlPage } from './read-page.ts';

const weekOf = (dayNames: string, ...periods: [string, string][]) =>
  Object.fromEntries(dayNames.split(' ').map((day) => [day, periods]));
const WEEK = 'mon tue wed thu fri sat sun';
const readHours = (language: string, ...lines: string[]) => createHoursReader(language).read(lines);

describe('a line of hours', () => {
  it.each<[string, string, object]>([
    ['en', 'Mon–Thu 11am – 10pm', weekOf('mon tue wed thu', ['11:00', '22:00'])],
    ['en', 'Monday thru Friday: 6 AM to 3 PM', weekOf('mon tue wed thu fri', ['06:00', '15:00'])],
    ['en', 'Tues & Thurs 9-5', weekOf('tue thu', ['09:00', '17:00'])],
    ['en', 'Sat 10–6pm', weekOf('sat', ['10:00', '18:00'])],
    ['en', 'Sun noon - midnight', weekOf('sun', ['12:00', '24:00'])],
    ['en', 'Fri, Sat: 6 p.m. – 2 a.m.', weekOf('fri sat', ['18:00', '02:00'])],
    ['en', 'Daily 8.30am-5.30pm', weekOf(WEEK, ['08:30', '17:30'])],
    ['en', 'Mon-Sun 07:00-23:00', weekOf(WEEK, ['07:00', '23:00'])],
    ['en', 'Sat-Mon 9am-1pm', weekOf('mon sat sun', ['09:00', '13:00'])],
    ['en', '9am–5pm Monday to Wednesday', weekOf('mon tue wed', ['09:00', '17:00'])],
    ['en', 'Monday 8am-12pm and 1pm-5pm', weekOf('mon', ['08:00', '12:00'], ['13:00', '17:00'])],
    ['en', 'Closed Mondays', weekOf('mon')],
    ['fr', 'Du lundi au vendredi : 9h30 à 18h', weekOf('mon tue wed thu fri', ['09:30', '18:00'])],
    ['fr', 'Fermé le dimanche', weekOf('sun')],
    ['de', 'Mo–Fr 8–12 Uhr und 14–18 Uhr', weekOf('mon tue wed thu fri', ['08:00', '12:00'], ['14:00', '18:00'])],
    ['de', 'Do 18:00 bis 2:00 Uhr', weekOf('thu', ['18:00', '02:00'])],
    ['es', 'De lunes a viernes de 10:00 a 20:00', weekOf('mon tue wed thu fri', ['10:00', '20:00'])],
    ['it', 'Lunedì - sabato 9.00 - 13.00', weekOf('mon tue wed thu fri sat', ['09:00', '13:00'])],
    ['en', 'Sun noon–5', weekOf('sun', ['12:00', '17:00'])],
    ['en', 'Sun 9am–5', weekOf('sun', ['09:00', '17:00'])],
    ['en', 'Fri 6pm–2', weekOf('fri', ['18:00', '02:00'])],
    ['en', 'Sat/Sun closed', weekOf('sat sun')],
    ['nl', 'ma t/m wo 9:00 - 17:00', weekOf('mon tue wed', ['09:00', '17:00'])],
    ['en', 'Mon-Fri 6a–8:30p', weekOf('mon tue wed thu fri', ['06:00', '20:30'])],
    ['en', 'M–F 9 to 5', weekOf('mon tue wed thu fri', ['09:00', '17:00'])],
    ['en', 'Wed 9-12, 2-6', weekOf('wed', ['09:00', '12:00'], ['14:00', '18:00'])],
    [
      'en',
      'Mon-Thu 8-4, Fri 8-2, closed Sat & Sun',
      { ...weekOf('mon tue wed thu', ['08:00', '16:00']), ...weekOf('fri', ['08:00', '14:00']), ...weekOf('sat sun') },
    ],
    ['en', 'Brunch Wednesday to Sunday. Closed Tuesdays.', weekOf('tue')],
    ['en', 'Sundays and public holidays 10am-4pm', weekOf('sun', ['10:00', '16:00'])],
    ['en', 'Closed on holidays', {}],
    ['en', 'Open 24 hours Friday', weekOf('fri', ['00:00', '24:00'])],
    ['en', 'Lunch Tue 11:30am-2pm, dinner Tue 6pm-9pm', weekOf('tue', ['11:30', '14:00'], ['18:00', '21:00'])],
    ['en', 'Sat 9am-9pm, Sat brunch 10am-2pm', weekOf('sat', ['09:00', '21:00'])],
    ['de', 'Sonn- und Feiertage 12–22 Uhr', weekOf('sun', ['12:00', '22:00'])],
    ['de', 'Donnerstag Ruhetag', weekOf('thu')],
    ['de', 'Fr 18.30 – 24 Uhr', weekOf('fri', ['18:30', '24:00'])],
    ['fr', 'Samedi : 10h – 18h sans interruption', weekOf('sat', ['10:00', '18:00'])],
    ['es', 'L-V 7:30 - 21:00, D cerrado', { ...weekOf('mon tue wed thu fri', ['07:30', '21:00']), sun: [] }],
    // Ambiguous: morning or evening?
    ['en', 'Mon 8am - 11', {}],
    ['en', 'Mon 5 - 10', {}],
    ['en', 'Mon 9am', {}],
  ])('is read in %s: %s', (language, line, week) => {
    expect(readHours(language, line)).toEqual(week);
  });

  it('may be split into several lines', () => {
    expect(readHours('en', 'Mon', '9am – 5pm', 'Tue', 'Closed', 'Wed', '9am – 5pm')).toEqual({
      ...weekOf('mon wed', ['09:00', '17:00']),
      tue: [],
    });
  });
});

it('reads hours in columns for mornings and afternoons', () => {
  expect(
    readHours(
      'en',
      'Tuesday',
      '9:00 - 12:30',
      '1:30 - 6:00',
      'Wednesday',
      '9:00 - 12:30',
      'closed',
      'Friday',
      'closed',
      '2pm - 6pm',
    ),
  ).toEqual({
    tue: [
      ['09:00', '12:30'],
      ['13:30', '18:00'],
    ],
    wed: [['09:00', '12:30']],
    fri: [['14:00', '18:00']],
  });
});

const hoursOn = (body: string) => {
  const { findings, unclearQuotes } = readHtmlPage(`<html lang="en"><body>${body}</body></html>`, new Set());
  return {
    weeks: findings.filter(({ kind }) => kind === 'hours').map(({ value }) => value),
    unclearQuotes: unclearQuotes.map(({ quote }) => quote),
  };
};

describe('hours on a page', () => {
  it('are not those of a happy hour, a neighbor or a class', () => {
    expect(hoursOn('<h2>Happy hour</h2><p>Mon-Fri 4pm-6pm</p>').weeks).toEqual([]);
    expect(hoursOn('<p>Our friends at the deli are open Monday to Saturday 9am to 9pm.</p>').weeks).toEqual([]);
    expect(hoursOn('<h2>Classes</h2><p>Monday</p><p>6pm - 7pm</p><p>Yoga</p>').weeks).toEqual([]);
  });

  it('of lunch and dinner are those of one week', () => {
    const page = (dinner: string) =>
      `<h2>Hours</h2><p><b>Lunch</b></p><p>Thu-Fri 11am-2pm</p><p>&#8203;</p><p><b>Dinner</b></p><p>Fri ${dinner}</p><p>Closed Mondays</p>`;
    expect(hoursOn(page('5pm-10pm')).weeks).toEqual([
      {
        mon: [],
        thu: [['11:00', '14:00']],
        fri: [
          ['11:00', '14:00'],
          ['17:00', '22:00'],
        ],
      },
    ]);
    // Both cannot be right.
    expect(hoursOn(page('1pm-10pm')).weeks).toHaveLength(2);
  });

  it('are not those of a season, unless they started', () => {
    const week = '<p>Mon-Sat 8am-8pm</p>';
    for (const heading of ['Winter hours', 'Hours June – August', 'Festival opening hours, 3–9 May'])
      expect(hoursOn(`<h3>${heading}</h3>${week}`).weeks).toEqual([]);
    expect(hoursOn(`<h3>Opening hours from 4 May 2026</h3>${week}`).weeks).toHaveLength(1);
  });

  it('may have other remarks between them', () => {
    const { weeks, unclearQuotes } = hoursOn(
      '<h3>Hours</h3><p>Thu–Sat, 5pm–11pm<br>Terrace until midnight<br>Closed Sun</p><p>The kitchen shuts at 9:30pm.</p><p>Dogs welcome</p>',
    );
    expect(weeks).toEqual([{ ...weekOf('thu fri sat', ['17:00', '23:00']), sun: [] }]);
    expect(unclearQuotes).toEqual(['Terrace until midnight', 'The kitchen shuts at 9:30pm.']);
    expect(hoursOn('<p>Kitchen</p><p>Mon-Sun 11am-9pm</p>').weeks).toEqual([]);
  });

  it('are not those of an offer', () => {
    const plan = (name: string) => `<div><h3>${name}</h3><p>$20</p><p>Weekdays 10am to 3pm</p></div>`;
    expect(hoursOn(plan('Off-peak') + plan('Student')).weeks).toEqual([]);
  });

  it('that have no clear times become unclear quotes', () => {
    const { weeks, unclearQuotes } = hoursOn(
      '<h3>Hours</h3><p>Mon-Thu 9am-5pm<br>Fri 9am till late<br>Sat by appointment</p><p>7 Main St<br>(207) 555-0119</p>',
    );
    expect(weeks).toEqual([weekOf('mon tue wed thu', ['09:00', '17:00'])]);
    expect(unclearQuotes).toEqual(['Fri 9am till late', 'Sat by appointment']);
  });
});

it('merges weeks unless they contradict each other', () => {
  const monday = weekOf('mon', ['09:00', '17:00']);
  expect(mergeWeeks(monday, weekOf('tue'))).toEqual({ ...monday, tue: [] });
  expect(mergeWeeks(monday, weekOf('mon', ['09:00', '18:00']))).toBeUndefined();
});
