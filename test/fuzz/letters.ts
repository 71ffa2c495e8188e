import type pg from 'pg';

type Page = 'invitation' | 'reset-password' | 'verify-email';
export type Letters = ReturnType<typeof readLetters>;

/** Mails that wait to be sent: nobody sends them here, and the tokens of their links are needed. */
export function readLetters(database: pg.Client) {
  return {
    /** Of the newest mail with such a link. */
    async token(page: Page, address: string): Promise<string> {
      const { rows } = await database.query(
        `select payload ->> 'text' as text from graphile_worker._private_jobs
         where payload ->> 'to' = $1 and payload ->> 'text' like $2 order by id desc limit 1`,
        [address, `%/${page}?token=%`],
      );
      return /\?token=([\w.-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? 'none';
    },
  };
}
