// Opens the provider of a stored connection.
import type { Config } from '../../../kernel/config.ts';
import type { Keyring } from '../../../kernel/crypto.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { SafeFetch } from '../../../kernel/safe-fetch.ts';
import { createCalDavProvider } from '../caldav/provider.ts';
import { createGoogleProvider } from '../google/provider.ts';
import {
  type CalDavCredentials,
  type ConnectionRow,
  decryptCredentials,
  encryptCredentials,
  type GoogleCredentials,
} from './connections.ts';
import { CalendarError, type CalendarProvider } from './provider.ts';

export type ProviderConfig = Pick<Config, 'googleCalendar' | 'publicUrl'>;
type Services = { database: Database; keyring: Keyring; safeFetch: SafeFetch; config: ProviderConfig };

export function createProviderOpener({ database, keyring, safeFetch, config }: Services) {
  return {
    openProvider(row: ConnectionRow): CalendarProvider {
      if (row.provider === 'caldav')
        return createCalDavProvider(safeFetch, decryptCredentials<CalDavCredentials>(keyring, row));
      if (!config.googleCalendar)
        throw new CalendarError('Google Calendar is no longer set up on this server. Ask its operator.');
      const credentials = decryptCredentials<GoogleCredentials>(keyring, row);
      const saveCredentials = (refreshed: GoogleCredentials) =>
        database.inWorkspace(row.workspace_id, async (db) => {
          await db
            .updateTable('calendar_connections')
            .set({ credentials: encryptCredentials(keyring, row, refreshed) })
            .where('id', '=', row.id)
            .execute();
        });
      return createGoogleProvider(safeFetch, config.googleCalendar, credentials, saveCredentials);
    },
  };
}
