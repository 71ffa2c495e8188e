// Which kind of visit is meant where none was named, and what somebody new can have.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { message } from '../../messages/catalogue.ts';
import { findEntry, peopleWith } from '../entries.ts';
import type { Medical, MedicalBusiness } from './schema.ts';
import type { VisitInput } from './visit-input.ts';

/** Said of a visit that is not for them. */
export const NOT_FOR_NEW = message('{name} is not for new patients, only for those we already know.');

type VisitType = Medical['visitTypes'][number];
type Asked = { provider?: string; patient?: { newPatient?: boolean } };

/** The kinds of visit that can be had: with whom was named, and as somebody new where they are. */
export function openVisits(medical: Medical, { provider: who, patient }: Asked): VisitType[] {
  const { visitTypes, providers } = medical;
  const provider = who === undefined ? undefined : findEntry(providers, who);
  const able = peopleWith(providers, (each) => each.visitTypes, visitTypes);
  const fitting = visitTypes.filter((type) => type.newPatients || !patient?.newPatient);
  const theirs = provider ? fitting.filter((type) => able(type).includes(provider)) : fitting;
  return theirs.length > 0 ? theirs : fitting;
}

const BEGINS = /\b(?:initial|first|new|assessment|intake|registration)\b/i;
const PLAIN =
  /\b(?:gp|doctor['’]?s?|standard|routine|general|regular|office)\b.*\b(?:consult|appointment|visit)|^consultation$/i;
const LONGER = /\b(?:double|long|longer|extended)\b/i;
const DOCTOR = /^(?:dr|doctor)\b|\b(?:general|family|internal) (?:practi|medicine)|\bgp\b/i;

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** The one visit with which somebody new begins. */
export const firstVisit = (medical: Medical, asked: Asked): VisitType | undefined =>
  only(openVisits(medical, { ...asked, patient: { newPatient: true } }).filter(({ name }) => BEGINS.test(name)));

const OF_MEDICINE = /\b(?:medications?|medicines?|meds|prescriptions?)\b/i;

/** Who needs to be seen for a medicine comes for that, or else for the plain consultation. */
export const medicineVisit = (medical: Medical, asked: Asked): VisitType | undefined =>
  only(openVisits(medical, asked).filter(({ name }) => OF_MEDICINE.test(name))) ?? plainVisit(medical, asked);

/** The one plain consultation with a doctor. */
export function plainVisit(medical: Medical, asked: Asked): VisitType | undefined {
  const { visitTypes, providers } = medical;
  const able = peopleWith(providers, (each) => each.visitTypes, visitTypes);
  const isDoctors = (type: VisitType) =>
    able(type).some(({ name, specialty = '' }) => DOCTOR.test(name) || DOCTOR.test(specialty));
  return only(
    openVisits(medical, asked).filter((type) => PLAIN.test(type.name) && !LONGER.test(type.name) && isDoctors(type)),
  );
}

/** The kind of visit where it goes without saying, or what somebody new can have in place of the one they named. */
export async function findVisit(
  { business }: CapabilityContext<MedicalBusiness>,
  input: Partial<VisitInput>,
  { own }: Slots,
): Promise<Outcome<Partial<VisitInput>>> {
  const { medical } = business;
  if (input.visitType === undefined) {
    const meant = own.first ? firstVisit(medical, input) : own.medication ? medicineVisit(medical, input) : undefined;
    return done(meant ? { visitType: meant.name } : {});
  }
  const named = findEntry(medical.visitTypes, input.visitType);
  if (!named || named.newPatients || !input.patient?.newPatient) return done({});
  const isNew = { patient: { newPatient: true } };
  const theirs = openVisits(medical, { ...input, ...isNew });
  const open = theirs.length > 1 ? theirs : openVisits(medical, isNew);
  // Who wanted another visit of somebody does not want whatever that one does: they begin with the first.
  const instead = firstVisit(medical, input) ?? firstVisit(medical, {}) ?? only(open);
  // They were told, and said yes.
  if (instead && own.agreed) return done({ visitType: instead.name });
  return open.length > 0 ? notForNew(named, instead ? [instead] : open, formatterFor(business)) : done({});
}

function notForNew({ name }: VisitType, open: VisitType[], say: Formatter): Refusal {
  const names = open.map((each) => each.name);
  const only = onlyOf(names);
  const instead =
    only !== undefined
      ? say.text('As you are new to us, it would be {visit}. Shall I look for that?', {
          visit: withArticle(only, say),
        })
      : say.text('As you are new to us, you can have {visits}. Which would you like?', {
          visits: say.choices(names.map((each) => withArticle(each, say))),
        });
  return refuse('slot_unavailable', `${say.text(NOT_FOR_NEW, { name })} ${instead}`, {
    reason: 'not_for_new',
    errors: [{ pointer: '/visitType', detail: 'is only for patients we know' }],
  });
}

/** "a Cleaning", "an Asthma review", "Blood tests" */
export function withArticle(name: string, say: Formatter = ENGLISH): string {
  if (say.language !== 'en' || /[^s']s$/i.test(name)) return name;
  return `${/^(?:[aeio]|u(?!ni|se))/i.test(name) ? 'an' : 'a'} ${name}`;
}
