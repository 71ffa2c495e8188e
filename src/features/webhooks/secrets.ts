import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../kernel/crypto.ts';

/** Newest first. Replaced secrets keep signing until they expire. */
type Secrets = { secret: string; until?: string }[];
type EndpointRef = { workspace_id: string; id: string };

const PURPOSE = 'webhook secrets';
const SECRET_BYTES = 32;
const OVERLAP_MS = 24 * 3_600_000;
const MAX_SECRETS = 5;

const associatedData = ({ workspace_id, id }: EndpointRef) => `${workspace_id} ${id}`;
const encryptSecrets = (keyring: Keyring, endpoint: EndpointRef, secrets: Secrets) =>
  keyring.encrypt(PURPOSE, JSON.stringify(secrets), associatedData(endpoint));
const decryptSecrets = (keyring: Keyring, endpoint: EndpointRef, encryptedSecrets: Buffer): Secrets =>
  JSON.parse(keyring.decrypt(PURPOSE, encryptedSecrets, associatedData(endpoint)));

export function createSecret(keyring: Keyring, endpoint: EndpointRef): { secret: string; encryptedSecrets: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, encryptedSecrets: encryptSecrets(keyring, endpoint, [{ secret }]) };
}

/** Adds a new secret. The previous one keeps signing for a day. */
export function rotateSecret(keyring: Keyring, endpoint: EndpointRef, encryptedSecrets: Buffer, now: Date) {
  const newSecret = createSecret(keyring, endpoint);
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  const previousSecrets = activeSecrets(decryptSecrets(keyring, endpoint, encryptedSecrets), now).map(
    (previousSecret) => ({
      until,
      ...previousSecret,
    }),
  );
  const secrets = [{ secret: newSecret.secret }, ...previousSecrets].slice(0, MAX_SECRETS);
  return { secret: newSecret.secret, encryptedSecrets: encryptSecrets(keyring, endpoint, secrets) };
}

const activeSecrets = (secrets: Secrets, now: Date): Secrets =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** The `webhook-signature` header: one signature per active secret. The receiver needs to know only one of them. */
export function sign(
  keyring: Keyring,
  endpoint: EndpointRef,
  encryptedSecrets: Buffer,
  message: { id: string; at: Date; body: string },
) {
  return activeSecrets(decryptSecrets(keyring, endpoint, encryptedSecrets), message.at)
    .map(({ secret }) => new Webhook(secret).sign(message.id, message.at, message.body))
    .join(' ');
}
