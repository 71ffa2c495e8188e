import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    conversation_notes: {
      workspace_id: string;
      id: string;
      conversation_id: string;
      author_id: string;
      author_name: string;
      text: string;
      sealed: Buffer | null;
      created_at: Date;
    };
    ready_replies: { workspace_id: string; id: string; title: string; text: string; created_at: Date };
    watched_workspaces: { workspace_id: string; until: Date };
  }
}

export type Teammate = { id: string; name: string };

/** The members of the workspace, also when it is the sandbox. */
export async function listTeam(db: Db): Promise<Teammate[]> {
  return (await sql<Teammate>`select id, name from team_of_workspace()`.execute(db)).rows;
}
