// Example payloads for the API reference. A test validates them against the schemas.
import type { AnyIndustry } from '../../capability/industry.ts';

const ID = '01k9z0v3w8e5r7t2y4u6i8o0pa';
const NOW = '2026-11-18T10:00:00-05:00';
const customer = { name: 'Dana Fox', phone: '+12125550142' };

/** They show a place in a class, so their industry is one that has classes. */
export function createExamples(industries: AnyIndustry[]) {
  const holdsMeetings = ({ capabilities }: AnyIndustry) => capabilities.some(({ meetingsCapability: name }) => name);
  const industry = (industries.find(holdsMeetings) ?? industries[0])?.name ?? '';
  const assistantReply = {
    text: "You're all set: Yoga is now on Thursday, November 19 at 7:30 PM. Your code is still K7P4QX.",
    intent: 'booking.change',
    confidence: 1,
    suggestions: [],
    sources: [],
    receipts: [{ type: 'booking.rescheduled', id: `bkg_${ID}`, code: 'K7P4QX' }],
    engine: 'embedded',
  };
  const fieldsByRole = {
    customer: { text: 'Can I come tomorrow at 7:30 instead?', intent: assistantReply.intent, confidence: 1 },
    assistant: assistantReply,
  };
  const createMessage = (role: keyof typeof fieldsByRole) => ({
    id: `msg_${ID}`,
    role,
    createdAt: NOW,
    ...fieldsByRole[role],
  });
  return {
    createExampleMessage: (role: keyof typeof fieldsByRole) => ({
      ...createMessage(role),
      conversationId: `conv_${ID}`,
    }),
    createExampleConversation: (status = 'open') => ({
      id: `conv_${ID}`,
      status,
      channel: 'api',
      businessType: industry,
      businessName: null,
      customer,
      metadata: { page: '/prices' },
      episodes: [{ startedAt: NOW, resolvedAt: status === 'resolved' ? NOW : null }],
      rating: null,
      createdAt: NOW,
      updatedAt: NOW,
      messages: [createMessage('customer'), createMessage('assistant')],
    }),
    createExampleBooking: (status = 'confirmed') => ({
      id: `bkg_${ID}`,
      kind: 'class',
      industry,
      status,
      code: 'K7P4QX',
      startsAt: '2026-11-19T19:30:00-05:00',
      endsAt: '2026-11-19T21:00:00-05:00',
      timezone: 'America/New_York',
      partySize: 1,
      service: { id: 'yoga', name: 'Yoga' },
      resource: { id: 'ana', name: 'Ana' },
      customer: { ...customer, email: null },
      notes: null,
      version: 1,
      conversationId: `conv_${ID}`,
      ...(status === 'awaiting_payment' ? { deposit: exampleDeposit } : {}),
      ...(status === 'offered' ? { offeredUntil: '2026-11-18T12:00:00-05:00' } : {}),
      createdAt: NOW,
      updatedAt: NOW,
    }),
  };
}

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
