// A channel is a folder with one declaration: how messages of a provider are verified, read and sent.
import type { TObject } from 'typebox';
import type { Contact } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { Config } from '../../kernel/config.ts';
import type { Log } from '../../kernel/log.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import type { CallEnd } from '../inbox/store.ts';

/** A business's account with a provider, as the declaration of its channel describes it. */
export type Connection = {
  id: string;
  workspaceId: string;
  /** The business's name, as customers see it. */
  businessName: string;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
};

/** A request of the provider to our webhook. */
export type ProviderRequest = {
  method: 'GET' | 'POST';
  /** As the provider called it, since some providers sign it. */
  url: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  receivedAt: Date;
};

export type Attachment = { name: string; type: string; bytes?: number };

export type IncomingMessage = {
  /** The provider's ID. A message with the same ID is the same message. */
  id: string;
  /** Where replies go: a phone number, an email address, the ID of a chat. */
  address: string;
  /** Separates threads with the same customer; the address if there is only one. */
  threadKey?: string;
  /** IDs of earlier messages that it answers. It belongs to their thread if that is with the same customer. */
  repliedToProviderIds?: string[];
  /** The IDs of our own messages that it answers, where known: an answer may come before we have stored the provider's ID. */
  answeredMessageIds?: string[];
  text: string;
  /** Everything that came, for people, if `text` is only a part of it. */
  original?: string;
  customer?: { name?: string; phone?: string; email?: string };
  /** The contact details that the provider vouches for. The customer's bookings are found by them. */
  proven?: Contact;
  attachments?: Attachment[];
  /** When the customer sent it, which may be long before a provider delivers it. */
  sentAt?: Date;
  /** Stored with the thread for the next reply. */
  context?: Record<string, unknown>;
};

/** The provider reports what became of a message that we sent, or of all messages to an address until a time. */
export type DeliveryUpdate = {
  status: 'sent' | 'delivered' | 'read' | 'failed';
  error?: string;
  hasOptedOut?: boolean;
} & (
  | {
      /** The provider's ID. */
      providerMessageId: string;
      /** Ours, if the provider returns it: a report may come before we have stored the provider's ID. */
      ownMessageId?: string | undefined;
    }
  | { address: string; until: Date }
);

/** The provider reports a call, whose ID is the key of its thread. */
export type CallUpdate =
  /** It begins, or goes on after its connection broke: the provider opens a connection for it next. */
  | { id: string; event: 'started'; address: string }
  | { id: string; event: 'ended'; ended: CallEnd }
  /** The last report. */
  | { id: string; event: 'over'; seconds: number };

/** What a request of the provider, or a poll of a mailbox, contains. */
export type InboundResult = {
  messages: IncomingMessage[];
  updates?: DeliveryUpdate[];
  /** Until it expires, another request with the same token is answered but ignored, because it may be a replay. */
  token?: { value: string; expiresAt: Date };
  calls?: CallUpdate[];
  /** The response that the provider expects; by default 200 without a body. */
  response?: { body: string; type: string };
};

/** What the response to a webhook may depend on. */
export type ReceiveOptions = {
  publicUrl: string;
  webhookUrl: string;
  isPaused: boolean;
  /** Whether one more customer can be served live. */
  hasRoom: boolean;
  /** The business, as customers see it. */
  business(): Promise<Business>;
};

/** A reply that is spoken at once. */
export type LiveReply = {
  id: string;
  reply: string;
  intent: string;
  status: string;
  receipts: { code?: string | null }[];
  sources: { title: string }[];
};

export type UnheardReply = Pick<LiveReply, 'reply' | 'receipts'> & { heardCharacters: number };

export type LiveTurn = {
  /** Gets the reply's text so far, if a language model writes it. */
  onText(text: string): void;
  /** What happens next when a person is wanted. */
  handoffMessage: string;
};

/** A customer on an open connection. */
export type LiveCall = {
  id: string;
  connection: Connection;
  business: Business;
  /** Undefined if the caller withholds their number. */
  phone: string | undefined;
  /** Replies from before the connection broke that the caller has not heard to the end. */
  unheardReplies: UnheardReply[];
  send(frame: object): void;
  /** Ends the connection, because the other side does not keep to the protocol. */
  close(): void;
  /** One turn of the conversation. */
  answer(text: string, turn: LiveTurn): Promise<LiveReply | undefined>;
  /** Records how many characters of a reply the caller heard. Until then, none count as heard. */
  recordHeardLength(messageId: string, characters: number | 'all'): void;
  log: Pick<Log, 'warn'>;
  timing: LiveTiming;
};

export type LiveTiming = {
  /** How long a request to open a connection may wait for its response. */
  openTimeoutMs: number;
  /** How long nobody speaks before the caller is asked whether they are still there. */
  maxSilenceMs: number;
  /** After this pause, the digits that were pressed are complete. */
  keypadPauseMs: number;
  /** How fast a voice speaks, where the provider does not report when it is done. */
  charactersPerSecond: number;
};

/** What the provider sends on the connection, and its end. */
export type LiveSession = { receive(data: string): void; end(): void };

export type Poll = {
  /** How far the connection has been read; empty the first time. */
  state: object;
  /** Stores messages and how far it has been read, together. */
  store(inbound: InboundResult, state: object): Promise<void>;
};

export type OutgoingMessage = {
  /** Ours, the same on every attempt. */
  id: string;
  address: string;
  text: string;
  /** Choices to offer as buttons, where the channel has them. */
  suggestions: string[];
  context: Record<string, unknown>;
  /** The provider's IDs of the parts that an earlier attempt has sent. */
  sentIds?: string[];
  /** The customer's last message is longer ago than `replyWindowHours`. */
  isOutsideWindow?: boolean;
  /** Undefined for a test message. */
  author?: 'assistant' | 'team';
  /** Who wrote it, who the business is and how to reach it, for channels with signatures. */
  signature?: string[];
  /** The label of a button that opens a list of choices, in the customer's language. */
  chooseLabel?: string;
};

export type SendOptions = {
  fetch: SafeFetch;
  publicUrl: string;
  webhookUrl: string;
  /** How the installation itself sends and receives email. */
  mail: Pick<Config, 'smtpUrl' | 'mailFrom' | 'smtpListen'>;
};

export type ReplyLimits = {
  /** The longest text of one message. Longer replies are sent in parts. */
  maxCharacters: number;
  /** How many choices it shows as buttons; if there are more, they are listed in the text. */
  maxButtons: number;
  /** The longest text of a button; if one is longer, all are listed in the text. */
  maxButtonCharacters?: number;
};

export type FieldCondition = { field: string; value: string };

export type Channel = ReplyLimits & {
  /** The name of its folder, and the channel of its conversations. */
  kind: string;
  title: string;
  summary: string;
  /**
   * The fields that connecting needs. A field with `secret: true` is stored encrypted and never shown again; one with
   * `onlyFor` (a FieldCondition) belongs to one choice of another field.
   */
  fields: TObject;
  /** The limits of a connection, where they differ from the channel's. */
  findLimits?(settings: Record<string, unknown>): ReplyLimits;
  /**
   * Customers stop and resume messages with keywords. `network`: the mobile networks define the keywords, confirm them and block
   * every message. `notices`: nobody else knows of it, so it ends what we send of our own accord; questions are answered.
   */
  optOut?: 'network' | 'notices';
  /** It can write to a phone number from which nobody has written yet. */
  canWriteFirst?: boolean;
  /** Replies are possible for this long after the customer's last message. */
  replyWindowHours?: number;
  /** More answers than this to a thread in ten minutes are not to a person: then the team takes over. */
  maxAnswersInTenMinutes?: number;
  /** The provider does not sign its requests, so the webhook URL carries a secret. */
  hasSecretUrl?(settings: Record<string, unknown>): boolean;
  /** Whether this connection can send after that time all the same. */
  canSendOutsideWindow?(settings: Record<string, unknown>): boolean;
  /** What customers write to. */
  describeAddress(settings: Record<string, unknown>): string;
  /** Connects to the provider: throws a ChannelError if the settings do not work. Returns settings to add. */
  connect?(connection: Connection, options: SendOptions): Promise<Record<string, unknown>>;
  disconnect?(connection: Connection, options: SendOptions): Promise<void>;
  /** Verifies and reads a request of the provider. Throws a ForgedRequestError if the signature is wrong. */
  receive?(
    request: ProviderRequest,
    connection: Connection,
    options: ReceiveOptions,
  ): InboundResult | Promise<InboundResult>;
  /** For channels where the customer waits on a WebSocket, which the provider opens at `buildLiveUrl`. */
  live?: {
    /** Verifies the request that opens it. Throws a ForgedRequestError. */
    verify(request: ProviderRequest, connection: Connection): void;
    start(call: LiveCall): LiveSession;
  };
  /** Whether this connection is polled for new messages every minute. */
  isPolled?(settings: Record<string, unknown>): boolean;
  /** Reads what is new. Throws a ChannelError. */
  poll?(connection: Connection, poll: Poll, options: SendOptions): Promise<void>;
  /** Sends a message and returns the provider's IDs. Throws a ChannelError. */
  send(message: OutgoingMessage, connection: Connection, options: SendOptions): Promise<string[]>;
};

/** A request that does not carry the provider's signature. */
export class ForgedRequestError extends Error {}

/** The provider refuses or does not answer. The message is for the owner. */
export class ChannelError extends Error {
  /** Trying again cannot help. */
  readonly isPermanent: boolean;
  /** The customer gets no messages until they allow them again. */
  readonly hasOptedOut: boolean;
  /** The parts of the message that were sent before. */
  sentIds: string[] = [];
  constructor(message: string, { isPermanent = false, hasOptedOut = false } = {}) {
    super(message);
    this.isPermanent = isPermanent;
    this.hasOptedOut = hasOptedOut;
  }
}
