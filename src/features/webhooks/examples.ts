// Example payloads for the API reference. A test validates them against the schemas.
const ID = '01k9z0v3w8e5r7t2y4u6i8o0pa';
const NOW = '2026-11-18T10:00:00-05:00';
const customer = { name: 'Dana Fox', phone: '+12125550142' };

const assistantReply = {
  text: "You're booked: a table for 4 on Thursday, November 19 at 7:30 PM. Your code is K7P4QX. See you then!",
  intent: 'restaurant.reserve',
  confidence: 1,
  suggestions: [],
  sources: [],
  receipts: [{ type: 'booking.created', id: `bkg_${ID}`, code: 'K7P4QX' }],
  engine: 'embedded',
};
const textsByRole = {
  customer: { text: 'Table for 4 tomorrow at 7:30?', intent: 'restaurant.reserve', confidence: 1 },
  assistant: assistantReply,
};

const createMessage = (role: keyof typeof textsByRole) => ({
  id: `msg_${ID}`,
  role,
  createdAt: NOW,
  ...textsByRole[role],
});

export const createExampleMessage = (role: keyof typeof textsByRole) => ({
  ...createMessage(role),
  conversationId: `conv_${ID}`,
});

export const createExampleConversation = (status = 'open') => ({
  id: `conv_${ID}`,
  status,
  channel: 'api',
  businessType: 'restaurant',
  businessName: null,
  customer,
  metadata: { table: 'window' },
  episodes: [{ startedAt: NOW, resolvedAt: status === 'resolved' ? NOW : null }],
  rating: null,
  createdAt: NOW,
  updatedAt: NOW,
  messages: [createMessage('customer'), createMessage('assistant')],
});

export const createExampleBooking = (status = 'confirmed') => ({
  id: `bkg_${ID}`,
  kind: status === 'offered' ? 'class' : 'reservation',
  industry: status === 'offered' ? 'fitness' : 'restaurant',
  status,
  code: 'K7P4QX',
  startsAt: '2026-11-19T19:30:00-05:00',
  endsAt: '2026-11-19T21:00:00-05:00',
  timezone: 'America/New_York',
  partySize: status === 'offered' ? null : 4,
  service: status === 'offered' ? { id: 'yoga', name: 'Yoga' } : null,
  resource: status === 'offered' ? null : { id: 't4', name: 'Table 4' },
  customer: { ...customer, email: null },
  notes: null,
  version: 1,
  conversationId: `conv_${ID}`,
  ...(status === 'awaiting_payment' ? { deposit: exampleDeposit } : {}),
  ...(status === 'offered' ? { offeredUntil: '2026-11-18T12:00:00-05:00' } : {}),
  createdAt: NOW,
  updatedAt: NOW,
});

const exampleDeposit = {
  id: `pay_${ID}`,
  amount: 8_000,
  currency: 'USD',
  mode: 'charge',
  status: 'open',
  refundUntil: '2026-11-18T19:30:00-05:00',
  payBy: '2026-11-18T10:30:00-05:00',
  url: 'https://desk.example.com/booking/…',
};

export const createExamplePayment = (status: string) => {
  const { id, amount, currency, mode } = exampleDeposit;
  return { id, bookingId: `bkg_${ID}`, amount, currency, mode, status, refundedAmount: 0 };
};

export const exampleEndpoint = {
  id: `whk_${ID}`,
  url: 'https://example.com/hooks/desk',
  events: ['booking.created', 'conversation.*'],
  description: null,
  status: 'disabled',
  disabledBecause: 'failing',
  failingSince: '2026-11-13T09:58:00-05:00',
  createdAt: NOW,
  updatedAt: NOW,
};
