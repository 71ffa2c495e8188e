// What the learned detector says of a message. Rules and detector stand side by side: either is enough, unless the other is
// sure of the contrary.

/** In the order of its answers. */
const KINDS = [
  'none',
  'self_harm',
  'emergency',
  'poisoning',
  'danger',
  'animal_emergency',
  'medical_advice',
  'allergy',
  'abuse',
  'angry',
  'privacy',
  'injection',
  'handoff',
] as const;
type Kind = (typeof KINDS)[number];

const GRAVE = ['self_harm', 'emergency', 'poisoning', 'danger', 'animal_emergency'] as const satisfies Kind[];
/** A life, a limb or somebody's safety. */
export type SevereRisk = (typeof GRAVE)[number];

export type Risk = {
  /** The likeliest of the grave ones. */
  kind: SevereRisk;
  /** `none` is not sure of it, `calm` is. */
  level: 'alarm' | 'caution' | 'none' | 'calm';
  /** How likely they are angry, and how likely they abuse somebody. */
  angry: number;
  abusive: number;
  /** How likely they tell of, or ask about, an allergy or an intolerance. */
  allergy: number;
  /** They want to talk to a human being. */
  wantsPerson: boolean;
  /** They ask for what is somebody else's, or give the assistant orders. */
  pries: boolean;
  orders: boolean;
};

/** Where there is nothing to hear. */
export const NO_RISK: Risk = {
  ...{ kind: 'emergency', level: 'none', angry: 0, abusive: 0, allergy: 0 },
  ...{ wantsPerson: false, pries: false, orders: false },
};

/** By the messages that were held back in training (models/risk/NOTICE.md). */
const ALARM = 0.8;
const CAUTION = 0.35;
const CALM = 0.05;
const WANTS_PERSON = 0.5;
/** To refuse an ordinary question costs more than to answer a prying one from records that tell nothing of others. */
const REFUSED = 1 - CAUTION;

export function readRisk(likely: ArrayLike<number>): Risk {
  const of = (kind: Kind) => likely[KINDS.indexOf(kind)] ?? 0;
  const grave = GRAVE.reduce((sum, kind) => sum + of(kind), 0);
  const kind = GRAVE.reduce((best, each) => (of(each) > of(best) ? each : best));
  const level = grave >= ALARM ? 'alarm' : grave >= CAUTION ? 'caution' : grave >= CALM ? 'none' : 'calm';
  return {
    ...{ kind, level, angry: of('angry'), abusive: of('abuse'), allergy: of('allergy') },
    wantsPerson: of('handoff') >= WANTS_PERSON,
    pries: of('privacy') >= REFUSED,
    orders: of('injection') >= REFUSED,
  };
}
