/** Aligns rows in columns as wide as their widest cell. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const allRows = header.some((cell) => cell !== '') ? [header, ...rows] : rows;
  const widths = header.map((_, column) => Math.max(...allRows.map((row) => row[column]!.length)));
  return allRows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
