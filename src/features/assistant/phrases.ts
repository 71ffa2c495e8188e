// Replies that every industry shares, with variants so that they do not sound mechanical.
import { ENGLISH, type Formatter } from '../../capability/formatter.ts';
import { must } from '../../kernel/must.ts';
import { message } from '../../messages/catalogue.ts';

type Tone = { isFormal: boolean; turnCount: number };

/** Picks a variant by the number of earlier messages, so that a test or a retry gets the same one. */
const pickVariant = ({ turnCount }: Tone, variants: readonly string[]): string =>
  must(variants[turnCount % variants.length], 'a variant');

export const TALK_TO_PERSON = message('Talk to a person');

/** The buttons below a request for confirmation. */
export const renderYesNoButtons = (format: Formatter): string[] => [format.text('Yes please'), format.text('No')];

export const greet = (tone: Tone, business: string) =>
  tone.isFormal
    ? pickVariant(tone, [
        `Good day, and welcome to ${business}. How may I help you?`,
        `Welcome to ${business}. How can I help you?`,
      ])
    : pickVariant(tone, [
        `Hello, and welcome to ${business}! What can I do for you?`,
        `Hi there! You've reached ${business}. How can I help?`,
        `Hi! This is ${business}. What can I do for you?`,
      ]);

export const respondToThanks = (tone: Tone) =>
  tone.isFormal
    ? pickVariant(tone, [
        'You are very welcome. Please let me know if there is anything else.',
        'My pleasure. Is there anything else I can help you with?',
      ])
    : pickVariant(tone, [
        "You're very welcome! Is there anything else I can do for you?",
        'My pleasure! Anything else I can help with?',
        "Happy to help! Just message me if there's anything else.",
      ]);

export const renderFarewell = (tone: Tone, business: string) =>
  tone.isFormal
    ? `Thank you for contacting ${business}. Goodbye.`
    : pickVariant(tone, [
        `Thanks for contacting ${business}. Have a great day!`,
        `Goodbye, and see you soon at ${business}!`,
      ]);

export const confirmDropped = (tone: Tone, format: Formatter = ENGLISH) =>
  format.text(
    tone.isFormal
      ? 'Of course, we will leave it there. Is there anything else I can help you with?'
      : pickVariant(tone, [
          message('No problem, never mind. Anything else I can help with?'),
          message("No worries, we'll skip it. Is there anything else?"),
        ]),
  );

/** Replies to "no" or "hold on" when no question is pending. */
export const acknowledgeNo = (tone: Tone, format: Formatter = ENGLISH) =>
  format.text(
    tone.isFormal
      ? 'Of course. I am here whenever you need me.'
      : pickVariant(tone, [
          message("All right! Just message me if there's anything else."),
          message("No problem. I'm here if you need anything."),
        ]),
  );

/** Responds to a yes where nothing was asked. */
export const acknowledgeYes = (tone: Tone) =>
  tone.isFormal
    ? 'Certainly. How may I help you?'
    : pickVariant(tone, ['Great! What can I do for you?', 'Sure! What would you like to do?']);

export const admitNotUnderstanding = (tone: Tone) =>
  pickVariant(tone, [
    "I'm not sure I understood that.",
    "Sorry, I didn't quite get that.",
    "Sorry, I'm not sure what you mean.",
  ]);

export const admitNoAnswer = (tone: Tone) =>
  pickVariant(tone, [
    "I'm sorry, I don't have that information here.",
    "Sorry, I don't have an answer to that.",
    "Sorry, I don't know that one.",
  ]);

/** For a statement that might be a request the assistant does not understand. */
export const offerTeamForUnclearRequest = (tone: Tone) =>
  tone.isFormal
    ? 'I am sorry, I cannot help with that myself. Shall I pass it on to our team?'
    : pickVariant(tone, [
        "I'm sorry, I can't help with that myself. Should I pass it on to our team?",
        "That's one for our team, I think. Would you like me to pass it on?",
      ]);

/** For the second unanswered message in a row. */
export const admitNoAnswerAgain = (tone: Tone) =>
  pickVariant(tone, ["I'm sorry, I can't help with that one either.", "Sorry, that's another one I can't help with."]);

/** Responds to small talk, and to messages that have nothing to do with the business. */
export const declineSmallTalk = (tone: Tone, business: string) =>
  tone.isFormal
    ? `I am sorry, I can only help with ${business}. How may I help you?`
    : pickVariant(tone, [
        `I'm not great at small talk, but I know my way around ${business}. What can I do for you?`,
        `Sorry, I can't help with that one. I'm only here for ${business}. Is there anything I can do for you?`,
      ]);

export const greetBack = (tone: Tone) =>
  tone.isFormal
    ? 'It is good to hear from you. How may I help you?'
    : pickVariant(tone, ['Good to hear from you! What can I do for you?', 'Nice to hear from you! How can I help?']);

/** Responds to a statement that asks for nothing. */
export const thankForStatement = (tone: Tone) =>
  tone.isFormal
    ? 'Thank you for letting me know. Is there anything I can help you with?'
    : pickVariant(tone, [
        'Good to know, thanks! Is there anything I can do for you?',
        'Thanks for letting me know! What can I help you with?',
      ]);

export const thankForPraise = (tone: Tone) =>
  tone.isFormal
    ? 'That is very kind of you, thank you. Is there anything I can help you with?'
    : pickVariant(tone, [
        "That's so kind of you, thanks! Is there anything I can do for you?",
        'Thank you, that means a lot to us! Can I help you with anything?',
      ]);

/** Asks for contact details, so that the team can reply. */
export const askForContact = (tone: Tone) =>
  tone.isFormal
    ? 'I am sorry, our team will have to answer that. Could you give me your name and a phone number or email? I will pass your questions on.'
    : "I'm sorry, our team will have to answer that one. Can I get your name and a phone number or email? I'll pass your questions on so they can get back to you.";

/** Quotes the unanswered questions in the customer's own words, unless they are fragments that would read oddly. */
export const renderUnansweredQuestions = (questions: readonly string[]): string => {
  const trimmedQuestions = questions.map((question) => question.trim().replace(/^(?:and|also|oh)\b[\s,]*/i, ''));
  const areWholeQuestions = trimmedQuestions.every(
    (question) => question.endsWith('?') && question.split(/\s+/).length >= MIN_QUESTION_WORDS,
  );
  // The last comma becomes "or".
  const quotedQuestions = trimmedQuestions.map((question) => `“${question}”`).join(', ');
  const unanswered = areWholeQuestions
    ? quotedQuestions.replace(/, (?=“[^“]*$)/, ' or ')
    : trimmedQuestions.length > 1
      ? 'some of your questions'
      : 'the rest of your message';
  return `I don't have an answer to ${unanswered} here`;
};
const MIN_QUESTION_WORDS = 4;

/** For requests that only the team can handle. */
export const offerTeamForUnsupportedRequest = (tone: Tone) =>
  tone.isFormal
    ? 'I am sorry, I cannot arrange that here. Shall I pass your request on to our team?'
    : pickVariant(tone, [
        "I can't arrange that here. Should I pass it on to our team?",
        "I can't do that from here, but our team can help. Would you like me to pass it on?",
      ]);

/** For messages that may be complaints. */
export const offerTeamForComplaint = (tone: Tone) =>
  tone.isFormal ? 'Shall I pass this on to our team?' : 'Should I pass this on to our team so they can look into it?';

/** For a repeated question where nothing more is on record. */
export const admitNothingMore = (tone: Tone) =>
  tone.isFormal
    ? 'That is all I have about it. Shall I ask our team?'
    : pickVariant(tone, [
        "That's all I have on it. Should I ask our team?",
        "I don't have any more detail on that. Would you like me to ask our team?",
      ]);

export const apologize = (tone: Tone, format: Formatter = ENGLISH) =>
  format.text(
    tone.isFormal
      ? 'I am very sorry to hear that.'
      : pickVariant(tone, [
          message("I'm really sorry about that."),
          message("I'm so sorry to hear that."),
          message("I'm sorry, that's not how it should be."),
        ]),
  );

/** Names the item that the apology is for, if the customer did. */
export const apologizeFor = (tone: Tone, item?: string) =>
  !item
    ? apologize(tone)
    : tone.isFormal
      ? `I am very sorry about what happened with the ${item}.`
      : `I'm really sorry about what happened with the ${item}.`;

export const askTime = (tone: Tone, day: string, format: Formatter) =>
  format.text(
    pickVariant(tone, [
      message('What time would you like on {day}?'),
      message('And what time works for you on {day}?'),
    ]),
    {
      day,
    },
  );
export const askDay = (tone: Tone, format: Formatter) =>
  format.text(pickVariant(tone, [message('What day would you like?'), message('And what day works for you?')]));
