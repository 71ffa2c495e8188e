// npm run bench: what users feel, beside a baseline, in one run.
import { availability } from './availability.ts';
import { listConversations } from './list-conversations.ts';
import { setUp } from './setup.ts';

const bench = await setUp(20);
let met = true;
try {
  for (const part of [listConversations, availability]) met = (await part(bench)) && met;
} finally {
  await bench.close();
}
process.exit(met ? 0 : 1);
