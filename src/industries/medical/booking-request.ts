import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import { createPeopleLookup, findEntry } from '../entries.ts';
import { endsWithMessage, joinWithOr } from '../render.ts';
import type { MedicalBusiness } from './schema.ts';
import { NOT_FOR_NEW_PATIENTS } from './visit-choice.ts';

export type VisitRequestInput = { visitType?: string; provider?: string; patient?: { newPatient?: boolean } };

export function createVisitRequest(business: MedicalBusiness, input: VisitRequestInput): BookingRequestOrRefusal {
  const { visitTypes, providers } = business.medical;
  const format = formatterFor(business);
  const provider = input.provider === undefined ? undefined : findEntry(providers, input.provider);
  if (input.provider !== undefined && !provider) {
    const providerNames = providers.map(({ name }) => name).join(', ');
    const problem = format.text("We don't have a provider called {name}.", { name: input.provider });
    const detail = `${problem} ${providerNames ? format.text('You can see {names}.', { names: providerNames }) : ''}`;
    return refuseVisit('no_such_resource', detail);
  }
  if (input.visitType === undefined)
    return refuseVisit('not_offered', format.text('Please tell us what kind of visit it is.'));
  const visitType = findEntry(visitTypes, input.visitType);
  if (!visitType)
    return refuseVisit('not_offered', format.text("We don't offer a visit called {name}.", { name: input.visitType }));
  if (!visitType.newPatients && input.patient?.newPatient) {
    const newPatientVisitNames = visitTypes.filter(({ newPatients }) => newPatients).map(({ name }) => name);
    const alternativesText =
      newPatientVisitNames.length > 0
        ? ` ${format.text('New patients can book {names}.', { names: newPatientVisitNames.join(', ') })}`
        : '';
    return refuseVisit(
      'not_offered',
      `${format.text(NOT_FOR_NEW_PATIENTS, { name: visitType.name })}${alternativesText}`,
    );
  }
  const eligibleProviders = createPeopleLookup(providers, (each) => each.visitTypes, visitTypes)(visitType);
  const candidates = provider ? eligibleProviders.filter((each) => each === provider) : eligibleProviders;
  if (candidates.length === 0) {
    const service = visitType.name;
    const problem = provider
      ? format.text("{name} doesn't do {service}.", { name: provider.name, service })
      : format.text('We don’t have anyone who does {service} right now.', { service });
    const otherNames = joinWithOr(
      eligibleProviders.map(({ name }) => name),
      format,
    );
    return refuseVisit(
      'not_offered',
      `${problem}${otherNames && ` ${format.text(OTHER_PROVIDERS_MESSAGE, { names: otherNames })}`}`,
    );
  }
  return {
    kind: 'appointment',
    durationMinutes: visitType.durationMinutes,
    bufferBeforeMinutes: visitType.bufferBeforeMinutes,
    bufferAfterMinutes: visitType.bufferMinutes,
    service: { id: visitType.id, name: visitType.name },
    price: visitType.price,
    candidates: candidates.map(({ id, name, hours, timeOff }) => ({ id, name, hours, timeOff, resourceIds: [id] })),
    choose: 'least-busy',
  };
}

const OTHER_PROVIDERS_MESSAGE = message('You could see {names}.');

/** Asks whether another provider would do, after a text that ends by naming one. */
export const appendProviderOffer = (detail: string, format: Formatter = ENGLISH) =>
  endsWithMessage(detail, OTHER_PROVIDERS_MESSAGE, format) ? `${detail} ${format.text('Would that work?')}` : detail;

function refuseVisit(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}
