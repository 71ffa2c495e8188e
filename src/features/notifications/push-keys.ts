import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import { must } from '../../kernel/must.ts';
import { generatePushKeys, openPushKeys, type PushKeyPair } from './web-push.ts';

const KIND = 'web-push';
const VERSION = 1;
const PURPOSE = 'installation keys';

/** The key pair that identifies this installation to push services, created on first use. */
export function createPushKeys(database: Database, keyring: Keyring): () => Promise<PushKeyPair> {
  let keyPair: Promise<PushKeyPair> | undefined;
  const findRow = async () => {
    const sql = 'select public_key, sealed from installation_keys where kind = $1 and version = $2';
    return (await database.statement<{ public_key: string; sealed: Buffer }>(sql, [KIND, VERSION]))[0];
  };
  const loadKeyPair = async () => {
    const row = (await findRow()) ?? (await createRow());
    return openPushKeys(row.public_key, JSON.parse(keyring.decrypt(PURPOSE, row.sealed, `${KIND} ${VERSION}`)));
  };
  const createRow = async () => {
    const { publicKey, jwk } = generatePushKeys();
    const sealed = keyring.encrypt(PURPOSE, JSON.stringify(jwk), `${KIND} ${VERSION}`);
    // Several instances may create one at once. The first wins, because browsers subscribe with its public key.
    await database.statement('insert into installation_keys values ($1, $2, $3, $4) on conflict do nothing', [
      ...[KIND, VERSION],
      ...[publicKey, sealed],
    ]);
    return must(await findRow(), 'the key pair that was just created');
  };
  return () => {
    keyPair ??= loadKeyPair().catch((error) => {
      keyPair = undefined;
      throw error;
    });
    return keyPair;
  };
}
