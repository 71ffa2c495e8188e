import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../../capability/document.ts';
import type { LiveCall, LiveReply } from '../channel.ts';
import { renderGreeting, startCall } from './call.ts';

const BUSINESS = { ...EMPTY_DOCUMENT, name: 'Bella Vista', locale: 'en-US' } as Business;
const REPLY: LiveReply = { id: 'msg_1', reply: 'Yes.', intent: 'faq', status: 'open', receipts: [], sources: [] };
type Frame = { type: string; token?: string; handoffData?: string };

/** A call whose replies the test gives. */
function startTestCall(overrides: Partial<LiveCall> = {}) {
  const frames: Frame[] = [];
  const turns: { text: string; reply(reply: Partial<LiveReply>): Promise<void>; fail(): Promise<void> }[] = [];
  const heardRecords: [string, number | 'all'][] = [];
  let isClosed = false;
  const call: LiveCall = {
    id: 'CA1',
    business: BUSINESS,
    phone: '+12125550147',
    unheardReplies: [],
    log: { warn: () => undefined },
    connection: { id: 'chn_1', workspaceId: 'ws_1', businessName: '', settings: {}, secrets: {} },
    timing: { openTimeoutMs: 10_000, maxSilenceMs: 10_000, keypadPauseMs: 1_000, charactersPerSecond: 10 },
    send: (frame) => void frames.push(frame as Frame),
    close: () => {
      isClosed = true;
    },
    answer: (text) =>
      new Promise((resolve, reject) => {
        const settle = async (callback: () => void) => {
          callback();
          await vi.advanceTimersByTimeAsync(0);
        };
        const fail = () => settle(() => reject(new Error('broken')));
        turns.push({ text, reply: (reply) => settle(() => resolve({ ...REPLY, ...reply })), fail });
      }),
    recordHeardLength: (...values) => void heardRecords.push(values),
    ...overrides,
  };
  const session = startCall(call);
  const receive = async (message: object) => {
    session.receive(JSON.stringify(message));
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    frames,
    turns,
    heardRecords,
    session,
    receive,
    isClosed: () => isClosed,
    say: (voicePrompt: string) => receive({ type: 'prompt', voicePrompt, last: true }),
    spokenText: () => frames.map(({ token = '' }) => token).join(''),
    endReason: () => frames.find(({ type }) => type === 'end')?.handoffData,
    setUp: () => receive({ type: 'setup', callSid: 'CA1' }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('silence', () => {
  it('is counted from the end of the greeting, and ends the call at the second time', async () => {
    const call = startTestCall();
    await call.setUp();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call.spokenText()).toBe('');
    await vi.advanceTimersByTimeAsync(renderGreeting(BUSINESS).length * 100);
    expect(call.spokenText()).toBe('Are you still there? ');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.spokenText()).toContain('Goodbye');
    expect(call.endReason()).toBe('{"reason":"silence"}');
  });

  it('is not counted while somebody speaks, presses keys or waits for the reply', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
    await vi.advanceTimersByTimeAsync(60_000);
    await call.say('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.spokenText()).toBe('');
    await call.turns[0]?.reply({});
    await vi.advanceTimersByTimeAsync(11_000);
    expect(call.spokenText()).toBe('Yes. Are you still there? ');
    await call.say('yes');
    await call.turns[1]?.reply({});
    await vi.advanceTimersByTimeAsync(11_000);
    expect(call.spokenText()).toMatch(/Are you still there\? Yes\. Are you still there\? $/);
  });
});

describe('keys', () => {
  it('are one answer after a pause, or at once with #', async () => {
    const call = startTestCall();
    await call.setUp();
    for (const digit of '12*34') await call.receive({ type: 'dtmf', digit });
    expect(call.turns).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.turns.map(({ text }) => text)).toEqual(['34']);
    await call.turns[0]?.reply({});
    for (const digit of '7#') await call.receive({ type: 'dtmf', digit });
    expect(call.turns.map(({ text }) => text)).toEqual(['34', '7']);
  });

  it('do not count if the caller speaks after all', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.receive({ type: 'dtmf', digit: '1' });
    await call.say('the second one');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(call.turns.map(({ text }) => text)).toEqual(['the second one']);
  });
});

describe('the end', () => {
  it('waits until everything is said', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    expect(call.endReason()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.endReason()).toBe('{"reason":"goodbye"}');
  });

  it('comes when Twilio reports that everything is said', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(call.endReason()).toBe('{"reason":"goodbye"}');
  });

  it('does not come if the caller goes on', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    await call.say('oh, one more thing');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.turns).toHaveLength(2);
    expect(call.endReason()).toBeUndefined();
  });

  it('is a transfer, before which the caller is not answered any more', async () => {
    const connection = { id: 'chn_1', workspaceId: 'ws_1', businessName: '', secrets: {} };
    const call = startTestCall({ connection: { ...connection, settings: { transferTo: '+12125550111' } } });
    await call.setUp();
    await call.say('a person please');
    await call.turns[0]?.reply({ reply: 'One moment.', status: 'handoff' });
    await call.say('thanks');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.turns).toHaveLength(1);
    expect(call.endReason()).toBe('{"reason":"transfer"}');
  });

  it('comes after two failed replies', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('hello');
    await call.turns[0]?.fail();
    expect(call.spokenText()).toContain('Could you say that again?');
    await call.say('hello');
    await call.turns[1]?.fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.endReason()).toBe('{"reason":"failed"}');
  });
});

describe('a reply', () => {
  const BOOKED_REPLY = {
    id: 'msg_2',
    reply: 'You’re booked. Your code is K7P4QX. See you then!',
    receipts: [{ code: 'K7P4QX' }],
  };

  it('that is long goes on if the caller wants to hear more', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('tell me about the menu');
    const sentences = Array.from(
      { length: 12 },
      (_, n) => `Dish ${n} of the long menu is made with a great deal of care.`,
    );
    await call.turns[0]?.reply({ reply: sentences.join(' ') });
    expect(call.spokenText()).toMatch(/^Dish 0 .*Want to hear more\? $/);
    await call.say('yes please');
    expect(call.spokenText()).toBe(`${sentences.join(' ').replace(' Dish 8', ' Want to hear more? Dish 8')} `);
    // Nothing is left, so this yes is for the assistant.
    await call.say('yes');
    expect(call.turns.map(({ text }) => text)).toEqual(['tell me about the menu', 'yes']);
  });

  it('that was interrupted before the code is repeated up to the code', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED_REPLY);
    await call.receive({ type: 'interrupt', utteranceUntilInterrupt: 'You’re booked.' });
    expect(call.heardRecords).toEqual([['msg_2', 14]]);
    call.frames.length = 0;
    await call.say('is there parking?');
    await call.turns[1]?.reply({});
    expect(call.spokenText()).toBe('You’re booked. Your code is K, 7, P, 4, Q, X. Yes. ');
  });

  it('that was interrupted after the code is not repeated', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED_REPLY);
    await call.receive({
      type: 'interrupt',
      utteranceUntilInterrupt: 'You’re booked. Your code is K, 7, P, 4, Q, X. See',
    });
    call.frames.length = 0;
    await call.say('is there parking?');
    await call.turns[1]?.reply({});
    expect(call.spokenText()).toBe('Yes. ');
  });

  it('that came too late is not said, except for what it booked', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.say('hello?');
    await call.turns[0]?.reply(BOOKED_REPLY);
    expect(call.spokenText()).toBe('');
    expect(call.heardRecords).toEqual([['msg_2', 0]]);
    await call.turns[1]?.reply({});
    expect(call.spokenText()).toBe('You’re booked. Your code is K, 7, P, 4, Q, X. Yes. ');
  });
});

describe('a reply counts as heard', () => {
  const startAnsweredCall = async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('hello');
    await call.turns[0]?.reply({});
    expect(call.heardRecords).toEqual([]);
    return call;
  };

  it('once, when the voice reports its end', async () => {
    const call = await startAnsweredCall();
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(call.heardRecords).toEqual([['msg_1', 'all']]);
    await call.say('and parking?');
    expect(call.heardRecords).toHaveLength(1);
  });

  it('when the caller answers it, or says nothing for long', async () => {
    const answeredCall = await startAnsweredCall();
    await answeredCall.say('and parking?');
    expect(answeredCall.heardRecords).toEqual([['msg_1', 'all']]);
    const silentCall = await startAnsweredCall();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(silentCall.heardRecords).toEqual([['msg_1', 'all']]);
  });

  it('when the call is over after it', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ intent: 'general.goodbye' });
    expect(call.heardRecords).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([call.endReason(), call.heardRecords]).toEqual(['{"reason":"goodbye"}', [['msg_1', 'all']]]);
  });
});

describe('a connection that ends', () => {
  const BOOKED_REPLY = { reply: 'You’re booked. Your code is K7P4QX. See you then!', receipts: [{ code: 'K7P4QX' }] };

  it('in the middle of a reply leaves the rest unheard, by how long the voice spoke', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply({ id: 'msg_2', ...BOOKED_REPLY });
    await vi.advanceTimersByTimeAsync(1_600);
    call.session.end();
    expect(call.heardRecords).toEqual([['msg_2', 14]]);
  });

  it('after a reply leaves nothing unheard', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED_REPLY);
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    call.session.end();
    expect(call.heardRecords).toEqual([['msg_1', 'all']]);
  });

  it('after the time that the voice needs leaves nothing unheard', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED_REPLY);
    await vi.advanceTimersByTimeAsync(9_000);
    call.session.end();
    expect(call.heardRecords).toEqual([['msg_1', 'all']]);
  });

  it('is followed by one that repeats what was booked, and repeats it again if interrupted', async () => {
    const call = startTestCall({ unheardReplies: [{ ...BOOKED_REPLY, heardCharacters: 14 }] });
    await call.setUp();
    const repeatedText = 'You’re booked. Your code is K, 7, P, 4, Q, X. ';
    expect(call.spokenText()).toBe(repeatedText);
    await call.receive({ type: 'interrupt', utteranceUntilInterrupt: 'You’re' });
    await call.say('hello?');
    await call.turns[0]?.reply({});
    expect(call.spokenText()).toBe(`${repeatedText}${repeatedText}Yes. `);
  });

  it('after the important part is followed by one that repeats nothing', async () => {
    const call = startTestCall({ unheardReplies: [{ ...BOOKED_REPLY, heardCharacters: 40 }] });
    await call.setUp();
    expect(call.spokenText()).toBe('');
  });
});

describe('a connection', () => {
  it('that does not introduce its call is closed', async () => {
    const call = startTestCall();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call.isClosed()).toBe(true);
  });

  it('that says more than anybody could is closed', async () => {
    const call = startTestCall();
    await call.setUp();
    for (let n = 0; n < 12; n++) await call.say('hello');
    expect(call.isClosed()).toBe(true);
    expect(call.turns).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const call = startTestCall();
    await call.setUp();
    await call.receive({ type: 'dtmf', digit: '1' });
    call.session.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('greets in the language of the business', () => {
  expect(renderGreeting({ ...BUSINESS, locale: 'de-DE' })).toBe(
    'Danke für Ihren Anruf bei Bella Vista. Ich bin der KI-Assistent. Wie kann ich helfen?',
  );
});
