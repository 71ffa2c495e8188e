import { encryptSecrets } from '../../src/features/channels/connections.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openTestKeyring, queryAsDbOwner, type Service } from '../harness.ts';

/** Stores a connection without asking its provider. */
export async function insertChannelConnection(
  service: Service,
  workspaceId: string,
  {
    kind = 'telegram',
    address = '@bot',
    settings = {},
    secrets = {},
  }: {
    kind?: string;
    address?: string;
    settings?: object;
    secrets?: Record<string, string>;
  } = {},
): Promise<string> {
  const id = newId('chn');
  const encryptedSecrets = encryptSecrets(openTestKeyring(service), {
    id,
    workspaceId,
    businessName: '',
    settings: {},
    secrets: { webhookSecret: 'secret', ...secrets },
  });
  await queryAsDbOwner(
    service.connection,
    `insert into channel_connections (workspace_id, id, kind, address, settings, secrets, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [workspaceId, id, kind, address, JSON.stringify(settings), encryptedSecrets],
  );
  return id;
}
