// The learned risk detector's result. Rules and detector work side by side: either can raise an alarm, unless the other
// is confident that there is none.

/** In the order of the model's outputs. */
const RISK_KINDS = [
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
type RiskKind = (typeof RISK_KINDS)[number];

const SEVERE_KINDS = [
  'self_harm',
  'emergency',
  'poisoning',
  'danger',
  'animal_emergency',
] as const satisfies RiskKind[];
/** A danger to life, health or safety. */
export type SevereRisk = (typeof SEVERE_KINDS)[number];

export type Risk = {
  /** The likeliest severe kind. */
  kind: SevereRisk;
  /** `none`: not confident of a severe risk. `calm`: confident that there is none. */
  level: 'alarm' | 'caution' | 'none' | 'calm';
  angerProbability: number;
  abuseProbability: number;
  /** The probability that the message mentions an allergy or an intolerance. */
  allergyProbability: number;
  /** Whether a patient describes something that a nurse or doctor should hear about today. */
  needsCareToday: boolean;
  /** Whether the customer asks for a human. */
  wantsPerson: boolean;
  /** Whether they ask about somebody else's data, or give the assistant instructions. */
  isPrying: boolean;
  isInjecting: boolean;
};

/** For a message without text. */
export const NO_RISK: Risk = {
  kind: 'emergency',
  level: 'none',
  angerProbability: 0,
  abuseProbability: 0,
  allergyProbability: 0,
  needsCareToday: false,
  wantsPerson: false,
  isPrying: false,
  isInjecting: false,
};

/** Chosen on validation messages (models/risk/NOTICE.md). */
const ALARM_THRESHOLD = 0.8;
const CAUTION_THRESHOLD = 0.35;
const CALM_THRESHOLD = 0.05;
const WANTS_PERSON_THRESHOLD = 0.5;
/**
 * Refusing an ordinary question costs more than answering a prying one, since the records contain nothing about others.
 */
const REFUSAL_THRESHOLD = 1 - CAUTION_THRESHOLD;

export function readRisk(probabilities: ArrayLike<number>): Risk {
  const getProbability = (kind: RiskKind) => probabilities[RISK_KINDS.indexOf(kind)] ?? 0;
  const severeProbability = SEVERE_KINDS.reduce((sum, kind) => sum + getProbability(kind), 0);
  const kind = SEVERE_KINDS.reduce((best, candidate) =>
    getProbability(candidate) > getProbability(best) ? candidate : best,
  );
  const level =
    severeProbability >= ALARM_THRESHOLD
      ? 'alarm'
      : severeProbability >= CAUTION_THRESHOLD
        ? 'caution'
        : severeProbability >= CALM_THRESHOLD
          ? 'none'
          : 'calm';
  return {
    kind,
    level,
    angerProbability: getProbability('angry'),
    abuseProbability: getProbability('abuse'),
    allergyProbability: getProbability('allergy'),
    // Set by a separate classifier, which only runs for health care practices.
    needsCareToday: false,
    wantsPerson: getProbability('handoff') >= WANTS_PERSON_THRESHOLD,
    isPrying: getProbability('privacy') >= REFUSAL_THRESHOLD,
    isInjecting: getProbability('injection') >= REFUSAL_THRESHOLD,
  };
}
