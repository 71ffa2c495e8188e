// npm run bench: measures what users feel, next to a baseline, in one run.
import { benchAnalytics } from './analytics.ts';
import { benchAvailability } from './availability.ts';
import { benchChat } from './chat.ts';
import { benchGrowth } from './growth/growth.ts';
import { benchInstances } from './instances.ts';
import { benchKnowledge } from './knowledge.ts';
import { benchLanguageModel } from './language-model.ts';
import { benchConversationList } from './list-conversations.ts';
import { benchNeighbor } from './neighbor.ts';
import { benchNoise } from './noise.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers/peers.ts';
import { benchPhone } from './phone.ts';
import { setUp } from './setup.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHMARKS = {
  list: benchConversationList,
  availability: benchAvailability,
  chat: benchChat,
  instances: benchInstances,
  neighbor: benchNeighbor,
  model: benchLanguageModel,
  phone: benchPhone,
  noise: benchNoise,
  webhooks: benchWebhooks,
  analytics: benchAnalytics,
  knowledge: benchKnowledge,
  pages: benchPages,
};
const HELP = `npm run bench                 measures everything
npm run bench -- chat         measures that part alone; several names, several parts

  list           GET /api/conversations, beside a bare route and one statement
  availability   the free times of a large salon, a month ahead
  chat           POST /api/chat with everything stored: at 50 a second, at saturation, and the memory it takes
  instances      POST /api/chat by one process and by two behind one port
  neighbor       POST /api/chat while another workspace sends 200 requests a second
  model          POST /api/chat answered by a language model, streamed: what is added before it is asked, and until a
                 sentence of it that is finished can be read
  phone          calls: from what the caller has said to the first words of the reply
  noise          POST /api/chat with what nobody should send, as long as it may be
  webhooks       events to many endpoints, of which one hangs: from commit to arrival
  analytics      GET /api/analytics over a year of a busy restaurant: a day, a month, the year
  knowledge      a long PDF and a large website, until they can be asked about
  pages          in a browser: the dashboard's first page, an inbox of ten thousand, the widget on a website
  growth         only if named: every main request with 10 thousand, a million and 10 million messages stored, beside
                 each other; takes about an hour and 30 GB. GROWTH_DIR=folder keeps them for the next time, and
                 GROWTH_SIZES=10000,100000 fills less
  peers          only if named: POST /api/chat beside NLP.js, Botkit and Node-RED, which it installs from npm; takes six
                 minutes, and less with turns of PEERS_SECONDS=2 instead of 8

Ends with 1 where a goal is missed. Figures belong to the machine and to what else it does: compare within one run.`;

const selectedNames = process.argv.slice(2);
// It has databases of its own.
if (selectedNames.join() === 'growth') process.exit((await benchGrowth()) ? 0 : 1);
// It starts the service itself, to measure that too.
if (selectedNames.join() === 'peers') process.exit((await benchPeers()) ? 0 : 1);
const unknownNames = selectedNames.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknownNames.length > 0) {
  console.log(HELP);
  process.exit(unknownNames.includes('--help') ? 0 : 2);
}

const bench = await setUp(20);
let areGoalsMet = true;
try {
  for (const [name, runBenchmark] of Object.entries(BENCHMARKS))
    if (selectedNames.length === 0 || selectedNames.includes(name))
      areGoalsMet = (await runBenchmark(bench)) && areGoalsMet;
} finally {
  await bench.close();
}
process.exit(areGoalsMet ? 0 : 1);
