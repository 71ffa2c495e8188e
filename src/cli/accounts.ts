import { createResetLink } from '../features/accounts/reset-links.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { findUserId, withDatabase } from './database-access.ts';

export const accountCommands: Command[] = [
  {
    name: 'account reset-link',
    summary: 'Print a link to reset someone’s password',
    positionals: ['email'],
    options: {},
    example: 'account reset-link dana@example.com',
    run: printResetLink,
  },
];

async function printResetLink({ config, args: [email = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool, database }) => {
    const userId = await findUserId(dbOwnerPool, email);
    print(
      await createResetLink(database, userId, config.publicUrl),
      'It works once, for an hour. Send it only to the person whose account it is.',
    );
  });
}
