// Checks an email's DKIM signature (RFC 6376, relaxed/relaxed, RSA with SHA-256), as the receiver's mail server does.
import { createHash, type KeyObject, verify } from 'node:crypto';

type Header = { name: string; value: string };

const relaxHeader = ({ name, value }: Header): string =>
  `${name.toLowerCase()}:${value
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`;

const relaxBody = (body: string): string => {
  const text = body
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '');
  return text && `${text}\r\n`;
};

function parseHeaders(headerText: string): Header[] {
  return headerText.split(/\r\n(?![ \t])/).map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon), value: line.slice(colon + 1) };
  });
}

const parseTags = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(';').map((tag) => {
      const [name = '', ...rest] = tag.split('=');
      return [name.trim(), rest.join('=').replaceAll(/\s/g, '')];
    }),
  );

/** The domain that signed the email. Undefined if there is no signature, or if it is not valid. */
export function findSigner(raw: string, publicKey: KeyObject): string | undefined {
  const headerEnd = raw.indexOf('\r\n\r\n');
  const headers = parseHeaders(raw.slice(0, headerEnd));
  const signature = headers.find(({ name }) => name.toLowerCase() === 'dkim-signature');
  if (!signature) return undefined;
  const { a, c, d, h = '', b = '', bh } = parseTags(signature.value);
  if (a !== 'rsa-sha256' || c !== 'relaxed/relaxed') return undefined;
  if (
    createHash('sha256')
      .update(relaxBody(raw.slice(headerEnd + 4)))
      .digest('base64') !== bh
  )
    return undefined;
  // Each name takes the lowest header of that name that is not taken yet.
  const remainingHeaders = headers.toReversed();
  const signedHeaders = h.split(':').flatMap((name) => {
    const index = remainingHeaders.findIndex((header) => header.name.toLowerCase() === name.toLowerCase());
    return index < 0 ? [] : remainingHeaders.splice(index, 1);
  });
  const signatureWithoutValue = { ...signature, value: signature.value.replace(/(\bb=)[^;]*/, '$1') };
  const signedText = [...signedHeaders, signatureWithoutValue].map(relaxHeader).join('\r\n');
  return verify('sha256', Buffer.from(signedText), publicKey, Buffer.from(b, 'base64')) ? d : undefined;
}
