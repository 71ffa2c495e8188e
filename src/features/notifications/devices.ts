import type { Db } from '../../kernel/database/database.ts';
import type { Role } from '../accounts/roles.ts';
import type { PushTarget } from './web-push.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    push_devices: {
      workspace_id: string;
      id: string;
      user_id: string;
      endpoint: string;
      public_key: string;
      auth_secret: string;
      user_agent: string | null;
      created_at: Date;
    };
  }
}

export type Device = PushTarget & { id: string; userAgent: string | null; createdAt: Date };

const selectDevices = (db: Db) =>
  db
    .selectFrom('push_devices as d')
    .select(['d.id', 'd.endpoint', 'd.public_key as publicKey', 'd.auth_secret as authSecret'])
    .select(['d.user_agent as userAgent', 'd.created_at as createdAt']);

export const listDevices = (db: Db, userId: string): Promise<Device[]> =>
  selectDevices(db).where('d.user_id', '=', userId).orderBy('d.id').execute();

export const findDevice = (db: Db, userId: string, id: string): Promise<Device | undefined> =>
  selectDevices(db).where('d.user_id', '=', userId).where('d.id', '=', id).executeTakeFirst();

/** All devices in the workspace, with the role of whom they belong to. */
export const listDevicesWithRoles = (db: Db): Promise<(Device & { role: Role })[]> =>
  selectDevices(db)
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'd.workspace_id').onRef('m.user_id', '=', 'd.user_id'),
    )
    .select('m.role')
    .execute();

/** A browser has one endpoint, so it belongs to whoever turned alerts on last. */
export async function saveDevice(
  db: Db,
  member: { workspaceId: string; userId: string },
  { id, endpoint, publicKey, authSecret, userAgent, createdAt }: Device,
): Promise<Device> {
  const values = {
    user_id: member.userId,
    public_key: publicKey,
    auth_secret: authSecret,
    user_agent: userAgent,
    created_at: createdAt,
  };
  return db
    .insertInto('push_devices')
    .values({ workspace_id: member.workspaceId, id, endpoint, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'endpoint']).doUpdateSet(values))
    .returning(['id', 'endpoint', 'public_key as publicKey', 'auth_secret as authSecret'])
    .returning(['user_agent as userAgent', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
}

export async function removeDevice(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('push_devices').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
