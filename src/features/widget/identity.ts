import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Db } from '../../kernel/database/database.ts';
import {
  type Actor,
  created,
  type Gate,
  noContent,
  type Route,
  route,
  type Workspace,
} from '../../kernel/http/route.ts';
import { Strict } from '../../kernel/http/schema.ts';
import type { Role } from '../accounts/roles.ts';

const PURPOSE = 'identity secrets';
const tag = 'Widget';

/** The secret with which the business's server signs its customers' identities, if it has one. */
export async function readIdentitySecret(
  db: Db,
  keyring: Keyring,
  { id, liveId }: Workspace,
): Promise<string | undefined> {
  const row = await db.selectFrom('workspaces').select('identity_secret').where('id', '=', id).executeTakeFirst();
  return row?.identity_secret
    ? keyring.decrypt(PURPOSE, row.identity_secret, buildEncryptionContext(liveId, id))
    : undefined;
}

const buildEncryptionContext = (liveId: string, id: string) => `${liveId} ${id}`;

/** Stores the secret for the workspace and its sandbox; the transaction sees both rows. */
export async function storeIdentitySecret(db: Db, keyring: Keyring, secret: string | null): Promise<void> {
  for (const { id, live_id } of await db.selectFrom('workspaces').select(['id', 'live_id']).execute()) {
    const identity_secret =
      secret === null ? null : keyring.encrypt(PURPOSE, secret, buildEncryptionContext(live_id, id));
    await db.updateTable('workspaces').set({ identity_secret }).where('id', '=', id).execute();
  }
}

type Dependencies = { keyring: Keyring; session(role: Role): Gate<{ workspace: Workspace; actor: Actor }> };

export function identityRoutes({ keyring, session: sessionGate }: Dependencies): Route[] {
  return [
    route({
      method: 'POST',
      pathPrefixSet: 'dashboard',
      path: '/widget/identity-secret',
      gate: sessionGate('admin'),
      tag,
      summary: 'Make or replace the secret that signs who visitors are',
      description: 'It is shown this once. What the secret before has signed is refused from now on.',
      body: Strict({}),
      responses: { 201: Type.Object({ secret: Type.String() }) },
      async handle({ db }) {
        const secret = `fd_id_${randomBytes(32).toString('base64url')}`;
        await storeIdentitySecret(db, keyring, secret);
        return created({ secret });
      },
    }),
    route({
      method: 'DELETE',
      pathPrefixSet: 'dashboard',
      path: '/widget/identity-secret',
      gate: sessionGate('admin'),
      tag,
      summary: 'Turn the verification of visitors off',
      responses: { 204: null },
      async handle({ db }) {
        await storeIdentitySecret(db, keyring, null);
        return noContent();
      },
    }),
  ];
}
