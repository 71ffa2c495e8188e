import { describe, expect, it } from 'vitest';
import { appendStylistOffer, createAppointmentRequest, refuseStylist } from './booking-request.ts';
import { checkSalon } from './check.ts';
import type { Salon, SalonBusiness } from './schema.ts';
import { filterServices, listServices } from './services.ts';
import { template } from './template.ts';

const templateSection = (): Salon => structuredClone(template.section);
const business = { salon: templateSection() } as unknown as SalonBusiness;

describe('services', () => {
  it.each([
    [{}, 14],
    [{ category: 'nails' }, 3],
    [{ category: 'Massage' }, 0],
    [{ q: 'haircut' }, 3],
    [{ q: 'women’s haircut' }, 1],
    [{ q: "WOMEN'S haircut" }, 1],
    [{ category: 'Color', q: 'bal' }, 1],
  ])('that match %o: %d', (query, count) => expect(filterServices(templateSection(), query)).toHaveLength(count));

  it('list their stylists', () => {
    expect(filterServices(templateSection(), { q: 'balayage' })).toMatchObject([
      { id: 'balayage', stylists: ['Nina Castillo'] },
    ]);
  });
});

describe('an appointment', () => {
  it.each([
    [{ service: 'balayage' }, ['nina']],
    [{ service: 'Women’s Haircut' }, ['nina', 'omar', 'chloe']],
    [{ service: "women's haircut", stylist: 'OMAR HADDAD' }, ['omar']],
    [{ service: 'gel', stylist: 'mei' }, ['mei']],
  ])('for %o can be with %j', (input, expectedStylistIds) => {
    const bookingRequest = createAppointmentRequest(business, input);
    expect(!('ok' in bookingRequest) && bookingRequest.candidates.map(({ id }) => id)).toEqual(expectedStylistIds);
  });

  it('has the service’s duration, buffers and price', () => {
    expect(createAppointmentRequest(business, { service: 'balayage' })).toMatchObject({
      kind: 'appointment',
      durationMinutes: 180,
      bufferAfterMinutes: 15,
      service: { id: 'balayage', name: 'Balayage' },
      price: 24000,
      choose: 'least-busy',
    });
  });

  it('includes the stylist’s hours and time off', () => {
    const bookingRequest = createAppointmentRequest(business, { service: 'keratin' });
    expect(!('ok' in bookingRequest) && bookingRequest.candidates[0]).toMatchObject({
      resourceIds: ['chloe'],
      timeOff: [{ from: '2026-12-21' }],
    });
  });

  it.each([
    [{ service: 'cut', stylist: 'Bob' }, 'no_such_resource', /a stylist called Bob.*Nina Castillo/],
    [{ service: 'tattoo', stylist: 'Bob' }, 'no_such_resource', /Bob/],
    [{ service: 'tattoo' }, 'not_offered', /don't offer tattoo/],
    [{ service: 'balayage', stylist: 'omar' }, 'not_offered', /Omar Haddad doesn't do Balayage\. Nina Castillo/],
  ])('%o is refused: %s', (input, reason, detail) => {
    const refusal = createAppointmentRequest(business, input);
    expect(refusal).toMatchObject({ ok: false, code: 'slot_unavailable', reason, alternatives: [] });
    expect('ok' in refusal && refusal.detail).toMatch(detail);
  });

  it.each([
    [
      { service: 'balayage', stylist: 'omar' },
      /Nina Castillo can do it for you\. Should I book it with Nina Castillo instead\?$/,
    ],
    [{ service: 'mens-cut', stylist: 'mei' }, /Should I book it with Omar Haddad instead\?$/],
    [{ service: 'blowout', stylist: 'mei' }, /Should I book it with one of them instead\?$/],
    [{ service: 'tattoo' }, /^We don't offer tattoo\.$/],
  ])('%o is refused with an offer of another stylist if there is one', (input, detail) => {
    const refusal = createAppointmentRequest(business, input);
    expect('ok' in refusal && appendStylistOffer(refusal.detail)).toMatch(detail);
  });

  it('is refused if no stylist does the service', () => {
    const salon = { ...templateSection(), stylists: [] };
    const refusal = createAppointmentRequest({ ...business, salon } as SalonBusiness, { service: 'balayage' });
    expect(refusal).toMatchObject({
      reason: 'not_offered',
      detail: 'We don’t have anyone who does Balayage right now.',
    });
  });

  it('accepts any service for a stylist without a list', () => {
    const salon = { ...templateSection(), stylists: [{ id: 'new', name: 'New' }] };
    expect(createAppointmentRequest({ ...business, salon } as SalonBusiness, { service: 'gel' })).toHaveProperty(
      'candidates',
    );
  });
});

describe('validation errors', () => {
  it.each<[string, (section: Salon) => void, string[]]>([
    ['none', () => {}, []],
    ['a service by its name', ({ stylists }) => stylists[0]!.services!.push('brow shaping'), []],
    [
      'an unknown service',
      ({ stylists }) => stylists[1]!.services!.splice(2, 0, 'perm'),
      ['/salon/stylists/1/services/2'],
    ],
    ['equal services', ({ services }) => services.push(services[0]!), ['/salon/services/14/id']],
    [
      'equal stylists',
      ({ stylists }) => stylists.push(stylists[0]!),
      ['/salon/stylists/4/id', '/salon/stylists/4/name'],
    ],
    [
      'stylists with the same name',
      ({ stylists }) => stylists.push({ ...stylists[0]!, id: 'other', name: 'NINA castillo' }),
      ['/salon/stylists/4/name'],
    ],
  ])('%s', (_, changeSection, pointers) => {
    const section = templateSection();
    changeSection(section);
    expect(checkSalon(section).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});

describe('a category instead of a service', () => {
  const slotsWithCategory = (name: string) => ({
    catalogEntities: { category: [[{ id: name, name, said: name }]] },
    industryEntities: {},
  });

  it('lists its services, or only those of the requested stylist', () => {
    expect(listServices(templateSection(), slotsWithCategory('Nails'))).toHaveLength(3);
    expect(listServices(templateSection(), slotsWithCategory('Nails'), 'Omar Haddad')).toHaveLength(0);
    expect(listServices(templateSection(), { catalogEntities: {}, industryEntities: {} }, 'Omar Haddad')).toHaveLength(
      14,
    );
  });

  it('names other stylists if the requested one does none of its services', () => {
    expect(refuseStylist(templateSection(), slotsWithCategory('Nails'), 'Omar Haddad')?.detail).toMatch(
      /^Omar Haddad doesn't do .+ can do it for you\.$/,
    );
    expect(refuseStylist(templateSection(), slotsWithCategory('Nails'))).toBeUndefined();
  });
});
