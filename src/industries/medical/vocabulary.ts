import type { CatalogEntity, Slots } from '../../capability/dialogue.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { asksForFirst, newPatientIn } from './new-patient.ts';
import type { Medical } from './schema.ts';

/** Other names for common kinds of visit; a practice uses one of each. */
const VISITS: string[][] = [
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

export function medicalWords({ visitTypes, providers, insurance, pharmacies }: Medical): CatalogEntity[] {
  return [
    ...visitTypes.map(({ id, name }) => ({ slot: 'service', id, name, aliases: otherNames(name, visitTypes) })),
    ...providers.map((provider) => ({
      slot: 'staff',
      id: provider.id,
      name: provider.name,
      aliases: rolesOf(provider, providers),
    })),
    ...insurance.map(({ payer }) => ({ slot: 'payer', id: payer, name: payer })),
    ...insurance.flatMap(({ payer, plans }) =>
      plans.map(({ name }) => ({ slot: 'plan', id: `${payer}/${name}`, name, aliases: [`${payer} ${name}`] })),
    ),
    ...pharmacies.map(({ id, name }) => ({ slot: 'pharmacy', id, name })),
  ];
}

type Provider = Medical['providers'][number];

const ROLES =
  /nurse|hygienist|pa?ediatrician|dermatologist|dentist|physio\w*|midwife|orthodontist|psychologist|optometrist/g;

/** "The nurse", "the hygienist": a role that only one of them has. */
function rolesOf({ id, name, specialty = '' }: Provider, all: Provider[]): string[] {
  const roles: string[] = `${name} ${specialty}`.toLowerCase().match(ROLES) ?? [];
  const others = all
    .filter((each) => each.id !== id)
    .map((each) => `${each.name} ${each.specialty ?? ''}`.toLowerCase());
  return [...new Set(roles)].filter((role) => !others.some((other) => other.includes(role)));
}

/** Where two kinds of visit share a name, it tells nobody which is meant. */
function otherNames(name: string, all: readonly { name: string }[]): string[] {
  // "First physio visit" is a first visit as much as "ACC first visit".
  const hasAll = (each: string, other: string) => other.split(' ').every((word) => each.split(' ').includes(word));
  const isOf = (kind: string[], each: string) =>
    kind.some((other) => each.toLowerCase().includes(other) || hasAll(each.toLowerCase(), other));
  const own = VISITS.filter((kind) => isOf(kind, name));
  return own.filter((kind) => all.filter((each) => isOf(kind, each.name)).length === 1).flat();
}

const DOSAGE = /\b(\d+(?:[.,]\d+)?) ?(mg|mcg|µg|g|ml|iu|units?|micrograms?|milligrams?)\b/i;
const NOT_A_DRUG =
  /^(my|the|a|an|some|more|another|usual|same|regular|re-?fil+s?|sons?|daughters?|mums?|moms?|dads?|wifes?|husbands?|repeat|prescriptions?|meds?|medications?|medicines?|pills?|tablets?|script|rx|it|them|that|this|please|order|renewal?|daily|monthly|new|last|month'?s?|supply|of|for|on|all|doctor|dr|pharmacy|appointment|visit)$/i;
/** Where a drug's name stands: "a refill of my lisinopril", "my sertraline prescription", "out of metformin". */
const DRUG_FRAMES = [
  /\b(?:refill|renew(?:al)?|repeat|reorder|more|prescription|script|supply|rx|order|extend)\s+(?:prescription\s+)?(?:of|for|on)?\s*(?:my|the|some|his|her|our)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
  /\b(?:out of|low on|need|needs|finished|finish|taking|take|on|ran out of|have no|without)\s+(?:any\s+|more\s+|some\s+)?(?:of\s+)?(?:my|the|her|his)?\s*((?:[a-z][\w'-]+\s?){1,3})/gi,
  /\b(?:my|the|her|his|of)\s+((?:[a-z][\w'-]+\s?){1,3}?)\s*(?:prescription|refill|script|tablets|pills|rx|inhaler|cream|drops|ran out|is finished|is out|is running|runs out|are finished|sent|to be)/gi,
];

export function readMedical(text: string, { asked }: { asked?: string }): Slots['own'] {
  const medication = asked === 'medication' ? wholeAnswer(text) : drugIn(text);
  const dosage = DOSAGE.exec(text)?.[0] ?? (asked ? undefined : strengthOf(medication, text));
  const [, sentTo] =
    /\b(?:send|sent|go|goes|script|prescription)\b[^.?!]{0,40}? to (?:the )?((?:[A-Z][\w'&-]*\s?){1,4})/.exec(text) ??
    [];
  const told = asked === 'pharmacy' ? wholeAnswer(text) : undefined;
  const pharmacy = told && !SENTENCE.test(told) ? told : sentTo?.trim();
  const payer = asked === 'payer' ? wholeAnswer(text) : payerIn(text);
  const plan = asked === 'plan' ? wholeAnswer(text) : undefined;
  const isNew = newPatientIn(text, asked === 'patient.newPatient');
  return {
    ...(medication ? { medication: dosage ? medication.replace(DOSAGE, '').trim() : medication } : {}),
    ...(dosage ? { dosage } : {}),
    ...(pharmacy ? { pharmacy } : {}),
    ...(payer ? { payer } : {}),
    ...(plan ? { plan } : {}),
    ...(isNew === undefined ? {} : { newPatient: isNew }),
    ...(asksForFirst(text) ? { first: true } : {}),
    // The visit that was named is not to be had, and another was proposed.
    ...(asked === 'visitType' && (findDialogueAct(text)?.act === 'yes' || TAKES_FIRST.test(text))
      ? { agreed: true }
      : {}),
  };
}

/** "Do the new patient one then" */
const TAKES_FIRST = /\b(?:new|first|initial)\b(?: \w+)? (?:one|visit|exam|appointment|consult\w*|assessment)\b/i;

/** "Duraphat 5000": a number right after the name, and of nothing else. */
function strengthOf(medication: string | undefined, text: string): string | undefined {
  const after = medication && text.split(medication)[1];
  return after
    ? /^ (\d{2,5})\b(?![ -]?(?:\d|days?|tablets?|pills?|caps|count|weeks?|months?|refills?|[ap]m\b)|[:/.]\d)/i.exec(
        after,
      )?.[1]
    : undefined;
}

function drugIn(text: string): string | undefined {
  const beside = /\b([a-z][a-z-]{3,}(?: [a-z-]{4,})?) \d+(?:[.,]\d+)? ?(?:mg|mcg|µg|ml|units?)\b/i.exec(text)?.[1];
  const found = beside ? drugWords(beside) : undefined;
  if (found) return found;
  if (
    !/refill|prescri|renew|repeat|script|\brx\b|medic|\bmeds?\b|pills?|tablets?|pharmacy|run(?:ning)? (?:out|low)|out of/i.test(
      text,
    )
  )
    return undefined;
  for (const frame of DRUG_FRAMES) {
    for (const [, words = ''] of text.matchAll(frame)) {
      const drug = drugWords(words);
      if (drug) return drug;
    }
  }
  return undefined;
}

/** The words up to the first that cannot belong to a drug's name. */
function drugWords(words: string): string | undefined {
  const kept: string[] = [];
  for (const word of words.trim().split(/\s+/)) {
    if (NOT_A_DRUG.test(word)) {
      if (kept.length > 0) break;
      continue;
    }
    if (
      /^(sent|send|to|at|from|and|with|by|in|before|after|today|tomorrow|asap|can|could|is|are|was|ran|has|have|because|when|so|i|you|we|he|she|they|be|get|got|need|want|renewed|refilled|called|filled)$/i.test(
        word,
      )
    )
      break;
    kept.push(word);
  }
  return kept.length > 0 ? kept.join(' ').replace(/['’]s$/, '') : undefined;
}

function wholeAnswer(text: string): string | undefined {
  const [answer = ''] = text
    .replace(/^(it'?s|its|it is|that'?s|the|my|please|i have|i'?m with|we have|we'?re with|to|send it to|at)\s+/i, '')
    .replace(/[.!?]+$/, '')
    .split(/,|;| and my | my name/i);
  return answer.trim().slice(0, 100) || undefined;
}

/** No pharmacy has such a name. */
const SENTENCE =
  /\b(i|i'm|you|we|my|me|need|want|have|has|is|are|was|do|does|did|can|could|will|would|book|booked|appointments?|refills?|when|what|why|how|who)\b|\?$/i;

const NO_INSURER =
  /\b(my|your|insurance|insured|cards?|patients?|cash|walk|new|that|this|there|what|which|appointments?|coverage|plan|credit|kids|children|visits?)\b/;

/** An insurer that the practice does not know still has a name: "do you accept Orchid Mutual?" */
function payerIn(text: string): string | undefined {
  const [, own] =
    /\b(?:insurance|insurer|carrier|plan) (?:is|company is)\s+((?:[A-Z][\w&'-]*\s?){1,4})/.exec(text) ?? [];
  const [, named] =
    /\b(?:accept|take|with|bill|cover(?:ed by)?|have|under|network with|insured (?:by|with))\s+(?:my\s+)?((?:[A-Z][\w&'-]*\s?){1,4})/.exec(
      text,
    ) ?? [];
  const [, before] =
    /\b(?:is|are|does)\s+((?:[A-Z][\w&'-]*\s?){1,4}?)\s*(?:accepted|covered|cover|work|insurance|ok|okay|any (?:use|good)|in network)/.exec(
      text,
    ) ?? [];
  const [, plain] =
    /\b(?:take|accept|is|with)\s+([a-z]{4,}(?: [a-z]{4,})?)\s*(?:\?|$|ok\b|okay|accepted|covered|fine|insurance)/.exec(
      text,
    ) ?? [];
  const [, company] = /\b([a-z]{4,} (?:assurance|insurance company|mutual|health plan))\b/i.exec(text) ?? [];
  const name = (
    own ??
    named ??
    before ??
    (company && !NO_INSURER.test(company) ? company : undefined) ??
    (plain && !NO_INSURER.test(plain) ? plain : undefined)
  )?.trim();
  return name && !/^(I|Dr|Do|Is|You|My|The|We)$/.test(name) ? name : undefined;
}

const PLAIN_INSURANCE =
  /^(?:\s*(?:the|my|a|health|medical|life|mutual|care|cover(?:age|ed)?|insurance|insurer|assurance|plans?|company|group)\b)+\s*$/i;

/** Every insurer sells cover: such a word alone names none. */
export function withoutPlainInsurance(slots: Slots): Slots {
  const words = { ...slots.words };
  for (const slot of ['payer', 'plan']) {
    const named = words[slot]?.filter((meanings) => !meanings.every(({ said }) => PLAIN_INSURANCE.test(said)));
    if (named?.length) words[slot] = named;
    else delete words[slot];
  }
  return { ...slots, words };
}

/** The number that comes with a pharmacy's name is the pharmacy's. */
export function withPharmacyPhone(slots: Slots): Slots {
  const { phone, ...rest } = slots;
  if (!phone || !slots.own.pharmacy || slots.words.pharmacy || slots.name || slots.dateOfBirth) return slots;
  return { ...rest, own: { ...slots.own, pharmacyPhone: phone } };
}
