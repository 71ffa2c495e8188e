import { findCrisisLine, findPoisonLine, getEmergencyNumber } from './emergency-numbers.ts';
import { type Emergency, type SafetyIssue, SEVERE_RISK_BY_EMERGENCY } from './input-guard.ts';
import type { SevereRisk } from './risk.ts';
import { getSafetyTexts } from './safety-texts.ts';

export type SafetyReply = {
  text: string;
  intent: 'safety.emergency' | 'safety.refused' | 'general.complaint';
  handoff: boolean;
  suggestions: string[];
};

type ReplyContext = {
  businessName: string;
  country: string;
  phone?: string;
  /** The business's own emergency number. */
  onCallPhone?: string;
  isFormal: boolean;
  isHealthCare: boolean;
  /** The language of the message. */
  language: string;
};

const TALK_TO_PERSON = 'Talk to a person';

/** The reply to a safety issue. It quotes nothing from the message, so customers cannot inject text into it. */
export function answerSafetyIssue(issue: SafetyIssue, context: ReplyContext): SafetyReply {
  const reply = composeReply(issue, context);
  return context.isFormal ? { ...reply, text: withoutContractions(reply.text) } : reply;
}

function composeReply(issue: SafetyIssue, context: ReplyContext): SafetyReply {
  switch (issue.kind) {
    case 'emergency': {
      const text = translatedEmergencyText(issue.about, context) ?? EMERGENCY_REPLIES[issue.about](context);
      return { text, intent: 'safety.emergency', handoff: true, suggestions: [] };
    }
    case 'urgent':
      return replyToUrgentCare(context);
    case 'medical-advice':
      return ADVICE_REPLIES[issue.about](context);
    case 'other-people':
      return replyToOtherPeople(context);
    case 'injection':
      return replyToInjection(context);
    case 'abuse':
      return replyToAbuse(context);
  }
}

/** In the customer's language, if translated. */
function translatedEmergencyText(
  emergency: Emergency,
  { language, country, businessName }: ReplyContext,
): string | undefined {
  const number = getEmergencyNumber(country, emergency === 'danger' ? 'police' : 'ambulance');
  return getSafetyTexts(language)
    ?.[SEVERE_RISK_BY_EMERGENCY[emergency]].replaceAll('{number}', number)
    .replaceAll('{business}', businessName);
}

/** Added to an answer when the risk is uncertain. */
export function renderUrgentNotice(
  kind: SevereRisk,
  { language, country }: { language: string; country: string },
): string {
  const number = getEmergencyNumber(country, kind === 'danger' ? 'police' : 'ambulance');
  const translated = getSafetyTexts(language)?.urgent.replaceAll('{number}', number);
  if (translated) return translated;
  if (kind === 'animal_emergency') return 'If it’s urgent, please call an emergency vet right away.';
  if (kind === 'self_harm') return renderCrisisNotice(number, country);
  return `If this is urgent or getting worse, please call ${number} right away.`;
}

/** The customer may not mean it literally, so the notice is gentle and names somebody to talk to. */
function renderCrisisNotice(number: string, country: string): string {
  const helpline = findCrisisLine(country);
  const crisisOffer = helpline ? ` you can ${helpline.instruction} at any hour to talk to ${helpline.name}, and` : '';
  return `And if things are hard for you right now, you’re not alone:${crisisOffer} if anyone is in danger, please call ${number} right away.`;
}

// A person takes over from here, so each text says everything needed until they answer.
const EMERGENCY_REPLIES: Readonly<Record<Emergency, (context: ReplyContext) => string>> = {
  medical: ({ country, businessName, isHealthCare, onCallPhone }: ReplyContext) =>
    `Please call ${getEmergencyNumber(country)} right now, or have someone near you call. They’ll tell you what to do until ` +
    `help comes. This may be an emergency, so please don’t wait for ${isHealthCare ? 'an appointment' : 'an answer here'}. ` +
    `${renderOnCallNotice(onCallPhone)}I’m passing this on to the team at ${businessName}.`,

  poisoning: ({ country, businessName, onCallPhone }: ReplyContext) =>
    `Please call ${getEmergencyNumber(country)} right now, even if nothing seems wrong yet, and keep the ` +
    `packaging or container handy. They’ll tell you what to do. ${renderPoisonHelp(country)}` +
    `${renderOnCallNotice(onCallPhone)}I’m passing this on to the team at ${businessName}.`,

  animal: ({ businessName, onCallPhone }: ReplyContext) =>
    `Please call an emergency vet right now. They’ll tell you what to do, so please don’t wait for an answer here. ` +
    `${onCallPhone ? `You can reach us at ${onCallPhone}. ` : ''}I’m passing this on to the team at ${businessName}.`,

  danger: ({ country, businessName, onCallPhone }: ReplyContext) =>
    `Please call ${getEmergencyNumber(country, 'police')} right now, or as soon as you’re somewhere safe, even if you’re ` +
    `not sure. This is what they’re there for, and you don’t have to face it alone. ${renderOnCallNotice(onCallPhone)}` +
    `I’m passing this on to the team at ${businessName}, and someone will reply here.`,

  'self-harm': (context: ReplyContext) =>
    withConsolation(`If anyone is in danger, please call ${getEmergencyNumber(context.country)} now.`, context),

  harmed: (context: ReplyContext) =>
    withConsolation(
      `Please call ${getEmergencyNumber(context.country)} right now, or have someone near you call, even if you feel all right.`,
      context,
    ),
};

function renderPoisonHelp(country: string): string {
  const phone = findPoisonLine(country);
  return phone ? `Poison control is also available 24/7: ${phone}. ` : '';
}

function withConsolation(callToAction: string, { country, businessName }: ReplyContext): string {
  const helpline = findCrisisLine(country);
  const crisisOffer = helpline ? `You can also ${helpline.instruction} at any hour to talk to ${helpline.name}. ` : '';
  return (
    `${callToAction} I’m so sorry you’re hurting this much, and I’m glad you told me. You don’t have to go through this alone. ` +
    `${crisisOffer}I’m passing this on to a person on the team at ${businessName} too. You can keep messaging here, and they’ll read it.`
  );
}

/** Always after the country's emergency number, never instead of it. */
const renderOnCallNotice = (onCallPhone?: string) =>
  onCallPhone ? `After that you can reach us at ${onCallPhone}. ` : '';

/** Below an emergency: the practice's phone comes first, as a nurse or doctor decides how soon to come. */
function replyToUrgentCare({ businessName, country, phone, onCallPhone }: ReplyContext): SafetyReply {
  const businessPhone = onCallPhone ?? phone;
  const callToAction = businessPhone
    ? `Please call us now at ${businessPhone}: a nurse or doctor should hear about this today and can tell you what to do. ` +
      `If it gets worse, or you can’t reach us, call ${getEmergencyNumber(country)}.`
    : `Please have a nurse or doctor look at this today, and call ${getEmergencyNumber(country)} if it gets worse.`;
  const text = `${callToAction} I’m also passing this on to the team at ${businessName}, and someone will reply here about the earliest time to be seen.`;
  return { text, intent: 'safety.emergency', handoff: true, suggestions: [] };
}

function replyToMedicalQuestion({ businessName, isHealthCare }: ReplyContext): SafetyReply {
  const text = isHealthCare
    ? `That’s a question for a doctor, nurse or pharmacist. I’m an assistant, so I can’t give medical advice. ` +
      `Would you like an appointment, or should I pass your question on to the care team at ${businessName}?`
    : `That’s a question for a doctor or pharmacist, as I can’t give medical advice. ` +
      `If it’s about ${businessName} itself, should I pass it on to the team?`;
  const suggestions = isHealthCare ? ['Book an appointment', 'Ask the care team'] : [TALK_TO_PERSON];
  return { text, intent: 'safety.refused', handoff: false, suggestions };
}

function replyToSuitabilityQuestion(context: ReplyContext): SafetyReply {
  if (context.isHealthCare) return replyToMedicalQuestion(context);
  const text =
    `I can’t judge whether that’s right for you, so please check with your doctor first. ` +
    `Should I pass your question on to the team at ${context.businessName}?`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [TALK_TO_PERSON] };
}

function replyToReaction({ businessName, country }: ReplyContext): SafetyReply {
  const text =
    `I’m very sorry to hear that. Please have a doctor or pharmacist look at it soon, and call ` +
    `${getEmergencyNumber(country)} if it gets worse quickly. I’m passing this on to the team at ${businessName}, ` +
    `and someone will reply here.`;
  return { text, intent: 'general.complaint', handoff: true, suggestions: [] };
}

function replyToOtherPeople({ businessName, phone }: ReplyContext): SafetyReply {
  const phoneHint = phone ? `, or you can call ${phone}` : '';
  const text =
    `I’m sorry, I can only share your own information. ` +
    `For anything else, I can connect you with the team at ${businessName}${phoneHint}.`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [TALK_TO_PERSON] };
}

function replyToInjection({ businessName }: ReplyContext): SafetyReply {
  const text =
    `I’m sorry, that’s not something I can do. I’m happy to help with bookings and with questions about ` +
    `${businessName}. What can I do for you?`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [TALK_TO_PERSON] };
}

function replyToAbuse({ businessName }: ReplyContext): SafetyReply {
  const text =
    `I’m sorry for the trouble. I’d like to help, and I’m asking someone from the team at ${businessName} to ` +
    `take over here.`;
  return { text, intent: 'general.complaint', handoff: true, suggestions: [] };
}

const ADVICE_REPLIES = {
  question: replyToMedicalQuestion,
  reaction: replyToReaction,
  suitable: replyToSuitabilityQuestion,
};

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/I’m so sorry/g, 'I am deeply sorry'],
  [/I’m happy/g, 'I would be glad'],
  [/I’m/g, 'I am'],
  [/I’d/g, 'I would'],
  [/That’s/g, 'That is'],
  [/that’s/g, 'that is'],
  [/it’s/g, 'it is'],
  [/what’s/g, 'what is'],
  [/can’t/g, 'cannot'],
  [/don’t/g, 'do not'],
  [/’re/g, ' are'],
  [/’ll/g, ' will'],
];

function withoutContractions(text: string): string {
  return CONTRACTIONS.reduce((formal, [short, long]) => formal.replace(short, long), text);
}
