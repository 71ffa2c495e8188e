import { type TObject, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createSlotMentions, findIndustry, readFixtureDocument } from '../../../test/document.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { buildCapabilityInput, canCheckTimes, composeStartTime, findMissingFields } from './capability-input.ts';
import { createEmptySlots } from './dialogue-state.ts';
import { explainReply } from './explain-reply.ts';
import type { Reply } from './reply.ts';

const capabilityNamed = (name: string) =>
  findIndustry(name.split('.')[0]!).capabilities.find((capability) => capability.name === name)!;
const now = new Date('2026-11-16T14:00:00Z');
const slotsWith = (slots: Partial<Slots>): Slots => ({ ...createEmptySlots(), ...slots });

const BLANK_REPLY: Reply = {
  text: '',
  intent: 'unknown',
  confidence: 0,
  status: 'open',
  suggestions: [],
  sources: [],
  receipts: [],
  slots: createEmptySlots(),
  policy: 'answer',
  considered: [],
};

describe('composeStartTime', () => {
  const restaurant = readFixtureDocument('restaurant');
  it.each([
    [{ date: '2026-11-19', time: '19:30' }, '2026-11-19T19:30:00-05:00'],
    [{ date: '2026-07-04', time: '12:00' }, '2026-07-04T12:00:00-04:00'],
    [{ date: '2027-03-14', time: '02:30' }, undefined],
    [{ date: '2026-11-19' }, undefined],
    [{ time: '19:30' }, undefined],
  ])('combines %j to %s', (slots, startsAt) => {
    expect(composeStartTime(slotsWith(slots), restaurant)).toBe(startsAt);
  });
});

const contact = { name: 'Dana Fox', phone: '+12125550142' };
const dayAndTime = { date: '2026-11-19', time: '19:30' };

describe('the input of a capability', () => {
  it.each<[string, Partial<Slots>, Record<string, unknown>]>([
    [
      'restaurant.reserve',
      { partySize: 4, ...dayAndTime, ...contact, quantity: 4 },
      { partySize: 4, startsAt: '2026-11-19T19:30:00-05:00', customer: contact },
    ],
    ['restaurant.reserve', { email: 'dana@example.com' }, { customer: { email: 'dana@example.com' } }],
    [
      'salon.book',
      {
        catalogEntities: {
          ...createSlotMentions('service', 'Balayage'),
          ...createSlotMentions('staff', 'Maria Lopez'),
        },
      },
      { service: 'Balayage', stylist: 'Maria Lopez' },
    ],
    ['salon.book', { catalogEntities: createSlotMentions('staff', 'Maria Lopez', 'Jordan Kim') }, {}],
    ['salon.book', { partySize: 2 }, {}],
    [
      'medical.book',
      { name: 'Dana Fox', dateOfBirth: '1984-03-02' },
      { patient: { name: 'Dana Fox', dateOfBirth: '1984-03-02' }, dateOfBirth: undefined },
    ],
  ])('for %s has the values of %j', (name, slots, input) => {
    const business = readFixtureDocument(name.split('.')[0]!);
    expect(buildCapabilityInput(capabilityNamed(name), { slots: slotsWith(slots), input: {} }, business)).toEqual(
      input,
    );
  });

  it('keeps fields that the capability filled, unless an entity replaces them', () => {
    const business = readFixtureDocument('salon');
    const input = buildCapabilityInput(
      capabilityNamed('salon.book'),
      {
        slots: slotsWith({ catalogEntities: createSlotMentions('service', 'Balayage') }),
        input: { service: 'Cut', notes: 'first time', other: 1 },
      },
      business,
    );
    expect(input).toEqual({ service: 'Balayage', notes: 'first time' });
  });
});

describe('missing fields', () => {
  it.each([
    ['restaurant.reserve', {}, ['partySize', 'startsAt', 'customer.name', 'customer.phone']],
    ['restaurant.reserve', { partySize: 2, customer: { name: 'Dana' } }, ['startsAt', 'customer.phone']],
    ['restaurant.reserve', { partySize: 2, startsAt: 'x', customer: { name: 'Dana', email: 'd@example.com' } }, []],
    ['salon.book', { service: 'Balayage' }, ['startsAt', 'customer.name', 'customer.phone']],
    ['restaurant.menu', {}, []],
    ['retail.order', {}, ['number', 'email']],
  ])('%s with %j', (name, input, missingFieldNames) => {
    const context = { business: readFixtureDocument(name.split('.')[0]!), text: '', now };
    expect(findMissingFields(capabilityNamed(name), input, context)).toEqual(missingFieldNames);
  });

  it('end with those that do not affect availability', () => {
    const trainCapability = capabilityNamed('fitness.train');
    const { properties } = trainCapability.input as TObject;
    const input = Type.Object({ goals: Type.String(), level: Type.String(), startsAt: properties.startsAt! });
    const context = { business: readFixtureDocument('fitness'), text: '', now };
    expect(findMissingFields({ ...trainCapability, input }, {}, context)).toEqual(['level', 'startsAt', 'goals']);
    const dialogue = { ...trainCapability.dialogue, requiredFields: ['goals', 'startsAt'] };
    expect(findMissingFields({ ...trainCapability, input, dialogue }, {}, context)).toEqual(['goals', 'startsAt']);
  });

  it.each([
    ['salon.book', [], true],
    ['salon.book', ['startsAt', 'customer.name'], true],
    ['medical.book', ['patient.dateOfBirth'], true],
    ['medical.book', ['reason', 'patient.name'], true],
    ['fitness.train', ['goals'], true],
    ['fitness.train', ['goals', 'trainer'], false],
    ['medical.book', ['visitType'], false],
    ['salon.book', ['customers'], false],
  ])('%s without %j can be checked for free times: %s', (name, missingFieldNames, expected) => {
    expect(canCheckTimes(capabilityNamed(name), missingFieldNames)).toBe(expected);
  });
});

describe('explainReply', () => {
  it('lists slots by their public names and leaves out empty ones', () => {
    const slots = slotsWith({
      ...dayAndTime,
      ...contact,
      partySize: 4,
      quantity: 9,
      catalogEntities: {
        ...createSlotMentions('staff', 'Maria Lopez', ['Jordan Kim', 'Jordan Lee']),
        ...createSlotMentions('avoid', 'nuts'),
      },
      industryEntities: { medication: 'metformin', action: 'join' },
    });
    const focus = [{ slot: 'staff', id: 'maria', name: 'Maria Lopez' }];
    const considered = [{ intent: 'salon.book', likely: 0.9 }];
    const reply = { ...BLANK_REPLY, intent: 'salon.book', confidence: 0.9, slots, policy: 'task', considered };
    expect(
      explainReply(
        reply,
        { business: readFixtureDocument('restaurant'), industry: findIndustry('medical') },
        { focus },
      ),
    ).toEqual({
      intent: 'salon.book',
      confidence: 0.9,
      slots: {
        ...dayAndTime,
        partySize: 4,
        startsAt: '2026-11-19T19:30:00-05:00',
        medication: 'metformin',
        'customer.name': 'Dana Fox',
        'customer.phone': '+12125550142',
        staff: 'Maria Lopez, Jordan Kim, Jordan Lee',
        avoid: 'nuts',
      },
      policy: 'task',
      considered,
      focus: [{ staff: 'Maria Lopez' }],
    });
    expect(
      explainReply(BLANK_REPLY, { business: readFixtureDocument('salon'), industry: findIndustry('salon') }, {}).slots,
    ).toEqual({});
  });
});
