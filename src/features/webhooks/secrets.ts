import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../kernel/crypto.ts';

/** The newest first; those that it has replaced sign a while longer. */
type Secrets = { secret: string; until?: string }[];
type Owner = { workspace_id: string; id: string };

const PURPOSE = 'webhook secrets';
const BYTES = 32;
const OVERLAP_MS = 24 * 3_600_000;
const MOST = 5;

const contextOf = ({ workspace_id, id }: Owner) => `${workspace_id} ${id}`;
const seal = (keyring: Keyring, owner: Owner, secrets: Secrets) =>
  keyring.encrypt(PURPOSE, JSON.stringify(secrets), contextOf(owner));
const open = (keyring: Keyring, owner: Owner, sealed: Buffer): Secrets =>
  JSON.parse(keyring.decrypt(PURPOSE, sealed, contextOf(owner)));

export function newSecret(keyring: Keyring, owner: Owner): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  return { secret, sealed: seal(keyring, owner, [{ secret }]) };
}

/** A new secret beside the one until now, which signs for a day longer. */
export function rotateSecret(keyring: Keyring, owner: Owner, sealed: Buffer, now: Date) {
  const fresh = newSecret(keyring, owner);
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  const kept = signing(open(keyring, owner, sealed), now).map((old) => ({ until, ...old }));
  const secrets = [{ secret: fresh.secret }, ...kept].slice(0, MOST);
  return { secret: fresh.secret, sealed: seal(keyring, owner, secrets) };
}

const signing = (secrets: Secrets, now: Date): Secrets =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** The header `webhook-signature`: a signature by each secret, of which the receiver needs to know one. */
export function sign(keyring: Keyring, owner: Owner, sealed: Buffer, message: { id: string; at: Date; body: string }) {
  return signing(open(keyring, owner, sealed), message.at)
    .map(({ secret }) => new Webhook(secret).sign(message.id, message.at, message.body))
    .join(' ');
}
