import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download } from './download.ts';
import { texts } from './texts.ts';
import { Button } from './ui/button.tsx';

type Props = { path: string; filter?: Record<string, string | undefined>; label?: string };

/** Downloads everything that the filter leaves as a CSV file. */
export function ExportButton({ path, filter = {}, label = texts.exportCsv }: Props) {
  const exportCsv = useMutation({
    mutationFn: () => {
      const activeFilters = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
      return download(`${path}?${new URLSearchParams([...activeFilters, ['format', 'csv']])}`);
    },
  });
  return (
    <Button variant="secondary" busy={exportCsv.isPending} onClick={() => exportCsv.mutate()}>
      <Download className="size-4" aria-hidden />
      {label}
    </Button>
  );
}
