import { describe, expect, it } from 'vitest';
import { newConversation, newMessage, reopened, withMessages } from './conversation.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const begun = newConversation({
  workspaceId: 'ws_1',
  channel: 'api',
  businessType: 'salon',
  businessName: null,
  customer: {},
  metadata: {},
  publishable: false,
  now: NOW,
  zone: 'America/New_York',
});

describe('a conversation', () => {
  it.each([
    ['short', 'short'],
    ['x'.repeat(500), 'x'.repeat(140)],
    ['🙂'.repeat(500), '🙂'.repeat(140)],
    [`${'x'.repeat(139)}🙂🙂`, `${'x'.repeat(139)}🙂`],
  ])('previews what was said last: %s', (text, preview) => {
    const later = new Date(NOW.getTime() + 1_000);
    const said = [newMessage(begun, 'customer', 'first', NOW), newMessage(begun, 'assistant', text, later)];
    expect(withMessages(begun, said)).toMatchObject({ preview, message_count: 2, updated_at: later });
  });

  it('is as it was when nothing is said', () => {
    expect(withMessages(begun, [])).toBe(begun);
  });

  it('begins a new episode after it was resolved, and remembers nothing of the old one', () => {
    const remembered = { ...begun, state: { task: 'salon.book' } };
    expect(reopened(remembered, NOW, 'UTC')).toBe(remembered);
    const later = new Date('2026-11-17T09:00:00Z');
    expect(reopened({ ...remembered, status: 'resolved' }, later, 'America/New_York')).toMatchObject({
      status: 'open',
      state: {},
      episodes: [
        { startedAt: '2026-11-16T07:00:00-05:00', resolvedAt: null },
        { startedAt: '2026-11-17T04:00:00-05:00', resolvedAt: null },
      ],
    });
  });
});
