import { describe, expect, it } from 'vitest';
import { documentOf, industryOf } from '../../../../test/document.ts';
import { inputOf } from '../input.ts';
import { taskFromInput } from './task-from-input.ts';

const capabilityOf = (name: string) => industryOf(name.split('.')[0]!).capabilities.find((each) => each.name === name)!;
const customer = { name: 'Dana Fox', phone: '+12125550142' };

describe('what a model puts together', () => {
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
  ])('is the same again for %s', (name, input) => {
    const business = { ...documentOf(name.split('.')[0]!), timezone: 'America/New_York' };
    const capability = capabilityOf(name);
    const task = taskFromInput(capability, input, business);
    const again = inputOf(capability, task, business);
    expect(again).toMatchObject(input);
  });

  it('is read on the business’s clock', () => {
    const business = { ...documentOf('restaurant'), timezone: 'America/New_York' };
    const of = (startsAt: string) => taskFromInput(capabilityOf('restaurant.reserve'), { startsAt }, business).slots;
    expect(of('2026-11-20T00:30:00Z')).toMatchObject({ date: '2026-11-19', time: '19:30' });
    expect(of('2026-11-19T19:30')).toMatchObject({ date: '2026-11-19', time: '19:30' });
    expect(of('tomorrow')).not.toHaveProperty('date');
  });
});
