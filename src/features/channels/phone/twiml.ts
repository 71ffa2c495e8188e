// What Twilio should do with a call, in its markup.

type Attributes = Record<string, string | undefined>;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`);
  return `<${name}${written.join('')}${content ? `>${content}</${name}>` : '/>'}`;
};

const answerWith = (...verbs: string[]) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs.join(''))}`,
  type: 'text/xml',
});

export type Relay = { url: string; action: string; welcomeGreeting: string; language: string };

/** The caller talks to us: what they say comes over the WebSocket as text. `action` is called when that ends. */
export const connectTo = ({ action, ...relay }: Relay) =>
  answerWith(
    element(
      'Connect',
      { action },
      element('ConversationRelay', {
        ...relay,
        interruptible: 'any',
        dtmfDetection: 'true',
        // Tells us when somebody starts and stops speaking.
        debug: 'speaker-events',
      }),
    ),
  );

/** The caller talks to a person. `action` is called when that ends. */
export const dial = (number: string, action: string) =>
  answerWith(element('Dial', { action, answerOnBridge: 'true', timeout: '25' }, escapeXml(number)));

export const sayAndHangUp = (text: string, language: string) =>
  answerWith(element('Say', { language }, escapeXml(text)), element('Hangup', {}));

export const hangUp = () => answerWith(element('Hangup', {}));

/** The caller hears the busy signal. */
export const reject = () => answerWith(element('Reject', { reason: 'busy' }));
