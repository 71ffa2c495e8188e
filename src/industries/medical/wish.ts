import { type Refusal, refuse } from '../../capability/outcome.ts';
import type { WishOrRefusal } from '../../capability/wish.ts';
import { findEntry, peopleWith } from '../entries.ts';
import type { MedicalBusiness } from './schema.ts';

export type VisitAsked = { visitType?: string; provider?: string; patient?: { newPatient?: boolean } };

export function visitWish({ medical }: MedicalBusiness, asked: VisitAsked): WishOrRefusal {
  const { visitTypes, providers } = medical;
  const provider = asked.provider === undefined ? undefined : findEntry(providers, asked.provider);
  if (asked.provider !== undefined && !provider) {
    const here = providers.map(({ name }) => name).join(', ');
    const detail = `We have no provider called ${asked.provider}. ${here ? `You can see ${here}.` : ''}`;
    return unavailable('no_such_resource', detail);
  }
  if (asked.visitType === undefined) return unavailable('not_offered', 'Please say what kind of visit it is.');
  const visitType = findEntry(visitTypes, asked.visitType);
  if (!visitType) return unavailable('not_offered', `We don't offer a visit called ${asked.visitType}.`);
  if (!visitType.newPatients && asked.patient?.newPatient) {
    const open = visitTypes.filter(({ newPatients }) => newPatients).map(({ name }) => name);
    const instead = open.length > 0 ? ` As a new patient you can book: ${open.join(', ')}.` : '';
    return unavailable(
      'not_offered',
      `${visitType.name} is not for new patients, only for those we already know.${instead}`,
    );
  }
  const able = peopleWith(providers, (each) => each.visitTypes, visitTypes)(visitType);
  const taking = provider ? able.filter((each) => each === provider) : able;
  if (taking.length === 0) {
    const who = provider ? `${provider.name} doesn't do` : 'At the moment nobody does';
    const others = able.length > 0 ? ` ${OTHERS} ${able.map(({ name }) => name).join(' or ')}.` : '';
    return unavailable('not_offered', `${who} ${visitType.name}.${others}`);
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

const OTHERS = 'You could see';

/** A yes goes on without whoever was named, so that there must be somebody else. */
export const withOthers = (detail: string) => (detail.includes(OTHERS) ? `${detail} Would that suit you?` : detail);

function unavailable(reason: string, detail: string): Refusal {
  return refuse('slot_unavailable', detail.trim(), { reason, alternatives: [] });
}
