/** Rows in columns that are as wide as their widest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = head.some((cell) => cell !== '') ? [head, ...rows] : rows;
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
