import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { whiteLabelOf } from '../brand/brand.ts';
import { linkBaseFor } from '../brand/domains.ts';
import type { Documents } from './store.ts';

/** Who a workspace's mails to its team come from, and where their links lead: the brand's name and domain, if it has them. */
export const createTeamSender =
  (documents: Pick<Documents, 'get'>, publicUrl: string) =>
  async (ctx: { db: Db; workspace: Workspace }): Promise<{ senderName?: string; linkBase: string }> => {
    const { document } = await documents.get(ctx);
    const brand = whiteLabelOf(ctx.workspace, document.brand);
    return { ...(brand ? { senderName: brand.senderName } : {}), linkBase: await linkBaseFor(ctx, publicUrl) };
  };
