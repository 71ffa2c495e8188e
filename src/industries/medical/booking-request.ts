import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import { findEntry, peopleWith } from '../entries.ts';
import { endsWithMessage, joinWithOr } from '../render.ts';
import type { MedicalBusiness } from './schema.ts';
import { NOT_FOR_NEW } from './visit-choice.ts';

export type RequestedVisit = { visitType?: string; provider?: string; patient?: { newPatient?: boolean } };

export function visitRequest(business: MedicalBusiness, input: RequestedVisit): BookingRequestOrRefusal {
  const { visitTypes, providers } = business.medical;
  const format = formatterFor(business);
  const provider = input.provider === undefined ? undefined : findEntry(providers, input.provider);
  if (input.provider !== undefined && !provider) {
    const providerNames = providers.map(({ name }) => name).join(', ');
    const problem = format.text("We don't have a provider called {name}.", { name: input.provider });
    const detail = `${problem} ${providerNames ? format.text('You can see {names}.', { names: providerNames }) : ''}`;
    return unavailable('no_such_resource', detail);
  }
  if (input.visitType === undefined)
    return unavailable('not_offered', format.text('Please tell us what kind of visit it is.'));
  const visitType = findEntry(visitTypes, input.visitType);
  if (!visitType)
    return unavailable('not_offered', format.text("We don't offer a visit called {name}.", { name: input.visitType }));
  if (!visitType.newPatients && input.patient?.newPatient) {
    const forNewPatients = visitTypes.filter(({ newPatients }) => newPatients).map(({ name }) => name);
    const alternatives =
      forNewPatients.length > 0
        ? ` ${format.text('New patients can book {names}.', { names: forNewPatients.join(', ') })}`
        : '';
    return unavailable('not_offered', `${format.text(NOT_FOR_NEW, { name: visitType.name })}${alternatives}`);
  }
  const ableProviders = peopleWith(providers, (each) => each.visitTypes, visitTypes)(visitType);
  const candidates = provider ? ableProviders.filter((each) => each === provider) : ableProviders;
  if (candidates.length === 0) {
    const service = visitType.name;
    const problem = provider
      ? format.text("{name} doesn't do {service}.", { name: provider.name, service })
      : format.text('We don’t have anyone who does {service} right now.', { service });
    const names = joinWithOr(
      ableProviders.map(({ name }) => name),
      format,
    );
    return unavailable('not_offered', `${problem}${names && ` ${format.text(OTHERS_CAN_DO_IT, { names })}`}`);
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

const OTHERS_CAN_DO_IT = message('You could see {names}.');

/** Offers another provider, but only if there is one to book with. */
export const offerOtherProviders = (detail: string, format: Formatter = ENGLISH) =>
  endsWithMessage(detail, OTHERS_CAN_DO_IT, format) ? `${detail} ${format.text('Would that work?')}` : detail;

function unavailable(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}
