import type { Contact } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { inLanguage } from '../../capability/formatter.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import type { Context, WorkspacePrincipal } from '../../kernel/http/route.ts';
import type { Assistant, AssistantAnswer } from '../assistant/assistant.ts';
import type { DialogueState } from '../assistant/dialogue-state.ts';
import type { KnowledgeIndex } from '../assistant/knowledge-index.ts';
import { chooseLanguage } from '../assistant/languages.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import type { Conversation } from './conversation.ts';

export type TurnInput = {
  business: Business;
  industry: AnyIndustry | undefined;
  conversation: Conversation;
  message: string;
  knowledgeIndex: KnowledgeIndex | undefined;
  /** What happens next at a handoff, if the channel knows better than the business. */
  handoffMessage?: string | undefined;
  /** The language of the reply. Left out, it is detected from the message. */
  language?: string | undefined;
  /** The phone number or email address that the customer is known to write from. */
  proven?: Contact;
};

type Dependencies = { assistant: Assistant; resolveBusinessContext: ResolveBusinessContext };

/** The embedded assistant's answer: its usual one, or the one it gives while the customer waits for a person. */
export async function answerEmbedded(
  ctx: Context<WorkspacePrincipal>,
  { assistant, resolveBusinessContext }: Dependencies,
  turnInput: TurnInput,
  mode: 'reply' | 'replyWhileWaiting' = 'reply',
): Promise<AssistantAnswer> {
  const { business, industry, conversation, message, knowledgeIndex, handoffMessage, proven } = turnInput;
  const { id, business_name, customer, state } = conversation;
  const { language = chooseLanguage(message, (state as DialogueState).language) } = turnInput;
  const localizedBusiness = inLanguage(business, language);
  const businessCtx = await resolveBusinessContext(ctx, 'chat');
  const customerCtx = {
    ...businessCtx,
    business: localizedBusiness,
    industry: industry?.name ?? '',
    isByCustomer: true,
    conversationId: id,
    proven,
  };
  const businessName = business_name ?? business.name;
  return assistant[mode](customerCtx, {
    message,
    industry,
    businessName,
    customer,
    state: state as DialogueState,
    knowledgeIndex,
    handoffMessage,
  });
}
