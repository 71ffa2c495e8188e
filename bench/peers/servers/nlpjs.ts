// NLP.js by its own means: its API server, its Direct Line connector and its NLP manager, trained on a corpus.
import './listen-on-loopback-only.ts';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const requirePeer = createRequire(join(process.cwd(), 'package.json'));
const { dockStart } = requirePeer('@nlpjs/basic');
const { ExpressApiServer } = requirePeer('@nlpjs/express-api-server');
const { DirectlineConnector } = requirePeer('@nlpjs/directline-connector');

const dock = await dockStart({
  settings: {
    nlp: {
      languages: ['en'],
      corpora: [join(import.meta.dirname, 'nlpjs-corpus.json')],
      nlu: { log: false },
      autoSave: false,
      forceNER: true,
    },
    'api-server': { port: Number(process.env.PORT), serveBot: false },
    directline: { log: false },
    logger: { level: 'warn' },
  },
  use: ['Basic', 'LangEn'],
});
await dock.get('nlp').train();
const container = dock.getContainer();
container.use(ExpressApiServer);
container.use(DirectlineConnector);
const server = container.get('api-server');
if (!server.isStarted()) server.start();
await container.get('directline').start();
