import type { Checkup } from '../../capability/checkup.ts';
import type { Business } from '../../capability/document.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { findCoverage } from './insurance.ts';
import type { Medical, MedicalBusiness } from './schema.ts';

/** Asks for each visit type's price and tries to book it; asks whether each plan is accepted and its copay. */
export function createMedicalCheckups(business: Business, format: Formatter): Checkup[] {
  const { medical } = business as MedicalBusiness;
  return [
    ...medical.visitTypes.flatMap(({ id, name, price }, index): Checkup[] => {
      const pointer = `/medical/visitTypes/${index}`;
      const ask = `How much is the ${name} without insurance?`;
      return [
        ...(price === undefined
          ? []
          : [{ id: `prices/${id}`, topic: 'prices', ask, mustMention: [name, format.money(price)], pointer }]),
        {
          id: `bookings/${id}`,
          topic: 'bookings',
          ask: `I'd like to book a ${name}, please.`,
          mustMention: [name],
          expectedAction: 'medical.book',
          answers: { 'patient.newPatient': "I've been here before" },
          pointer,
        },
      ];
    }),
    ...medical.insurance.flatMap(({ payer, plans }, index) =>
      plans.map((plan, planIndex) =>
        createCoverageCheckup(medical, payer, plan, `/medical/insurance/${index}/plans/${planIndex}`, format),
      ),
    ),
  ];
}

type Plan = Medical['insurance'][number]['plans'][number];

function createCoverageCheckup(
  medical: Medical,
  payer: string,
  { name: plan }: Plan,
  pointer: string,
  format: Formatter,
): Checkup {
  const visit = medical.visitTypes.find((type) => findCoverage(medical, { payer, plan, visitType: type.id }).copay);
  const { accepted, copay } = findCoverage(medical, { payer, plan, visitType: visit?.id });
  const visitText = visit ? ` for the ${visit.name}` : '';
  return {
    id: `insurance/${payer}/${plan}`,
    topic: 'insurance',
    ask: `Do you accept ${payer} ${plan}${visitText}?`,
    mustMention: [
      plan,
      accepted ? ['we accept', 'is accepted'] : ['not accepted', "don't accept"],
      ...(copay === null ? [] : [format.money(copay)]),
    ],
    pointer,
  };
}
