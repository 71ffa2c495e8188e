import { describe, expect, it } from 'vitest';
import { createEndFrame, readEndReason, readRelayMessage } from './relay-protocol.ts';

const readMessage = (message: unknown) => readRelayMessage(JSON.stringify(message));

describe('a message', () => {
  it('of Twilio’s documentation is read', () => {
    expect(readMessage({ type: 'setup', sessionId: 'VX1', callSid: 'CA1', from: '+1', customParameters: {} })).toEqual({
      type: 'setup',
      callSid: 'CA1',
    });
    expect(readMessage({ type: 'prompt', voicePrompt: 'Hi!', lang: 'en-US', last: true })).toMatchObject({
      last: true,
    });
    expect(readMessage({ type: 'prompt', voicePrompt: 'Hi', lang: 'en-US', last: false })).toMatchObject({
      last: false,
    });
    expect(readMessage({ type: 'dtmf', digit: '#' })).toEqual({ type: 'dtmf', digit: '#' });
    expect(
      readMessage({ type: 'interrupt', utteranceUntilInterrupt: 'Life is', durationUntilInterruptMs: '460' }),
    ).toEqual({
      type: 'interrupt',
      utteranceUntilInterrupt: 'Life is',
    });
    expect(readMessage({ type: 'info', name: 'agentSpeaking', value: 'off' })).toMatchObject({ name: 'agentSpeaking' });
    expect(readMessage({ type: 'error', description: 'Invalid message' })).toMatchObject({ type: 'error' });
  });

  it('of an unknown type is read as other', () => expect(readMessage({ type: 'weather' })).toEqual({ type: 'other' }));

  it.each([null, 1, 'x', [], {}, { type: 1 }, { type: 'setup' }, { type: 'prompt', voicePrompt: 1 }, { type: 'dtmf' }])(
    'is not read from %j',
    (message) => expect(readMessage(message)).toBeUndefined(),
  );

  it('is not read from invalid JSON', () => expect(readRelayMessage('{')).toBeUndefined());
});

describe('the reason why a call ended', () => {
  it.each(['transfer', 'goodbye', 'silence', 'failed'] as const)('%s is read back', (reason) =>
    expect(readEndReason(createEndFrame(reason).handoffData)).toBe(reason),
  );
  it.each([undefined, '', '{', '{"reason":"other"}', 'null'])('is not read from %j', (data) =>
    expect(readEndReason(data)).toBeUndefined(),
  );
});
