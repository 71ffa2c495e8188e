import { refuse } from '../../capability/outcome.ts';
import { type Say, sayFor } from '../../capability/say.ts';
import type { WishOrRefusal } from '../../capability/wish.ts';
import { seatingFor, turnMinutesFor } from '../../features/scheduling/tables.ts';
import { isSame, unique } from '../entries.ts';
import type { RestaurantBusiness } from './schema.ts';

export type TableAsked = { partySize: number; area?: string };

export function tableWish(business: RestaurantBusiness, { partySize, area }: TableAsked): WishOrRefusal {
  const { tables, joins, turnMinutes, maxPartySize } = business.restaurant;
  const areas = unique(tables.map((table) => table.area));
  const wanted = area === undefined ? undefined : (areas.find((known) => isSame(known, area)) ?? area);
  const say = sayFor(business);
  const seating = seatingFor(partySize, { tables, joins, maxPartySize }, wanted, say);
  if (!seating.ok) {
    const help = seating.reason === 'party_too_large' ? callUs(business, say) : chooseFrom(areas, say);
    const detail = `${seating.detail} ${help}`.trim();
    return refuse('slot_unavailable', detail, { reason: seating.reason, alternatives: [] });
  }
  return {
    kind: 'reservation',
    durationMinutes: turnMinutesFor(partySize, turnMinutes),
    partySize,
    candidates: seating.choices.map(({ id, name, tableIds }) => ({ id, name, parts: tableIds })),
    choose: 'first',
  };
}

function callUs({ contact: { phone } }: RestaurantBusiness, say: Say): string {
  return phone
    ? say.text('For a larger party please call our team at {phone}.', { phone })
    : say.text('For a larger party please call our team.');
}

const chooseFrom = (areas: string[], say: Say) =>
  areas.length > 0 ? say.text('You can choose from: {names}.', { names: areas.join(', ') }) : '';
