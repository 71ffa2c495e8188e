import type { Business } from '../../capability/document.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Workspace } from '../../kernel/http/route.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { insertWorkspace } from '../accounts/workspaces.ts';
import type { ResolveBusinessContext } from '../business/resolve-business.ts';
import { activateIndustry } from '../business/setup.ts';
import { playQuestion } from './play-question.ts';
import { createQuestions, selectQuestions } from './questions.ts';
import type { CheckupDependencies } from './run-checkup.ts';

type Dependencies = CheckupDependencies & {
  database: Database;
  keyring: Keyring;
  resolveBusinessContext: ResolveBusinessContext;
  log: Log;
};

/** What the audit log would name as the reason for reading encrypted data. */
const AUDIT_PURPOSE = 'rehearsal';
const QUESTIONS_PER_INDUSTRY = 6;

/** Kept low because each entry costs the encoder as much as a message, and two warm up the code as well as twenty. */
const ENTRIES_PER_LIST = 2;

/** Thrown to roll back everything the warm-up wrote. */
class RollbackWarmUp extends Error {}

/**
 * Plays a few customers of each industry's template in a transaction that is rolled back, so that models, patterns,
 * statements and compiled code are ready before the first real customer writes.
 */
export async function warmUp({
  assistant,
  industries,
  database,
  keyring,
  resolveBusinessContext,
  log,
}: Dependencies): Promise<void> {
  const id = newId('ws');
  const workspace: Workspace = {
    id,
    liveId: id,
    mode: 'live',
    name: 'Warm-up',
    plan: 'business',
    timezone: 'UTC',
  };
  const warmUpRun = database.inWorkspace(id, async (db) => {
    await insertWorkspace({ db, keyring }, workspace);
    const requestContext = {
      db,
      keyring,
      workspace,
      actor: { kind: 'user' as const, id: 'system', email: '', name: '' },
      now: systemClock(),
      requestId: newId('req'),
      log,
      dryRun: true,
      afterCommit: () => undefined,
      requireWriteTransaction: () => undefined,
    };
    const ctx = await resolveBusinessContext(requestContext, AUDIT_PURPOSE);
    for (const industry of industries) {
      const template = activateIndustry(ctx.business, industry) as Business;
      const business = {
        ...shortenLists(template),
        [industry.name]: shortenLists(template[industry.name] as object),
        name: 'Warm-up',
      };
      const questions = selectQuestions(createQuestions(business, industries, ctx.now), QUESTIONS_PER_INDUSTRY);
      for (const question of questions) {
        await playQuestion({ ...ctx, business }, { assistant, industries, knowledgeIndex: undefined }, question);
      }
    }
    throw new RollbackWarmUp();
  });
  await warmUpRun.catch((error: unknown) => {
    if (error instanceof RollbackWarmUp) return;
    // Without the warm-up, for example on a machine too busy to finish it in time, the service only starts slower.
    log.warn({ err: error }, 'the warm-up failed; first answers may be slow');
  });
}

const shortenLists = <Section extends object>(section: Section): Section =>
  Object.fromEntries(
    Object.entries(section).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.slice(0, ENTRIES_PER_LIST) : value,
    ]),
  ) as Section;
