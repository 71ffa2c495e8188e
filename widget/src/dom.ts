type Props = Record<string, string | boolean | ((event: Event) => void) | undefined>;

/** Creates an element with attributes, `on…` listeners and children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

export function createIcon(path: string): SVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg');
  for (const [name, value] of [
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(name, value);
  const pathElement = document.createElementNS(SVG_NAMESPACE, 'path');
  pathElement.setAttribute('d', path);
  svg.append(pathElement);
  return svg;
}
