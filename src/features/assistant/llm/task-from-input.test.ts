import { describe, expect, it } from 'vitest';
import { findIndustry, readFixtureDocument } from '../../../../test/document.ts';
import { buildCapabilityInput } from '../capability-input.ts';
import { createTaskFromInput } from './task-from-input.ts';

const capabilityNamed = (name: string) =>
  findIndustry(name.split('.')[0]!).capabilities.find((candidate) => candidate.name === name)!;
const customer = { name: 'Dana Fox', phone: '+12125550142' };

describe('the task from a tool call', () => {
  it.each([
    [
      'restaurant.reserve',
      { partySize: 4, startsAt: '2026-11-19T19:30:00-05:00', customer, area: 'patio', notes: 'window' },
    ],
    ['salon.book', { service: 'Balayage', stylist: 'Mia', startsAt: '2026-11-19T10:00:00-05:00', customer }],
    ['fitness.train', { trainer: 'Sam', durationMinutes: 30, startsAt: '2026-11-19T10:00:00-05:00', customer }],
    ['fitness.join_class', { occurrenceId: 'yoga@1', customer }],
    [
      'medical.book',
      {
        visitType: 'Check-up',
        startsAt: '2026-11-19T10:00:00-05:00',
        patient: { name: 'Dana Fox', dateOfBirth: '1980-02-01', newPatient: true },
      },
    ],
    ['retail.return', { number: '1001', email: 'dana@example.com', items: [{ sku: 'A', quantity: 1 }] }],
  ])('has the input of the call: %s', (name, input) => {
    const business = { ...readFixtureDocument(name.split('.')[0]!), timezone: 'America/New_York' };
    const capability = capabilityNamed(name);
    const task = createTaskFromInput(capability, input, business);
    const taskInput = buildCapabilityInput(capability, task, business);
    expect(taskInput).toMatchObject(input);
  });

  it('has times in the business’s time zone', () => {
    const business = { ...readFixtureDocument('restaurant'), timezone: 'America/New_York' };
    const slotsFor = (startsAt: string) =>
      createTaskFromInput(capabilityNamed('restaurant.reserve'), { startsAt }, business).slots;
    expect(slotsFor('2026-11-20T00:30:00Z')).toMatchObject({ date: '2026-11-19', time: '19:30' });
    expect(slotsFor('2026-11-19T19:30')).toMatchObject({ date: '2026-11-19', time: '19:30' });
    expect(slotsFor('tomorrow')).not.toHaveProperty('date');
  });
});
