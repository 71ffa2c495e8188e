import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../kernel/crypto.ts';

/** Newest first. Replaced secrets keep signing until they expire. */
type Secrets = { secret: string; until?: string }[];
type Owner = { workspace_id: string; id: string };

const PURPOSE = 'webhook secrets';
const SECRET_BYTES = 32;
const OVERLAP_MS = 24 * 3_600_000;
const MAX_SECRETS = 5;

const contextOf = ({ workspace_id, id }: Owner) => `${workspace_id} ${id}`;
const encryptSecrets = (keyring: Keyring, owner: Owner, secrets: Secrets) =>
  keyring.encrypt(PURPOSE, JSON.stringify(secrets), contextOf(owner));
const decryptSecrets = (keyring: Keyring, owner: Owner, encryptedSecrets: Buffer): Secrets =>
  JSON.parse(keyring.decrypt(PURPOSE, encryptedSecrets, contextOf(owner)));

export function newSecret(keyring: Keyring, owner: Owner): { secret: string; encryptedSecrets: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, encryptedSecrets: encryptSecrets(keyring, owner, [{ secret }]) };
}

/** Adds a new secret. The previous one keeps signing for a day. */
export function rotateSecret(keyring: Keyring, owner: Owner, encryptedSecrets: Buffer, now: Date) {
  const newest = newSecret(keyring, owner);
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  const previousSecrets = activeSecrets(decryptSecrets(keyring, owner, encryptedSecrets), now).map((old) => ({
    until,
    ...old,
  }));
  const secrets = [{ secret: newest.secret }, ...previousSecrets].slice(0, MAX_SECRETS);
  return { secret: newest.secret, encryptedSecrets: encryptSecrets(keyring, owner, secrets) };
}

const activeSecrets = (secrets: Secrets, now: Date): Secrets =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** The `webhook-signature` header: one signature per active secret. The receiver needs to know only one of them. */
export function sign(
  keyring: Keyring,
  owner: Owner,
  encryptedSecrets: Buffer,
  message: { id: string; at: Date; body: string },
) {
  return activeSecrets(decryptSecrets(keyring, owner, encryptedSecrets), message.at)
    .map(({ secret }) => new Webhook(secret).sign(message.id, message.at, message.body))
    .join(' ');
}
