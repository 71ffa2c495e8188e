import type { Generated } from 'kysely';
import type { Role } from './roles.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    workspaces: {
      id: string;
      live_id: string;
      mode: 'live' | 'test';
      name: string;
      plan: Generated<string>;
      timezone: Generated<string>;
      identity_secret: Buffer | null;
      /** Copied from the newest business document. */
      retention_days: Generated<number>;
      /** When it will be deleted permanently, and who requested that. */
      deletes_at: Date | null;
      deletion_asked_by: string | null;
      created_at: Generated<Date>;
    };
    members: { workspace_id: string; user_id: string; role: Role; created_at: Generated<Date> };
    invitations: {
      workspace_id: string;
      id: string;
      email: string;
      role: Exclude<Role, 'owner'>;
      token_hash: Buffer;
      invited_by: string | null;
      created_at: Generated<Date>;
      expires_at: Date;
    };
    auth_users: { id: string; name: string; email: string; createdAt: Date };
    auth_sessions: { id: string; userId: string };
    /** Written only by the command line. */
    operators: { user_id: string; added_at: Date };
  }
}
