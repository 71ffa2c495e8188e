import { describe, expect, it } from 'vitest';
import { mergeWeeks } from './find-hours.ts';
import { createHoursReader } from './hours.ts';
import { readHtmlPage } from './read-page.ts';

const days = (names: string, ...periods: [string, string][]) =>
  Object.fromEntries(names.split(' ').map((day) => [day, periods]));
const WEEK = 'mon tue wed thu fri sat sun';
const read = (language: string, ...lines: string[]) => createHoursReader(language).read(lines);

describe('a line of hours', () => {
  it.each<[string, string, object]>([
    ['en', 'Mon–Thu 11am – 10pm', days('mon tue wed thu', ['11:00', '22:00'])],
    ['en', 'Monday thru Friday: 6 AM to 3 PM', days('mon tue wed thu fri', ['06:00', '15:00'])],
    ['en', 'Tues & Thurs 9-5', days('tue thu', ['09:00', '17:00'])],
    ['en', 'Sat 10–6pm', days('sat', ['10:00', '18:00'])],
    ['en', 'Sun noon - midnight', days('sun', ['12:00', '24:00'])],
    ['en', 'Fri, Sat: 6 p.m. – 2 a.m.', days('fri sat', ['18:00', '02:00'])],
    ['en', 'Daily 8.30am-5.30pm', days(WEEK, ['08:30', '17:30'])],
    ['en', 'Mon-Sun 07:00-23:00', days(WEEK, ['07:00', '23:00'])],
    ['en', 'Sat-Mon 9am-1pm', days('mon sat sun', ['09:00', '13:00'])],
    ['en', '9am–5pm Monday to Wednesday', days('mon tue wed', ['09:00', '17:00'])],
    ['en', 'Monday 8am-12pm and 1pm-5pm', days('mon', ['08:00', '12:00'], ['13:00', '17:00'])],
    ['en', 'Closed Mondays', days('mon')],
    ['fr', 'Du lundi au vendredi : 9h30 à 18h', days('mon tue wed thu fri', ['09:30', '18:00'])],
    ['fr', 'Fermé le dimanche', days('sun')],
    ['de', 'Mo–Fr 8–12 Uhr und 14–18 Uhr', days('mon tue wed thu fri', ['08:00', '12:00'], ['14:00', '18:00'])],
    ['de', 'Do 18:00 bis 2:00 Uhr', days('thu', ['18:00', '02:00'])],
    ['es', 'De lunes a viernes de 10:00 a 20:00', days('mon tue wed thu fri', ['10:00', '20:00'])],
    ['it', 'Lunedì - sabato 9.00 - 13.00', days('mon tue wed thu fri sat', ['09:00', '13:00'])],
    // Morning or evening?
    ['en', 'Mon 5 - 10', {}],
    ['en', 'Mon 9am', {}],
  ])('in %s: %s', (language, line, week) => {
    expect(read(language, line)).toEqual(week);
  });

  it('may be split over several', () => {
    expect(read('en', 'Mon', '9am – 5pm', 'Tue', 'Closed', 'Wed', '9am – 5pm')).toEqual({
      ...days('mon wed', ['09:00', '17:00']),
      tue: [],
    });
  });
});

const hoursOn = (body: string) => {
  const { findings, notes } = readHtmlPage(`<html lang="en"><body>${body}</body></html>`, new Set());
  return {
    weeks: findings.filter(({ kind }) => kind === 'hours').map(({ value }) => value),
    notes: notes.map(({ quote }) => quote),
  };
};

describe('hours on a page', () => {
  it('are not those of something else', () => {
    expect(hoursOn('<h2>Happy hour</h2><p>Mon-Fri 4pm-6pm</p>').weeks).toEqual([]);
    expect(hoursOn('<p>Our friends at the deli are open Monday to Saturday 9am to 9pm.</p>').weeks).toEqual([]);
    expect(hoursOn('<h2>Classes</h2><p>Monday</p><p>6pm - 7pm</p><p>Yoga</p>').weeks).toEqual([]);
  });

  it('that cannot be told in times are notes', () => {
    const { weeks, notes } = hoursOn(
      '<h3>Hours</h3><p>Mon-Thu 9am-5pm<br>Fri 9am till late<br>Sat by appointment</p><p>7 Main St<br>(207) 555-0119</p>',
    );
    expect(weeks).toEqual([days('mon tue wed thu', ['09:00', '17:00'])]);
    expect(notes).toEqual(['Fri 9am till late', 'Sat by appointment']);
  });
});

it('weeks are merged unless they contradict each other', () => {
  const monday = days('mon', ['09:00', '17:00']);
  expect(mergeWeeks(monday, days('tue'))).toEqual({ ...monday, tue: [] });
  expect(mergeWeeks(monday, days('mon', ['09:00', '18:00']))).toBeUndefined();
});
