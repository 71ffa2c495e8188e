export type Fields = { [name: string]: string | Fields };

/** Reads Stripe's notation: `line_items[0][price_data][currency]=usd`. */
export function parseFormFields(parameters: URLSearchParams): Fields {
  const fields: Fields = {};
  for (const [name, value] of parameters) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let parent = fields;
    for (const segment of path.slice(0, -1)) {
      const child = parent[segment];
      const childFields = typeof child === 'object' ? child : {};
      parent[segment] = childFields;
      parent = childFields;
    }
    parent[path.at(-1) ?? name] = value;
  }
  return fields;
}

/** The value at a path, or undefined. */
export const parseFormValue = (fields: Fields | string | undefined, ...path: string[]): string | undefined => {
  const value = path.reduce<Fields | string | undefined>(
    (node, segment) => (typeof node === 'object' ? node[segment] : undefined),
    fields,
  );
  return typeof value === 'string' ? value : undefined;
};
