import type { Keyring } from '../../kernel/crypto.ts';
import { findOrCreateNewestDataKey } from '../../kernel/encryption/data-keys.ts';
import { auditAccess, decryptValue, type EncryptedColumn, encryptValue } from '../../kernel/encryption/values.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { readStoredState } from '../assistant/stored-state.ts';
import type { Conversation, ConversationRow, Message, MessageRow } from './conversation.ts';

type Ctx = Context<WorkspacePrincipal>;

export const ENCRYPTED_CONVERSATION = {
  table: 'conversations',
  column: 'sealed',
  associatedField: 'conversation',
} satisfies EncryptedColumn;
export const ENCRYPTED_MESSAGE = {
  table: 'messages',
  column: 'sealed',
  associatedField: 'message',
} satisfies EncryptedColumn;

/** The columns that are encrypted in conversations about health. The rest is ids, states and times. */
type EncryptedConversationFields = Pick<Conversation, 'customer' | 'metadata' | 'preview' | 'state'>;
type EncryptedMessageFields = Pick<Message, 'text' | 'details'>;
type EncryptedRow = Pick<ConversationRow, 'id' | 'sealed'>;

/** Conversations about health are stored encrypted, and every read and write of one is audited. */
export function createConversationEncryption(
  keyring: Keyring,
  isHealthBusinessType: (businessType: string | null) => boolean,
) {
  const createKeyContext = (ctx: Ctx) => ({ db: ctx.db, workspace: ctx.workspace, keyring });

  /** For a row that will be encrypted again: fetching the newest key first usually saves a second key lookup. */
  async function decryptForUpdate(ctx: Ctx, row: ConversationRow): Promise<Conversation> {
    if (row.sealed) await findOrCreateNewestDataKey(createKeyContext(ctx));
    return decryptConversation(ctx, row);
  }

  /** Accepts a whole row or a selection of its columns. */
  async function decryptConversation<Row extends EncryptedRow>(ctx: Ctx, { sealed, ...row }: Row) {
    if (!sealed) return { ...withCurrentState(row), isEncrypted: false, isStored: true };
    const encryptedFields = await decryptValue<EncryptedConversationFields>(
      createKeyContext(ctx),
      row.id,
      ENCRYPTED_CONVERSATION.associatedField,
      sealed,
    );
    return { ...row, ...withCurrentState(encryptedFields), isEncrypted: true, isStored: true };
  }

  /** Waits only for rows that are encrypted, because waiting for every row would take longer than reading the list. */
  async function decryptConversations<Row extends EncryptedRow>(ctx: Ctx, rows: Row[]) {
    const conversations = [];
    for (const row of rows)
      conversations.push(
        row.sealed
          ? await decryptConversation(ctx, row)
          : { ...withCurrentState(row), isEncrypted: false, isStored: true },
      );
    return conversations;
  }

  async function decryptMessage(ctx: Ctx, { sealed, ...row }: MessageRow): Promise<Message> {
    if (!sealed) return row;
    return {
      ...row,
      ...(await decryptValue<EncryptedMessageFields>(
        createKeyContext(ctx),
        row.id,
        ENCRYPTED_MESSAGE.associatedField,
        sealed,
      )),
    };
  }

  async function encryptConversation(ctx: Ctx, conversation: Conversation): Promise<ConversationRow> {
    const { customer, metadata, preview, state, isEncrypted: _, isStored: __, ...rest } = conversation;
    const encryptedFields: EncryptedConversationFields = { customer, metadata, preview, state };
    const sealed = await encryptValue(
      createKeyContext(ctx),
      conversation.id,
      ENCRYPTED_CONVERSATION.associatedField,
      encryptedFields,
    );
    return { ...rest, customer: {}, metadata: {}, preview: '', state: {}, sealed };
  }

  async function encryptMessage(ctx: Ctx, { text, details, ...rest }: Message): Promise<MessageRow> {
    const encryptedFields: EncryptedMessageFields = { text, details };
    return {
      ...rest,
      text: '',
      details: null,
      sealed: await encryptValue(createKeyContext(ctx), rest.id, ENCRYPTED_MESSAGE.associatedField, encryptedFields),
    };
  }

  const audit = (ctx: Ctx, action: 'conversation.read' | 'conversation.write', ...ids: string[]) =>
    auditAccess({ ...ctx, keyring, purpose: 'conversations' }, action, ...ids);

  return {
    isHealthBusinessType,
    decryptConversation,
    decryptConversations,
    decryptForUpdate,
    decryptMessage,
    encryptConversation,
    encryptMessage,
    audit,
  };
}

const withCurrentState = <Fields extends object>(fields: Fields): Fields =>
  'state' in fields ? { ...fields, state: readStoredState(fields.state as Conversation['state']) } : fields;

export type ConversationEncryption = ReturnType<typeof createConversationEncryption>;
