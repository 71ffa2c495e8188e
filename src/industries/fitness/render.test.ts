import { describe, expect, it } from 'vitest';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { EMPTY_DOCUMENT } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { requestMembership } from './capabilities/membership.ts';
import { findFittingMembership, renderFittingMembership } from './fitting-membership.ts';
import { describeTrainers } from './render.ts';
import { chooseMeetingLimit, renderMeetings } from './render-meetings.ts';
import { confirmRequest, findPauseDuration, renderRequestReceived, resolveMembership } from './render-membership.ts';
import type { Class, FitnessBusiness, Membership } from './schema.ts';
import { template } from './template.ts';
import { findLevel } from './timetable.ts';
import { extractFitnessEntities } from './vocabulary.ts';

const formatSettings = { locale: 'en-US', timezone: 'America/New_York', currency: 'USD' };
const format = formatterFor(formatSettings);
const business = { ...EMPTY_DOCUMENT, ...formatSettings, fitness: template.section } as unknown as FitnessBusiness;

describe('meetings', () => {
  const meeting = (day: number, spotsLeft = 12) => ({
    name: 'Sunday Yin',
    instructor: 'Priya Raman',
    startsAt: `2026-11-${day}T10:00:00-05:00`,
    spotsLeft,
  });

  it.each([
    ["when's mobility flow next on", 1],
    ['next spin class?', 1],
    ['spin next week', undefined],
    ['what are the next classes', undefined],
    ['how many places are left in spin', 3],
    ['is there room in spin on monday', 3],
    ['is spin full?', 3],
    ['any full body classes', undefined],
    ['when is spin', undefined],
  ])('%j asks for %s', (text, limit) => {
    expect(chooseMeetingLimit(text).limit).toBe(limit);
  });

  it.each([
    [12, ', with 12 spots left. Should I put you down for it?'],
    [1, ', with 1 spot left. Should I put you down for it?'],
    [0, ". It's full, but there's a waitlist. Should I put you on it?"],
  ])('the next one with %d spots is offered', (spots, ending) => {
    expect(renderMeetings([meeting(22, spots)], format, { q: 'yin', limit: 1 })).toBe(
      `The next Sunday Yin is on Sunday, November 22 at 10:00 AM with Priya Raman${ending}`,
    );
  });

  it('that are full are reported as full', () => {
    expect(renderMeetings([meeting(22, 0)], format, {})).toMatch(
      /is full, but there is a waitlist\. Should I put you on it/,
    );
    expect(renderMeetings([meeting(22, 0), meeting(23, 0)], format, {})).toMatch(/are full, but there are waitlists/);
    expect(renderMeetings([meeting(22, 0), meeting(23, 2)], format, {})).toContain('(full, with a waitlist)');
  });

  it('are listed in the language of the customer', () => {
    const german = formatterFor({ ...formatSettings, language: 'de' });
    expect(renderMeetings([meeting(22, 2)], german, {})).toBe(
      'Sunday Yin bei Priya Raman am Sonntag, 22. November um 10:00 Uhr (noch 2 Plätze). Soll ich Sie für einen davon eintragen?',
    );
    expect(renderMeetings([meeting(22, 0)], german, {})).toContain('ist leider ausgebucht');
    expect(renderMeetings([], german, {})).toMatch(/^Für diese Zeit finde ich/);
  });

  it('are counted beyond the first five', () => {
    const meetings = [16, 17, 18, 19, 20, 21, 22].map((day) => meeting(day));
    expect(renderMeetings(meetings.slice(1), format, {})).toContain(' There is 1 more after that. ');
    expect(renderMeetings(meetings, format, {})).toContain(' There are 2 more after that. ');
    expect(renderMeetings(meetings, format, {})).not.toContain('spots');
    expect(renderMeetings(meetings.slice(0, 3), format, { limit: 3 })).toMatch(/(?:\(12 spots left\).*){3}/);
  });
});

describe('a level', () => {
  const classes = ['Beginners', 'all levels', 'advanced'].map((level) => ({ level })) as Class[];
  it.each([
    ['beginner', 'Beginners'],
    ['advanced', 'advanced'],
    ['expert', undefined],
  ])('for %s is %s', (level, expectedLevel) => {
    expect(findLevel(classes, { catalogEntities: {}, industryEntities: { level } })).toBe(expectedLevel);
  });
});

describe('the fitting membership', () => {
  const offPeakMembership = createMembership('Off-Peak', 'climbing on weekdays before 3pm');
  const fullMembership = createMembership('Full', 'unlimited climbing', 'all yoga classes', 'one guest pass a month');
  const spaMembership = createMembership('Spa', 'unlimited climbing', 'sauna');
  const memberships = [offPeakMembership, fullMembership, spaMembership];

  it.each([
    ['I can only come on weekday mornings, which membership makes sense?', offPeakMembership],
    ['I can only come on weekday evenings, which membership makes sense?', undefined],
    ['which membership would I need if I want classes included?', fullMembership],
    ['which plan has the sauna?', spaMembership],
    ['which membership includes classes and the sauna?', undefined],
    ['which membership is best for climbing?', undefined],
    ['which membership is the cheapest?', undefined],
    ['how much are your memberships?', undefined],
  ])('%j', (text, expected) => {
    expect(findFittingMembership(text, memberships)).toBe(expected);
  });

  it('is named first, then the others', () => {
    expect(renderFittingMembership(offPeakMembership, memberships, format).text).toBe(
      'Off-Peak would be a good fit at $65 a month: climbing on weekdays before 3pm. I can tell you about Full and Spa too.',
    );
  });
});

describe('a request', () => {
  const customer = { name: 'Shane Kerr' };
  const mention = (name: string) => [[{ id: name, name, said: name }]];

  it.each([
    ['I have to cancel the rowing class', { class: mention('Rowing') }, {}],
    [
      'cancel my membership and the rowing class',
      { class: mention('Rowing'), membership: mention('membership') },
      { type: 'cancel' },
    ],
    ['get me out of my contract, cancel it', { membership: mention('membership') }, { type: 'cancel' }],
    ['the Silver one please', { plan: mention('Silver') }, { membership: 'Silver' }],
    ['I have the Silver one', { plan: mention('Silver') }, { currentMembership: 'Silver' }],
  ])('%j fills in what it says of the membership', (text, catalogEntities, input) => {
    const industryEntities = extractFitnessEntities(text);
    const { fill } = requestMembership.dialogue as unknown as { fill(slots: unknown, context: unknown): unknown };
    expect(fill({ catalogEntities, industryEntities }, { text })).toEqual(input);
  });

  it('that names only a membership is a request to join', async () => {
    const ctx = { business } as CapabilityContext<FitnessBusiness>;
    expect(await resolveMembership(ctx, { membership: 'Plus' })).toMatchObject({ value: { type: 'join' } });
    expect(await resolveMembership(ctx, { type: 'freeze' })).toMatchObject({
      value: {},
      notice: 'I can ask our team to pause your membership.',
    });
    expect(await resolveMembership(ctx, { currentMembership: 'Plus' })).toMatchObject({ value: {} });
  });

  it.each([
    [{ type: 'join', membership: 'Open Gym' }, 'sign you up for the Open Gym membership, at $65 a month'],
    [{ type: 'join', membership: 'Day Pass' }, 'sign you up for the Day Pass, at $65 a month'],
    [
      { type: 'upgrade', membership: 'Plus', currentMembership: 'Basic' },
      'change your Basic membership to Plus, at $65',
    ],
    [
      { type: 'freeze', currentMembership: 'Plus', notes: 'for two months' },
      'pause your Plus membership for two months',
    ],
    [{ type: 'freeze', notes: 'knee surgery' }, 'pause your membership'],
    [{ type: 'cancel' }, 'end your membership'],
  ] as const)('%o is read back', (request, action) => {
    const price = 'membership' in request ? '$65 a month' : undefined;
    expect(confirmRequest({ ...request, customer }, price)).toContain(`Shane, should I ask our team to ${action}`);
  });

  it('shows the price before confirmation', async () => {
    const ctx = { business } as CapabilityContext<FitnessBusiness>;
    expect(await resolveMembership(ctx, { type: 'join', membership: 'Plus' })).toMatchObject({
      displayName: '$89 a month',
    });
    expect(await resolveMembership(ctx, { type: 'join', membership: 'Ten Classes' })).toMatchObject({
      displayName: '$180',
    });
    expect(await resolveMembership(ctx, { type: 'freeze', membership: 'Plus' })).not.toHaveProperty('displayName');
  });

  it('does not say when payment is due', () => {
    const reply = renderRequestReceived(
      { type: 'join', membership: 'Off-Peak', customer },
      createMembership('Off-Peak'),
      format,
    );
    expect(reply).toBe(
      "Thank you, Shane. I've asked our team to sign you up for the Off-Peak membership. " +
        "Off-Peak is $65 a month. We'll get back to you soon.",
    );
  });

  it.each([
    ['pause it for two months', 'for two months'],
    ['going away, freeze it for a couple of weeks please', 'for a couple of weeks'],
    ['put it on hold until the end of March', 'until the end of march'],
    ['freeze it from the 1st of october for 6 weeks', 'from the 1st of october, for 6 weeks'],
    ["I've been a member for three years and want to pause", undefined],
    ['pause my membership', undefined],
  ])('%j pauses %s', (text, duration) => {
    expect(findPauseDuration(text)).toBe(duration);
  });
});

it.each([
  ['how much does Tasha charge per session?', ['Tasha Green'], 'Tasha Green charges $90 an hour.'],
  ['who would be good after surgery?', [], 'You can train with'],
  ['what does PT cost?', [], 'Tasha Green (strength and weight loss, $90 an hour), Kenji Sato'],
])('%j', (text, names, expected) => {
  const catalogEntities: Slots['catalogEntities'] = { staff: names.map((name) => [{ id: name, name, said: name }]) };
  expect(describeTrainers(business, { catalogEntities, industryEntities: {} }, text, format)?.text).toContain(expected);
});

function createMembership(name: string, ...perks: string[]): Membership {
  return { id: name, name, price: 6500, interval: 'month', perks };
}
