// Helpers for the industries' templates.

/** Starter content is marked until the owner edits it or chooses to keep it. */
export const markAsSample = <E extends object>(entries: readonly E[]) =>
  entries.map((entry) => ({ ...entry, sample: true }));

export const createSampleFaqs = (answersByQuestion: Record<string, string>) =>
  markAsSample(Object.entries(answersByQuestion).map(([question, answer]) => ({ question, answer })));

export const NEW_YORK_DEFAULTS = {
  timezone: 'America/New_York',
  currency: 'USD',
  locale: 'en-US',
  tone: 'friendly' as const,
};

export const HOLIDAYS = markAsSample([
  { from: '2026-11-26', to: '2026-11-26', reason: 'Thanksgiving' },
  { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas Day' },
  { from: '2027-01-01', to: '2027-01-01', reason: 'New Year’s Day' },
]);
