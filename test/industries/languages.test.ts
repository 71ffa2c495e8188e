// Replies about a booking in another language must contain no English.
import { expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../src/capability/document.ts';
import { formatterFor, inLanguage } from '../../src/capability/formatter.ts';
import { reserveTable } from '../../src/industries/restaurant/capabilities/reserve.ts';
import { renderDietary } from '../../src/industries/restaurant/render-dietary.ts';
import { listMissingTranslations } from '../../src/messages/catalogue.ts';
import { checkAnyAvailability } from '../../src/scheduling/check-availability.ts';
import { rulesOf } from '../../src/scheduling/schedules.ts';

const bistro = {
  ...EMPTY_DOCUMENT,
  name: 'Bistro',
  locale: 'en-US',
  timezone: 'America/New_York',
  hours: { tue: [['17:00', '22:00']] },
} as Business;
const customer = { name: 'Zoé', phone: '+15550100' };
const reservation = { partySize: 4, startsAt: '2026-11-17T19:00:00-05:00', customer };

it.each([
  ['es', 'Una mesa para 4 el martes, 17 de noviembre a las 7:00 p.m., a nombre de Zoé. ¿La reservo?'],
  ['fr', 'Une table pour 4 le mardi 17 novembre à 19:00, au nom de Zoé. Dois-je réserver ?'],
  ['zh', '11月17日星期二 19:00，4 人桌，预订人 Zoé。要为您预订吗？'],
  ['ar', 'طاولة لـ 4 أشخاص يوم الثلاثاء، 17 نوفمبر الساعة 7:00 م، باسم Zoé. هل أحجزها؟'],
])('summarizes a reservation and explains a refusal in %s', (language, summary) => {
  const missingBefore = listMissingTranslations(language);
  const business = inLanguage(bistro, language);
  const format = formatterFor(business);
  expect(reserveTable.dialogue.confirm!(reservation, format)).toBe(summary);
  const now = Date.parse('2026-11-16T12:00:00-05:00');
  const start = Date.parse('2026-11-18T19:00:00-05:00');
  const verdict = checkAnyAvailability(rulesOf(business), now, { start, durationMinutes: 90 }, []);
  const { detail } = !verdict.isOffGrid ? verdict.rules.find(({ ok }) => !ok)! : { detail: '' };
  const refusal = { ok: false, code: 'slot_unavailable', detail, reason: 'closed', alternatives: [] } as const;
  const refusalText = reserveTable.dialogue.renderRefusal!.closed!(refusal, format, reservation);
  expect(refusalText.replace(/[A-Z]\w*/g, '')).not.toMatch(/\b(?:the|we|are|is|would|sorry|on)\b/i);
  expect(listMissingTranslations(language)).toEqual(missingBefore);
});

it('lists allergens in the customer’s language', () => {
  const dish = {
    id: '1',
    name: 'Ceviche',
    diets: [],
    contains: ['fish'],
    mayContain: ['celery'],
    verdict: 'not_suitable',
    verifiedAt: null,
    available: true,
  };
  const format = formatterFor(inLanguage(bistro, 'fr'));
  expect(renderDietary([dish] as never, format, { item: 'Ceviche', avoid: 'fish' })).toBe(
    'Ceviche contient poisson et peut contenir céleri, et ne convient donc pas aux personnes qui doivent éviter poisson. ' +
      'Les recettes changent et des traces ne peuvent être exclues dans aucune cuisine ; veuillez donc signaler toute allergie au personnel avant de commander.',
  );
});
