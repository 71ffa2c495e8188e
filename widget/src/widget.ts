// widget.js: finds its script element and adds the launcher button to the page. The chat is loaded on demand.

import type { Settings } from './api-types.ts';
import { installCommands } from './commands.ts';
import { createEmbed, type Embed } from './embed.ts';
import { describeKeyError, type Options, readOptions } from './options.ts';
import { createWidgetBase } from './widget-base.ts';

const SETTINGS_MAX_AGE_MS = 10 * 60_000;
const ELEMENT_NAME = 'desk-chat';
/** The element's former name, which pages still use. */
const OLD_ELEMENT_NAME = 'frontdesk-chat';
const STARTED_FLAG = Symbol.for('frontdesk');

async function start(options: Options) {
  const base = createWidgetBase(options);
  const embed = createEmbed(base);
  defineElement(embed);
  const target = options.target && document.querySelector(options.target);
  if (target) target.append(document.createElement(ELEMENT_NAME));
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  installCommands({
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
    identify: (jwt: string) => base.identify(jwt),
    reset: () => base.identify(),
    update: (pageSettings: Partial<Settings>) => base.setPageSettings(pageSettings),
    on: base.on,
    off: base.off,
  });
  // With recent settings in storage, no request is needed before the chat is used.
  const { settingsAt = 0 } = base.storage.get();
  if (Date.now() - settingsAt > SETTINGS_MAX_AGE_MS) await base.getSession().catch(() => {});
  embed.showLauncher();
  resolveReady();
}

function defineElement(embed: Embed) {
  if (customElements.get(ELEMENT_NAME)) return;
  class ChatElement extends HTMLElement {
    connectedCallback() {
      void embed.mountInline(this);
    }
    disconnectedCallback() {
      // An element that was only moved within the page is connected again by now.
      if (!this.isConnected) void embed.mountInline();
    }
  }
  customElements.define(ELEMENT_NAME, ChatElement);
  // Each name needs a class of its own.
  customElements.define(OLD_ELEMENT_NAME, class extends ChatElement {});
}

function boot() {
  const script = document.currentScript ?? document.querySelector('script[data-key][src*="/widget.js"]');
  const hostWindow: Window & { [STARTED_FLAG]?: boolean } = window;
  if (!(script instanceof HTMLScriptElement) || hostWindow[STARTED_FLAG]) return;
  const options = readOptions(script);
  const errorMessage = describeKeyError(options.key);
  // An error, because nothing else on the page shows the problem.
  if (errorMessage) return console.error(`Chat widget: ${errorMessage}`);
  hostWindow[STARTED_FLAG] = true;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void start(options));
  else void start(options);
}

boot();
