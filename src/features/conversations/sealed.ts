import type { Vault } from '../../kernel/crypto.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import { newestKey } from '../patients/data-keys.ts';
import { CONVERSATION_FIELD, MESSAGE_FIELD, openValue, sealValue, touched } from '../patients/sealed.ts';
import type { Conversation, ConversationRow, Message, MessageRow } from './conversation.ts';

type Ctx = Context<InWorkspace>;

/** What of a row is hidden where health is talked about. The rest is ids, states and times. */
type HiddenOfConversation = Pick<Conversation, 'customer' | 'metadata' | 'preview' | 'state'>;
type HiddenOfMessage = Pick<Message, 'text' | 'details'>;
type Sealed = Pick<ConversationRow, 'id' | 'sealed'>;

/** Conversations about health are stored sealed, and each reading and writing of one leaves an audit entry. */
export function createSealing(vault: Vault, isHealth: (businessType: string | null) => boolean) {
  const keyed = (ctx: Ctx) => ({ db: ctx.db, workspace: ctx.workspace, vault });

  /** Where it will be sealed again: the key for that is fetched first and opens it too. */
  async function openToChange(ctx: Ctx, row: ConversationRow): Promise<Conversation> {
    if (row.sealed) await newestKey(keyed(ctx));
    return openConversation(ctx, row);
  }

  /** The whole row or a part of it. */
  async function openConversation<Row extends Sealed>(ctx: Ctx, { sealed, ...row }: Row) {
    if (!sealed) return { ...row, isSealed: false };
    const hidden = await openValue<HiddenOfConversation>(keyed(ctx), row.id, CONVERSATION_FIELD, sealed);
    return { ...row, ...hidden, isSealed: true };
  }

  async function openMessage(ctx: Ctx, { sealed, ...row }: MessageRow): Promise<Message> {
    if (!sealed) return row;
    return { ...row, ...(await openValue<HiddenOfMessage>(keyed(ctx), row.id, MESSAGE_FIELD, sealed)) };
  }

  async function sealConversation(ctx: Ctx, conversation: Conversation): Promise<ConversationRow> {
    const { customer, metadata, preview, state, isSealed: _, ...rest } = conversation;
    const hidden: HiddenOfConversation = { customer, metadata, preview, state };
    const sealed = await sealValue(keyed(ctx), conversation.id, CONVERSATION_FIELD, hidden);
    return { ...rest, customer: {}, metadata: {}, preview: '', state: {}, sealed };
  }

  async function sealMessage(ctx: Ctx, { text, details, ...rest }: Message): Promise<MessageRow> {
    const hidden: HiddenOfMessage = { text, details };
    return { ...rest, text: '', details: null, sealed: await sealValue(keyed(ctx), rest.id, MESSAGE_FIELD, hidden) };
  }

  const trace = (ctx: Ctx, action: 'conversation.read' | 'conversation.write', ...ids: string[]) =>
    touched({ ...ctx, vault, purpose: 'conversations' }, action, ...ids);

  return { isHealth, openConversation, openToChange, openMessage, sealConversation, sealMessage, trace };
}

export type Sealing = ReturnType<typeof createSealing>;
