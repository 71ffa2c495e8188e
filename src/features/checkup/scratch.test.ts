import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { startService } from '../../../test/harness.ts';
import { openBusiness } from '../../../test/business.ts';
import { createEnter } from '../business/enter.ts';
import { createInside } from '../business/inside.ts';
import { readDocument } from '../business/store.ts';
import { loadIndustries } from '../../industries/load.ts';
import { openEncoder } from '../../understanding/encoder/encoder.ts';
import { createAssistant } from '../assistant/assistant.ts';
import { openVault, loadMasterKey } from '../../kernel/crypto.ts';
import { examine } from './run.ts';
import { businesses } from '../../../test/exam/cases.ts';
import { questionsFor } from './questions.ts';

it('plays', { timeout: 300_000 }, async () => {
  const service = await startService();
  const industries = await loadIndustries();
  const encoder = openEncoder();
  const assistant = createAssistant({ encoder });
  await assistant.warm(industries);
  const vault = openVault(loadMasterKey(service.config.masterKey, service.config.dataDir));
  const documents = { of: ({ db, workspace }: any) => readDocument(db, workspace) };
  const inside = createInside({ database: service.database, enter: createEnter(documents, industries, vault), clock: () => new Date('2026-11-16T09:00:00-05:00'), log: { error() {}, warn() {}, info() {}, debug() {} } as any });
  let out = '';
  const all: [string, string, any][] = [...industries.map(({ name }): [string, string, any] => [`template ${name}`, name, {}])];
  if (process.env.EXAM) all.push(...businesses.map(({ id, industry, config }): [string, string, any] => [id, industry, config]));
  for (const [label, industry, config] of all) {
    const b = await openBusiness(service, industry, config);
    await inside(b.id, 'checkup', async (ctx) => {
      const t = performance.now();
      const found = await examine(ctx, { assistant, industries }, ctx.business);
      const ms = performance.now() - t;
      const failed = found.results.filter((r) => !r.passed);
      out += `\n== ${label}: ${found.results.length} played of ${questionsFor(ctx.business, industries, ctx.now).length}, ${failed.length} failed, ${Math.round(ms)} ms\n`;
      for (const f of failed) out += `-- ${f.id}\n   expected ${JSON.stringify(f.expected)}\n${f.turns.map((x) => `   C: ${x.asked}\n   A: ${x.answered}`).join('\n')}\n`;
    });
  }
  await encoder.close();
  writeFileSync('/tmp/checkup-scratch.txt', out);
});
