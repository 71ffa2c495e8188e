import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { newPushKeys, openPushKeys, type PushKeyPair } from './web-push.ts';

const KIND = 'web-push';
const VERSION = 1;
const PURPOSE = 'installation keys';

/** The key pair that identifies this installation to push services, created on first use. */
export function createPushKeys(database: Database, keyring: Keyring): () => Promise<PushKeyPair> {
  let opened: Promise<PushKeyPair> | undefined;
  const find = async () => {
    const sql = 'select public_key, sealed from installation_keys where kind = $1 and version = $2';
    return (await database.statement<{ public_key: string; sealed: Buffer }>(sql, [KIND, VERSION]))[0];
  };
  const open = async () => {
    const row = (await find()) ?? (await create());
    return openPushKeys(row.public_key, JSON.parse(keyring.decrypt(PURPOSE, row.sealed, `${KIND} ${VERSION}`)));
  };
  const create = async () => {
    const { publicKey, jwk } = newPushKeys();
    const sealed = keyring.encrypt(PURPOSE, JSON.stringify(jwk), `${KIND} ${VERSION}`);
    // Several instances may create one at once. The first wins, because browsers subscribe with its public key.
    await database.statement('insert into installation_keys values ($1, $2, $3, $4) on conflict do nothing', [
      ...[KIND, VERSION],
      ...[publicKey, sealed],
    ]);
    return must(await find(), 'the key pair that was just created');
  };
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
