/** Aligns rows under headers. Control characters are replaced, because customers type names and could send escape codes. */
export function formatTable(headers: string[], rows: string[][]): string {
  const cells = [headers.map((header) => header.toUpperCase()), ...rows].map((row) =>
    row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')),
  );
  const widths = headers.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
