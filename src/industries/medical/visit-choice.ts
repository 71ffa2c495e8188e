// Chooses the visit type if the customer named none, or if the named one is not open to new patients.
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Slots } from '../../capability/dialogue.ts';
import { ENGLISH, type Formatter, formatterFor } from '../../capability/formatter.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../../capability/outcome.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { message } from '../../messages/catalogue.ts';
import { createPeopleLookup, findEntry } from '../entries.ts';
import type { Medical, MedicalBusiness } from './schema.ts';
import type { VisitInput } from './visit-input.ts';

export const NOT_FOR_NEW_PATIENTS = message('{name} is for existing patients only.');

type VisitType = Medical['visitTypes'][number];
type VisitFilter = { provider?: string; patient?: { newPatient?: boolean } };

/** The visit types open to this patient, narrowed to the provider's if that leaves any. */
export function listAvailableVisits(medical: Medical, { provider: providerName, patient }: VisitFilter): VisitType[] {
  const { visitTypes, providers } = medical;
  const provider = providerName === undefined ? undefined : findEntry(providers, providerName);
  const findProviders = createPeopleLookup(providers, (each) => each.visitTypes, visitTypes);
  const patientVisits = visitTypes.filter((type) => type.newPatients || !patient?.newPatient);
  const providerVisits = provider
    ? patientVisits.filter((type) => findProviders(type).includes(provider))
    : patientVisits;
  return providerVisits.length > 0 ? providerVisits : patientVisits;
}

const FIRST_VISIT_NAME_PATTERN = /\b(?:initial|first|new|assessment|intake|registration)\b/i;
const STANDARD_VISIT_NAME_PATTERN =
  /\b(?:gp|doctor['’]?s?|standard|routine|general|regular|office)\b.*\b(?:consult|appointment|visit)|^consultation$/i;
const LONG_VISIT_NAME_PATTERN = /\b(?:double|long|longer|extended)\b/i;
const DOCTOR_NAME_PATTERN = /^(?:dr|doctor)\b|\b(?:general|family|internal) (?:practi|medicine)|\bgp\b/i;

/** The only visit type for a first visit. */
export const findFirstVisit = (medical: Medical, filter: VisitFilter): VisitType | undefined =>
  getOnlyItem(
    listAvailableVisits(medical, { ...filter, patient: { newPatient: true } }).filter(({ name }) =>
      FIRST_VISIT_NAME_PATTERN.test(name),
    ),
  );

const MEDICATION_VISIT_NAME_PATTERN = /\b(?:medications?|medicines?|meds|prescriptions?)\b/i;

/** The visit type for a medication review, or else the standard consultation. */
export const findMedicationVisit = (medical: Medical, filter: VisitFilter): VisitType | undefined =>
  getOnlyItem(listAvailableVisits(medical, filter).filter(({ name }) => MEDICATION_VISIT_NAME_PATTERN.test(name))) ??
  findStandardVisit(medical, filter);

/** The only standard consultation with a doctor. */
export function findStandardVisit(medical: Medical, filter: VisitFilter): VisitType | undefined {
  const { visitTypes, providers } = medical;
  const findProviders = createPeopleLookup(providers, (each) => each.visitTypes, visitTypes);
  const isWithDoctor = (type: VisitType) =>
    findProviders(type).some(
      ({ name, specialty = '' }) => DOCTOR_NAME_PATTERN.test(name) || DOCTOR_NAME_PATTERN.test(specialty),
    );
  return getOnlyItem(
    listAvailableVisits(medical, filter).filter(
      (type) =>
        STANDARD_VISIT_NAME_PATTERN.test(type.name) && !LONG_VISIT_NAME_PATTERN.test(type.name) && isWithDoctor(type),
    ),
  );
}

/** Fills in an implied visit type, or offers a new patient an alternative to one that is not open to them. */
export async function resolveVisit(
  { business }: CapabilityContext<MedicalBusiness>,
  input: Partial<VisitInput>,
  { industryEntities }: Slots,
): Promise<Outcome<Partial<VisitInput>>> {
  const { medical } = business;
  if (input.visitType === undefined) {
    const impliedVisit = industryEntities.first
      ? findFirstVisit(medical, input)
      : industryEntities.medication
        ? findMedicationVisit(medical, input)
        : undefined;
    return succeed(impliedVisit ? { visitType: impliedVisit.name } : {});
  }
  const requestedVisit = findEntry(medical.visitTypes, input.visitType);
  if (!requestedVisit || requestedVisit.newPatients || !input.patient?.newPatient) return succeed({});
  const newPatientFilter = { patient: { newPatient: true } };
  const providerVisits = listAvailableVisits(medical, { ...input, ...newPatientFilter });
  const newPatientVisits = providerVisits.length > 1 ? providerVisits : listAvailableVisits(medical, newPatientFilter);
  // A first visit is a better replacement than another visit type of the same provider.
  const replacement = findFirstVisit(medical, input) ?? findFirstVisit(medical, {}) ?? getOnlyItem(newPatientVisits);
  // The customer accepted the replacement offered before.
  if (replacement && industryEntities.agreed) return succeed({ visitType: replacement.name });
  return newPatientVisits.length > 0
    ? refuseNewPatient(requestedVisit, replacement ? [replacement] : newPatientVisits, formatterFor(business))
    : succeed({});
}

function refuseNewPatient({ name }: VisitType, alternatives: VisitType[], format: Formatter): Refusal {
  const names = alternatives.map((each) => each.name);
  const onlyName = getOnlyItem(names);
  const offer =
    onlyName !== undefined
      ? format.text('Since you’re new here, you’d need {visit}. Should I look for a time?', {
          visit: withArticle(onlyName, format),
        })
      : format.text('Since you’re new here, you can book {visits}. Which would you like?', {
          visits: format.choices(names.map((each) => withArticle(each, format))),
        });
  return refuse('slot_unavailable', `${format.text(NOT_FOR_NEW_PATIENTS, { name })} ${offer}`, {
    reason: 'not_for_new',
    errors: [{ pointer: '/visitType', detail: 'is only for patients we know' }],
  });
}

/** "a Cleaning", "an Asthma review", "Blood tests" */
export function withArticle(name: string, format: Formatter = ENGLISH): string {
  if (format.language !== 'en' || /[^s']s$/i.test(name)) return name;
  return `${/^(?:[aeio]|u(?!ni|se))/i.test(name) ? 'an' : 'a'} ${name}`;
}
