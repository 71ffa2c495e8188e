// The widget's texts, grouped by purpose. A test checks that each text is in a group or has its own field.
import type { TextName } from '../../../widget/src/texts.ts';

export type TextGroup = { title: string; texts: Partial<Record<TextName, string>> };

/** Texts with a field of their own among the other settings. */
export const TEXTS_WITH_OWN_FIELD: TextName[] = ['launcher', 'title', 'subtitle', 'greeting', 'placeholder'];

/** The texts that owners change most often. */
export const MAIN_GROUPS: TextGroup[] = [
  {
    title: 'Outside opening hours',
    texts: {
      closed: 'Below your name while you’re closed',
      opensToday: 'If you open later today',
      opensTomorrow: 'If you open tomorrow',
    },
  },
  {
    title: 'When a customer asks for a person',
    texts: {
      human: 'Menu item to ask for one',
      humanAsked: 'While they wait',
      waiting: 'Below your name while they wait',
    },
  },
  {
    title: 'When the conversation ends',
    texts: { resolved: 'End of the conversation', rateAsk: 'Asking for a rating', thanks: 'After a rating' },
  },
  {
    title: 'When chat is down',
    texts: { unavailable: 'Without a phone number', unavailableCall: 'With your phone number' },
  },
];

export const MORE_GROUPS: TextGroup[] = [
  {
    title: 'Writing a message',
    texts: {
      send: 'Send button',
      queued: 'Message that is waiting to be sent',
      failed: 'Message that couldn’t be sent',
      retry: 'Button to send it again',
      offline: 'While the customer is offline',
      busy: 'While we’re busy',
    },
  },
  {
    title: 'Who is speaking',
    texts: {
      assistant: 'Your assistant',
      team: 'Your team',
      you: 'The customer',
      withPerson: 'Below your name once a person has joined',
      personTyping: 'While a person is typing',
      emergency: 'Emergency notice (health businesses)',
    },
  },
  {
    title: 'Forms',
    texts: {
      start: 'Button to start the chat',
      name: 'Name field',
      phone: 'Phone field',
      email: 'Email field',
      optional: 'Mark of optional fields',
      submit: 'Button to send a form',
      back: 'Back button',
    },
  },
  {
    title: 'Rating and copies by email',
    texts: {
      rate: 'Button to rate',
      rateStar: 'Number of stars',
      rateComment: 'Comment field',
      transcript: 'Menu item for a copy',
      transcriptSent: 'After a copy was sent',
      transcriptAsked: 'After a link to the copy was sent',
    },
  },
  {
    title: 'Bookings',
    texts: {
      bookingConfirmed: 'New booking',
      bookingMoved: 'Moved booking',
      bookingCancelled: 'Canceled booking',
      bookingWaiting: 'Booking on the waitlist',
      bookingHeld: 'Booking held for a deposit',
      bookingCode: 'Booking code',
      bookingWith: 'Who the booking is with',
      guest: 'One guest',
      guests: 'Several guests',
      calendar: 'Button to add it to a calendar',
      move: 'Button to change it',
      cancel: 'Button to cancel it',
      sayMove: 'What the change button says for the customer',
      sayCancel: 'What the cancel button says for the customer',
      book: 'Book button',
      sayBook: 'What the book button says for the customer',
      chooseDate: 'Choosing a day',
      chooseTime: 'Choosing a time',
      chooseSize: 'Choosing the number of guests',
    },
  },
  {
    title: 'Menu and small print',
    texts: { soundOn: 'Turning sound on', soundOff: 'Turning sound off', powered: '“Powered by” line' },
  },
  {
    title: 'For screen readers',
    texts: {
      close: 'Close button',
      dismiss: 'Button to dismiss a greeting',
      unread: 'Number of new messages',
      message: 'Message field',
      conversation: 'List of messages',
      says: 'Who says what',
      typing: 'While the assistant is typing',
      options: 'Menu button',
      latest: 'Button to the latest message',
      previousMonth: 'Previous month',
      nextMonth: 'Next month',
    },
  },
];

/** The values that the widget fills in: `{time}` in "Closed until {time}". */
export const findPlaceholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
