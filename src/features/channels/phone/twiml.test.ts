import { expect, it } from 'vitest';
import { connectToRelay, dial, sayAndHangUp } from './twiml.ts';

it('escapes the name of the business and URLs', () => {
  const relay = { url: 'wss://x', action: 'https://x?a=1&b=2', language: 'en-US' };
  const { body } = connectToRelay({ ...relay, welcomeGreeting: 'Tom’s "Fish" & <Chips>' });
  expect(body).toContain('welcomeGreeting="Tom’s &#34;Fish&#34; &#38; &#60;Chips&#62;"');
  expect(body).toContain('action="https://x?a=1&#38;b=2"');
});

it('dials a number, and says a text before hanging up', () => {
  expect(dial('+12125550111', 'https://x').body).toContain('>+12125550111</Dial>');
  expect(sayAndHangUp('Bye & thanks', 'en-US').body).toContain('<Say language="en-US">Bye &#38; thanks</Say><Hangup/>');
});
