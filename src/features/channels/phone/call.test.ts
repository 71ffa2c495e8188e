import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../../capability/document.ts';
import type { LiveCall, LiveReply } from '../channel.ts';
import { greetingOf, startCall } from './call.ts';

const BUSINESS = { ...EMPTY_DOCUMENT, name: 'Bella Vista', locale: 'en-US' } as Business;
const REPLY: LiveReply = { id: 'msg_1', reply: 'Yes.', intent: 'faq', status: 'open', receipts: [], sources: [] };
type Frame = { type: string; token?: string; handoffData?: string };

/** A call whose replies the test gives. */
function start(overrides: Partial<LiveCall> = {}) {
  const frames: Frame[] = [];
  const turns: { text: string; reply(reply: Partial<LiveReply>): Promise<void>; fail(): Promise<void> }[] = [];
  const heard: [string, number | 'all'][] = [];
  let isClosed = false;
  const call: LiveCall = {
    id: 'CA1', business: BUSINESS, phone: '+12125550147', unheardReplies: [], log: { warn: () => undefined },
    connection: { id: 'chn_1', workspaceId: 'ws_1', businessName: '', settings: {}, secrets: {} },
    timing: { openingMs: 10_000, silenceMs: 10_000, keypadMs: 1_000, charactersPerSecond: 10 },
    send: (frame) => void frames.push(frame as Frame),
    close: () => {
      isClosed = true;
    },
    answer: (text) =>
      new Promise((resolve, reject) => {
        const settle = async (work: () => void) => {
          work();
          await vi.advanceTimersByTimeAsync(0);
        };
        const fail = () => settle(() => reject(new Error('broken')));
        turns.push({ text, reply: (reply) => settle(() => resolve({ ...REPLY, ...reply })), fail });
      }),
    recordHeardLength: (...values) => void heard.push(values),
    ...overrides,
  };
  const session = startCall(call);
  const receive = async (message: object) => {
    session.receive(JSON.stringify(message));
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    frames, turns, heard, session, receive,
    isClosed: () => isClosed,
    say: (voicePrompt: string) => receive({ type: 'prompt', voicePrompt, last: true }),
    said: () => frames.map(({ token = '' }) => token).join(''),
    ended: () => frames.find(({ type }) => type === 'end')?.handoffData,
    setUp: () => receive({ type: 'setup', callSid: 'CA1' }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('silence', () => {
  it('is counted from the end of the greeting, and ends the call at the second time', async () => {
    const call = start();
    await call.setUp();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call.said()).toBe('');
    await vi.advanceTimersByTimeAsync(greetingOf(BUSINESS).length * 100);
    expect(call.said()).toBe('Are you still there? ');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.said()).toContain('Goodbye');
    expect(call.ended()).toBe('{"reason":"silence"}');
  });

  it('is not counted while somebody speaks, presses keys or waits for the reply', async () => {
    const call = start();
    await call.setUp();
    await call.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
    await vi.advanceTimersByTimeAsync(60_000);
    await call.say('hello');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.said()).toBe('');
    await call.turns[0]?.reply({});
    await vi.advanceTimersByTimeAsync(11_000);
    expect(call.said()).toBe('Yes. Are you still there? ');
    await call.say('yes');
    await call.turns[1]?.reply({});
    await vi.advanceTimersByTimeAsync(11_000);
    expect(call.said()).toMatch(/Are you still there\? Yes\. Are you still there\? $/);
  });
});

describe('keys', () => {
  it('are one answer after a pause, or at once with #', async () => {
    const call = start();
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
    const call = start();
    await call.setUp();
    await call.receive({ type: 'dtmf', digit: '1' });
    await call.say('the second one');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(call.turns.map(({ text }) => text)).toEqual(['the second one']);
  });
});

describe('the end', () => {
  it('waits until everything is said', async () => {
    const call = start();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    expect(call.ended()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.ended()).toBe('{"reason":"goodbye"}');
  });

  it('comes when Twilio reports that everything is said', async () => {
    const call = start();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(call.ended()).toBe('{"reason":"goodbye"}');
  });

  it('does not come if the caller goes on', async () => {
    const call = start();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ reply: 'Goodbye now.', intent: 'general.goodbye' });
    await call.say('oh, one more thing');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call.turns).toHaveLength(2);
    expect(call.ended()).toBeUndefined();
  });

  it('is a transfer for which nothing can be said any more', async () => {
    const connection = { id: 'chn_1', workspaceId: 'ws_1', businessName: '', secrets: {} };
    const call = start({ connection: { ...connection, settings: { transferTo: '+12125550111' } } });
    await call.setUp();
    await call.say('a person please');
    await call.turns[0]?.reply({ reply: 'One moment.', status: 'handoff' });
    await call.say('thanks');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.turns).toHaveLength(1);
    expect(call.ended()).toBe('{"reason":"transfer"}');
  });

  it('comes after two failures, with a person', async () => {
    const call = start();
    await call.setUp();
    await call.say('hello');
    await call.turns[0]?.fail();
    expect(call.said()).toContain('Could you say that again?');
    await call.say('hello');
    await call.turns[1]?.fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(call.ended()).toBe('{"reason":"failed"}');
  });
});

describe('a reply', () => {
  const BOOKED = {
    id: 'msg_2', reply: 'You’re booked. Your code is K7P4QX. See you then!',
    receipts: [{ code: 'K7P4QX' }],
  };

  it('that is long goes on if the caller wants to hear more', async () => {
    const call = start();
    await call.setUp();
    await call.say('tell me about the menu');
    const sentences = Array.from(
      { length: 12 },
      (_, n) => `Dish ${n} of the long menu is made with a great deal of care.`,
    );
    await call.turns[0]?.reply({ reply: sentences.join(' ') });
    expect(call.said()).toMatch(/^Dish 0 .*Want to hear more\? $/);
    await call.say('yes please');
    expect(call.said()).toBe(`${sentences.join(' ').replace(' Dish 8', ' Want to hear more? Dish 8')} `);
    // Nothing is left, so this yes is for the assistant.
    await call.say('yes');
    expect(call.turns.map(({ text }) => text)).toEqual(['tell me about the menu', 'yes']);
  });

  it('that was cut before the code is said again until there', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED);
    await call.receive({ type: 'interrupt', utteranceUntilInterrupt: 'You’re booked.' });
    expect(call.heard).toEqual([['msg_2', 14]]);
    call.frames.length = 0;
    await call.say('is there parking?');
    await call.turns[1]?.reply({});
    expect(call.said()).toBe('You’re booked. Your code is K, 7, P, 4, Q, X. Yes. ');
  });

  it('that was cut after the code is not', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED);
    await call.receive({
      type: 'interrupt',
      utteranceUntilInterrupt: 'You’re booked. Your code is K, 7, P, 4, Q, X. See',
    });
    call.frames.length = 0;
    await call.say('is there parking?');
    await call.turns[1]?.reply({});
    expect(call.said()).toBe('Yes. ');
  });

  it('that came too late is not said, but what it did is', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.say('hello?');
    await call.turns[0]?.reply(BOOKED);
    expect(call.said()).toBe('');
    expect(call.heard).toEqual([['msg_2', 0]]);
    await call.turns[1]?.reply({});
    expect(call.said()).toBe('You’re booked. Your code is K, 7, P, 4, Q, X. Yes. ');
  });
});

describe('a reply counts as heard', () => {
  const begin = async () => {
    const call = start();
    await call.setUp();
    await call.say('hello');
    await call.turns[0]?.reply({});
    expect(call.heard).toEqual([]);
    return call;
  };

  it('once, when the voice reports its end', async () => {
    const call = await begin();
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(call.heard).toEqual([['msg_1', 'all']]);
    await call.say('and parking?');
    expect(call.heard).toHaveLength(1);
  });

  it('when the caller answers it, or says nothing for long', async () => {
    const answered = await begin();
    await answered.say('and parking?');
    expect(answered.heard).toEqual([['msg_1', 'all']]);
    const silent = await begin();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(silent.heard).toEqual([['msg_1', 'all']]);
  });

  it('when the call is over after it', async () => {
    const call = start();
    await call.setUp();
    await call.say('bye');
    await call.turns[0]?.reply({ intent: 'general.goodbye' });
    expect(call.heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([call.ended(), call.heard]).toEqual(['{"reason":"goodbye"}', [['msg_1', 'all']]]);
  });
});

describe('a connection that ends', () => {
  const BOOKED = { reply: 'You’re booked. Your code is K7P4QX. See you then!', receipts: [{ code: 'K7P4QX' }] };

  it('in the middle of a reply leaves the rest unheard, by how long the voice spoke', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply({ id: 'msg_2', ...BOOKED });
    await vi.advanceTimersByTimeAsync(1_600);
    call.session.end();
    expect(call.heard).toEqual([['msg_2', 14]]);
  });

  it('after a reply leaves nothing unheard', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED);
    await call.receive({ type: 'info', name: 'agentSpeaking', value: 'off' });
    call.session.end();
    expect(call.heard).toEqual([['msg_1', 'all']]);
  });

  it('after the time that the voice needs leaves nothing unheard', async () => {
    const call = start();
    await call.setUp();
    await call.say('yes');
    await call.turns[0]?.reply(BOOKED);
    await vi.advanceTimersByTimeAsync(9_000);
    call.session.end();
    expect(call.heard).toEqual([['msg_1', 'all']]);
  });

  it('is followed by one that says what was done, and says it again if that is cut too', async () => {
    const call = start({ unheardReplies: [{ ...BOOKED, heardCharacters: 14 }] });
    await call.setUp();
    const repeated = 'You’re booked. Your code is K, 7, P, 4, Q, X. ';
    expect(call.said()).toBe(repeated);
    await call.receive({ type: 'interrupt', utteranceUntilInterrupt: 'You’re' });
    await call.say('hello?');
    await call.turns[0]?.reply({});
    expect(call.said()).toBe(`${repeated}${repeated}Yes. `);
  });

  it('after the important part is not', async () => {
    const call = start({ unheardReplies: [{ ...BOOKED, heardCharacters: 40 }] });
    await call.setUp();
    expect(call.said()).toBe('');
  });
});

describe('a connection', () => {
  it('that does not introduce its call is closed', async () => {
    const call = start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(call.isClosed()).toBe(true);
  });

  it('that says more than anybody could is closed', async () => {
    const call = start();
    await call.setUp();
    for (let n = 0; n < 12; n++) await call.say('hello');
    expect(call.isClosed()).toBe(true);
    expect(call.turns).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const call = start();
    await call.setUp();
    await call.receive({ type: 'dtmf', digit: '1' });
    call.session.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('greets in the language of the business', () => {
  expect(greetingOf({ ...BUSINESS, locale: 'de-DE' })).toBe(
    'Danke für Ihren Anruf bei Bella Vista. Ich bin der KI-Assistent. Wie kann ich helfen?',
  );
});
