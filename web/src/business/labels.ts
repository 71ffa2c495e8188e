/** Hints for fields. Other fields may have a description in their schema. */
export const hints: Record<string, string> = {
  noticeMinutes: 'How far in advance customers must book.',
  horizonDays: 'How far ahead customers can book.',
  slotMinutes: 'How often a booking can start.',
  cancelUntilMinutes: 'How long before a booking customers can still move or cancel it.',
  website: 'For example, www.example.com.',
  onCall: 'We give it in an emergency along with your country’s number.',
};

/** What an empty list means, if it was never set (`unset`) or explicitly emptied (`none`). */
export const emptyLists: Record<string, { unset: string; none: string }> = {
  reminders: { unset: 'Default: 1 day before.', none: 'We don’t send reminders.' },
};

/** Defaults of fields whose schema has none. */
export const defaults: Record<string, unknown> = { confirmations: true };

/** Labels of the document's fields; other fields are labelled by their name. */
export const labels: Record<string, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
  name: 'Name',
  timezone: 'Time zone',
  locale: 'Language and region',
  country: 'Country',
  currency: 'Currency',
  faqs: 'FAQs',
  durationMinutes: 'Duration (min)',
  bufferMinutes: 'Buffer after (min)',
  bufferBeforeMinutes: 'Buffer before (min)',
  booking: 'Booking rules',
  noticeMinutes: 'Minimum notice',
  horizonDays: 'Booking window (days)',
  slotMinutes: 'Time slot interval',
  cancelUntilMinutes: 'Cancellation deadline',
  reminders: 'Reminders',
  beforeMinutes: 'Send before',
  confirmations: 'Email customers about their bookings',
  retentionDays: 'Keep data for (days)',
  handoff: 'Handoff',
  message: 'Message to customers',
  safety: 'Safety',
  onCall: 'Your emergency number',
  personWords: 'Words that trigger a handoff',
  mayContain: 'May contain',
  verifiedAt: 'Last checked',
  turnMinutes: 'Table time',
  upTo: 'Up to (guests)',
  minutes: 'Duration',
  maxPartySize: 'Largest party',
  joins: 'Tables that can be combined',
  visitTypes: 'Visit types',
  newPatients: 'Open to new patients',
  needsVisit: 'Medications that need a visit',
  turnaroundHours: 'Refill turnaround (hours)',
  timeOff: 'Time off',
  lateArrival: 'Late arrival',
  returnDays: 'Return window (days)',
  sku: 'SKU',
  trackingUrl: 'Tracking link',
  orderedAt: 'Order date',
  deliveredAt: 'Delivery date',
  copay: 'Copay by visit type',
  weekly: 'Weekly schedule',
  gluten_free: 'Gluten-free',
  dairy_free: 'Dairy-free',
  nut_free: 'Nut-free',
};
