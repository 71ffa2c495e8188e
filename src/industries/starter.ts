// What the templates are made of.

/** Starter content is marked until the owner has replaced it. */
export const asSample = <E extends object>(entries: readonly E[]) =>
  entries.map((entry) => ({ ...entry, sample: true }));

export const faqs = (answers: Record<string, string>) =>
  asSample(Object.entries(answers).map(([question, answer]) => ({ question, answer })));

export const IN_NEW_YORK = {
  timezone: 'America/New_York',
  currency: 'USD',
  locale: 'en-US',
  tone: 'friendly' as const,
};

export const HOLIDAYS = asSample([
  { from: '2026-11-26', to: '2026-11-26', reason: 'Thanksgiving' },
  { from: '2026-12-25', to: '2026-12-25', reason: 'Christmas Day' },
  { from: '2027-01-01', to: '2027-01-01', reason: 'New Year’s Day' },
]);
