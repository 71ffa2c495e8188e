// Made from the API's description by `npm run client`: do not change it by hand.

export type Analytics = {
  from: string;
  to: string;
  interval: 'hour' | 'day' | 'week' | 'month';
  timezone: string;
  totals: Totals;
  /** With `compare` */
  previous?: {
    from: string;
    to: string;
    totals: Totals;
  };
  series: Array<{
    at: string;
    conversations: number;
    messages: number;
    apiCalls: number;
    bookings: number;
    bookingValue: number;
    resolved: number;
    handoffs: number;
    afterHoursBookings: number;
  }>;
  intents: Array<{
    intent: string;
    count: number;
  }>;
  gaps: Array<{
    id: string;
    question: string;
    count: number;
    lastAskedAt: string;
    examples: Array<string>;
  }>;
  channels: Array<{
    channel: string;
    conversations: number;
  }>;
  engines: Array<{
    engine: string;
    messages: number;
  }>;
  engineReasons: Array<{
    /** Why that engine answered */
    reason: string;
    messages: number;
  }>;
  handoffReasons: Array<{
    reason: string;
    count: number;
  }>;
  calls: Array<{
    method: string;
    route: string;
    status: number;
    count: number;
  }>;
  latencyMs: {
    p50: number | null;
    p95: number | null;
    p99: number | null;
  };
  usage: {
    /** For which a language model was asked */
    replies: number;
    /** In which a language model was asked for the first time */
    conversations: number;
    inputTokens: number;
    outputTokens: number;
    /** In millionths of a US dollar, by list prices */
    cost: number;
    averageLatencyMs: number | null;
    /** Sentences of a language model that were not let out, by what was wrong with them */
    dropped: Array<{
      why: string;
      count: number;
    }>;
  };
  quota: {
    plan: 'starter' | 'professional' | 'business';
    limit: number | null;
    used: number;
    resetsAt: string;
  };
};

export type Asked = {
  /** `startsAt`, `date`, `time`, `partySize`, `name`, `phone`, `confirm`, … */
  field: string;
  /** All that is asked for at once */
  fields?: Array<string>;
  /** RFC 3339 where a time is asked for */
  options?: Array<string>;
};

export type Assistant = {
  /** `auto`: a language model answers what the embedded assistant is not sure of */
  engine?: 'embedded' | 'llm' | 'auto';
  model?: string;
  temperature?: number;
  budget?: {
    conversationCents?: number;
    monthCents?: number;
  };
  /** Conversations about health may go to a model, where the operator’s agreement allows */
  healthData?: boolean;
};

export type AvailabilityCheck = {
  available: boolean;
  startsAt: string;
  reason?: 'closed' | 'full' | 'too_soon' | 'too_far' | 'no_such_resource' | 'not_offered' | 'party_too_large';
  alternatives: Array<{
    startsAt: string;
    resource: {
      id: string;
      name: string;
    };
  }>;
};

export type Booking = {
  id: string;
  kind: 'reservation' | 'appointment' | 'training' | 'class';
  industry: string;
  status: 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'completed' | 'no_show';
  code: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  partySize: number | null;
  service: {
    id: string;
    name: string;
  } | null;
  resource: {
    id: string;
    name: string;
  } | null;
  customer: {
    name: string;
    phone: string | null;
    email: string | null;
  };
  notes: string | null;
  version: number;
  conversationId: string | null;
  /** Whom it is for is health data: each reading of it is logged */
  sealed?: boolean;
  /** How long an offered place is held */
  offeredUntil?: string;
  /** When the customer said that they will come */
  confirmedAt?: string;
  createdAt: string;
  updatedAt: string;
};

export type BusinessDocument = {
  [field: string]: unknown;
};

export type Card = {
  kind: string;
  id: string;
  title: string;
  detail?: string;
  /** In the currency’s minor unit */
  price?: number;
  currency?: string;
};

export type ChatReply = {
  id: string;
  conversationId: string;
  reply: string;
  intent: string;
  confidence: number;
  suggestions: Array<string>;
  sources: Array<{
    kind: string;
    id: string;
    title: string;
    url?: string;
  }>;
  receipts: Array<Receipt>;
  cards?: Array<Card>;
  asks?: Asked;
  status: 'open' | 'handoff' | 'resolved';
  engine: string;
  createdAt: string;
  /** With `explain` */
  understanding?: {
    intent: string;
    confidence: number;
    slots: {
      [field: string]: unknown;
    };
    /** Why that engine answered */
    engineReason: string;
    /** What dealt with the message: a guard, a policy or a model */
    policy: string;
    /** What the message could have wanted, the likeliest first */
    considered: Array<{
      intent: string;
      likely: number;
      about?: string;
    }>;
    /** What was talked of, the latest first */
    focus: Array<{
      [field: string]: unknown;
    }>;
  };
  /** Of a language model, with `explain`; for members of the team alone */
  usage?: {
    inputTokens: number;
    outputTokens: number;
    /** In millionths of a US dollar, by list prices */
    cost: number;
    latencyMs: number;
  };
};

export type Conversation = {
  id: string;
  status: 'open' | 'handoff' | 'resolved';
  channel: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
  businessType: string | null;
  businessName: string | null;
  customer: {
    name?: string;
    phone?: string;
    email?: string;
  };
  metadata: {
    [field: string]: unknown;
  };
  episodes: Array<{
    startedAt: string;
    resolvedAt: string | null;
  }>;
  rating: number | null;
  createdAt: string;
  updatedAt: string;
  messages: Array<Message>;
};

export type ConversationSummary = {
  id: string;
  status: 'open' | 'handoff' | 'resolved';
  channel: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
  businessType: string | null;
  businessName: string | null;
  customer: {
    name?: string;
    phone?: string;
    email?: string;
  };
  metadata: {
    [field: string]: unknown;
  };
  episodes: Array<{
    startedAt: string;
    resolvedAt: string | null;
  }>;
  rating: number | null;
  createdAt: string;
  updatedAt: string;
  preview: string;
  messageCount: number;
};

export type DeskSide = {
  id: string;
  tags: Array<string>;
  assignee: {
    id: string;
    name: string;
  } | null;
  sealed: boolean;
  notes: Array<Note>;
};

export type Fitness = {
  classes?: Array<{
    id?: string;
    name: string;
    description?: string;
    instructor?: string;
    level?: string;
    durationMinutes: number;
    capacity: number;
    price?: number;
    weekly?: Array<{
      day: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
      time: string;
    }>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  memberships?: Array<{
    id?: string;
    name: string;
    description?: string;
    price: number;
    interval?: 'week' | 'month' | 'year' | 'once';
    perks?: Array<string>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  trainers?: Array<{
    id?: string;
    name: string;
    description?: string;
    specialties?: Array<string>;
    /** For an hour */
    price?: number;
    hours?: {
      mon?: Array<[string, string]>;
      tue?: Array<[string, string]>;
      wed?: Array<[string, string]>;
      thu?: Array<[string, string]>;
      fri?: Array<[string, string]>;
      sat?: Array<[string, string]>;
      sun?: Array<[string, string]>;
    };
    timeOff?: Array<{
      from: string;
      to: string;
      reason?: string;
    }>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
};

export type IdsInMedicalVisitTypes = Record<string, number>;

export type InboxConversation = {
  id: string;
  status: 'open' | 'handoff' | 'resolved';
  channel: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
  businessType: string | null;
  businessName: string | null;
  customer: {
    name?: string;
    phone?: string;
    email?: string;
  };
  metadata: {
    [field: string]: unknown;
  };
  episodes: Array<{
    startedAt: string;
    resolvedAt: string | null;
  }>;
  rating: number | null;
  createdAt: string;
  updatedAt: string;
  preview: string;
  messageCount: number;
  tags: Array<string>;
  assignee: {
    id: string;
    name: string;
  } | null;
  sealed: boolean;
};

export type Invitation = {
  id: string;
  email: string;
  role: 'read-only' | 'agent' | 'admin' | 'owner';
  createdAt: string;
  expiresAt: string;
};

export type Key = {
  id: string;
  name: string;
  mode: 'live' | 'test';
  kind: 'secret' | 'publishable';
  /** The last four characters */
  hint: string;
  /** All where null */
  scopes: Array<string> | null;
  origins: Array<string> | null;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** To within half a minute */
  lastUsedAt: string | null;
};

export type Knowledge = {
  id: string;
  title: string;
  kind: 'text' | 'file' | 'website';
  /** Of a website */
  url?: string;
  status: 'reading' | 'ready' | 'failed';
  /** Why it failed, or why a website could not be read again */
  reason: string | null;
  progress: {
    /** Pages read */
    read: number;
    /** Pages found so far */
    found: number;
  };
  /** How many passages are known from it */
  passages: number;
  createdAt: string;
  /** When it was last read */
  readAt: string | null;
};

export type Medical = {
  visitTypes?: Array<{
    id?: string;
    name: string;
    description?: string;
    price?: number;
    durationMinutes: number;
    bufferMinutes?: number;
    bufferBeforeMinutes?: number;
    /** Whether someone new may book it */
    newPatients?: boolean;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  providers?: Array<{
    id?: string;
    name: string;
    specialty?: string;
    description?: string;
    /** Ids or names; left out: all of them */
    visitTypes?: Array<string>;
    hours?: {
      mon?: Array<[string, string]>;
      tue?: Array<[string, string]>;
      wed?: Array<[string, string]>;
      thu?: Array<[string, string]>;
      fri?: Array<[string, string]>;
      sat?: Array<[string, string]>;
      sun?: Array<[string, string]>;
    };
    timeOff?: Array<{
      from: string;
      to: string;
      reason?: string;
    }>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  insurance?: Array<{
    payer: string;
    plans: Array<{
      name: string;
      accepted: boolean;
      /** By visit type */
      copay?: IdsInMedicalVisitTypes;
      /** Starter content, not yet the owner’s */
      sample?: boolean;
    }>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  pharmacies?: Array<{
    id?: string;
    name: string;
    phone?: string;
    address?: string;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  refills?: {
    turnaroundHours?: number;
    /** Medications, or `controlled` */
    needsVisit?: Array<string>;
  };
};

export type Member = {
  userId: string;
  name: string;
  email: string;
  role: 'read-only' | 'agent' | 'admin' | 'owner';
  createdAt: string;
};

export type Message = {
  id: string;
  role: 'customer' | 'assistant' | 'agent';
  text: string;
  createdAt: string;
  intent?: string;
  confidence?: number;
  suggestions?: Array<string>;
  sources?: Array<{
    kind: string;
    id: string;
    title: string;
    url?: string;
  }>;
  receipts?: Array<Receipt>;
  engine?: string;
  /** Why that engine answered */
  engineReason?: string;
  cards?: Array<Card>;
  asks?: Asked;
  slots?: {
    [field: string]: unknown;
  };
};

export type Note = {
  id: string;
  text: string;
  author: {
    id: string;
    name: string;
  };
  createdAt: string;
};

export type OperatorPlanRequest = {
  id: string;
  status: 'open' | 'granted' | 'declined' | 'withdrawn';
  /** The one that is asked for */
  plan: 'starter' | 'professional' | 'business';
  note: string | null;
  /** Why it was declined */
  reason: string | null;
  createdAt: string;
  decidedAt: string | null;
  askedBy: {
    name: string;
    email: string;
  } | null;
  /** Null where the command line did, or the owner */
  decidedBy: string | null;
  workspace: {
    id: string;
    name: string;
    plan: 'starter' | 'professional' | 'business';
    /** Calls this month */
    used: number;
    limit: number | null;
    createdAt: string;
  };
};

export type Plan = {
  plan: 'starter' | 'professional' | 'business';
  /** No limit where null */
  callsPerMonth: number | null;
  burstPerMinute: number;
  templates: number | string;
  channels: Array<string>;
  also: Array<string>;
};

export type PlanRequest = {
  plan: 'starter' | 'professional' | 'business';
  status: 'open' | 'declined';
  note: string | null;
  /** Why it was declined, where that was said */
  reason: string | null;
  createdAt: string;
};

export type PrescriptionRequest = {
  id: string;
  status: 'requested' | 'approved' | 'sent_to_pharmacy' | 'ready' | 'denied';
  patient: {
    name: string;
    dateOfBirth: string;
    phone: string | null;
    email: string | null;
  };
  medication: string;
  dosage: string | null;
  pharmacy: {
    id: string | null;
    name: string;
    phone: string | null;
  };
  /** From the patient */
  notes: string | null;
  /** From the practice, with its last decision */
  note: string | null;
  /** When the practice usually has it done */
  expectedBy: string;
  conversationId: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  /** What went wrong, and what to do next */
  detail: string;
  /** Stable, for programs */
  code: string;
  requestId: string;
  errors?: Array<{
    /** RFC 6901 */
    pointer: string;
    detail: string;
  }>;
  [field: string]: unknown;
};

export type ReadyReply = {
  id: string;
  title: string;
  text: string;
};

export type Receipt = {
  type: string;
  id: string;
  code?: string | null;
  booking?: {
    id: string;
    code: string;
    kind: 'reservation' | 'appointment' | 'training' | 'class';
    status: 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'completed' | 'no_show';
    startsAt: string;
    endsAt: string;
    timezone: string;
    partySize?: number;
    service?: {
      id: string;
      name: string;
    };
    resource?: {
      id: string;
      name: string;
    };
    /** An .ics file for whoever has the link, for some weeks */
    calendarUrl: string;
  };
};

export type Request = {
  id: string;
  kind: 'prescription' | 'membership' | 'return';
  status: string;
  /** What it may become */
  next: Array<string>;
  /** Empty where it is about health */
  data: {
    [field: string]: unknown;
  };
  createdAt: string;
  updatedAt: string;
};

export type Restaurant = {
  menu?: Array<{
    id?: string;
    name: string;
    description?: string;
    category?: string;
    price?: number;
    available?: boolean;
    diets?: Array<'vegan' | 'vegetarian' | 'gluten_free' | 'halal' | 'kosher' | 'dairy_free' | 'nut_free'>;
    /** Left out: nobody has checked, and the item is never called suitable */
    allergens?: {
      contains: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'>;
      mayContain?: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'>;
      verifiedAt?: string;
    };
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  tables?: Array<{
    id?: string;
    name: string;
    seats: number;
    area?: string;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  joins?: Array<Array<string>>;
  turnMinutes?: Array<{
    upTo: number;
    minutes: number;
  }>;
  maxPartySize?: number;
};

export type Retail = {
  products?: Array<{
    id?: string;
    sku: string;
    name: string;
    description?: string;
    category?: string;
    price: number;
    /** Left out: not counted */
    stock?: number;
    options?: Record<string, Array<string>>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  orders?: Array<{
    number: string;
    email: string;
    status: 'processing' | 'shipped' | 'delivered' | 'returned';
    items: Array<{
      sku: string;
      name?: string;
      quantity: number;
      price?: number;
    }>;
    orderedAt?: string;
    deliveredAt?: string;
    trackingUrl?: string;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  returnDays?: number;
};

export type Salon = {
  services?: Array<{
    id?: string;
    name: string;
    description?: string;
    category?: string;
    price?: number;
    durationMinutes: number;
    bufferMinutes?: number;
    bufferBeforeMinutes?: number;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
  stylists?: Array<{
    id?: string;
    name: string;
    description?: string;
    /** Ids or names; left out: all of them */
    services?: Array<string>;
    hours?: {
      mon?: Array<[string, string]>;
      tue?: Array<[string, string]>;
      wed?: Array<[string, string]>;
      thu?: Array<[string, string]>;
      fri?: Array<[string, string]>;
      sat?: Array<[string, string]>;
      sun?: Array<[string, string]>;
    };
    timeOff?: Array<{
      from: string;
      to: string;
      reason?: string;
    }>;
    /** Starter content, not yet the owner’s */
    sample?: boolean;
  }>;
};

export type Totals = {
  conversations: number;
  messages: number;
  apiCalls: number;
  bookings: number;
  bookingValue: number;
  resolved: number;
  handoffs: number;
  afterHoursBookings: number;
  resolutionRate: number | null;
  durableResolutionRate: number | null;
  averageRating: number | null;
  ratings: number;
  handoffsAnswered: number;
  averageHandoffWaitSeconds: number | null;
};

export type WebhookDelivery = {
  id: string;
  /** The header `webhook-id` */
  eventId: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: Array<{
    at: string;
    responseStatus: number | null;
    durationMs: number;
    /** Why there was no answer */
    error: string | null;
  }>;
  /** Null where it is sent at once, or no more */
  nextAttemptAt: string | null;
  createdAt: string;
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  events: Array<string>;
  description: string | null;
  status: 'enabled' | 'disabled';
  /** Asked for by PATCH, the receiver answered 410, or five days of nothing but failures */
  disabledBecause: 'asked' | 'gone' | 'failing' | null;
  /** Nothing but failures since then */
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Widget = {
  /** Text on it is made white or black */
  color?: string;
  position?: 'right' | 'left';
  greeting?: string;
  theme?: 'auto' | 'light' | 'dark';
  avatarUrl?: string;
  title?: string;
  subtitle?: string;
  placeholder?: string;
  launcherLabel?: string;
  /** The widget’s own words, by their names */
  texts?: Record<string, string>;
  suggestions?: Array<string>;
  preChat?: {
    enabled: boolean;
    fields?: Array<{
      name: 'name' | 'email' | 'phone';
      required?: boolean;
    }>;
    message?: string;
  };
  proactive?: {
    enabled: boolean;
    afterSeconds?: number;
    /** Paths; `*` stands for anything */
    pages?: Array<string>;
    message?: string;
  };
  sound?: boolean;
  rating?: boolean;
  transcript?: boolean;
  poweredBy?: boolean;
  /** Nobody chats whom the business has not vouched for */
  requireIdentity?: boolean;
};

export type Workspace = {
  id: string;
  name: string;
  plan: string;
  role: 'read-only' | 'agent' | 'admin' | 'owner';
  /** When it is removed for good, where that was asked for */
  deletesAt: string | null;
};

export type Operations = {
  /** Send a customer’s message and get the reply. With `Accept: text/event-stream` the reply is streamed in the AI SDK’s UI message stream format (v1), with this answer as its `data-message` part. The body of its `useChat` is taken as it is. Needs the scope `chat:write`. */
  'POST /api/chat': {
    body?: {
      /** 1 to 4,000 characters after trimming */
      message?: string;
      businessType?: 'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon';
      /** With a publishable key it is ignored: the document’s name holds */
      businessName?: string;
      /** Goes on with that conversation; left out, a new one begins */
      conversationId?: string;
      customer?: {
        name?: string;
        phone?: string;
        email?: string;
      };
      channel?: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
      locale?: string;
      /** At most 4 KiB */
      metadata?: {
        [field: string]: unknown;
      };
      explain?: boolean;
      /** Who answers this message; only in the sandbox, and not from a page */
      engine?: 'embedded' | 'llm' | 'auto';
      /** As the AI SDK’s `useChat` sends them, in place of `message` */
      messages?: Array<{
        role: string;
        parts: Array<{
          type: string;
        }>;
      }>;
      /** The AI SDK’s own id of the chat; not used */
      id?: string;
      /** Of the AI SDK; not used */
      trigger?: string;
      /** Of the AI SDK; not used */
      messageId?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: ChatReply;
  };
  /** List conversations. Needs the scope `conversations:read`. */
  'GET /api/conversations': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      status?: 'open' | 'handoff' | 'resolved';
      channel?: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
      /** Created at or after this time or day */
      from?: string;
      /** Created before this time or day */
      to?: string;
      /** Words of one message, the last of which may be a beginning (`"…"` together, `OR`, `-without`), or a part of the customer’s name, phone or e-mail. Conversations about health are stored sealed and are not found. */
      q?: string;
    };
    answer: {
      object: 'list';
      data: Array<ConversationSummary>;
      has_more: boolean;
    };
  };
  /** Read a conversation with its messages. Needs the scope `conversations:read`. */
  'GET /api/conversations/{id}': {
    params: {
      id: string;
    };
    answer: Conversation;
  };
  /** Reply as a person of the business. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/messages': {
    params: {
      id: string;
    };
    body: {
      text: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Message;
  };
  /** Hand the conversation to a person. The assistant is silent until it is resolved or given back. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/handoff': {
    params: {
      id: string;
    };
    body?: {
      reason?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Conversation;
  };
  /** Give the conversation back to the assistant. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/handback': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Conversation;
  };
  /** Resolve the conversation. A later message begins a new episode. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/resolve': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Conversation;
  };
  /** Rate the conversation. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/feedback': {
    params: {
      id: string;
    };
    body: {
      rating: number;
      comment?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Conversation;
  };
  /** Follow a conversation live. Server-sent events for as long as the connection is held. `message`: a message as `GET` shows it, whoever wrote it, with its id as the event's. `conversation`: `{id, status, rating, updatedAt}`, first of all and whenever status or rating change. After `Last-Event-ID`, or `after`, nothing is left out; without them it begins now. A comment every 15 s keeps it alive; it ends after an hour at most, or with the visitor's token, and is to be opened again. Needs the scope `conversations:read`. */
  'GET /api/conversations/{id}/events': {
    params: {
      id: string;
    };
    query?: {
      /** The last message that is known already */
      after?: string;
    };
    answer: string;
  };
  /** Go on with a streamed reply. For whoever lost the connection of a streamed `POST /api/chat`: the same events, after `Last-Event-ID`. The answer is finished and stored whether or not anybody listens. Without `Last-Event-ID`: the answer under way, or 204. Needs the scope `conversations:read`. */
  'GET /api/conversations/{id}/stream': {
    params: {
      id: string;
    };
    answer: string | undefined;
  };
  /** Which language models can answer here. Needs the scope `config:read`. */
  'GET /api/v1/assistant/provider': {
    answer: {
      /** Of the workspace’s own key; null where it has none */
      provider: 'openai' | 'anthropic' | 'google' | null;
      baseUrl: string | null;
      /** The key’s last characters */
      keyHint: string | null;
      updatedAt: string | null;
      /** What the operator provides to workspaces without a key of their own */
      deployment: {
        provider: 'openai' | 'anthropic' | 'google';
        model: string;
      } | null;
      /** The operator’s agreement covers health data */
      healthAgreement: boolean;
      /** In millionths of a US dollar, by list prices */
      spentThisMonth: number;
    };
  };
  /** Use a provider with a key of your own. The key is stored encrypted and shown to nobody, not even you. `assistant` in the config says when it is used. Needs the scope `config:write`. */
  'PUT /api/v1/assistant/provider': {
    body: {
      provider: 'openai' | 'anthropic' | 'google';
      apiKey: string;
      /** In place of the provider’s own; for `openai` any server that speaks its chat completions */
      baseUrl?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      /** Of the workspace’s own key; null where it has none */
      provider: 'openai' | 'anthropic' | 'google' | null;
      baseUrl: string | null;
      /** The key’s last characters */
      keyHint: string | null;
      updatedAt: string | null;
      /** What the operator provides to workspaces without a key of their own */
      deployment: {
        provider: 'openai' | 'anthropic' | 'google';
        model: string;
      } | null;
      /** The operator’s agreement covers health data */
      healthAgreement: boolean;
      /** In millionths of a US dollar, by list prices */
      spentThisMonth: number;
    };
  };
  /** Forget the provider’s key. Needs the scope `config:write`. */
  'DELETE /api/v1/assistant/provider': {
    answer: undefined;
  };
  /** Send the conversation by mail. Three times an hour at most for a conversation, and a few hundred times a day for a workspace. What is said about health is not sent by mail. Asked for with a publishable key, it goes at once only to the e-mail address of a signed identity, or to one that has confirmed in this conversation; any other address first gets a link to confirm. Needs the scope `conversations:write`. */
  'POST /api/conversations/{id}/transcript': {
    params: {
      id: string;
    };
    body: {
      email: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      email: string;
      /** `confirmation`: the transcript follows once the link in that mail is used */
      sent: 'transcript' | 'confirmation';
    };
  };
  /** List conversations as the team sees them. By last activity. Of conversations about health only ids and states are shown here: reading one is logged. Needs the scope `conversations:read`. */
  'GET /api/inbox/conversations': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      status?: 'open' | 'handoff' | 'resolved';
      channel?: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
      /** The id of somebody of the team, or `me` */
      assignee?: string;
      tag?: string;
      /** Created at or after this time or day */
      from?: string;
      /** Created before this time or day */
      to?: string;
      q?: string;
      /** `updatedAt` of the one in `starting_after`, which may have moved up since */
      active_before?: string;
      /** These alone, with commas between them */
      ids?: string;
    };
    answer: {
      object: 'list';
      data: Array<InboxConversation>;
      has_more: boolean;
    };
  };
  /** Notes, tags and assignee of a conversation. Needs the scope `conversations:read`. */
  'GET /api/inbox/conversations/{id}': {
    params: {
      id: string;
    };
    answer: DeskSide;
  };
  /** Tag or assign a conversation. Needs the scope `conversations:write`. */
  'PATCH /api/inbox/conversations/{id}': {
    params: {
      id: string;
    };
    body?: {
      tags?: Array<string>;
      assigneeId?: string | null;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: DeskSide;
  };
  /** Leave a note for the team. Needs the scope `conversations:write`. */
  'POST /api/inbox/conversations/{id}/notes': {
    params: {
      id: string;
    };
    body: {
      text: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Note;
  };
  /** Take back a note of one’s own. Needs the scope `conversations:write`. */
  'DELETE /api/inbox/notes/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** How many wait, the team, and the tags in use. Needs the scope `conversations:read`. */
  'GET /api/inbox': {
    answer: {
      waiting: number;
      open: number;
      mine: number;
      team: Array<{
        id: string;
        name: string;
      }>;
      tags: Array<string>;
    };
  };
  /** List the ready answers. Needs the scope `conversations:read`. */
  'GET /api/inbox/replies': {
    answer: {
      data: Array<ReadyReply>;
    };
  };
  /** Keep an answer ready. Needs the scope `conversations:write`. */
  'POST /api/inbox/replies': {
    body: {
      title: string;
      text: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: ReadyReply;
  };
  /** Remove a ready answer. Needs the scope `conversations:write`. */
  'DELETE /api/inbox/replies/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** Follow the workspace live. Server-sent events for as long as the connection is held: `conversation`, `booking` and `request`, each `{id}` of something that is new or was changed. `ready` comes first: from there on nothing is left out. It ends after a quarter of an hour and is to be opened again. Needs the scope `conversations:read`. */
  'GET /api/inbox/events': {
    answer: string;
  };
  /** List prescriptions, memberships and returns. Needs the scope `bookings:read`. */
  'GET /api/requests': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      kind?: 'prescription' | 'membership' | 'return';
      status?: string;
    };
    answer: {
      object: 'list';
      data: Array<Request>;
      has_more: boolean;
    };
  };
  /** Decide about a membership or a return. Needs the scope `bookings:write`. */
  'PATCH /api/requests/{id}': {
    params: {
      id: string;
    };
    body: {
      status: 'in_progress' | 'done' | 'declined' | 'approved' | 'received' | 'refunded';
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Request;
  };
  /** Begin or renew a visitor’s session. With a publishable key. The token goes with later requests as `X-Frontdesk-Visitor`, for an hour; for 30 days it can be renewed here. `identity` is a JWT (HS256) of the business's server with `sub` and `exp`, and `name`, `email`, `phone` as it likes. Needs the scope `chat:write`. */
  'POST /api/widget/session': {
    body?: {
      /** An earlier token */
      visitor?: string;
      identity?: string;
      businessType?: 'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon';
      /** Ignored: the document’s name holds */
      businessName?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      token: string;
      expiresAt: string;
      visitor: {
        id: string;
        verified: boolean;
        name?: string;
      };
      settings: {
        businessName: string;
        industry: string | null;
        locale: string;
        direction: 'ltr' | 'rtl';
        color: string;
        textColor: string;
        position: 'right' | 'left';
        theme: 'auto' | 'light' | 'dark';
        avatarUrl?: string;
        title: string;
        subtitle?: string;
        greeting?: string;
        placeholder?: string;
        launcherLabel?: string;
        texts: Record<string, string>;
        suggestions: Array<string>;
        preChat: {
          enabled: boolean;
          fields: Array<{
            name: 'name' | 'email' | 'phone';
            required: boolean;
          }>;
          message?: string;
        };
        proactive: {
          enabled: boolean;
          afterSeconds?: number;
          pages?: Array<string>;
          message?: string;
        };
        sound: boolean;
        rating: boolean;
        transcript: boolean;
        poweredBy: boolean;
        currency: string;
        timezone: string;
        openNow: boolean;
        phone?: string;
        emergencyNumber?: string;
      };
      conversation: Conversation | null;
    };
  };
  /** List the visitor’s own conversations. Needs the scope `conversations:read`. */
  'GET /api/widget/conversations': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<ConversationSummary>;
      has_more: boolean;
    };
  };
  /** Make or replace the secret that signs who visitors are. It is shown this once. What the secret before has signed is refused from now on. Needs the role `admin`. */
  'POST /api/widget/identity-secret': {
    body?: Record<string, never>;
    answer: {
      secret: string;
    };
  };
  /** Turn the verification of visitors off. Needs the role `admin`. */
  'DELETE /api/widget/identity-secret': {
    answer: undefined;
  };
  /** Activate an industry. Fills the document with starter content marked `sample`. What is written there already stays. Needs the scope `config:write`. */
  'POST /api/v1/setup': {
    body: {
      industry: 'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon';
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      industry: string;
      config: BusinessDocument;
      widget: {
        snippet: string;
      };
      next: Array<string>;
    };
  };
  /** Read the business document. Needs the scope `config:read`. */
  'GET /api/v1/config': {
    answer: BusinessDocument;
  };
  /** Change the business document. Replaces the top-level fields that are sent and leaves the rest. Each write is a version. Needs the scope `config:write`. */
  'PUT /api/v1/config': {
    body?: {
      name?: string;
      description?: string;
      country?: string;
      timezone?: string;
      currency?: string;
      locale?: string;
      tone?: 'friendly' | 'formal';
      greeting?: string;
      contact?: {
        /** As customers in your country dial it, or with + */
        phone?: string;
        email?: string;
        address?: string;
        /** With https:// or http:// */
        website?: string;
      };
      hours?: {
        mon?: Array<[string, string]>;
        tue?: Array<[string, string]>;
        wed?: Array<[string, string]>;
        thu?: Array<[string, string]>;
        fri?: Array<[string, string]>;
        sat?: Array<[string, string]>;
        sun?: Array<[string, string]>;
      };
      closures?: Array<{
        from: string;
        to: string;
        reason?: string;
        /** Starter content, not yet the owner’s */
        sample?: boolean;
      }>;
      services?: Array<{
        name: string;
        description?: string;
        price?: number;
        /** Starter content, not yet the owner’s */
        sample?: boolean;
      }>;
      faqs?: Array<{
        question: string;
        answer: string;
        /** Starter content, not yet the owner’s */
        sample?: boolean;
      }>;
      policies?: {
        cancellation?: string;
        deposit?: string;
        lateArrival?: string;
        returns?: string;
      };
      booking?: {
        noticeMinutes: number;
        horizonDays: number;
        slotMinutes: number;
        cancelUntilMinutes: number;
        /** When customers are reminded of a booking. Left out: a day before; an empty list: never */
        reminders?: Array<{
          beforeMinutes: number;
        }>;
        /** Whether customers are mailed when a booking is made, moved or cancelled (true) */
        confirmations?: boolean;
      };
      handoff?: {
        /** Is sent a mail when a customer waits for a person */
        email?: string;
        message?: string;
      };
      safety?: {
        /** A number of your own, given in an emergency beside that of the country */
        onCall?: string;
        /** Whoever writes one of these words is passed on to a person at once */
        personWords?: Array<string>;
      };
      retentionDays?: number;
      widget?: Widget;
      /** Budgets in US cents: spent, the embedded assistant answers alone */
      assistant?: Assistant;
      digest?: {
        /** A mail to the owners on Mondays; left out, it is sent */
        weekly: boolean;
      };
      industry?: string | null;
      industries?: Array<'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon'>;
      fitness?: Fitness;
      medical?: Medical;
      restaurant?: Restaurant;
      retail?: Retail;
      salon?: Salon;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: BusinessDocument;
  };
  /** List the versions of the document. Needs the scope `config:read`. */
  'GET /api/v1/config/versions': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<{
        version: number;
        createdAt: string;
        by: string;
      }>;
      has_more: boolean;
    };
  };
  /** Restore an earlier version. As a new version, with that one’s content. Needs the scope `config:write`. */
  'POST /api/v1/config/versions/{version}/restore': {
    params: {
      version: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: BusinessDocument;
  };
  /** The industries, and the JSON schema of the business document. Amounts of money carry the title `Money`; ids of other entries say in theirs where those stand, such as `Ids in salon.services`. Needs the scope `config:read`. */
  'GET /api/v1/config/schema': {
    answer: {
      industries: Array<{
        name: string;
        title: string;
        summary: string;
        does: Array<string>;
      }>;
      schema: {
        [field: string]: unknown;
      };
    };
  };
  /** What each industry brings, and how it is booked by hand. What the dashboard is drawn from. `form` is the JSON schema of what is sent to `path`; a field whose title is such as `Ids in salon.services` is chosen from that list of the business document. Needs the scope `config:read`. */
  'GET /api/v1/config/industries': {
    answer: {
      industries: Array<{
        name: string;
        icon: string | null;
        isHealthCare: boolean;
        /** The field of its part of the document that lists who or what a booking takes up */
        resources: string | null;
        capabilities: Array<{
          name: string;
          summary: string;
        }>;
        /** What it leaves for the team to decide */
        requests: Array<string>;
        bookings: Array<{
          capability: string;
          title: string;
          path: string;
          form: {
            [field: string]: unknown;
          };
        }>;
      }>;
    };
  };
  /** Read a version of the document. Needs the scope `config:read`. */
  'GET /api/v1/config/versions/{version}': {
    params: {
      version: string;
    };
    answer: {
      version: number;
      createdAt: string;
      by: string;
      document: {
        [field: string]: unknown;
      };
    };
  };
  /** Give the sandbox the live document. Unless the sandbox has a document of its own, which it keeps and answers `edited`. With `overwrite` that goes; it stays among the versions. Needs the scope `config:write`. */
  'POST /api/v1/config/from-live': {
    body?: {
      overwrite?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      /** The sandbox has kept its own */
      edited: boolean;
    };
  };
  /** Read the latest checkup of the assistant, and how earlier ones went. Needs the scope `config:read`. */
  'GET /api/v1/checkup': {
    answer: {
      /** Of the document, now; its checkup follows a change by itself */
      version: number;
      latest: {
        /** null: a draft */
        version: number | null;
        createdAt: string;
        passed: number;
        failed: number;
        skipped: number;
        /** The version that `changes` compares with */
        since: number | null;
        /** `answer`: another answer, in drafts alone; day by day answers change by themselves */
        changes: Array<{
          id: string;
          change: 'failing' | 'passing' | 'answer';
        }>;
        results: Array<{
          /** The same question in every version */
          id: string;
          topic: string;
          turns: Array<{
            asked: string;
            answered: string;
          }>;
          expected: Array<string | Array<string>>;
          /** It had to be read back, ready for a yes */
          books: boolean;
          passed: boolean;
          /** Where the document says so: a JSON pointer */
          at: string;
        }>;
      } | null;
      history: Array<{
        version: number;
        createdAt: string;
        passed: number;
        failed: number;
        skipped: number;
      }>;
    };
  };
  /** Check the assistant against the business document. Questions made of the document are played against the assistant, and each answer is judged by what the document says. Nothing is booked, counted or kept of it. With `config`, the fields that a PUT of the document would send, that draft is checked beside what is live, and nothing is stored; without, the checkup is stored with the version. Needs the scope `config:write`. */
  'POST /api/v1/checkup': {
    body?: {
      config?: {
        name?: string;
        description?: string;
        country?: string;
        timezone?: string;
        currency?: string;
        locale?: string;
        tone?: 'friendly' | 'formal';
        greeting?: string;
        contact?: {
          /** As customers in your country dial it, or with + */
          phone?: string;
          email?: string;
          address?: string;
          /** With https:// or http:// */
          website?: string;
        };
        hours?: {
          mon?: Array<[string, string]>;
          tue?: Array<[string, string]>;
          wed?: Array<[string, string]>;
          thu?: Array<[string, string]>;
          fri?: Array<[string, string]>;
          sat?: Array<[string, string]>;
          sun?: Array<[string, string]>;
        };
        closures?: Array<{
          from: string;
          to: string;
          reason?: string;
          /** Starter content, not yet the owner’s */
          sample?: boolean;
        }>;
        services?: Array<{
          name: string;
          description?: string;
          price?: number;
          /** Starter content, not yet the owner’s */
          sample?: boolean;
        }>;
        faqs?: Array<{
          question: string;
          answer: string;
          /** Starter content, not yet the owner’s */
          sample?: boolean;
        }>;
        policies?: {
          cancellation?: string;
          deposit?: string;
          lateArrival?: string;
          returns?: string;
        };
        booking?: {
          noticeMinutes: number;
          horizonDays: number;
          slotMinutes: number;
          cancelUntilMinutes: number;
          /** When customers are reminded of a booking. Left out: a day before; an empty list: never */
          reminders?: Array<{
            beforeMinutes: number;
          }>;
          /** Whether customers are mailed when a booking is made, moved or cancelled (true) */
          confirmations?: boolean;
        };
        handoff?: {
          /** Is sent a mail when a customer waits for a person */
          email?: string;
          message?: string;
        };
        safety?: {
          /** A number of your own, given in an emergency beside that of the country */
          onCall?: string;
          /** Whoever writes one of these words is passed on to a person at once */
          personWords?: Array<string>;
        };
        retentionDays?: number;
        widget?: Widget;
        /** Budgets in US cents: spent, the embedded assistant answers alone */
        assistant?: Assistant;
        digest?: {
          /** A mail to the owners on Mondays; left out, it is sent */
          weekly: boolean;
        };
        industry?: string | null;
        industries?: Array<'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon'>;
        fitness?: Fitness;
        medical?: Medical;
        restaurant?: Restaurant;
        retail?: Retail;
        salon?: Salon;
      };
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      /** null: a draft */
      version: number | null;
      createdAt: string;
      passed: number;
      failed: number;
      skipped: number;
      /** The version that `changes` compares with */
      since: number | null;
      /** `answer`: another answer, in drafts alone; day by day answers change by themselves */
      changes: Array<{
        id: string;
        change: 'failing' | 'passing' | 'answer';
      }>;
      results: Array<{
        /** The same question in every version */
        id: string;
        topic: string;
        turns: Array<{
          asked: string;
          answered: string;
        }>;
        expected: Array<string | Array<string>>;
        /** It had to be read back, ready for a yes */
        books: boolean;
        passed: boolean;
        /** Where the document says so: a JSON pointer */
        at: string;
      }>;
    };
  };
  /** Read the checkup of a version. Needs the scope `config:read`. */
  'GET /api/v1/checkup/{version}': {
    params: {
      version: string;
    };
    answer: {
      /** null: a draft */
      version: number | null;
      createdAt: string;
      passed: number;
      failed: number;
      skipped: number;
      /** The version that `changes` compares with */
      since: number | null;
      /** `answer`: another answer, in drafts alone; day by day answers change by themselves */
      changes: Array<{
        id: string;
        change: 'failing' | 'passing' | 'answer';
      }>;
      results: Array<{
        /** The same question in every version */
        id: string;
        topic: string;
        turns: Array<{
          asked: string;
          answered: string;
        }>;
        expected: Array<string | Array<string>>;
        /** It had to be read back, ready for a yes */
        books: boolean;
        passed: boolean;
        /** Where the document says so: a JSON pointer */
        at: string;
      }>;
    };
  };
  /** Add a text, a file or a website. One of `{title, text}`, `{file: {name, base64}, title?}` (text, Markdown, HTML, PDF, DOCX) and `{url, title?}`. It is read afterwards; `GET` shows how far that is. A website is read page by page under the address that is given, as its robots.txt allows, and once a day again. Needs the scope `knowledge:write`. */
  'POST /api/v1/knowledge': {
    body?: {
      title?: string;
      /** Plain text or Markdown */
      text?: string;
      url?: string;
      file?: {
        name: string;
        /** The bytes, at most 10 MiB */
        base64: string;
      };
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Knowledge;
  };
  /** List what the assistant knows, and when it was read. Needs the scope `knowledge:read`. */
  'GET /api/v1/knowledge': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<Knowledge>;
      has_more: boolean;
    };
  };
  /** Read a source with its passages. Needs the scope `knowledge:read`. */
  'GET /api/v1/knowledge/{id}': {
    params: {
      id: string;
    };
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      id: string;
      title: string;
      kind: 'text' | 'file' | 'website';
      /** Of a website */
      url?: string;
      status: 'reading' | 'ready' | 'failed';
      /** Why it failed, or why a website could not be read again */
      reason: string | null;
      progress: {
        /** Pages read */
        read: number;
        /** Pages found so far */
        found: number;
      };
      /** How many passages are known from it */
      passages: number;
      createdAt: string;
      /** When it was last read */
      readAt: string | null;
      content: {
        object: 'list';
        data: Array<{
          /** Its number; the last one of a page is `starting_after` of the next */
          id: string;
          /** The headings above it */
          title: string;
          text: string;
          url?: string;
        }>;
        has_more: boolean;
      };
    };
  };
  /** Forget a source. With all that was read of it, at once. Needs the scope `knowledge:write`. */
  'DELETE /api/v1/knowledge/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** See the class schedule. Needs the scope `bookings:read`. */
  'GET /api/v1/fitness/classes': {
    query?: {
      /** A day or a time; left out: now */
      from?: string;
      days?: number;
      /** Only times of the day from this one on, local to the business */
      after?: string;
      /** Only times of the day before this one */
      before?: string;
      instructor?: string;
      level?: string;
      /** Words of the name or description */
      q?: string;
      /** At most so many, the soonest first */
      limit?: number;
    };
    answer: {
      classes: Array<{
        occurrenceId: string;
        id: string;
        name: string;
        description?: string;
        instructor: string | null;
        level: string | null;
        price: number | null;
        startsAt: string;
        endsAt: string;
        capacity: number;
        spotsLeft: number;
        /** How many wait */
        waitlist: number;
      }>;
    };
  };
  /** Join a class. Needs the scope `bookings:write`. */
  'POST /api/v1/fitness/classes/{occurrenceId}/bookings': {
    params: {
      /** As the timetable gives it */
      occurrenceId: string;
    };
    body: {
      /** Not needed: the occurrence has its time */
      startsAt?: string;
      customer: {
        name: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
      };
      notes?: string;
      /** Only say whether it is possible */
      checkOnly?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: AvailabilityCheck | Booking;
  };
  /** Join or change a membership. Needs the scope `bookings:write`. */
  'POST /api/v1/fitness/membership': {
    body: {
      type: 'inquiry' | 'join' | 'upgrade' | 'freeze' | 'cancel';
      /** Id or name */
      membership?: string;
      /** Id or name */
      currentMembership?: string;
      customer: {
        name: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
      };
      notes?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      id: string;
      status: string;
      type: 'inquiry' | 'join' | 'upgrade' | 'freeze' | 'cancel';
      membership: {
        id: string;
        name: string;
        price?: number;
        interval?: 'week' | 'month' | 'year' | 'once';
      } | null;
      currentMembership: {
        id: string;
        name: string;
        price?: number;
        interval?: 'week' | 'month' | 'year' | 'once';
      } | null;
      quote?: {
        /** What one interval costs */
        amount: number;
        currency: string;
        interval: 'week' | 'month' | 'year' | 'once';
        dueNow: number;
        from: string;
        nextPaymentOn: string | null;
      };
      createdAt: string;
    };
  };
  /** Book a personal training session. Needs the scope `bookings:write`. */
  'POST /api/v1/fitness/training': {
    body: {
      /** Id or name; left out: any */
      trainer?: string;
      durationMinutes?: number;
      goals?: string;
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt: string;
      customer: {
        name: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
      };
      notes?: string;
      /** Only say whether it is possible */
      checkOnly?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: AvailabilityCheck | Booking;
  };
  /** Book, move or cancel a visit. Needs the scope `bookings:write`. */
  'POST /api/v1/medical/appointments': {
    body?: {
      action?: 'book' | 'reschedule' | 'cancel';
      /** Of the booking to reschedule or cancel */
      code?: string;
      /** Id or name; needed to book */
      visitType?: string;
      /** Id or name; left out: any */
      provider?: string;
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt?: string;
      patient?: {
        name?: string;
        dateOfBirth: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
        newPatient?: boolean;
      };
      /** In place of `patient`, to reschedule or cancel */
      dateOfBirth?: string;
      reason?: string;
      notes?: string;
      /** Only say whether it is possible */
      checkOnly?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Booking | AvailabilityCheck | Booking;
  };
  /** Request a prescription refill. Needs the scope `bookings:write`. */
  'POST /api/v1/medical/prescriptions': {
    body: {
      patient: {
        name: string;
        dateOfBirth: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
        newPatient?: boolean;
      };
      medication: string;
      dosage?: string;
      /** Id or name of one of the practice’s pharmacies, or another by name and phone */
      pharmacy: string | {
        name: string;
        phone: string;
      };
      notes?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: PrescriptionRequest;
  };
  /** Check my insurance. Needs the scope `bookings:read`. */
  'GET /api/v1/medical/insurance': {
    query: {
      /** The insurer */
      payer: string;
      plan?: string;
      /** Id or name, for the copay */
      visitType?: string;
    };
    answer: {
      accepted: true | false | 'unknown';
      payer: string;
      plan: string | null;
      copay: number | null;
      currency: string;
      notice: string;
    };
  };
  /** See the menu. Needs the scope `bookings:read`. */
  'GET /api/v1/restaurant/menu': {
    query?: {
      category?: string;
      /** With commas between them: vegan, vegetarian, gluten_free, halal, kosher, dairy_free, nut_free */
      diet?: string;
      /** Only what is recorded without these, with commas between them: celery, crustaceans, egg, fish, gluten, lupin, milk, molluscs, mustard, nuts, peanut, sesame, soy, sulphites */
      avoid?: string;
      /** In the currency’s minor unit */
      maxPrice?: number;
      /** Only what can, or cannot, be ordered now */
      available?: boolean;
      /** Words of the name or description */
      q?: string;
    };
    answer: {
      items: Array<{
        id?: string;
        name: string;
        description?: string;
        category?: string;
        price?: number;
        available?: boolean;
        diets?: Array<'vegan' | 'vegetarian' | 'gluten_free' | 'halal' | 'kosher' | 'dairy_free' | 'nut_free'>;
        /** Left out: nobody has checked, and the item is never called suitable */
        allergens?: {
          contains: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'>;
          mayContain?: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'>;
          verifiedAt?: string;
        };
        /** Starter content, not yet the owner’s */
        sample?: boolean;
      }>;
      categories: Array<string>;
      currency: string;
      updatedAt: string | null;
    };
  };
  /** Dietary & allergies. Needs the scope `bookings:read`. */
  'GET /api/v1/restaurant/dietary': {
    query?: {
      /** With commas between them: vegan, vegetarian, gluten_free, halal, kosher, dairy_free, nut_free */
      diet?: string;
      /** With commas between them: celery, crustaceans, egg, fish, gluten, lupin, milk, molluscs, mustard, nuts, peanut, sesame, soy, sulphites */
      avoid?: string;
      /** Id or name */
      item?: string;
      /** Only this part of the menu */
      category?: string;
    };
    answer: {
      items: Array<{
        id: string;
        name: string;
        diets: Array<'vegan' | 'vegetarian' | 'gluten_free' | 'halal' | 'kosher' | 'dairy_free' | 'nut_free'>;
        /** null: not recorded */
        contains: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'> | null;
        mayContain: Array<'celery' | 'crustaceans' | 'egg' | 'fish' | 'gluten' | 'lupin' | 'milk' | 'molluscs' | 'mustard' | 'nuts' | 'peanut' | 'sesame' | 'soy' | 'sulphites'> | null;
        verdict: 'suitable' | 'not_suitable' | 'unknown';
        verifiedAt: string | null;
        /** Whether it can be ordered now */
        available: boolean;
      }>;
      notice: string;
    };
  };
  /** Reserve a table. Needs the scope `bookings:write`. */
  'POST /api/v1/restaurant/reservations': {
    body: {
      /** How many people come */
      partySize: number;
      area?: string;
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt: string;
      customer: {
        name: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
      };
      notes?: string;
      /** Only say whether it is possible */
      checkOnly?: boolean;
      /** Where all tables are taken: wait for one, and be asked when it is free */
      waitlist?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: AvailabilityCheck | Booking;
  };
  /** Find products, prices and stock. Needs the scope `bookings:read`. */
  'GET /api/v1/retail/products': {
    query?: {
      category?: string;
      /** Words of the name, description, sku or options */
      q?: string;
      inStock?: boolean;
      /** In the currency’s minor unit */
      maxPrice?: number;
      /** A size, a colour */
      option?: string;
    };
    answer: {
      products: Array<{
        id?: string;
        sku: string;
        name: string;
        description?: string;
        category?: string;
        price: number;
        /** Left out: not counted */
        stock?: number;
        options?: Record<string, Array<string>>;
        /** Starter content, not yet the owner’s */
        sample?: boolean;
      }>;
      currency: string;
    };
  };
  /** Look up an order. Needs the scope `bookings:write`. */
  'POST /api/v1/retail/orders/lookup': {
    body: {
      number: string;
      email: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      number: string;
      email: string;
      status: 'processing' | 'shipped' | 'delivered' | 'returned';
      items: Array<{
        sku: string;
        name?: string;
        quantity: number;
        price?: number;
      }>;
      orderedAt?: string;
      deliveredAt?: string;
      trackingUrl?: string;
      /** Starter content, not yet the owner’s */
      sample?: boolean;
    };
  };
  /** Start a return. Needs the scope `bookings:write`. */
  'POST /api/v1/retail/returns': {
    body: {
      number: string;
      email: string;
      items: Array<{
        sku: string;
        quantity: number;
      }>;
      reason?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      id: string;
      status: string;
      number: string;
      items: Array<{
        sku: string;
        quantity: number;
      }>;
      createdAt: string;
    };
  };
  /** See services and prices. Needs the scope `bookings:read`. */
  'GET /api/v1/salon/services': {
    query?: {
      category?: string;
      /** How long it may take */
      maxMinutes?: number;
      /** In the currency’s minor unit */
      maxPrice?: number;
      /** Words of the name or description */
      q?: string;
    };
    answer: {
      services: Array<{
        id?: string;
        name: string;
        description?: string;
        category?: string;
        price?: number;
        durationMinutes: number;
        bufferMinutes?: number;
        bufferBeforeMinutes?: number;
        /** Starter content, not yet the owner’s */
        sample?: boolean;
        /** Who does it */
        stylists: Array<string>;
      }>;
      currency: string;
    };
  };
  /** Check availability. Needs the scope `bookings:read`. */
  'GET /api/v1/salon/availability': {
    query: {
      /** Id or name */
      service: string;
      /** Id or name; left out: any */
      stylist?: string;
      /** A day or a time; left out: now */
      from?: string;
      days?: number;
      /** Only times of the day from this one on, local to the business */
      after?: string;
      /** Only times of the day before this one */
      before?: string;
    };
    answer: {
      stylists: Array<{
        id: string;
        name: string;
        slots: Array<string>;
      }>;
    };
  };
  /** Book an appointment. Needs the scope `bookings:write`. */
  'POST /api/v1/salon/appointments': {
    body: {
      /** Id or name */
      service: string;
      /** Id or name; left out: any */
      stylist?: string;
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt: string;
      customer: {
        name: string;
        /** As people write it; it comes out in E.164 */
        phone?: string;
        email?: string;
      };
      notes?: string;
      /** Only say whether it is possible */
      checkOnly?: boolean;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: AvailabilityCheck | Booking;
  };
  /** List bookings. Needs the scope `bookings:read`. */
  'GET /api/v1/bookings': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      status?: 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'completed' | 'no_show';
      kind?: 'reservation' | 'appointment' | 'training' | 'class';
      /** Starting at or after this time or day */
      from?: string;
      /** Starting before this time or day */
      to?: string;
      /** In name, phone, e-mail, code, notes or service */
      q?: string;
    };
    answer: {
      object: 'list';
      data: Array<Booking>;
      has_more: boolean;
    };
  };
  /** Read a booking. Needs the scope `bookings:read`. */
  'GET /api/v1/bookings/{id}': {
    params: {
      id: string;
    };
    answer: Booking;
  };
  /** Change a booking. Several fields are one change, checked like a new booking. A `version` that is not the newest is refused. Needs the scope `bookings:write`. */
  'PATCH /api/v1/bookings/{id}': {
    params: {
      id: string;
    };
    body?: {
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt?: string;
      partySize?: number;
      resourceId?: string;
      status?: 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'completed' | 'no_show';
      notes?: string;
      version?: number;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Booking;
  };
  /** The booking as a calendar file. A customer’s own link to it carries a `token` in place of a key. Needs the scope `bookings:read`. */
  'GET /api/v1/bookings/{id}/calendar.ics': {
    params: {
      id: string;
    };
    query?: {
      token?: string;
    };
    answer: string;
  };
  /** Cancel a booking. Needs the scope `bookings:write`. */
  'POST /api/v1/bookings/{id}/cancel': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: Booking;
  };
  /** Which rule opens or closes a time. Takes `industry`, `startsAt` and the own fields of that industry’s booking, such as `partySize` or `service`. Needs the scope `bookings:read`. */
  'GET /api/v1/availability/explain': {
    query: {
      /** Id or name; left out: any */
      trainer?: string;
      durationMinutes?: number;
      /** Id or name; needed to book */
      visitType?: string;
      /** Id or name; left out: any */
      provider?: string;
      /** How many people come */
      partySize?: number;
      area?: string;
      /** Where all tables are taken: wait for one, and be asked when it is free */
      waitlist?: boolean;
      /** Id or name */
      service?: string;
      /** Id or name; left out: any */
      stylist?: string;
      industry: 'fitness' | 'medical' | 'restaurant' | 'salon';
      /** RFC 3339, or local to the business such as 2026-11-20T19:30 */
      startsAt: string;
    };
    answer: {
      available: boolean;
      rules: Array<{
        rule: string;
        ok: boolean;
        detail: string;
      }>;
    };
  };
  /** Read a prescription request. Leaves an entry in the audit log. Needs the scope `bookings:read`. */
  'GET /api/v1/medical/prescriptions/{id}': {
    params: {
      id: string;
    };
    answer: PrescriptionRequest;
  };
  /** Decide about a prescription request. `requested` → `approved` → `sent_to_pharmacy` → `ready`; `denied` from the first two. Leaves an entry in the audit log. Needs the scope `bookings:write`. */
  'PATCH /api/v1/medical/prescriptions/{id}': {
    params: {
      id: string;
    };
    body: {
      status: 'requested' | 'approved' | 'sent_to_pharmacy' | 'ready' | 'denied';
      /** For the patient */
      note?: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: PrescriptionRequest;
  };
  /** Model Context Protocol. Streamable HTTP, stateless. What a business can do is its tools, what it tells of itself its resources. A tool also needs the scope of its endpoint; a refused call is a result with `isError` and the problem as text. Needs the scope `mcp`. */
  'POST /mcp': {
    body: {
      jsonrpc: '2.0';
      id?: string | number;
      method?: string;
      params?: {
        [field: string]: unknown;
      };
      result?: unknown;
      error?: unknown;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      jsonrpc: '2.0';
      id: unknown;
      result?: unknown;
      error?: unknown;
    } | undefined;
  };
  /** Register an endpoint. Events of the key’s mode are sent to it from now on. The secret is shown this once. Needs the scope `webhooks:write`. */
  'POST /api/webhooks': {
    body: {
      url: string;
      /** Names of events, `booking.*` for all of a kind, `*` for all */
      events: Array<'*' | 'conversation.*' | 'message.*' | 'feedback.*' | 'booking.*' | 'waitlist.*' | 'prescription.*' | 'membership.*' | 'return.*' | 'quota.*' | 'config.*' | 'webhook.*' | 'conversation.created' | 'conversation.handoff' | 'conversation.resolved' | 'message.received' | 'message.replied' | 'feedback.received' | 'booking.created' | 'booking.rescheduled' | 'booking.cancelled' | 'booking.reminder' | 'waitlist.offered' | 'prescription.requested' | 'prescription.updated' | 'membership.requested' | 'return.requested' | 'quota.warning' | 'quota.exceeded' | 'config.changed' | 'webhook.disabled' | 'ping'>;
      description?: string | null;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      id: string;
      url: string;
      events: Array<string>;
      description: string | null;
      status: 'enabled' | 'disabled';
      /** Asked for by PATCH, the receiver answered 410, or five days of nothing but failures */
      disabledBecause: 'asked' | 'gone' | 'failing' | null;
      /** Nothing but failures since then */
      failingSince: string | null;
      createdAt: string;
      updatedAt: string;
      /** Shown this once */
      secret: string;
    };
  };
  /** List the endpoints. Needs the scope `webhooks:read`. */
  'GET /api/webhooks': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<WebhookEndpoint>;
      has_more: boolean;
    };
  };
  /** Read an endpoint. Needs the scope `webhooks:read`. */
  'GET /api/webhooks/{id}': {
    params: {
      id: string;
    };
    answer: WebhookEndpoint;
  };
  /** Change, disable or enable an endpoint. Disabled, it gets nothing, and what waits for it has failed. Once enabled again it can be sent with `replay`. Needs the scope `webhooks:write`. */
  'PATCH /api/webhooks/{id}': {
    params: {
      id: string;
    };
    body?: {
      url?: string;
      /** Names of events, `booking.*` for all of a kind, `*` for all */
      events?: Array<'*' | 'conversation.*' | 'message.*' | 'feedback.*' | 'booking.*' | 'waitlist.*' | 'prescription.*' | 'membership.*' | 'return.*' | 'quota.*' | 'config.*' | 'webhook.*' | 'conversation.created' | 'conversation.handoff' | 'conversation.resolved' | 'message.received' | 'message.replied' | 'feedback.received' | 'booking.created' | 'booking.rescheduled' | 'booking.cancelled' | 'booking.reminder' | 'waitlist.offered' | 'prescription.requested' | 'prescription.updated' | 'membership.requested' | 'return.requested' | 'quota.warning' | 'quota.exceeded' | 'config.changed' | 'webhook.disabled' | 'ping'>;
      description?: string | null;
      status?: 'enabled' | 'disabled';
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: WebhookEndpoint;
  };
  /** Delete an endpoint, with its deliveries. Needs the scope `webhooks:write`. */
  'DELETE /api/webhooks/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** Send a ping. An event `ping` goes to this endpoint, whatever it listens to. Needs the scope `webhooks:write`. */
  'POST /api/webhooks/{id}/test': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: WebhookDelivery;
  };
  /** Replace the secret. For 24 hours each message is signed with the new one and the old one, so that nothing is refused. Needs the scope `webhooks:write`. */
  'POST /api/webhooks/{id}/rotate': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      id: string;
      url: string;
      events: Array<string>;
      description: string | null;
      status: 'enabled' | 'disabled';
      /** Asked for by PATCH, the receiver answered 410, or five days of nothing but failures */
      disabledBecause: 'asked' | 'gone' | 'failing' | null;
      /** Nothing but failures since then */
      failingSince: string | null;
      createdAt: string;
      updatedAt: string;
      /** Shown this once */
      secret: string;
    };
  };
  /** List what was sent to an endpoint, and how it went. Kept for 30 days. Needs the scope `webhooks:read`. */
  'GET /api/webhooks/{id}/deliveries': {
    params: {
      id: string;
    };
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      status?: 'pending' | 'delivered' | 'failed';
      type?: 'conversation.created' | 'conversation.handoff' | 'conversation.resolved' | 'message.received' | 'message.replied' | 'feedback.received' | 'booking.created' | 'booking.rescheduled' | 'booking.cancelled' | 'booking.reminder' | 'waitlist.offered' | 'prescription.requested' | 'prescription.updated' | 'membership.requested' | 'return.requested' | 'quota.warning' | 'quota.exceeded' | 'config.changed' | 'webhook.disabled' | 'ping';
      /** Created at or after this time or day */
      from?: string;
      /** Created before this time or day */
      to?: string;
    };
    answer: {
      object: 'list';
      data: Array<WebhookDelivery>;
      has_more: boolean;
    };
  };
  /** Read a delivery with what was sent and what was answered. Needs the scope `webhooks:read`. */
  'GET /api/webhooks/deliveries/{id}': {
    params: {
      id: string;
    };
    answer: {
      id: string;
      /** The header `webhook-id` */
      eventId: string;
      type: string;
      status: 'pending' | 'delivered' | 'failed';
      attempts: Array<{
        at: string;
        responseStatus: number | null;
        durationMs: number;
        /** Why there was no answer */
        error: string | null;
        /** The first 16 KB of the answer */
        response: string | null;
      }>;
      /** Null where it is sent at once, or no more */
      nextAttemptAt: string | null;
      createdAt: string;
      /** What is sent */
      payload: {
        [field: string]: unknown;
      };
    };
  };
  /** Send a delivery again. With the same `webhook-id`, and all attempts anew where it fails. 409 `conflict` while an attempt is under way. Needs the scope `webhooks:write`. */
  'POST /api/webhooks/deliveries/{id}/replay': {
    params: {
      id: string;
    };
    body?: {
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: WebhookDelivery;
  };
  /** Send again all that failed since a time. Needs the scope `webhooks:write`. */
  'POST /api/webhooks/{id}/replay': {
    params: {
      id: string;
    };
    body: {
      since: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      /** How many are sent again */
      count: number;
    };
  };
  /** What happened, in numbers. Series as CSV or NDJSON with `format`, or by `Accept`. What each number means is told in docs/analytics.md. Needs the scope `analytics:read`. */
  'GET /api/analytics': {
    query?: {
      /** A day or a time, included; left out, thirty days before `to` */
      from?: string;
      /** A day or a time, not included; left out, the end of today */
      to?: string;
      /** Left out: the business’s */
      tz?: string;
      channel?: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
      industry?: 'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon';
      interval?: 'hour' | 'day' | 'week' | 'month';
      /** Also the totals of as long a time before */
      compare?: 'previous';
      format?: 'json' | 'csv' | 'ndjson';
    };
    answer: Analytics;
  };
  /** One row for each conversation that began in a range. Streamed as NDJSON, or as CSV. Conversations about health come without text. Needs the scope `analytics:read`. */
  'GET /api/analytics/conversations': {
    query?: {
      /** A day or a time, included; left out, thirty days before `to` */
      from?: string;
      /** A day or a time, not included; left out, the end of today */
      to?: string;
      /** Left out: the business’s */
      tz?: string;
      channel?: 'api' | 'widget' | 'email' | 'sms' | 'whatsapp';
      industry?: 'fitness' | 'medical' | 'restaurant' | 'retail' | 'salon';
      format?: 'csv' | 'ndjson';
    };
    answer: string;
  };
  /** List the requests of this workspace. Kept for 30 days, unless the operator or the document’s `retentionDays` has set another time. Needs the scope `analytics:read`. */
  'GET /api/request-log': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      /** Only those that were refused or failed */
      errors?: boolean;
      status?: number;
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** A part of its pattern */
      route?: string;
      /** The id of a key or a member */
      actor?: string;
      /** At or after this time or day */
      from?: string;
      /** Before this time or day */
      to?: string;
    };
    answer: {
      object: 'list';
      data: Array<{
        id: string;
        requestId: string;
        method: string;
        /** Its pattern */
        route: string;
        /** Names alone */
        parameters: Array<string>;
        status: number;
        durationMs: number;
        /** The key or the person */
        actor: string;
        actorName: string | null;
        /** What was refused and why, without what was sent */
        problem: {
          [field: string]: unknown;
        } | null;
        createdAt: string;
      }>;
      has_more: boolean;
    };
  };
  /** Read one request of the log. By its id in the log, or by the `X-Request-Id` that the caller was given. Needs the scope `analytics:read`. */
  'GET /api/request-log/{id}': {
    params: {
      id: string;
    };
    answer: {
      id: string;
      requestId: string;
      method: string;
      /** Its pattern */
      route: string;
      /** Names alone */
      parameters: Array<string>;
      status: number;
      durationMs: number;
      /** The key or the person */
      actor: string;
      actorName: string | null;
      /** What was refused and why, without what was sent */
      problem: {
        [field: string]: unknown;
      } | null;
      createdAt: string;
    };
  };
  /** Answer what was asked in vain. Adds the question and its answer to the document’s `faqs`. The assistant answers with it from now on. Needs the scope `config:write`. */
  'POST /api/analytics/gaps/{id}/answer': {
    params: {
      id: string;
    };
    body: {
      question: string;
      answer: string;
      /** With a test key: check everything, commit nothing */
      dryRun?: boolean;
    };
    answer: {
      question: string;
      answer: string;
    };
  };
  /** List the audit log, newest first. With `format=csv` or `ndjson` all that the filters leave is sent as a file. Needs the role `admin`. */
  'GET /api/audit': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      /** Or all of a kind */
      action?: string;
      actor?: string;
      subject?: string;
      /** At or after this time or day */
      from?: string;
      /** Before this time or day */
      to?: string;
      format?: 'json' | 'csv' | 'ndjson';
    };
    answer: {
      object: 'list';
      data: Array<{
        /** Its place in the log */
        id: string;
        at: string;
        /** A member, a key, `operator` or `system` */
        actor: string;
        /** Where there still is one */
        actorName: string | null;
        action: string;
        /** What it was done to */
        subject: string;
        subjectName: string | null;
        /** Why, or what it was changed to */
        reason: string;
        hash: string;
      }>;
      has_more: boolean;
    };
  };
  /** Check that no entry was added, changed or removed. Against the end that is sealed with the master key, so entries that were cut off or written anew are noticed. Rows that were all put back as they were on an earlier day are not: keep `entries` and `head` elsewhere for that. Needs the role `admin`. */
  'GET /api/audit/verification': {
    answer: {
      ok: boolean;
      entries?: number;
      /** The hash of the last entry */
      head?: string;
      /** The first entry that is not as it was written */
      sequence?: number;
      /** Of that entry, or of the sealed end */
      fault?: 'missing' | 'changed' | 'not linked to the one before' | 'added' | 'not the one that was sealed' | 'head missing' | 'head not sealed' | 'head changed';
      /** The entry from which on it is sealed: 1, unless it was sealed as it stood, which is that entry */
      sealedFrom?: number;
    };
  };
  /** List the keys. Needs the role `admin`. */
  'GET /api/keys': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<Key>;
      has_more: boolean;
    };
  };
  /** Make a key. A publishable key is for the widget: it needs the `origins` of the pages that it may be used on. Needs the role `admin`. */
  'POST /api/keys': {
    body: {
      name: string;
      mode: 'live' | 'test';
      kind: 'secret' | 'publishable';
      scopes?: Array<'chat:write' | 'conversations:read' | 'conversations:write' | 'bookings:read' | 'bookings:write' | 'config:read' | 'config:write' | 'knowledge:read' | 'knowledge:write' | 'webhooks:read' | 'webhooks:write' | 'analytics:read' | 'mcp'>;
      origins?: Array<string>;
      expiresAt?: string;
    };
    answer: {
      id: string;
      name: string;
      mode: 'live' | 'test';
      kind: 'secret' | 'publishable';
      /** The last four characters */
      hint: string;
      /** All where null */
      scopes: Array<string> | null;
      origins: Array<string> | null;
      createdAt: string;
      expiresAt: string | null;
      revokedAt: string | null;
      /** To within half a minute */
      lastUsedAt: string | null;
      /** Shown this once */
      key: string;
    };
  };
  /** Revoke a key. At once, on every instance. Needs the role `admin`. */
  'DELETE /api/keys/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** Replace a key. Makes a key with the same rights; the old one works `overlapHours` longer. Needs the role `admin`. */
  'POST /api/keys/{id}/rotate': {
    params: {
      id: string;
    };
    body?: {
      overlapHours?: number;
    };
    answer: {
      id: string;
      name: string;
      mode: 'live' | 'test';
      kind: 'secret' | 'publishable';
      /** The last four characters */
      hint: string;
      /** All where null */
      scopes: Array<string> | null;
      origins: Array<string> | null;
      createdAt: string;
      expiresAt: string | null;
      revokedAt: string | null;
      /** To within half a minute */
      lastUsedAt: string | null;
      /** Shown this once */
      key: string;
    };
  };
  /** How long things are kept, and what goes when. Needs the role `admin`. */
  'GET /api/privacy': {
    answer: {
      /** As the document says */
      retentionDays: number;
      requestLogDays: number;
      keptSince: string;
      due: Array<{
        kind: 'conversations' | 'bookings' | 'requests' | 'events';
        /** With the next run, tonight */
        next: number;
        /** Within 7 days, those included */
        week: number;
        /** Within 30 days, those included */
        month: number;
      }>;
      deletion: {
        deletesAt: string;
        askedBy: string;
      } | null;
    };
  };
  /** Export the whole workspace. NDJSON, one object a line, streamed. What is sealed is opened for owners alone. Leaves entries in the audit log. Needs the role `admin`. */
  'POST /api/privacy/export': {
    body?: Record<string, never>;
    answer: string;
  };
  /** How much is held about somebody. A POST, so that who is meant stands in no log. Needs the role `admin`. */
  'POST /api/privacy/customers/find': {
    body?: {
      phone?: string;
      email?: string;
      /** Finds a patient beside a dateOfBirth; otherwise only where they are named */
      name?: string;
      dateOfBirth?: string;
    };
    answer: {
      conversations: number;
      bookings: number;
      requests: number;
      prescriptions: number;
      /** Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in `also`. At most 200 are shown. */
      mentions: Array<{
        kind: 'conversation' | 'booking' | 'request' | 'prescription' | 'knowledge' | 'ready_reply' | 'document';
        id: string;
        /** `visitor`: of the same browser, or of the same account of your page */
        by: Array<'name' | 'phone' | 'email' | 'visitor'>;
      }>;
      mentionCount: number;
    };
  };
  /** Export all that is held about somebody. NDJSON. What is sealed is opened for owners alone. Needs the role `admin`. */
  'POST /api/privacy/customers/export': {
    body?: {
      phone?: string;
      email?: string;
      /** Finds a patient beside a dateOfBirth; otherwise only where they are named */
      name?: string;
      dateOfBirth?: string;
    };
    answer: string;
  };
  /** Erase somebody. Conversations and requests are removed, bookings lose who they were for; figures stay. Stored answers, events and mails that tell of them go too. `report` says what became of every place, `mentions` what names them and was kept. It cannot be undone. Bookings that are still to come have to be cancelled first: 409, reason `upcoming_bookings`. Needs the role `admin`. */
  'POST /api/privacy/customers/erase': {
    body?: {
      phone?: string;
      email?: string;
      /** Finds a patient beside a dateOfBirth; otherwise only where they are named */
      name?: string;
      dateOfBirth?: string;
      /** Ids of conversations, bookings, requests and prescriptions that are theirs too, as somebody has seen */
      also?: Array<string>;
    };
    answer: {
      conversations: number;
      bookings: number;
      requests: number;
      prescriptions: number;
      /** Every place where something of a customer may stand, and what became of it */
      report: Array<{
        place: string;
        outcome: 'removed' | 'emptied' | 'kept';
        /** Null where it was not looked for */
        count: number | null;
        /** What that is, or why it is kept */
        about: string;
      }>;
      /** Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in `also`. At most 200 are shown. */
      mentions: Array<{
        kind: 'conversation' | 'booking' | 'request' | 'prescription' | 'knowledge' | 'ready_reply' | 'document';
        id: string;
        /** `visitor`: of the same browser, or of the same account of your page */
        by: Array<'name' | 'phone' | 'email' | 'visitor'>;
      }>;
      mentionCount: number;
    };
  };
  /** Delete the workspace in seven days. Takes its name, typed, and the owner’s password. Keys stop at once. Until the day it can be undone. Needs the role `owner`. */
  'POST /api/privacy/deletion': {
    body: {
      /** The name of the workspace */
      name: string;
      password: string;
    };
    answer: {
      deletesAt: string;
    };
  };
  /** Keep the workspace after all. Needs the role `owner`. */
  'DELETE /api/privacy/deletion': {
    answer: undefined;
  };
  /** List the plans */
  'GET /api/plans': {
    answer: Array<Plan>;
  };
  /** The workspace’s plan and what is used of it. Needs the role `read-only`. */
  'GET /api/plan': {
    answer: {
      plan: 'starter' | 'professional' | 'business';
      limit: number | null;
      used: number;
      resetsAt: string;
      /** Who changes it */
      changes: 'operator' | 'owner';
      request: PlanRequest | null;
    };
  };
  /** Change the plan. Takes effect at once. With the setting `PLAN_CHANGES=operator`, which is the default, only the operator can: ask for it with `PUT /api/plan/request`. Needs the role `owner`. */
  'PUT /api/plan': {
    body: {
      plan: 'starter' | 'professional' | 'business';
    };
    answer: {
      plan: 'starter' | 'professional' | 'business';
    };
  };
  /** Ask the operator for another plan. In place of what was asked for before. The owners get a mail when it is decided. Needs the role `owner`. */
  'PUT /api/plan/request': {
    body: {
      plan: 'starter' | 'professional' | 'business';
      note?: string;
    };
    answer: PlanRequest;
  };
  /** Take back what was asked for. Needs the role `owner`. */
  'DELETE /api/plan/request': {
    answer: undefined;
  };
  /** List what owners have asked for, newest first. Needs the role `operator`. */
  'GET /api/operator/plan-requests': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
      status?: 'open' | 'granted' | 'declined' | 'withdrawn';
    };
    answer: {
      object: 'list';
      data: Array<OperatorPlanRequest>;
      has_more: boolean;
    };
  };
  /** Grant a plan. Takes effect at once. The owners get a mail. Needs the role `operator`. */
  'POST /api/operator/plan-requests/{id}/grant': {
    params: {
      id: string;
    };
    body?: Record<string, never>;
    answer: OperatorPlanRequest;
  };
  /** Decline a request. The plan stays as it is. The owners get a mail, with the reason. Needs the role `operator`. */
  'POST /api/operator/plan-requests/{id}/decline': {
    params: {
      id: string;
    };
    body?: {
      /** For the owners */
      reason?: string;
    };
    answer: OperatorPlanRequest;
  };
  /** Sign up. Makes an account with a workspace on the Starter plan and its sandbox, and sets the session cookie. Where the service sends mail (`SMTP_URL`), it sets none: the address is mailed a link to confirm it first, and the answer is the same where it has an account already, which its owner is told by mail. */
  'POST /api/auth/sign-up/email': {
    body: {
      name: string;
      email: string;
      password: string;
      businessName?: string;
    };
    answer: {
      user?: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
      twoFactorRedirect?: boolean;
      /** The link in the mail must be used before signing in */
      confirmEmail?: boolean;
    };
  };
  /** Confirm the address with the mailed token. Sets the session cookie, the first time. */
  'POST /api/auth/verify-email': {
    body: {
      token: string;
    };
    answer: {
      status: boolean;
    };
  };
  /** Sign in. Sets the session cookie. With a second factor the answer is `twoFactorRedirect: true`; then verify a code. */
  'POST /api/auth/sign-in/email': {
    body: {
      email: string;
      password: string;
      rememberMe?: boolean;
    };
    answer: {
      user?: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
      twoFactorRedirect?: boolean;
    };
  };
  /** Sign out */
  'POST /api/auth/sign-out': {
    body?: Record<string, never>;
    answer: {
      success: boolean;
    };
  };
  /** Who is signed in */
  'GET /api/auth/get-session': {
    answer: {
      user: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
    } | null;
  };
  /** Ask for a password reset by mail. The answer is the same whether or not the address has an account. */
  'POST /api/auth/request-password-reset': {
    body: {
      email: string;
    };
    answer: {
      status: boolean;
    };
  };
  /** Set a new password with the mailed token. Signs out every session. */
  'POST /api/auth/reset-password': {
    body: {
      token: string;
      newPassword: string;
    };
    answer: {
      status: boolean;
    };
  };
  /** Change the password */
  'POST /api/auth/change-password': {
    body: {
      currentPassword: string;
      newPassword: string;
      revokeOtherSessions?: boolean;
    };
    answer: {
      user: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
    };
  };
  /** List the sessions */
  'GET /api/auth/list-sessions': {
    answer: Array<{
      id: string;
      createdAt: string;
      expiresAt: string;
      userAgent?: string | null;
      token: string;
    }>;
  };
  /** End a session */
  'POST /api/auth/revoke-session': {
    body: {
      token: string;
    };
    answer: {
      status: boolean;
    };
  };
  /** End all other sessions */
  'POST /api/auth/revoke-other-sessions': {
    body?: Record<string, never>;
    answer: {
      status: boolean;
    };
  };
  /** Begin setting up a second factor. Answers with the address for an authenticator app and with backup codes. It holds once a code is verified. */
  'POST /api/auth/two-factor/enable': {
    body: {
      password: string;
    };
    answer: {
      totpURI: string;
      backupCodes: Array<string>;
    };
  };
  /** Turn the second factor off */
  'POST /api/auth/two-factor/disable': {
    body: {
      password: string;
    };
    answer: {
      status: boolean;
    };
  };
  /** Verify a code of the authenticator app */
  'POST /api/auth/two-factor/verify-totp': {
    body: {
      code: string;
      trustDevice?: boolean;
    };
    answer: {
      user?: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
      twoFactorRedirect?: boolean;
    };
  };
  /** Verify a backup code */
  'POST /api/auth/two-factor/verify-backup-code': {
    body: {
      code: string;
    };
    answer: {
      user?: {
        id: string;
        name: string;
        email: string;
        emailVerified: boolean;
        twoFactorEnabled?: boolean | null;
        createdAt: string;
      };
      twoFactorRedirect?: boolean;
    };
  };
  /** Who is signed in, and their workspaces. Requests with a session work on the first workspace unless the header `X-Workspace` names another. */
  'GET /api/me': {
    answer: {
      user: {
        id: string;
        name: string;
        email: string;
      };
      workspaces: Array<Workspace>;
      /** Whether they decide what owners ask of the service */
      operator: boolean;
    };
  };
  /** List the members. Needs the role `read-only`. */
  'GET /api/members': {
    answer: {
      object: 'list';
      data: Array<Member>;
      has_more: boolean;
    };
  };
  /** Change a member’s role. Needs the role `admin`. */
  'PATCH /api/members/{userId}': {
    params: {
      userId: string;
    };
    body: {
      role: 'read-only' | 'agent' | 'admin' | 'owner';
    };
    answer: {
      userId: string;
      role: 'read-only' | 'agent' | 'admin' | 'owner';
    };
  };
  /** Remove a member, or leave. Needs the role `read-only`. */
  'DELETE /api/members/{userId}': {
    params: {
      userId: string;
    };
    answer: undefined;
  };
  /** List open invitations. Needs the role `admin`. */
  'GET /api/invitations': {
    query?: {
      /** How many to return */
      limit?: number;
      /** The id of the last one of the page before */
      starting_after?: string;
    };
    answer: {
      object: 'list';
      data: Array<Invitation>;
      has_more: boolean;
    };
  };
  /** Invite someone by mail. A new invitation to the same address replaces the one before. At most 20 a day. Needs the role `admin`. */
  'POST /api/invitations': {
    body: {
      email: string;
      role: 'admin' | 'agent' | 'read-only';
    };
    answer: Invitation;
  };
  /** Withdraw an invitation. Needs the role `admin`. */
  'DELETE /api/invitations/{id}': {
    params: {
      id: string;
    };
    answer: undefined;
  };
  /** Accept an invitation. For the person whose address was invited, signed in, with the token of the mail. */
  'POST /api/invitations/accept': {
    body: {
      token: string;
    };
    answer: Workspace;
  };
  /** How the service is */
  'GET /api/health': {
    answer: {
      status: 'pass' | 'warn' | 'fail';
      version: string;
      /** Seconds */
      uptime: number;
      checks: {
        database: Array<{
          status: 'pass' | 'warn' | 'fail';
          output?: string;
          observedValue?: number;
          observedUnit?: string;
          time: string;
        }>;
        jobs: Array<{
          status: 'pass' | 'warn' | 'fail';
          output?: string;
          observedValue?: number;
          observedUnit?: string;
          time: string;
        }>;
        webhooks: Array<{
          status: 'pass' | 'warn' | 'fail';
          output?: string;
          observedValue?: number;
          observedUnit?: string;
          time: string;
        }>;
        assistant: Array<{
          status: 'pass' | 'warn' | 'fail';
          output?: string;
          observedValue?: number;
          observedUnit?: string;
          time: string;
        }>;
      };
    };
  };
  /** Whether the process runs */
  'GET /api/health/live': {
    answer: {
      status: 'pass' | 'warn' | 'fail';
    };
  };
  /** Whether it takes requests */
  'GET /api/health/ready': {
    answer: {
      status: 'pass' | 'warn' | 'fail';
    };
  };
  /** Prometheus metrics. For this machine alone, unless the operator has set METRICS_TOKEN; then with that as the bearer token. */
  'GET /metrics': {
    answer: string;
  };
};
