import { type Command, type CommandInput, print } from './command.ts';
import { findUserId, withDatabase } from './database-access.ts';
import { formatDateTime, formatTable } from './table.ts';

/**
 * Operators are added by command rather than by an environment variable with emails: the account must already exist, so
 * nobody can become an operator by signing up with a listed email.
 */
export const operatorCommands: Command[] = [
  {
    name: 'operator add',
    summary: 'Let someone approve plan requests in the dashboard',
    positionals: ['email'],
    options: {},
    example: 'operator add anna@example.com',
    run: add,
  },
  {
    name: 'operator remove',
    summary: 'Take that away immediately',
    positionals: ['email'],
    options: {},
    example: 'operator remove anna@example.com',
    run: remove,
  },
  {
    name: 'operator list',
    summary: 'List who can approve plan requests',
    positionals: [],
    options: {},
    example: 'operator list',
    run: list,
  },
];

async function add({ config, args: [email = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const id = await findUserId(dbOwnerPool, email);
    await dbOwnerPool.query('insert into operators (user_id) values ($1) on conflict do nothing', [id]);
    print(`${email} (${id}) is now an operator: ${config.publicUrl}/operator`);
  });
}

async function remove({ config, args: [email = ''] }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const id = await findUserId(dbOwnerPool, email);
    const { rowCount } = await dbOwnerPool.query('delete from operators where user_id = $1', [id]);
    print(`${email} ${rowCount ? 'is no longer an operator' : 'wasn’t an operator'}.`);
  });
}

async function list({ config }: CommandInput): Promise<void> {
  await withDatabase(config, async ({ dbOwnerPool }) => {
    const { rows } = await dbOwnerPool.query(
      `select u.email, u.name, u."twoFactorEnabled" as has_second_factor, o.added_at from operators o join auth_users u on u.id = o.user_id
       order by o.added_at, u.id`,
    );
    if (!rows.length) return print('No operators yet. Add one with "operator add".');
    const tableRows = rows.map((row) => [
      row.email,
      row.name,
      row.has_second_factor ? 'on' : 'off',
      formatDateTime(row.added_at),
    ]);
    print(formatTable(['email', 'name', 'two-step', 'since'], tableRows));
  });
}
