// The parts of the API's responses that the widget uses.

export type ConversationStatus = 'open' | 'handoff' | 'resolved';
type Role = 'customer' | 'assistant' | 'agent';
export type Customer = { name?: string; phone?: string; email?: string };
export type PreChatField = { name: keyof Customer; required?: boolean };

/** The business's settings. The server sends all of them; without a connection most are missing. */
export type Settings = {
  businessName?: string;
  locale: string;
  /** The language of the widget's texts; undefined if the visitor's is not supported. */
  language?: string;
  direction?: 'ltr' | 'rtl';
  color: string;
  textColor?: string;
  position: 'right' | 'left';
  theme: 'auto' | 'light' | 'dark';
  avatarUrl?: string;
  title?: string;
  subtitle?: string;
  greeting?: string;
  placeholder?: string;
  launcherLabel?: string;
  texts: Record<string, string>;
  suggestions: string[];
  preChat: { enabled?: boolean; fields?: PreChatField[]; message?: string };
  proactive: { enabled?: boolean; afterSeconds?: number; pages?: string[]; message?: string };
  sound?: boolean;
  rating?: boolean;
  transcript?: boolean;
  poweredBy?: boolean;
  currency: string;
  timezone?: string;
  openNow?: boolean;
  opensAt?: string;
  emergencyNumber?: string;
  phone?: string;
};

export type Booking = {
  id: string;
  code: string;
  kind?: string;
  status: string;
  startsAt: string;
  endsAt?: string;
  timezone?: string;
  partySize?: number;
  service?: { name: string };
  resource?: { name: string; isPerson?: boolean };
  /** What else the customer chose, such as "patio". */
  details?: string[];
  calendarUrl?: string;
};
export type Receipt = { type: string; id: string; code?: string | null; booking?: Booking };
export type Card = { kind: string; id: string; title: string; detail?: string; price?: number; currency?: string };
export type RequestedField = { field: string; options?: string[] };

export type Message = {
  id: string;
  role: Role;
  text: string;
  createdAt: string;
  /** The first name of the team member who wrote it. */
  author?: string;
  suggestions?: string[];
  receipts?: Receipt[];
  cards?: Card[];
  /** The field that the assistant asks for. */
  asks?: RequestedField;
};
/** The member of the team who has joined the conversation. */
export type TeamMember = { name?: string };
export type Conversation = {
  id: string;
  status: ConversationStatus;
  rating: number | null;
  person?: TeamMember;
  messages: Message[];
};
export type ChatReply = Omit<Message, 'role' | 'text'> & {
  conversationId: string;
  reply: string;
  status: ConversationStatus;
};

export type Session = {
  token: string;
  expiresAt: string;
  visitor: { id: string; verified: boolean; name?: string };
  settings: Settings;
  conversation: Conversation | null;
};
