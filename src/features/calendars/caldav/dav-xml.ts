// Parses WebDAV's multistatus responses (RFC 4918).
import { parseDocument } from 'htmlparser2';

type XmlNode = ReturnType<typeof parseDocument>['children'][number];
type XmlElement = Extract<XmlNode, { attribs: object }>;

const isElement = (node: XmlNode): node is XmlElement => node.type === 'tag';
/** Without the namespace prefix, which each server chooses. The names that we ask for are distinct without it. */
const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

export type DavNode = {
  name: string;
  attributes: Record<string, string>;
  children: DavNode[];
  text: string;
};

function toNode(element: XmlElement): DavNode {
  const children = element.children.filter(isElement).map(toNode);
  return { name: localName(element), attributes: element.attribs, children, text: textOf(element) };
}

function textOf(node: XmlNode): string {
  if ('data' in node && node.type === 'text') return node.data;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

export const findChild = (node: DavNode | undefined, name: string): DavNode | undefined =>
  node?.children.find((child) => child.name === name);

export const findAll = (node: DavNode | undefined, name: string): DavNode[] =>
  node ? node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)]) : [];

export type DavResponse = {
  href: string;
  /** Of the resource itself; undefined if only its properties have one. */
  status: number | undefined;
  /** The properties that were found. */
  properties: Map<string, DavNode>;
};

export type Multistatus = { responses: DavResponse[]; syncToken: string | null };

export function parseMultistatus(xml: string): Multistatus {
  const roots = parseDocument(xml, { xmlMode: true }).children.filter(isElement).map(toNode);
  const root = roots.find(({ name }) => name === 'multistatus');
  const responses = (root?.children ?? []).filter(({ name }) => name === 'response').map(toResponse);
  return { responses, syncToken: findChild(root, 'sync-token')?.text.trim() ?? null };
}

function toResponse(response: DavNode): DavResponse {
  const foundPropstats = response.children.filter(
    (child) => child.name === 'propstat' && statusOf(findChild(child, 'status')) === 200,
  );
  const properties = foundPropstats.flatMap((propstat) => findChild(propstat, 'prop')?.children ?? []);
  return {
    href: findChild(response, 'href')?.text.trim() ?? '',
    status: statusOf(findChild(response, 'status')),
    properties: new Map(properties.map((property) => [property.name, property])),
  };
}

/** From a line such as `HTTP/1.1 200 OK`. */
const statusOf = (node: DavNode | undefined): number | undefined =>
  node ? Number(node.text.trim().split(' ')[1]) || undefined : undefined;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
