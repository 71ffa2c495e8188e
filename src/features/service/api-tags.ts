import type { AnyIndustry } from '../../capability/industry.ts';
import { tagOf } from '../../capability/rest.ts';
import type { Tag } from '../../kernel/http/openapi.ts';

/** The sections of the API reference, in order. Those of the industries come after `Knowledge`. */
const TAGS_BEFORE_INDUSTRIES: Record<string, string> = {
  Conversations: 'Chat with customers, and what was said.',
  Assistant: 'Who answers, and how well: language models and checkups.',
  Inbox: 'For the team: what waits for a person, notes, tags, saved replies and targets.',
  Notifications: 'How a member of the team hears that somebody waits.',
  Requests: 'What customers asked for and the team decides, such as returns.',
  Widget: 'The chat on the business’s website.',
  Business: 'The document that describes the business, its versions, and how it is filled.',
  Knowledge: 'Texts, files and websites that the assistant answers from.',
};

const TAGS_AFTER_INDUSTRIES: Record<string, string> = {
  Bookings: 'Reservations, appointments, training and class places, in one shape.',
  Payments: 'Deposits for bookings, and who collects them.',
  Customers: 'The people behind bookings, conversations and requests.',
  Calendars: 'Private links with which calendar apps show the bookings.',
  'Booking page': 'The public page on which customers book.',
  MCP: 'The Model Context Protocol, for third-party agents.',
  Webhooks: 'Endpoints of yours that get events, and what was sent to them.',
  Events: 'What happened. The same events are sent to webhooks.',
  Channels: 'Phone, text messages, email and messengers.',
  Analytics: 'Numbers, questions without an answer, and the log of requests.',
  Audit: 'Who did what, in a log that shows tampering.',
  Keys: 'API keys.',
  Privacy: 'Exports, erasure and deletion.',
  Brand: 'The business’s own name, colors and domain.',
  Plans: 'What a workspace may use, and what it has used.',
  Operators: 'For whoever runs this server.',
  Accounts: 'Signing up and in, passwords and second factors.',
  Team: 'Members and invitations.',
  Service: 'Health, status and metrics of this server.',
};

export const createApiTags = (industries: readonly AnyIndustry[]): Tag[] => [
  ...toTags(TAGS_BEFORE_INDUSTRIES),
  ...industries.map(({ name, summary }) => ({ name: tagOf(name), description: summary })),
  ...toTags(TAGS_AFTER_INDUSTRIES),
];

const toTags = (descriptions: Record<string, string>): Tag[] =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }));
