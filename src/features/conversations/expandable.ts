import type { ExpandableObjects } from '../../kernel/http/route.ts';
import type { ConversationService } from './conversation-service.ts';
import { ConversationSummary, presentSummary } from './shapes.ts';

export const expandableConversations = ({ store }: ConversationService): ExpandableObjects => ({
  scope: 'conversations:read',
  schema: ConversationSummary,
  async read(ctx, ids) {
    const rows = await store.list(ctx, { ids, limit: ids.length });
    return new Map(rows.map((row) => [row.id, presentSummary(row, ctx.workspace.timezone)]));
  },
});
