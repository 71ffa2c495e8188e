import type { CatalogEntity, Slots } from '../../capability/dialogue.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { findShortAnswer } from '../../nlu/entities/free-text-answers.ts';
import { pickByName } from '../../nlu/entities/offered-choice.ts';
import { asksForFirstVisit, isNewPatient } from './new-patient.ts';
import type { Medical } from './schema.ts';

/** Synonyms of common visit types; a practice uses one name from a group. */
const VISIT_SYNONYMS: string[][] = [
  [
    'physical',
    'checkup',
    'check up',
    'check-up',
    'annual exam',
    'yearly',
    'wellness visit',
    'annual physical',
    'yearly physical',
  ],
  [
    'sick visit',
    'acute visit',
    'urgent visit',
    'not feeling well',
    'feeling ill',
    'feeling sick',
    'fever',
    'sore throat',
    'cough',
    'flu',
    'rash',
    'earache',
    'ear infection',
    'stomach ache',
    'throwing up',
  ],
  ['follow up', 'follow-up', 'followup', 'check back', 'come back about'],
  ['vaccination', 'vaccine', 'shot', 'flu shot', 'jab', 'immunisation', 'immunization', 'booster'],
  ['blood test', 'blood draw', 'lab work', 'bloods', 'labs'],
  ['consultation', 'consult', 'new patient visit', 'first visit', 'initial visit'],
  ['telehealth', 'video visit', 'video call', 'virtual visit', 'online appointment', 'phone consultation'],
  ['cleaning', 'teeth cleaning', 'hygiene', 'hygienist', 'scale and polish'],
  ['well child', 'child checkup', 'baby check'],
  ['eye exam', 'eye test', 'sight test'],
  ['sports physical', 'school physical'],
];

export function createMedicalVocabulary({ visitTypes, providers, insurance, pharmacies }: Medical): CatalogEntity[] {
  return [
    ...visitTypes.map(({ id, name }) => ({ slot: 'service', id, name, aliases: findVisitAliases(name, visitTypes) })),
    ...providers.map((provider) => ({
      slot: 'staff',
      id: provider.id,
      name: provider.name,
      aliases: findUniqueRoles(provider, providers),
    })),
    ...insurance.map(({ payer }) => ({ slot: 'payer', id: payer, name: payer })),
    ...insurance.flatMap(({ payer, plans }) =>
      plans.map(({ name }) => ({ slot: 'plan', id: `${payer}/${name}`, name, aliases: [`${payer} ${name}`] })),
    ),
    ...pharmacies.map(({ id, name }) => ({ slot: 'pharmacy', id, name })),
  ];
}

type Provider = Medical['providers'][number];

const ROLES_PATTERN =
  /nurse|hygienist|pa?ediatrician|dermatologist|dentist|physio\w*|midwife|orthodontist|psychologist|optometrist/g;

/** Roles that only this provider has, so "the nurse" identifies them. */
function findUniqueRoles({ id, name, specialty = '' }: Provider, all: Provider[]): string[] {
  const roles: string[] = `${name} ${specialty}`.toLowerCase().match(ROLES_PATTERN) ?? [];
  const otherTexts = all
    .filter((each) => each.id !== id)
    .map((each) => `${each.name} ${each.specialty ?? ''}`.toLowerCase());
  return [...new Set(roles)].filter((role) => !otherTexts.some((otherText) => otherText.includes(role)));
}

/** Synonyms of a visit type, except those that fit another visit type, too. */
function findVisitAliases(name: string, all: readonly { name: string }[]): string[] {
  // Words in between do not matter: "First physio visit" is a "first visit".
  const hasAllWords = (visitName: string, synonym: string) =>
    synonym.split(' ').every((word) => visitName.split(' ').includes(word));
  const matchesAny = (synonyms: string[], visitName: string) =>
    synonyms.some((synonym) => visitName.includes(synonym) || hasAllWords(visitName, synonym));
  const isKindOf = (synonyms: string[], visitName: string) => matchesAny(synonyms, visitName.toLowerCase());
  const matchingGroups = VISIT_SYNONYMS.filter((synonyms) => isKindOf(synonyms, name));
  return matchingGroups.filter((synonyms) => all.filter((visit) => isKindOf(synonyms, visit.name)).length === 1).flat();
}

const DOSAGE_PATTERN = /\b(\d+(?:[.,]\d+)?) ?(mg|mcg|µg|g|ml|iu|units?|micrograms?|milligrams?)\b/i;
/** Words before a drug's name that are no part of it. */
const BEFORE_DRUG_PATTERN =
  /^(my|the|a|an|some|more|another|usual|same|regular|sons?|daughters?|mums?|moms?|dads?|wifes?|husbands?|pills?|tablets?|it|them|that|this|please|daily|monthly|new|last|month'?s?|of|for|on|all)$/i;
/** What is asked for: a drug's name follows only after a preposition, as in "a refill of lisinopril". */
const REQUESTED_THING_PATTERN =
  /^(re-?fil+s?|repeats?|prescriptions?|meds?|medications?|medicines?|scripts?|rx|order|renewals?|supply)$/i;
/** Words that end a drug's name, and cannot begin one. */
const AFTER_DRUG_PATTERN =
  /^(as|too|also|again|thanks?|sent|send|to|at|from|and|with|by|in|before|after|today|tomorrow|asap|can|could|is|are|was|ran|has|have|because|when|so|i|you|we|he|she|they|be|get|got|need|want|renewed|refilled|called|filled|doctor|dr|pharmacy|appointment|visit)$/i;
/**
 * Phrases around a drug's name: "a refill of my lisinopril", "renew my ramipril", "out of metformin", "my sertraline
 * prescription". What follows "my refill" directly is said about it, as in "is my refill ready?".
 */
const DRUG_CONTEXT_PATTERNS = [
  /\b(?:refill|renewal|repeat|prescription|script|supply|rx|order)\s+(?:prescription\s+)?(?:of|for|on)\s+(?:my|the|some|his|her|our)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
  /(?<!\b(?:my|the|an?|this|that|our|his|her|any|another|last|new)\s+)\b(?:refill|renew|repeat|reorder|order|extend|more)\s+(?:of\s+)?(?:my|the|some|his|her|our)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
  /\b(?:out of|low on|finished|ran out of|have no)\s+(?:any\s+|more\s+|some\s+)?(?:of\s+)?(?:my|the|her|his)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
  /\b(?:my|the|her|his|of)\s+((?:[a-z][\w'-]+\s){1,3}?)\s*(?:prescription|refill|script|tablets|pills|rx|inhaler|cream|drops|ran out|is finished|is out|is running|runs out|are finished|sent|to be)/gi,
];
/** Weaker ones: in a question, these words may introduce anything. */
const STATEMENT_DRUG_CONTEXT_PATTERNS = [
  /\b(?:need|needs|finish|taking|take|on|without)\s+(?:any\s+|more\s+|some\s+)?(?:of\s+)?(?:my|the|her|his)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
];

export function extractMedicalEntities(
  text: string,
  { asked: requestedField, answer }: { asked?: string; answer?: string },
): Slots['industryEntities'] {
  const medication = requestedField === 'medication' ? findShortAnswer(text) : findDrugName(text);
  const dosage = DOSAGE_PATTERN.exec(text)?.[0] ?? (requestedField ? undefined : findStrength(medication, text));
  const [, pharmacySentTo] =
    /\b(?:send|sent|go|goes|script|prescription)\b[^.?!]{0,40}? to (?:the )?((?:[A-Z][\w'&-]*\s?){1,4})/.exec(text) ??
    [];
  const pharmacyAnswer = requestedField === 'pharmacy' && !findDialogueAct(text) ? answer : undefined;
  const isPharmacyName = pharmacyAnswer !== undefined && /[a-z]{2}/i.test(pharmacyAnswer);
  const pharmacy = isPharmacyName ? pharmacyAnswer : pharmacySentTo?.trim();
  const payer = requestedField === 'payer' ? findShortAnswer(text) : findPayerName(text);
  const plan = requestedField === 'plan' ? findShortAnswer(text) : undefined;
  const isNew = isNewPatient(text, requestedField === 'patient.newPatient');
  return {
    ...(medication ? { medication: withoutDosage(medication, dosage) } : {}),
    ...(dosage ? { dosage } : {}),
    ...(pharmacy ? { pharmacy } : {}),
    ...(payer ? { payer } : {}),
    ...(plan ? { plan } : {}),
    ...(isNew === undefined ? {} : { newPatient: isNew }),
    ...(asksForFirstVisit(text) ? { first: true } : {}),
    // The requested visit type is not available, and the customer accepts the proposed one.
    ...(requestedField === 'visitType' &&
    (findDialogueAct(text)?.act === 'yes' || CHOOSES_FIRST_VISIT_PATTERN.test(text))
      ? { agreed: true }
      : {}),
  };
}

const withoutDosage = (medication: string, dosage: string | undefined) =>
  (dosage ? medication.replace(DOSAGE_PATTERN, ' ') : medication).replace(/\s+/g, ' ').trim();

/** "Do the new patient one then" */
const CHOOSES_FIRST_VISIT_PATTERN =
  /\b(?:new|first|initial)\b(?: \w+)? (?:one|visit|exam|appointment|consult\w*|assessment)\b/i;

/** A bare number right after the drug's name is its strength: "Duraphat 5000". */
function findStrength(medication: string | undefined, text: string): string | undefined {
  const textAfter = medication && text.split(medication)[1];
  return textAfter
    ? /^ (\d{2,5})\b(?![ -]?(?:\d|days?|tablets?|pills?|caps|count|weeks?|months?|refills?|[ap]m\b)|[:/.]\d)/i.exec(
        textAfter,
      )?.[1]
    : undefined;
}

function findDrugName(text: string): string | undefined {
  const nameBeforeDosage = /\b([a-z][a-z-]{3,}(?: [a-z-]{4,})?) \d+(?:[.,]\d+)? ?(?:mg|mcg|µg|ml|units?)\b/i.exec(
    text,
  )?.[1];
  const drugName = nameBeforeDosage ? extractDrugName(nameBeforeDosage) : undefined;
  if (drugName) return drugName;
  if (
    !/re-?fil|prescri|renew|repeat|script|\brx\b|medic|\bmeds?\b|pills?|tablets?|pharmacy|run(?:ning)? (?:out|low)|out of/i.test(
      text,
    )
  )
    return undefined;
  const contexts = text.includes('?')
    ? DRUG_CONTEXT_PATTERNS
    : [...DRUG_CONTEXT_PATTERNS, ...STATEMENT_DRUG_CONTEXT_PATTERNS];
  for (const context of contexts) {
    for (const [, words = ''] of text.matchAll(context)) {
      const drug = extractDrugName(words);
      if (drug) return drug;
    }
  }
  return undefined;
}

/** The words before the first one that cannot be part of a drug's name. */
function extractDrugName(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  const start = words.findIndex((word) => !BEFORE_DRUG_PATTERN.test(word) && !REQUESTED_THING_PATTERN.test(word));
  if (start < 0 || REQUESTED_THING_PATTERN.test(words[start - 1] ?? '')) return undefined;
  const remainingWords = words.slice(start);
  const end = remainingWords.findIndex((word) =>
    [BEFORE_DRUG_PATTERN, REQUESTED_THING_PATTERN, AFTER_DRUG_PATTERN].some((each) => each.test(word)),
  );
  const name = remainingWords.slice(0, end < 0 ? undefined : end).join(' ');
  return name ? name.replace(/['’]s$/, '') : undefined;
}

const NOT_AN_INSURER_PATTERN =
  /\b(my|your|insurance|insured|cards?|patients?|cash|walk|new|that|this|there|what|which|appointments?|coverage|plan|credit|kids|children|visits?)\b/;

/** The name of an insurer that is not on record: "do you accept Orchid Mutual?" */
function findPayerName(text: string): string | undefined {
  const [, insuranceIs] =
    /\b(?:insurance|insurer|carrier|plan) (?:is|company is)\s+((?:[A-Z][\w&'-]*\s?){1,4})/.exec(text) ?? [];
  const [, afterVerb] =
    /\b(?:accept|take|with|bill|cover(?:ed by)?|have|under|network with|insured (?:by|with))\s+(?:my\s+)?((?:[A-Z][\w&'-]*\s?){1,4})/.exec(
      text,
    ) ?? [];
  const [, beforeVerb] =
    /\b(?:is|are|does)\s+((?:[A-Z][\w&'-]*\s?){1,4}?)\s*(?:accepted|covered|cover|work|insurance|ok|okay|any (?:use|good)|in network)/.exec(
      text,
    ) ?? [];
  const [, lowercaseName] =
    /\b(?:take|accept|is|with)\s+([a-z]{4,}(?: [a-z]{4,})?)\s*(?:\?|$|ok\b|okay|accepted|covered|fine|insurance)/.exec(
      text,
    ) ?? [];
  const [, company] = /\b([a-z]{4,} (?:assurance|insurance company|mutual|health plan))\b/i.exec(text) ?? [];
  const name = (
    insuranceIs ??
    afterVerb ??
    beforeVerb ??
    (company && !NOT_AN_INSURER_PATTERN.test(company) ? company : undefined) ??
    (lowercaseName && !NOT_AN_INSURER_PATTERN.test(lowercaseName) ? lowercaseName : undefined)
  )?.trim();
  return name && !/^(I|Dr|Do|Is|You|My|The|We)$/.test(name) ? name : undefined;
}

const GENERIC_INSURANCE_PATTERN =
  /^(?:\s*(?:the|my|a|health|medical|life|mutual|care|cover(?:age|ed)?|insurance|insurer|assurance|plans?|company|group)\b)+\s*$/i;

/** Drops mentions that consist only of generic words such as "insurance", which identify no insurer. */
export function withoutGenericInsurance(slots: Slots): Slots {
  const catalogEntities = { ...slots.catalogEntities };
  for (const slot of ['payer', 'plan']) {
    const specificMentions = catalogEntities[slot]?.filter(
      (meanings) => !meanings.every(({ said }) => GENERIC_INSURANCE_PATTERN.test(said)),
    );
    if (specificMentions?.length) catalogEntities[slot] = specificMentions;
    else delete catalogEntities[slot];
  }
  return { ...slots, catalogEntities };
}

/**
 * Asked for the pharmacy, a customer may give their own name instead, and one that is not on the list may share a word
 * with one that is: "CVS on Main Street" is not "Greene Street Drugs".
 */
export function withAnsweredPharmacy(slots: Slots): Slots {
  const { pharmacy, ...industryEntities } = slots.industryEntities;
  if (typeof pharmacy !== 'string') return slots;
  if (slots.name && pharmacy.includes(slots.name)) return { ...slots, industryEntities };
  const listedPharmacies = slots.catalogEntities.pharmacy?.flat() ?? [];
  if (listedPharmacies.length === 0 || listedPharmacies.some(({ name }) => pickByName([name], pharmacy))) return slots;
  const { pharmacy: _, ...catalogEntities } = slots.catalogEntities;
  return { ...slots, catalogEntities };
}

/** A phone number given along with a pharmacy's name is the pharmacy's. */
export function withPharmacyPhone(slots: Slots): Slots {
  const { phone, ...otherSlots } = slots;
  if (!phone || !slots.industryEntities.pharmacy || slots.catalogEntities.pharmacy || slots.name || slots.dateOfBirth)
    return slots;
  return { ...otherSlots, industryEntities: { ...slots.industryEntities, pharmacyPhone: phone } };
}

/** Who says that they are a new patient does not ask for the visit of that name, if they ask for another one. */
export function withoutNewPatient(slots: Slots): Slots {
  const { service = [], ...catalogEntities } = slots.catalogEntities;
  const otherVisits = service.filter((meanings) => !meanings.every(({ said }) => /\bnew\b/i.test(said)));
  return slots.industryEntities.newPatient === true && !slots.industryEntities.first && otherVisits.length > 0
    ? { ...slots, catalogEntities: { ...catalogEntities, service: otherVisits } }
    : slots;
}
