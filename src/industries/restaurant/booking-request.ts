import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { type Formatter, formatterFor } from '../../capability/formatter.ts';
import { refuse } from '../../capability/outcome.ts';
import { findSeating, findTurnMinutes } from '../../scheduling/tables.ts';
import { distinct, isSameName } from '../entries.ts';
import type { RestaurantBusiness } from './schema.ts';

export type TableInput = { partySize: number; area?: string };

export function createTableRequest(
  business: RestaurantBusiness,
  { partySize, area }: TableInput,
): BookingRequestOrRefusal {
  const { tables, joins, turnMinutes, maxPartySize } = business.restaurant;
  const areas = distinct(tables.map((table) => table.area));
  const requestedArea =
    area === undefined ? undefined : (areas.find((knownArea) => isSameName(knownArea, area)) ?? area);
  const format = formatterFor(business);
  const seating = findSeating(partySize, { tables, joins, maxPartySize }, requestedArea, format);
  if (!seating.ok) {
    const helpText = seating.reason === 'party_too_large' ? renderCallUs(business, format) : renderAreas(areas, format);
    const detail = `${seating.detail} ${helpText}`.trim();
    return refuse('slot_unavailable', detail, { reason: seating.reason, alternatives: [] });
  }
  return {
    kind: 'reservation',
    durationMinutes: findTurnMinutes(partySize, turnMinutes),
    partySize,
    candidates: seating.choices.map(({ id, name, tableIds }) => ({ id, name, resourceIds: tableIds })),
    choose: 'first',
  };
}

function renderCallUs({ contact: { phone } }: RestaurantBusiness, format: Formatter): string {
  return phone
    ? format.text('For a larger party, please call us at {phone}.', { phone })
    : format.text('For a larger party, please call us.');
}

const renderAreas = (areas: string[], format: Formatter) =>
  areas.length > 0 ? format.text('You can choose from {names}.', { names: areas.join(', ') }) : '';
