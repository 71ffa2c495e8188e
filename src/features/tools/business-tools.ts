// Tools that every business has: opening hours and contact details.
import { Type } from 'typebox';
import { refuse, succeed } from '../../capability/outcome.ts';
import { isFilled } from '../../capability/pointer.ts';
import { defineTool } from '../../capability/tool.ts';
import { formatDay, rfc3339 } from '../../kernel/clock.ts';
import { Strict } from '../../kernel/http/schema.ts';
import { findClosureOn, findOpenPeriodsOnDays } from '../../scheduling/hours.ts';
import { isClosedNow, rulesOf } from '../../scheduling/schedules.ts';
import { parseDay, weekdayOf } from '../../scheduling/zone.ts';

const MAX_DAYS = 31;
const DEFAULT_DAYS = 7;

const openingHoursTool = defineTool({
  name: 'general.hours',
  title: 'Opening hours',
  description: 'When the business is open, day by day, with closures; and whether it is open now.',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({
    from: Type.Optional(Type.String({ format: 'date', description: 'The first day; left out: today' })),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS })),
  }),
  async run({ business, now }, { from, days = DEFAULT_DAYS }) {
    if (!isFilled(business.hours)) return refuse('not_found', 'The business hasn’t entered its opening hours.');
    const rules = rulesOf(business);
    const firstDay = from === undefined ? rules.zone.localAt(now.getTime()).day : parseDay(from);
    if (firstDay === undefined) {
      const detail = 'must be a day such as 2026-11-20';
      return refuse('validation_failed', `/from ${detail}`, { errors: [{ pointer: '/from', detail }] });
    }
    const formatTime = (epochMs: number) => rfc3339(new Date(epochMs), business.timezone);
    return succeed({
      timezone: business.timezone,
      now: formatTime(now.getTime()),
      openNow: !isClosedNow({ business, now }),
      days: Array.from({ length: days }, (_, index) => {
        const day = firstDay + index;
        const closure = findClosureOn(business.closures, day);
        return {
          date: formatDay(day),
          weekday: weekdayOf(day),
          periods: findOpenPeriodsOnDays(rules, day, day).map(({ start, end }) => ({
            from: formatTime(start),
            to: formatTime(end),
          })),
          ...(closure ? { closed: closure.reason ?? 'closed' } : {}),
        };
      }),
    });
  },
});

const contactTool = defineTool({
  name: 'general.contact',
  title: 'Contact and address',
  description: 'How to reach the business and where it is: phone, email, address and website, as far as it tells them.',
  effect: 'read',
  scope: 'bookings:read',
  input: Strict({}),
  run: async ({ business: { name, contact } }) => succeed({ name, ...contact }),
});

export const businessTools = [openingHoursTool, contactTool];
