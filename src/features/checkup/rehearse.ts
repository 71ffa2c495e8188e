import type { Business } from '../../capability/document.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Vault } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import type { Enter } from '../business/enter.ts';
import { activate } from '../business/setup.ts';
import { play } from './play.ts';
import { chosen, questionsFor } from './questions.ts';
import type { Examiner } from './run.ts';

const QUESTIONS = 6;

class CurtainFalls extends Error {}

/**
 * Plays a few customers of each industry's template before the first real one writes, in a transaction that is rolled
 * back: models, patterns, statements and compiled code are ready then.
 */
export async function rehearse(
  { assistant, industries }: Examiner,
  { database, vault, enter, log }: { database: Database; vault: Vault; enter: Enter; log: Log },
): Promise<void> {
  const id = newId('ws');
  const workspace: Workspace = {
    id,
    accountId: id,
    mode: 'live',
    name: 'Rehearsal',
    plan: 'business',
    timezone: 'UTC',
  };
  const rehearsal = database.inWorkspace(id, async (db) => {
    await insertWorkspace({ db, vault }, workspace);
    const request = {
      db,
      vault,
      workspace,
      actor: { kind: 'user' as const, id: 'system', email: '', name: '' },
      now: systemClock(),
      requestId: newId('req'),
      log,
      dryRun: true,
      afterCommit: () => undefined,
      mustWrite: () => undefined,
    };
    const ctx = await enter(request, 'rehearsal');
    for (const industry of industries) {
      const business = { ...activate(ctx.business, industry), name: 'Rehearsal' } as Business;
      const questions = chosen(questionsFor(business, industries, ctx.now), QUESTIONS);
      for (const question of questions) {
        await play({ ...ctx, business }, { assistant, industries, written: undefined }, question);
      }
    }
    throw new CurtainFalls();
  });
  await rehearsal.catch((error: unknown) => {
    if (error instanceof CurtainFalls) return;
    // A machine that is too busy to get through it can still serve, if slowly at first.
    log.warn({ err: error }, 'the rehearsal was cut off; first answers may be slow');
  });
}
