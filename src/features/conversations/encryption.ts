import type { Keyring } from '../../kernel/crypto.ts';
import { newestKey } from '../../kernel/encryption/data-keys.ts';
import { auditAccess, decryptValue, encryptValue, type SealedColumn } from '../../kernel/encryption/values.ts';
import type { Context, InWorkspace } from '../../kernel/http/route.ts';
import type { Conversation, ConversationRow, Message, MessageRow } from './conversation.ts';

type Ctx = Context<InWorkspace>;

export const SEALED_CONVERSATION = {
  table: 'conversations',
  column: 'sealed',
  field: 'conversation',
} satisfies SealedColumn;
export const SEALED_MESSAGE = { table: 'messages', column: 'sealed', field: 'message' } satisfies SealedColumn;

/** The columns that are encrypted in conversations about health. The rest is ids, states and times. */
type HiddenOfConversation = Pick<Conversation, 'customer' | 'metadata' | 'preview' | 'state'>;
type HiddenOfMessage = Pick<Message, 'text' | 'details'>;
type Sealed = Pick<ConversationRow, 'id' | 'sealed'>;

/** Conversations about health are stored encrypted, and every read and write of one is audited. */
export function createConversationEncryption(keyring: Keyring, isHealth: (businessType: string | null) => boolean) {
  const keyed = (ctx: Ctx) => ({ db: ctx.db, workspace: ctx.workspace, keyring });

  /** Where it will be sealed again: the key for that is fetched first and opens it too. */
  async function openToChange(ctx: Ctx, row: ConversationRow): Promise<Conversation> {
    if (row.sealed) await newestKey(keyed(ctx));
    return openConversation(ctx, row);
  }

  /** The whole row or a part of it. */
  async function openConversation<Row extends Sealed>(ctx: Ctx, { sealed, ...row }: Row) {
    if (!sealed) return { ...row, isSealed: false };
    const hidden = await decryptValue<HiddenOfConversation>(keyed(ctx), row.id, SEALED_CONVERSATION.field, sealed);
    return { ...row, ...hidden, isSealed: true };
  }

  async function openMessage(ctx: Ctx, { sealed, ...row }: MessageRow): Promise<Message> {
    if (!sealed) return row;
    return { ...row, ...(await decryptValue<HiddenOfMessage>(keyed(ctx), row.id, SEALED_MESSAGE.field, sealed)) };
  }

  async function sealConversation(ctx: Ctx, conversation: Conversation): Promise<ConversationRow> {
    const { customer, metadata, preview, state, isSealed: _, ...rest } = conversation;
    const hidden: HiddenOfConversation = { customer, metadata, preview, state };
    const sealed = await encryptValue(keyed(ctx), conversation.id, SEALED_CONVERSATION.field, hidden);
    return { ...rest, customer: {}, metadata: {}, preview: '', state: {}, sealed };
  }

  async function sealMessage(ctx: Ctx, { text, details, ...rest }: Message): Promise<MessageRow> {
    const hidden: HiddenOfMessage = { text, details };
    return {
      ...rest,
      text: '',
      details: null,
      sealed: await encryptValue(keyed(ctx), rest.id, SEALED_MESSAGE.field, hidden),
    };
  }

  const trace = (ctx: Ctx, action: 'conversation.read' | 'conversation.write', ...ids: string[]) =>
    auditAccess({ ...ctx, keyring, purpose: 'conversations' }, action, ...ids);

  return { isHealth, openConversation, openToChange, openMessage, sealConversation, sealMessage, trace };
}

export type ConversationEncryption = ReturnType<typeof createConversationEncryption>;
