/** Parses text copied or exported from a spreadsheet: separated by tabs, commas or semicolons, with optional quotes. */
export function parseTable(text: string): { line: number; cells: string[] }[] {
  const [head = ''] = text.split('\n', 1);
  const separator = ['\t', ';', ','].find((char) => head.includes(char)) ?? ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let rowStart = 1;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  for (let position = 0; position < text.length; position++) {
    const sign = text.charAt(position);
    if (sign === '\n') line++;
    if (isQuoted) {
      if (sign === '"' && text[position + 1] === '"') cell += text[position++];
      else if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"' && !cell.trim()) {
      isQuoted = true;
      cell = '';
    } else if (sign === separator) endCell();
    else if (sign === '\n') {
      endCell();
      rows.push({ line: rowStart, cells });
      cells = [];
      rowStart = line;
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  rows.push({ line: rowStart, cells });
  return rows.filter((row) => row.cells.some(Boolean));
}
