// The messages of WhatsApp's Cloud API, read and written.
import type { Attachment, DeliveryUpdate, InboundResult, IncomingMessage, OutgoingMessage } from '../channel.ts';
import { explainMetaError, type MetaError } from '../meta.ts';

type Media = { mime_type?: string; filename?: string; caption?: string };
type CloudMessage = {
  id?: string;
  /** The phone number; absent if the customer shows only a username. */
  from?: string;
  from_user_id?: string;
  timestamp?: string;
  type?: string;
  text?: { body?: string };
  button?: { text?: string };
  interactive?: { button_reply?: { title?: string }; list_reply?: { title?: string } };
  location?: { name?: string; address?: string };
} & { [type in 'image' | 'audio' | 'video' | 'document']?: Media };
type Status = { id?: string; status?: string; biz_opaque_callback_data?: string; errors?: MetaError[] };
type Contact = { wa_id?: string; user_id?: string; profile?: { name?: string } };
type ChangeValue = {
  metadata?: { phone_number_id?: string };
  contacts?: Contact[];
  messages?: CloudMessage[];
  statuses?: Status[];
};
type WebhookBody = { entry?: { changes?: { field?: string; value?: ChangeValue }[] }[] };

/** Reads all messages and statuses of a webhook. An app can have several numbers: those of others are left out. */
export function readCloudApi(body: unknown, phoneNumberId: unknown): InboundResult {
  const values = ((body as WebhookBody).entry ?? [])
    .flatMap(({ changes = [] }) => changes)
    .filter(({ field, value }) => field === 'messages' && value?.metadata?.phone_number_id === phoneNumberId)
    .map(({ value }) => value ?? {});
  const messages = values.flatMap(({ messages: valueMessages = [], contacts = [] }) =>
    valueMessages.flatMap((message) => readMessage(message, contacts)),
  );
  return {
    messages: messages.sort((one, other) => Number(one.sentAt ?? 0) - Number(other.sentAt ?? 0)),
    updates: values.flatMap(({ statuses = [] }) => statuses.flatMap(readStatus)),
  };
}

function readMessage(message: CloudMessage, contacts: Contact[]): IncomingMessage[] {
  const { id, from, from_user_id, timestamp } = message;
  const content = readContent(message);
  const address = from ? `+${from}` : from_user_id;
  if (!id || !address || !content) return [];
  const contact = contacts.find(({ wa_id, user_id }) => (from ? wa_id === from : user_id === from_user_id));
  const name = contact?.profile?.name;
  const proven = from ? { phone: address } : {};
  return [
    {
      id,
      address,
      ...content,
      customer: { ...proven, ...(name ? { name } : {}) },
      proven,
      ...(Number(timestamp) > 0 ? { sentAt: new Date(Number(timestamp) * 1_000) } : {}),
    },
  ];
}

/** Undefined for what is no message, such as a reaction, and for types that are not known. */
function readContent(message: CloudMessage): { text: string; attachments?: Attachment[] } | undefined {
  const { type, text, button, interactive, location } = message;
  switch (type) {
    case 'text':
      return { text: text?.body ?? '' };
    case 'button':
      return { text: button?.text ?? '' };
    case 'interactive': {
      const title = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
      return title ? { text: title } : undefined;
    }
    case 'image':
    case 'audio':
    case 'video':
    case 'document': {
      const { mime_type = 'application/octet-stream', filename, caption = '' } = message[type] ?? {};
      return { text: caption, attachments: [{ name: filename ?? FILE_NAMES[type], type: mime_type }] };
    }
    case 'location': {
      const place = [location?.name, location?.address].filter(Boolean).join(', ');
      return { text: '', attachments: [{ name: place ? `location: ${place}` : 'location', type: 'text/plain' }] };
    }
    case 'contacts':
      return { text: '', attachments: [{ name: 'contact', type: 'text/vcard' }] };
    default:
      return undefined;
  }
}

const FILE_NAMES = { image: 'photo', audio: 'voice message', video: 'video', document: 'file' };

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

function readStatus({ id, status, biz_opaque_callback_data, errors }: Status): DeliveryUpdate[] {
  const knownStatus = STATUSES.find((name) => name === status);
  if (!id || !knownStatus) return [];
  return [
    {
      providerMessageId: id,
      ...(biz_opaque_callback_data ? { ownMessageId: biz_opaque_callback_data } : {}),
      status: knownStatus,
      ...(knownStatus === 'failed' ? { error: explainMetaError(errors?.[0] ?? {}) } : {}),
    },
  ];
}

const MAX_REPLY_BUTTONS = 3;
const MAX_REPLY_BUTTON_LENGTH = 20;

/** One message with its choices: up to three short ones as buttons, otherwise a list. */
export function buildMessage(
  { id, address, chooseLabel = 'Choose' }: OutgoingMessage,
  text: string,
  choices: string[],
): object {
  const fitsButtons =
    choices.length <= MAX_REPLY_BUTTONS && choices.every((choice) => [...choice].length <= MAX_REPLY_BUTTON_LENGTH);
  const options = choices.map((title, index) => ({ id: String(index + 1), title }));
  const action = fitsButtons
    ? { buttons: options.map((reply) => ({ type: 'reply', reply })) }
    : { button: chooseLabel.slice(0, MAX_REPLY_BUTTON_LENGTH), sections: [{ rows: options }] };
  return {
    ...createEnvelope(id, address),
    ...(choices.length > 0
      ? { type: 'interactive', interactive: { type: fitsButtons ? 'button' : 'list', body: { text }, action } }
      : { type: 'text', text: { body: text } }),
  };
}

/** Outside of the window WhatsApp accepts only approved templates. The reply is the template's only variable. */
export function buildTemplateMessage({ id, address, text }: OutgoingMessage, name: string, language: string): object {
  const parameters = [{ type: 'text', text: toVariable(text) }];
  return {
    ...createEnvelope(id, address),
    type: 'template',
    template: { name, language: { code: language }, components: [{ type: 'body', parameters }] },
  };
}

const MAX_VARIABLE_LENGTH = 1_000;

/** WhatsApp refuses variables with line breaks, tabs or more than four spaces. */
export const toVariable = (text: string): string => text.trim().replace(/\s+/g, ' ').slice(0, MAX_VARIABLE_LENGTH);

/** Our ID comes back with each status. */
const createEnvelope = (id: string, address: string) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...(isUserId(address) ? { recipient: address } : { to: address.replace(/\D/g, '') }),
  biz_opaque_callback_data: id,
});

/** The ID of a customer who shows only a username, such as US.13491208655302741918. */
const isUserId = (address: string): boolean => /^[A-Z]{2}\./.test(address);
