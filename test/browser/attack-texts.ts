// Texts that would run as code if they were not escaped, and how a test notices that one did.
import type { BrowserContext, Page } from 'playwright-core';

const CANARY_HOST = 'canary.example';

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
  `<style class=m>*{background:url(//${CANARY_HOST}/21)}</style>`,
  `red;background:url(//${CANARY_HOST}/22)`,
  `<link class=m rel=stylesheet href=//${CANARY_HOST}/23>`,
  `<form class=m action=//${CANARY_HOST}/24><input autofocus onfocus=xss(24)>`,
  `<base class=m href=//${CANARY_HOST}/>`,
  `<meta class=m http-equiv=refresh content="0;url=//${CANARY_HOST}/26">`,
  '&lt;img class=m src=x onerror=xss(27)&gt;&#60;svg onload=xss(27)&#62;',
  '\\u003cimg class=m src=x onerror=xss(28)\\u003e\\x3csvg onload=xss(28)\\x3e',
  `<img class=m src=//${CANARY_HOST}/29>`,
  `https://${CANARY_HOST}/30"onmouseover="xss(30)"class="m`,
  `https://a@javascript:xss(31)//<svg class=m onload=xss(31)>`,
  `<details class=m open ontoggle=xss(32)>`,
  `\u202egpj.\u2066<img class=m src=x onerror=xss(33)>`,
  'ＳＣＲＩＰＴ＜img class=m src=x onerror=xss(34)＞',
  `=HYPERLINK("http://${CANARY_HOST}/35","a")`,
  `a@b.c?body=<svg class=m onload=xss(36)>`,
  `+1 (212) 555-0147"onclick="xss(37)" class="m`,
];

/** Every customer's phone. A name in front of it could reverse its direction. */
export const PHONE = '12125550147';

/** Finds elements in the page and its shadow roots that can only come from a payload, or that run code when clicked. */
const FIND_PAYLOADS = `(() => {
  const allElements = (root) => [...root.querySelectorAll('*')].flatMap((it) => [it, ...(it.shadowRoot ? allElements(it.shadowRoot) : [])]);
  const isSuspicious = (it) => it.classList.contains('m') || it.getAttributeNames().some((name) => name.startsWith('on')) ||
    ['href', 'src', 'action', 'formaction', 'xlink:href'].some((name) => /^\\s*(javascript|vbscript|data:text)/i.test(it.getAttribute(name) ?? '')) ||
    /canary|javascript/.test(it.getAttribute('style') ?? '');
  const reversed = [];
  const textNodes = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (textNodes.nextNode()) {
    const phoneIndex = textNodes.currentNode.data.indexOf('${PHONE}');
    if (phoneIndex < 0) continue;
    const boxes = [phoneIndex, phoneIndex + ${PHONE.length - 1}].map((n) => {
      const range = document.createRange();
      range.setStart(textNodes.currentNode, n);
      range.setEnd(textNodes.currentNode, n + 1);
      return range.getBoundingClientRect();
    });
    if (boxes[0].top === boxes[1].top && boxes[0].left > boxes[1].left) reversed.push('reversed: ' + textNodes.currentNode.data);
  }
  return [...allElements(document).filter(isSuspicious).map((it) => it.outerHTML.slice(0, 200)), ...reversed];
})()`;

export type AttackMonitor = {
  findings: string[];
  check(page: Page, label: string): Promise<void>;
  watch(page: Page): void;
};

/** Records payloads that run and requests to other hosts. Tests call `check`, which records payload elements in the page. */
export async function monitorAttacks(context: BrowserContext): Promise<AttackMonitor> {
  const findings: string[] = [];
  let checkedPage = '';
  await context.exposeBinding('xss', (_, number) => void findings.push(`${checkedPage}: payload ${number} has run`));
  await context.route(
    (url) => url.hostname === CANARY_HOST,
    (route) => {
      findings.push(`${checkedPage}: ${route.request().url()} was requested`);
      return route.abort();
    },
  );
  const watch = (page: Page) => {
    page.on('dialog', (dialog) => {
      findings.push(`${checkedPage}: a dialog with ${dialog.message()}`);
      return dialog.dismiss();
    });
  };
  context.on('page', watch);
  return {
    findings,
    watch,
    async check(page, label) {
      checkedPage = label;
      for (const element of await page.evaluate<string[]>(FIND_PAYLOADS)) findings.push(`${label}: ${element}`);
    },
  };
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Replaces every text of a value, the nth by `replacement(n)`, except at excluded pointers. Returns the replaced pointers too. */
export function replaceTexts(
  value: Json,
  replacement: (index: number, pointer: string) => string,
  excludedPointers: ReadonlySet<string>,
): [Json, string[]] {
  const replacedPointers: string[] = [];
  const replaceIn = (node: Json, pointer: string): Json => {
    if (typeof node === 'string') {
      if (excludedPointers.has(pointer)) return node;
      replacedPointers.push(pointer);
      return replacement(replacedPointers.length - 1, pointer);
    }
    if (Array.isArray(node)) return node.map((child, index) => replaceIn(child, `${pointer}/${index}`));
    if (node && typeof node === 'object')
      return Object.fromEntries(
        Object.entries(node).map(([name, child]) => [name, replaceIn(child, `${pointer}/${name}`)]),
      );
    return node;
  };
  return [replaceIn(value, ''), replacedPointers];
}
