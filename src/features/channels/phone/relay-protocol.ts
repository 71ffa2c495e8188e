// The messages of Twilio's ConversationRelay, which turns speech into text and text into speech.
// https://www.twilio.com/docs/voice/conversationrelay/websocket-messages

export type RelayMessage =
  | { type: 'setup'; callSid: string }
  | { type: 'prompt'; voicePrompt: string; last: boolean }
  | { type: 'dtmf'; digit: string }
  | { type: 'interrupt'; utteranceUntilInterrupt: string }
  /** Who is speaking, with `value` "on" or "off". */
  | { type: 'info'; name: string; value: string }
  | { type: 'error'; description: string }
  /** Twilio may add types. */
  | { type: 'other' };

type Fields = Record<string, unknown>;

/** Undefined if it is not a message of the protocol. */
export function readRelayMessage(data: string): RelayMessage | undefined {
  const fields = parseObject(data);
  if (!fields || typeof fields.type !== 'string') return undefined;
  const readTextField = (name: string): string | undefined =>
    typeof fields[name] === 'string' ? fields[name] : undefined;
  switch (fields.type) {
    case 'setup': {
      const callSid = readTextField('callSid');
      return callSid === undefined ? undefined : { type: 'setup', callSid };
    }
    case 'prompt': {
      const voicePrompt = readTextField('voicePrompt');
      return voicePrompt === undefined ? undefined : { type: 'prompt', voicePrompt, last: fields.last !== false };
    }
    case 'dtmf': {
      const digit = readTextField('digit');
      return digit !== undefined && /^[\d*#]$/.test(digit) ? { type: 'dtmf', digit } : undefined;
    }
    case 'interrupt':
      return { type: 'interrupt', utteranceUntilInterrupt: readTextField('utteranceUntilInterrupt') ?? '' };
    case 'info':
      return { type: 'info', name: readTextField('name') ?? '', value: readTextField('value') ?? '' };
    case 'error':
      return { type: 'error', description: readTextField('description') ?? '' };
    default:
      return { type: 'other' };
  }
}

function parseObject(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Why a session ends. It comes back to our webhook, which says what happens to the call. */
export type EndReason = 'transfer' | 'goodbye' | 'silence' | 'failed';

export const createEndFrame = (reason: EndReason) => ({ type: 'end', handoffData: JSON.stringify({ reason }) });

export function readEndReason(handoffData: string | undefined): EndReason | undefined {
  const reason = parseObject(handoffData ?? '')?.reason;
  return reason === 'transfer' || reason === 'goodbye' || reason === 'silence' || reason === 'failed'
    ? reason
    : undefined;
}
