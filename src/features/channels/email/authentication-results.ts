// Reads an `Authentication-Results` header (RFC 8601). Parts of it are the sender's words, so quotes and comments must be read exactly.

/** `dmarc=pass header.from=example.org` */
export type AuthResult = { method: string; value: string; properties: Map<string, string> };
/** `isWellFormed`: it follows the grammar. Any other header may have been forged to look like something else, and proves nothing. */
type ParsedHeader = { server: string; results: AuthResult[]; isWellFormed: boolean };

const QUOTED_SOURCE = String.raw`"(?:[^"\\]|\\[\s\S])*"`;
const FIELD_PATTERN = new RegExp(`(?:[^;"]|${QUOTED_SOURCE})+`, 'g');
const PAIR_PATTERN = new RegExp(String.raw`\s*([\w./-]+)\s*=\s*((?:[^\s;"]|${QUOTED_SOURCE})+)(?=\s|$)`, 'y');

/** `mx.example.com 1; dmarc=pass (p=none) header.from=example.org; spf=…` */
export function parseResults(header: string): ParsedHeader {
  const uncommented = removeComments(header);
  if (uncommented === undefined) return { server: '', results: [], isWellFormed: false };
  const [first = '', ...fields] = uncommented.match(FIELD_PATTERN) ?? [];
  const [server = ''] = first.trim().toLowerCase().split(/\s+/);
  const parsed = fields.filter((field) => !/^\s*(?:none\s*)?$/i.test(field)).map(parseField);
  return {
    server,
    results: parsed.flatMap(({ result }) => result ?? []),
    isWellFormed: parsed.every(({ isWellFormed }) => isWellFormed),
  };
}

function parseField(field: string): { result?: AuthResult; isWellFormed: boolean } {
  const pairs: [string, string][] = [];
  let end = 0;
  PAIR_PATTERN.lastIndex = 0;
  for (let match = PAIR_PATTERN.exec(field); match; match = PAIR_PATTERN.exec(field)) {
    pairs.push([(match[1] ?? '').toLowerCase(), unquote(match[2] ?? '').toLowerCase()]);
    end = PAIR_PATTERN.lastIndex;
  }
  const [first, ...rest] = pairs;
  if (!first) return { isWellFormed: false };
  const properties = new Map(rest);
  const isWellFormed = field.slice(end).trim() === '' && properties.size === rest.length;
  // A method may have a version: `dkim/1`.
  return { result: { method: first[0].replace(/\/.*/, ''), value: first[1], properties }, isWellFormed };
}

const unquote = (value: string): string =>
  value.replace(new RegExp(QUOTED_SOURCE, 'g'), (quoted) => quoted.slice(1, -1).replace(/\\(.)/gs, '$1'));

/** Comments can be nested, and hold anything; in quotes there are none. Undefined if a comment or a quote does not end. */
function removeComments(text: string): string | undefined {
  let depth = 0;
  let isQuoted = false;
  let uncommented = '';
  for (let index = 0; index < text.length; index++) {
    const isEscaped = text[index] === '\\' && (isQuoted || depth > 0);
    const characters = text.slice(index, index + (isEscaped ? 2 : 1));
    if (isEscaped) index++;
    else if (characters === '"' && depth === 0) isQuoted = !isQuoted;
    if (characters === '(' && !isQuoted) depth++;
    if (depth === 0) uncommented += characters;
    if (characters === ')' && !isQuoted) {
      if (depth === 0) return undefined;
      depth--;
      uncommented += depth === 0 ? ' ' : '';
    }
  }
  return depth === 0 && !isQuoted ? uncommented : undefined;
}
