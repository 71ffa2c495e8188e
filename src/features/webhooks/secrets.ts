import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../kernel/crypto.ts';

/** Newest first. Replaced secrets keep signing until they expire. */
type Secrets = { secret: string; until?: string }[];
type EndpointRef = { workspace_id: string; id: string };

const PURPOSE = 'webhook secrets';
const SECRET_BYTES = 32;
const SECRET_OVERLAP_MS = 24 * 3_600_000;
const MAX_SECRETS = 5;

const buildAssociatedData = ({ workspace_id, id }: EndpointRef) => `${workspace_id} ${id}`;
const encryptSecrets = (keyring: Keyring, endpoint: EndpointRef, secrets: Secrets) =>
  keyring.encrypt(PURPOSE, JSON.stringify(secrets), buildAssociatedData(endpoint));
const decryptSecrets = (keyring: Keyring, endpoint: EndpointRef, encryptedSecrets: Buffer): Secrets =>
  JSON.parse(keyring.decrypt(PURPOSE, encryptedSecrets, buildAssociatedData(endpoint)));

export function createSecret(keyring: Keyring, endpoint: EndpointRef): { secret: string; encryptedSecrets: Buffer } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, encryptedSecrets: encryptSecrets(keyring, endpoint, [{ secret }]) };
}

/** Adds a new secret. The previous one keeps signing for a day. */
export function rotateSecret(keyring: Keyring, endpoint: EndpointRef, encryptedSecrets: Buffer, now: Date) {
  const newSecret = createSecret(keyring, endpoint);
  const until = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString();
  const previousSecrets = selectActiveSecrets(decryptSecrets(keyring, endpoint, encryptedSecrets), now).map(
    (previousSecret) => ({
      until,
      ...previousSecret,
    }),
  );
  const secrets = [{ secret: newSecret.secret }, ...previousSecrets].slice(0, MAX_SECRETS);
  return { secret: newSecret.secret, encryptedSecrets: encryptSecrets(keyring, endpoint, secrets) };
}

const selectActiveSecrets = (secrets: Secrets, now: Date): Secrets =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** The `webhook-signature` header: one signature per active secret. The receiver needs to know only one of them. */
export function signMessage(
  keyring: Keyring,
  endpoint: EndpointRef,
  encryptedSecrets: Buffer,
  message: { id: string; at: Date; body: string },
) {
  return selectActiveSecrets(decryptSecrets(keyring, endpoint, encryptedSecrets), message.at)
    .map(({ secret }) => new Webhook(secret).sign(message.id, message.at, message.body))
    .join(' ');
}
