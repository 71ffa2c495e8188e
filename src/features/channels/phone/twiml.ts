// What Twilio should do with a call, in its markup.

type Attributes = Record<string, string | undefined>;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const element = (name: string, attributes: Attributes, content = ''): string => {
  const attributeTexts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`);
  return `<${name}${attributeTexts.join('')}${content ? `>${content}</${name}>` : '/>'}`;
};

const twimlResponse = (...verbs: string[]) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs.join(''))}`,
  type: 'text/xml',
});

export type RelayOptions = { url: string; action: string; welcomeGreeting: string; language: string };

/** The caller talks to us: what they say comes over the WebSocket as text. `action` is called when that ends. */
export const connectTo = ({ action, ...relay }: RelayOptions) =>
  twimlResponse(
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
  twimlResponse(element('Dial', { action, answerOnBridge: 'true', timeout: '25' }, escapeXml(number)));

export const sayAndHangUp = (text: string, language: string) =>
  twimlResponse(element('Say', { language }, escapeXml(text)), element('Hangup', {}));

export const hangUp = () => twimlResponse(element('Hangup', {}));

/** The caller hears the busy signal. */
export const reject = () => twimlResponse(element('Reject', { reason: 'busy' }));
