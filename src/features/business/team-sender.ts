import type { Db } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { findWhiteLabelBrand } from '../brand/brand.ts';
import { findLinkBase } from '../brand/domains.ts';
import type { Documents } from './store.ts';

/** The sender name and link base of emails to the team: those of the brand, if the workspace has them. */
export const createTeamSender =
  (documents: Pick<Documents, 'get'>, publicUrl: string) =>
  async (ctx: { db: Db; workspace: Workspace }): Promise<{ senderName?: string; linkBase: string }> => {
    const { document } = await documents.get(ctx);
    const brand = findWhiteLabelBrand(ctx.workspace, document.brand);
    return { ...(brand ? { senderName: brand.senderName } : {}), linkBase: await findLinkBase(ctx, publicUrl) };
  };
