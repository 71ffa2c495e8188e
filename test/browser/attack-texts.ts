// Texts that would run as code if they were not escaped, and how a test notices that one did.
import type { BrowserContext, Page } from 'playwright-core';

const FOREIGN = 'canary.example';

/** Short enough for names. Whatever one turns into has the class `m`, calls `xss` or requests the canary host. */
export const PAYLOADS = [
  '<script class=m>xss(1)</script>',
  '<img class=m src=x onerror=xss(2)>',
  '<svg class=m onload=xss(3)>',
  '"><img class=m src=x onerror=xss(4)>',
  "'><svg class=m onload=xss(5)>",
  '</title><script class=m>xss(6)</script>',
  '</textarea><img class=m src=x onerror=xss(7)>',
  '</script><script class=m>xss(8)</script>',
  '</style><img class=m src=x onerror=xss(9)>',
  '--><img class=m src=x onerror=xss(10)>',
  'javascript:xss(11)',
  '[a](javascript:xss(12))',
  '![a](x"onerror="xss(13))',
  '<a class=m href=javascript:xss(14)>a</a>',
  'data:text/html,<script>parent.xss(15)</script>',
  '<iframe class=m srcdoc="<script>parent.xss(16)</script>">',
  "{{constructor.constructor('xss(17)')()}}",
  '$' + '{xss(18)}<%=xss(18)%>#{xss(18)}',
  '" autofocus onfocus=xss(19) class=m x="',
  `<math><mtext><table><mglyph><style><!--</style><img class=m title="--&gt;&lt;img src=1 onerror=xss(20)&gt;">`,
  `<style class=m>*{background:url(//${FOREIGN}/21)}</style>`,
  `red;background:url(//${FOREIGN}/22)`,
  `<link class=m rel=stylesheet href=//${FOREIGN}/23>`,
  `<form class=m action=//${FOREIGN}/24><input autofocus onfocus=xss(24)>`,
  `<base class=m href=//${FOREIGN}/>`,
  `<meta class=m http-equiv=refresh content="0;url=//${FOREIGN}/26">`,
  '&lt;img class=m src=x onerror=xss(27)&gt;&#60;svg onload=xss(27)&#62;',
  '\\u003cimg class=m src=x onerror=xss(28)\\u003e\\x3csvg onload=xss(28)\\x3e',
  `<img class=m src=//${FOREIGN}/29>`,
  `https://${FOREIGN}/30"onmouseover="xss(30)"class="m`,
  `https://a@javascript:xss(31)//<svg class=m onload=xss(31)>`,
  `<details class=m open ontoggle=xss(32)>`,
  `\u202egpj.\u2066<img class=m src=x onerror=xss(33)>`,
  'ＳＣＲＩＰＴ＜img class=m src=x onerror=xss(34)＞',
  `=HYPERLINK("http://${FOREIGN}/35","a")`,
  `a@b.c?body=<svg class=m onload=xss(36)>`,
  `+1 (212) 555-0147"onclick="xss(37)" class="m`,
];

/** Every customer's phone. A name in front of it could reverse its direction. */
export const PHONE = '12125550147';

/** Finds elements in the page and its shadow roots that can only come from a payload, or that run code when clicked. */
const FIND = `(() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((it) => [it, ...(it.shadowRoot ? all(it.shadowRoot) : [])]);
  const bad = (it) => it.classList.contains('m') || it.getAttributeNames().some((name) => name.startsWith('on')) ||
    ['href', 'src', 'action', 'formaction', 'xlink:href'].some((name) => /^\\s*(javascript|vbscript|data:text)/i.test(it.getAttribute(name) ?? '')) ||
    /canary|javascript/.test(it.getAttribute('style') ?? '');
  const turned = [];
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf('${PHONE}');
    if (at < 0) continue;
    const boxes = [at, at + ${PHONE.length - 1}].map((n) => {
      const range = document.createRange();
      range.setStart(texts.currentNode, n);
      range.setEnd(texts.currentNode, n + 1);
      return range.getBoundingClientRect();
    });
    if (boxes[0].top === boxes[1].top && boxes[0].left > boxes[1].left) turned.push('turned round: ' + texts.currentNode.data);
  }
  return [...all(document).filter(bad).map((it) => it.outerHTML.slice(0, 200)), ...turned];
})()`;

export type AttackMonitor = {
  findings: string[];
  look(page: Page, where: string): Promise<void>;
  watch(page: Page): void;
};

/** Records payloads that run and requests to other hosts. `look` records payload elements in the page; tests call it. */
export async function monitorAttacks(context: BrowserContext): Promise<AttackMonitor> {
  const findings: string[] = [];
  let place = '';
  await context.exposeBinding('xss', (_, number) => void findings.push(`${place}: payload ${number} has run`));
  await context.route(
    (url) => url.hostname === FOREIGN,
    (route) => {
      findings.push(`${place}: ${route.request().url()} was asked`);
      return route.abort();
    },
  );
  const watch = (page: Page) => {
    page.on('dialog', (dialog) => {
      findings.push(`${place}: a dialog says ${dialog.message()}`);
      return dialog.dismiss();
    });
  };
  context.on('page', watch);
  return {
    findings: findings,
    watch,
    async look(page, where) {
      place = where;
      for (const found of await page.evaluate<string[]>(FIND)) findings.push(`${where}: ${found}`);
    },
  };
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Replaces every text of a value, the nth by `text(n)`, except at excluded pointers. Returns the replaced pointers too. */
export function replaceTexts(
  value: Json,
  text: (at: number, pointer: string) => string,
  excluded: ReadonlySet<string>,
): [Json, string[]] {
  const replaced: string[] = [];
  const go = (own: Json, pointer: string): Json => {
    if (typeof own === 'string') {
      if (excluded.has(pointer)) return own;
      replaced.push(pointer);
      return text(replaced.length - 1, pointer);
    }
    if (Array.isArray(own)) return own.map((each, at) => go(each, `${pointer}/${at}`));
    if (own && typeof own === 'object')
      return Object.fromEntries(Object.entries(own).map(([name, each]) => [name, go(each, `${pointer}/${name}`)]));
    return own;
  };
  return [go(value, ''), replaced];
}
