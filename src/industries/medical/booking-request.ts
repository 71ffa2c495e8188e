import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Refusal, refuse } from '../../capability/outcome.ts';
import { message } from '../../messages/catalogue.ts';
import { findEntry, peopleWith } from '../entries.ts';
import { eitherOf, endsIn } from '../render.ts';
import type { MedicalBusiness } from './schema.ts';
import { NOT_FOR_NEW } from './visit-choice.ts';

export type RequestedVisit = { visitType?: string; provider?: string; patient?: { newPatient?: boolean } };

export function visitRequest(business: MedicalBusiness, asked: RequestedVisit): BookingRequestOrRefusal {
  const { visitTypes, providers } = business.medical;
  const say = formatterFor(business);
  const provider = asked.provider === undefined ? undefined : findEntry(providers, asked.provider);
  if (asked.provider !== undefined && !provider) {
    const here = providers.map(({ name }) => name).join(', ');
    const none = say.text('We have no provider called {name}.', { name: asked.provider });
    const detail = `${none} ${here ? say.text('You can see {names}.', { names: here }) : ''}`;
    return unavailable('no_such_resource', detail);
  }
  if (asked.visitType === undefined)
    return unavailable('not_offered', say.text('Please say what kind of visit it is.'));
  const visitType = findEntry(visitTypes, asked.visitType);
  if (!visitType)
    return unavailable('not_offered', say.text("We don't offer a visit called {name}.", { name: asked.visitType }));
  if (!visitType.newPatients && asked.patient?.newPatient) {
    const open = visitTypes.filter(({ newPatients }) => newPatients).map(({ name }) => name);
    const instead =
      open.length > 0 ? ` ${say.text('As a new patient you can book: {names}.', { names: open.join(', ') })}` : '';
    return unavailable('not_offered', `${say.text(NOT_FOR_NEW, { name: visitType.name })}${instead}`);
  }
  const able = peopleWith(providers, (each) => each.visitTypes, visitTypes)(visitType);
  const taking = provider ? able.filter((each) => each === provider) : able;
  if (taking.length === 0) {
    const service = visitType.name;
    const none = provider
      ? say.text("{name} doesn't do {service}.", { name: provider.name, service })
      : say.text('At the moment nobody does {service}.', { service });
    const names = eitherOf(
      able.map(({ name }) => name),
      say,
    );
    return unavailable('not_offered', `${none}${names && ` ${say.text(OTHERS, { names })}`}`);
  }
  return {
    kind: 'appointment',
    durationMinutes: visitType.durationMinutes,
    bufferBeforeMinutes: visitType.bufferBeforeMinutes,
    bufferAfterMinutes: visitType.bufferMinutes,
    service: { id: visitType.id, name: visitType.name },
    price: visitType.price,
    candidates: taking.map(({ id, name, hours, timeOff }) => ({ id, name, hours, timeOff, parts: [id] })),
    choose: 'least-busy',
  };
}

const OTHERS = message('You could see {names}.');

/** A yes goes on without whoever was named, so that there must be somebody else. */
export const withOthers = (detail: string, say: Formatter = ENGLISH) =>
  endsIn(detail, OTHERS, say) ? `${detail} ${say.text('Would that suit you?')}` : detail;

function unavailable(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}
