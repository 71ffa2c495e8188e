// The parts of a multipart/form-data request, as bytes: providers send fields in the character set of the email.

export type FormPart = { name: string; fileName: string | undefined; type: string; data: Buffer };

const MAX_PARTS = 500;

export function parseMultipart(body: Buffer, contentType: string): FormPart[] {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType) ?? [];
  const boundary = Buffer.from(`--${quoted ?? plain ?? ''}`);
  if (boundary.length === 2) return [];
  const parts: FormPart[] = [];
  let start = body.indexOf(boundary);
  while (start >= 0 && parts.length < MAX_PARTS) {
    const contentStart = start + boundary.length;
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), contentStart);
    if (next < 0) break;
    const part = readPart(body.subarray(contentStart, next));
    if (part) parts.push(part);
    start = next + 2;
  }
  return parts;
}

function readPart(part: Buffer): FormPart | undefined {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = part.subarray(0, end).toString('utf8');
  const [, name] = /;\s*name="([^"]*)"/i.exec(head) ?? [];
  if (name === undefined) return undefined;
  const [, fileName] = /;\s*filename="([^"]*)"/i.exec(head) ?? [];
  const [, type = 'text/plain'] = /^content-type:\s*([^;\r\n]+)/im.exec(head) ?? [];
  return { name, fileName, type: type.trim(), data: part.subarray(end + 4) };
}
