/** Parses text copied or exported from a spreadsheet: separated by tabs, commas or semicolons, with optional quotes. */
export function parseTable(text: string): { line: number; cells: string[] }[] {
  const [firstLine = ''] = text.split('\n', 1);
  const separator = ['\t', ';', ','].find((char) => firstLine.includes(char)) ?? ',';
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
    const character = text.charAt(position);
    if (character === '\n') line++;
    if (isQuoted) {
      if (character === '"' && text[position + 1] === '"') cell += text[position++];
      else if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === '"' && !cell.trim()) {
      isQuoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') {
      endCell();
      rows.push({ line: rowStart, cells });
      cells = [];
      rowStart = line;
    } else if (character !== '\r') cell += character;
  }
  endCell();
  rows.push({ line: rowStart, cells });
  return rows.filter((row) => row.cells.some(Boolean));
}
