// What Twilio should do with a call, in its markup.

type Attributes = Record<string, string | undefined>;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const renderElement = (name: string, attributes: Attributes, content = ''): string => {
  const attributeTexts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(value ?? '')}"`);
  return `<${name}${attributeTexts.join('')}${content ? `>${content}</${name}>` : '/>'}`;
};

const createTwimlResponse = (...verbs: string[]) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>${renderElement('Response', {}, verbs.join(''))}`,
  type: 'text/xml',
});

export type RelayOptions = { url: string; action: string; welcomeGreeting: string; language: string };

/** The caller talks to us: what they say comes over the WebSocket as text. `action` is called when that ends. */
export const connectToRelay = ({ action, ...relay }: RelayOptions) =>
  createTwimlResponse(
    renderElement(
      'Connect',
      { action },
      renderElement('ConversationRelay', {
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
  createTwimlResponse(renderElement('Dial', { action, answerOnBridge: 'true', timeout: '25' }, escapeXml(number)));

export const sayAndHangUp = (text: string, language: string) =>
  createTwimlResponse(renderElement('Say', { language }, escapeXml(text)), renderElement('Hangup', {}));

export const hangUp = () => createTwimlResponse(renderElement('Hangup', {}));

/** The caller hears the busy signal. */
export const reject = () => createTwimlResponse(renderElement('Reject', { reason: 'busy' }));
