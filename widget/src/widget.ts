// widget.js: finds its script element and puts a button on the page. The chat itself comes when it is wanted.
import { answerCommands } from './commands.ts';
import { createBase } from './core.ts';
import { createEmbed, type Embed } from './embed.ts';
import { keyProblem, type Options, readOptions } from './options.ts';
import type { Settings } from './shapes.ts';

const FRESH_MS = 10 * 60_000;
const ELEMENT = 'frontdesk-chat';
const STARTED = Symbol.for('frontdesk');

async function start(options: Options) {
  const base = createBase(options);
  const embed = createEmbed(base);
  defineElement(embed);
  const target = options.target && document.querySelector(options.target);
  if (target) target.append(document.createElement(ELEMENT));
  let appeared = () => {};
  const ready = new Promise<void>((resolve) => {
    appeared = resolve;
  });
  answerCommands({
    open: () => ready.then(() => embed.open()),
    close: embed.close,
    toggle: () => ready.then(embed.toggle),
    show: () => embed.host.removeAttribute('hidden'),
    hide() {
      embed.close();
      embed.host.setAttribute('hidden', '');
    },
    async send(text: string) {
      await ready;
      await embed.open();
      (await embed.load()).send(text);
    },
    identify: (jwt: string) => base.become(jwt),
    reset: () => base.become(),
    update: (look: Partial<Settings>) => base.wear(look),
    on: base.on,
    off: base.off,
  });
  // A page that was just visited knows the look already: no request until there is something to say.
  const { settingsAt = 0 } = base.memory.get();
  if (Date.now() - settingsAt > FRESH_MS) await base.session().catch(() => {});
  embed.appear();
  appeared();
}

function defineElement(embed: Embed) {
  if (customElements.get(ELEMENT)) return;
  customElements.define(
    ELEMENT,
    class extends HTMLElement {
      connectedCallback() {
        void embed.putInline(this);
      }
      disconnectedCallback() {
        // What was only moved within the page is back already.
        if (!this.isConnected) void embed.putInline();
      }
    },
  );
}

function boot() {
  const script = document.currentScript ?? document.querySelector('script[data-key][src*="/widget.js"]');
  const page = window as unknown as Record<symbol, boolean>;
  if (!(script instanceof HTMLScriptElement) || page[STARTED]) return;
  const options = readOptions(script);
  const problem = keyProblem(options.key);
  // Loud, since nothing else on the page tells of it.
  if (problem) return console.error(`Frontdesk: ${problem}`);
  page[STARTED] = true;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void start(options));
  else void start(options);
}

boot();
