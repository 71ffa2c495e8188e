import { describe, expect, it } from 'vitest';
import { newConversation, newMessage, reopenIfResolved, withMessages } from './conversation.ts';

const NOW = new Date('2026-11-16T12:00:00Z');
const conversation = newConversation({
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
  ])('previews what a person wrote last: %s', (text, preview) => {
    const replyTime = new Date(NOW.getTime() + 1_000);
    const messages = [
      newMessage(conversation, 'customer', text, NOW),
      newMessage(conversation, 'assistant', 'the answer', replyTime),
    ];
    expect(withMessages(conversation, messages)).toMatchObject({ preview, message_count: 2, updated_at: replyTime });
  });

  it('previews a message that the assistant sent unprompted', () => {
    const offer = newMessage(conversation, 'assistant', 'A spot opened up.', NOW);
    expect(withMessages(conversation, [offer]).preview).toBe('A spot opened up.');
  });

  it('is unchanged without new messages', () => {
    expect(withMessages(conversation, [])).toBe(conversation);
  });

  it('starts a new episode with an empty state after it was resolved', () => {
    const conversationWithState = { ...conversation, state: { task: 'salon.book' } };
    expect(reopenIfResolved(conversationWithState, NOW, 'UTC')).toBe(conversationWithState);
    const nextDay = new Date('2026-11-17T09:00:00Z');
    expect(
      reopenIfResolved({ ...conversationWithState, status: 'resolved' }, nextDay, 'America/New_York'),
    ).toMatchObject({
      status: 'open',
      state: {},
      episodes: [
        { startedAt: '2026-11-16T07:00:00-05:00', resolvedAt: null },
        { startedAt: '2026-11-17T04:00:00-05:00', resolvedAt: null },
      ],
    });
  });
});
