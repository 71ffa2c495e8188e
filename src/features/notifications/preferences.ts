import type { Db } from '../../kernel/database/database.ts';
import type { Role } from '../accounts/roles.ts';

declare module '../../kernel/database/database.ts' {
  interface Tables {
    member_notifications: {
      workspace_id: string;
      user_id: string;
      waiting_emails: boolean | null;
      weekly_digest: boolean | null;
    };
  }
}

/** A member with what they have chosen. Null: the default of their role. */
export type NotifiedMember = {
  userId: string;
  email: string;
  role: Role;
  waitingEmails: boolean | null;
  weeklyDigest: boolean | null;
};

/** Owners hear of waiting customers by default, unless the business has an address for that. */
export const wantsWaitingEmails = ({ waitingEmails, role }: NotifiedMember, teamEmail: string | undefined): boolean =>
  waitingEmails ?? (role === 'owner' && !teamEmail);

export const wantsWeeklyDigest = ({ weeklyDigest, role }: NotifiedMember): boolean => weeklyDigest ?? role === 'owner';

/** Everyone who is emailed when a customer is waiting, each address once. */
export function listWaitingEmailRecipients(members: NotifiedMember[], teamEmail: string | undefined): string[] {
  const emails = members.filter((member) => wantsWaitingEmails(member, teamEmail)).map(({ email }) => email);
  const byAddress = new Map(
    [...(teamEmail ? [teamEmail] : []), ...emails].map((email) => [email.toLowerCase(), email]),
  );
  return [...byAddress.values()];
}

/** The members of the workspace, which must be the live one: its sandbox has none of its own. */
export function readNotifiedMembers(db: Db): Promise<NotifiedMember[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('auth_users as u', 'u.id', 'm.user_id')
    .leftJoin('member_notifications as n', (join) =>
      join.onRef('n.workspace_id', '=', 'm.workspace_id').onRef('n.user_id', '=', 'm.user_id'),
    )
    .select(['m.user_id as userId', 'u.email', 'm.role'])
    .select(['n.waiting_emails as waitingEmails', 'n.weekly_digest as weeklyDigest'])
    .orderBy('m.created_at')
    .execute();
}

export async function savePreferences(
  db: Db,
  member: { workspace_id: string; user_id: string },
  change: { waiting_emails?: boolean; weekly_digest?: boolean },
): Promise<void> {
  await db
    .insertInto('member_notifications')
    .values({ ...member, waiting_emails: null, weekly_digest: null, ...change })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ ...member, ...change }))
    .execute();
}
