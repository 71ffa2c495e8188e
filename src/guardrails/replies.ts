import { crisisLine, emergencyNumber, poisonLine } from './emergency-numbers.ts';
import { type Emergency, type SafetyIssue, SEVERE_RISK_OF } from './input-guard.ts';
import type { SevereRisk } from './risk.ts';
import { wordsIn } from './words.ts';

export type SafetyReply = {
  text: string;
  intent: 'safety.emergency' | 'safety.refused' | 'general.complaint';
  handoff: boolean;
  suggestions: string[];
};

type Place = {
  businessName: string;
  country: string;
  phone?: string;
  /** The business's own number for emergencies. */
  onCall?: string;
  formal: boolean;
  health: boolean;
  /** Of the message. */
  language: string;
};

const PERSON = 'Talk to a person';

/** The reply to a safety issue. It quotes nothing of the message, so that customers cannot inject text into it. */
export function answerSafetyIssue(danger: SafetyIssue, place: Place): SafetyReply {
  const reply = calmly(danger, place);
  return place.formal ? { ...reply, text: formally(reply.text) } : reply;
}

function calmly(danger: SafetyIssue, place: Place): SafetyReply {
  switch (danger.kind) {
    case 'emergency': {
      const text = inOwnWords(danger.about, place) ?? EMERGENCIES[danger.about](place);
      return { text, intent: 'safety.emergency', handoff: true, suggestions: [] };
    }
    case 'medical-advice':
      return FOR_ADVICE[danger.about](place);
    case 'other-people':
      return forOtherPeople(place);
    case 'injection':
      return forInjection(place);
    case 'abuse':
      return forAbuse(place);
  }
}

/** In the customer's language. */
function inOwnWords(about: Emergency, { language, country, businessName }: Place): string | undefined {
  const number = emergencyNumber(country, about === 'danger' ? 'police' : 'ambulance');
  return wordsIn(language)
    ?.[SEVERE_RISK_OF[about]].replaceAll('{number}', number)
    .replaceAll('{business}', businessName);
}

/** Beside an answer, where it may be grave or not. */
export function renderUrgentNotice(
  kind: SevereRisk,
  { language, country }: { language: string; country: string },
): string {
  const number = emergencyNumber(country, kind === 'danger' ? 'police' : 'ambulance');
  const own = wordsIn(language)?.urgent.replaceAll('{number}', number);
  if (own) return own;
  if (kind === 'animal_emergency') return 'If it’s urgent, please call an emergency vet right away.';
  if (kind === 'self_harm') return ifInDespair(number, country);
  return `If this is urgent or getting worse, please call ${number} right away.`;
}

/** It may be meant or not: said gently, and with somebody to talk to. */
function ifInDespair(number: string, country: string): string {
  const line = crisisLine(country);
  const talk = line ? ` you can ${line.how} at any hour to talk to ${line.name}, and` : '';
  return `And if things are hard for you right now, you don’t have to be alone with it:${talk} if anyone is in danger, please call ${number} right away.`;
}

// A person has the conversation from here on, so each says all that is needed until they answer.
const EMERGENCIES: Readonly<Record<Emergency, (place: Place) => string>> = {
  medical: ({ country, businessName, health, onCall }: Place) =>
    `Please call ${emergencyNumber(country)} right now, or have someone near you call: they will tell you what to do until ` +
    `help comes. This may be an emergency, and it should not wait for ${health ? 'an appointment' : 'an answer here'}. ` +
    `${alsoCall(onCall)}I’m letting the team at ${businessName} know.`,

  poisoning: ({ country, businessName, onCall }: Place) =>
    `Please call ${emergencyNumber(country)} right now, even if nothing seems wrong yet, and keep what it was, or its ` +
    `packaging, at hand: they will tell you what to do. ${poisonHelp(country)}` +
    `${alsoCall(onCall)}I’m letting the team at ${businessName} know.`,

  animal: ({ businessName, onCall }: Place) =>
    `Please call an emergency vet right now: they will tell you what to do, and this should not wait for an answer here. ` +
    `${onCall ? `You can reach us at ${onCall}. ` : ''}I’m letting the team at ${businessName} know.`,

  danger: ({ country, businessName, onCall }: Place) =>
    `Please call ${emergencyNumber(country, 'police')} right now, or as soon as you are somewhere safe, even if you are ` +
    `not sure: helping with this is what they are there for, and you don’t have to face it alone. ${alsoCall(onCall)}` +
    `I’m letting the team at ${businessName} know straight away, and one of them will answer you here.`,

  'self-harm': (place: Place) =>
    consoled(`If anyone is in danger, please call ${emergencyNumber(place.country)} now.`, place),

  harmed: (place: Place) =>
    consoled(
      `Please call ${emergencyNumber(place.country)} right now, or have someone near you call, even if you feel all right.`,
      place,
    ),
};

function poisonHelp(country: string): string {
  const line = poisonLine(country);
  return line ? `Poison control is there at any hour too: ${line}. ` : '';
}

function consoled(first: string, { country, businessName }: Place): string {
  const line = crisisLine(country);
  const talk = line ? `You can also ${line.how} at any hour to talk to ${line.name}. ` : '';
  return (
    `${first} I’m so sorry that it hurts this much, and I’m glad you said so: nobody has to go through this alone. ` +
    `${talk}I’m letting a person on the team at ${businessName} know too; you can keep writing here, and they will read it.`
  );
}

/** Never in place of the country's number. */
const alsoCall = (onCall?: string) => (onCall ? `After that you can reach us at ${onCall}. ` : '');

function forMedicalQuestion({ businessName, health }: Place): SafetyReply {
  const text = health
    ? `That’s a question for a doctor, nurse or pharmacist: as an assistant I cannot give medical advice. ` +
      `Would you like an appointment, or shall I pass your question on to the care team at ${businessName}?`
    : `That’s a question for a doctor or pharmacist: I cannot give medical advice. ` +
      `If it’s about ${businessName} itself, shall I pass it on to the team?`;
  const suggestions = health ? ['Book an appointment', 'Ask the care team'] : [PERSON];
  return { text, intent: 'safety.refused', handoff: false, suggestions };
}

function forSuitable(place: Place): SafetyReply {
  if (place.health) return forMedicalQuestion(place);
  const text =
    `I’m not able to judge whether that’s right for you: please check with your doctor first. ` +
    `Shall I pass your question on to the team at ${place.businessName}?`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [PERSON] };
}

function forReaction({ businessName, country }: Place): SafetyReply {
  const text =
    `I’m very sorry to hear that. Please have a doctor or pharmacist look at it soon, and call ` +
    `${emergencyNumber(country)} if it gets worse quickly. I’m letting the team at ${businessName} know, ` +
    `and someone will write to you here.`;
  return { text, intent: 'general.complaint', handoff: true, suggestions: [] };
}

function forOtherPeople({ businessName, phone }: Place): SafetyReply {
  const reach = phone ? `, or you can call ${phone}` : '';
  const text =
    `I’m sorry, I cannot share anything about other people, only help you with what is your own. ` +
    `For anything else I can pass you on to the team at ${businessName}${reach}.`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [PERSON] };
}

function forInjection({ businessName }: Place): SafetyReply {
  const text =
    `I’m sorry, that’s not something I can do. I’m happy to help with bookings and with questions about ` +
    `${businessName}. What can I do for you?`;
  return { text, intent: 'safety.refused', handoff: false, suggestions: [PERSON] };
}

function forAbuse({ businessName }: Place): SafetyReply {
  const text =
    `I’m sorry for the trouble. I’d like to help, and I’m asking someone from the team at ${businessName} to ` +
    `take over here.`;
  return { text, intent: 'general.complaint', handoff: true, suggestions: [] };
}

const FOR_ADVICE = { question: forMedicalQuestion, reaction: forReaction, suitable: forSuitable };

const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/I’m so sorry/g, 'I am deeply sorry'],
  [/I’m happy/g, 'I would be glad'],
  [/I’m/g, 'I am'],
  [/I’d/g, 'I would'],
  [/That’s/g, 'That is'],
  [/that’s/g, 'that is'],
  [/it’s/g, 'it is'],
];

function formally(text: string): string {
  return SPELLED_OUT.reduce((formal, [short, long]) => formal.replace(short, long), text);
}
