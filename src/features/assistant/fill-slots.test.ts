import { describe, expect, it } from 'vitest';
import { createSlotMentions, findIndustry, readFixtureDocument } from '../../../test/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import { type ActiveTask, createEmptySlots, createTask } from './dialogue-state.ts';
import { fillSlots, hasChanged, withChosenOption, withFirstOfferedTime, withoutCurrentItem } from './fill-slots.ts';
import type { Turn } from './turn.ts';

/** Monday morning in New York. */
const now = new Date('2026-11-16T14:00:00Z');

function turnOf(name: string, text: string): Turn {
  const [business, industry] = [readFixtureDocument(name), findIndustry(name)];
  const capabilities = new Map(industry.capabilities.map((capability) => [capability.name, capability]));
  const businessContext = { business, industry, businessName: 'The House' };
  return {
    ctx: { business, now },
    businessContext,
    capabilities,
    text,
    format: formatterFor(business),
  } as unknown as Turn;
}

/** The task as it comes back from the database, with its keys in another order. */
const reloadTask = (task: ActiveTask): ActiveTask =>
  JSON.parse(JSON.stringify(task), (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => b.localeCompare(a)))
      : value,
  );

describe('hasChanged', () => {
  const fridayTask = createTask('salon.book', {
    ...createEmptySlots(),
    date: '2026-11-20',
    catalogEntities: createSlotMentions('service', 'Balayage'),
  });

  it.each([
    ['first thing', 'first thing please', false],
    ['in the afternoon', 'the afternoon', false],
    ['first thing', 'in the afternoon', true],
    ['first thing', 'on Saturday', true],
    ['with maria', 'with Maria Lopez', false],
    ['with maria', 'with Jordan', true],
  ])('after %j and then %j is %s', (first, second, expected) => {
    const askingTask = { ...fridayTask, requestedSlots: ['startsAt'] };
    const storedTask = reloadTask(fillSlots(turnOf('salon', first), askingTask, first));
    const turn = turnOf('salon', second);
    expect(hasChanged(turn, storedTask, fillSlots(turn, storedTask, second))).toBe(expected);
  });
});

describe('a choice among the offered options', () => {
  const task = createTask('medical.book', createEmptySlots());
  const offeredTimes = ['2026-11-19T09:00:00-05:00', '2026-11-19T09:15:00-05:00', '2026-11-20T10:00:00-05:00'];

  it.each([
    ['whenever you can then', '09:00'],
    ['any of those', '09:00'],
    ['you choose', '09:00'],
    ['first thing please', '09:00'],
    ['whenever you can on Friday', '10:00'],
    ['whenever you can on Monday', undefined],
  ])('%j picks the time %s', (text, time) => {
    expect(
      withChosenOption(turnOf('medical', text), { ...task, requestedSlots: ['startsAt'], offered: offeredTimes })?.slots
        .time,
    ).toBe(time);
  });

  it('accepts words that occur in only one of the names', () => {
    const options = ['Vinyasa Flow', 'Evening Stretch', 'Evening Calm'].map((name) => ({ id: name, name, said: name }));
    const choosing = { slot: 'class', among: options };
    const chosenId = (text: string) =>
      withChosenOption(turnOf('fitness', text), { ...createTask('fitness.join_class'), choosing })?.slots
        .catalogEntities.class?.[0]?.[0]?.id;
    expect(chosenId('the calm one')).toBe('Evening Calm');
    expect(chosenId('evening')).toBeUndefined();
    expect(chosenId('not the calm one')).toBeUndefined();
  });
});

it('drops the plan of a replaced insurer', () => {
  const task = { ...createTask('medical.insurance'), input: { payer: 'Bupa', plan: 'Choice' } };
  const text = 'do you accept Orchid Mutual?';
  expect(fillSlots(turnOf('medical', text), task, text).input).toEqual({ payer: 'Orchid Mutual' });
});

describe('a change of mind', () => {
  it('goes back to a day requested earlier', () => {
    const wednesdayTask = createTask('salon.book', {
      ...createEmptySlots(),
      date: '2026-11-18',
      catalogEntities: createSlotMentions('service', 'Balayage'),
    });
    const [mondayMessage, correctionMessage] = ['wait i meant monday the 23rd', 'no sorry wednesday is right'];
    const movedTask = fillSlots(turnOf('salon', mondayMessage), wednesdayTask, mondayMessage);
    expect(movedTask.slots.date).toBe('2026-11-23');
    expect(fillSlots(turnOf('salon', correctionMessage), movedTask, correctionMessage).slots.date).toBe('2026-11-18');
  });

  it('keeps details given with a choice', () => {
    const options = ['Balayage', 'Blowout'].map((name) => ({ id: name, name, said: 'b' }));
    const askingTask = {
      ...createTask('salon.book', createEmptySlots()),
      requestedSlots: ['service'],
      choosing: { slot: 'service', among: options },
    };
    const { slots } = withChosenOption(turnOf('salon', 'the first one, tuesday at 3pm'), askingTask)!;
    expect(slots).toMatchObject({
      date: '2026-11-17',
      time: '15:00',
      catalogEntities: { service: [[{ name: 'Balayage' }]] },
    });
  });

  it('excludes the item chosen before', () => {
    const [manicure, builderGel, gelRemoval] = ['Gel Manicure', 'Builder Gel', 'Gel Removal'].map((name) => ({
      name,
      id: name,
      said: 'gel',
    }));
    const slots = { ...createEmptySlots(), catalogEntities: { service: [[builderGel!]] } };
    const entities = { ...createEmptySlots(), catalogEntities: { service: [[manicure!, builderGel!, gelRemoval!]] } };
    expect(withoutCurrentItem({ slots }, entities).catalogEntities.service).toEqual([[manicure, gelRemoval]]);
    expect(
      withoutCurrentItem({ slots }, { ...createEmptySlots(), catalogEntities: slots.catalogEntities }).catalogEntities,
    ).toEqual(slots.catalogEntities);
  });
});

describe('a yes to offered times', () => {
  const offeredTimes = ['2026-11-19T09:00:00-05:00', '2026-11-19T09:15:00-05:00'];

  it.each([
    ['takes the only time', offeredTimes.slice(0, 1), 0, '09:00'],
    ['is too vague for several', offeredTimes, 0, undefined],
    ['takes the first time once it was asked which', offeredTimes, 1, '09:00'],
  ])('%s', (_, timesOffered, failedAttempts, time) => {
    const task = { ...createTask('salon.book', createEmptySlots()), offered: timesOffered, failedAttempts };
    expect(withFirstOfferedTime(task)?.slots.time).toBe(time);
  });
});
