// Asks a customer who wants to find or change a booking for the details that show it is theirs.
import { getPersonField } from '../../capability/capability.ts';
import type { IdentificationQuestions } from '../../capability/dialogue.ts';
import { message } from '../../messages/catalogue.ts';
import { findConversationBookings } from '../../scheduling/booking-ownership.ts';
import type { ActiveTask } from './dialogue-state.ts';
import { TALK_TO_PERSON } from './phrases.ts';
import type { StepResult, Turn } from './turn.ts';

/** The health capability, if there is one: its bookings need a date of birth, not just a name and phone number. */
const findHealthCapability = ({ businessContext }: Turn) =>
  businessContext.industry?.capabilities.find(({ health }) => health);

/** Health bookings need a date of birth with the code, unless they were made in this conversation. */
export const needsDateOfBirth = async (turn: Turn, { slots: { code, dateOfBirth }, bookingId }: ActiveTask) =>
  findHealthCapability(turn) &&
  !bookingId &&
  code &&
  !dateOfBirth &&
  (await findConversationBookings(turn.ctx, code)).length === 0;

export const askDateOfBirth = (turn: Turn, task: ActiveTask): StepResult => ({
  part: { text: turn.format.text(getQuestions(turn).missingProof) },
  task: { ...task, requestedSlots: [`${getPersonField(findHealthCapability(turn) ?? {})}.dateOfBirth`] },
});

const NAME_AND_PHONE_QUESTIONS: IdentificationQuestions = {
  change: message("Of course. What's the booking code, or the name and phone number it's under?"),
  find: message("I can look that up for you. What's the booking code, or the name and phone number it's under?"),
  retry: message(
    "I'm sorry, I can't find an upcoming booking with those details. Could you check them? I need the booking code, or the name and phone number it's under.",
  ),
  missingProof: message("What's the booking code, or the phone number it's under?"),
};

const getQuestions = ({ businessContext }: Turn): IdentificationQuestions =>
  businessContext.industry?.capabilities.find(({ dialogue }) => dialogue.identification)?.dialogue.identification ??
  NAME_AND_PHONE_QUESTIONS;

export function askForIdentification(turn: Turn, task: ActiveTask): StepResult {
  const health = findHealthCapability(turn);
  const personKey = getPersonField(health ?? {});
  const isLookup = task.intent === 'booking.find';
  const { format } = turn;
  const questions = getQuestions(turn);
  const { code, name, phone, dateOfBirth, ...slots } = task.slots;
  const fields = ['code', `${personKey}.name`, `${personKey}.${health ? 'dateOfBirth' : 'phone'}`];
  const hasProof = Boolean(health ? dateOfBirth : phone);
  // One detail is kept, and only the other one is asked for.
  if (!code && Boolean(name) !== hasProof) {
    const question = hasProof ? message('And what name is it under?') : questions.missingProof;
    return { part: { text: format.text(question) }, task: { ...task, requestedSlots: fields } };
  }
  const hasTried = task.requestedSlots.includes('code') || code || hasProof;
  if (hasTried && task.failedAttempts > 0) {
    return {
      part: {
        text: format.text(
          "I'm sorry, I still can't find a booking with those details. Would you like me to connect you with our team?",
        ),
        suggestions: [format.text(TALK_TO_PERSON)],
      },
      offer: { intent: 'general.human', slots },
    };
  }
  const text = format.text(hasTried ? questions.retry : isLookup ? questions.find : questions.change);
  return {
    part: { text },
    task: {
      ...task,
      slots,
      requestedSlots: fields,
      failedAttempts: hasTried ? task.failedAttempts + 1 : task.failedAttempts,
    },
  };
}
