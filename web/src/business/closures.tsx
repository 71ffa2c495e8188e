import { Plus, X } from 'lucide-react';
import type { FieldError } from '../api.ts';
import { useFormat } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { findErrorMessage } from './draft.ts';
import { texts } from './texts.ts';

export type Closure = { from: string; to: string; reason?: string; sample?: boolean };
type Props = { value: Closure[]; onChange(closures: Closure[]): void; errors?: FieldError[]; pointer: string };

const MS_PER_DAY = 86_400_000;

/** Edits the date ranges, both ends included, when the business is closed or a person is away. */
export function Closures({ value, onChange, errors = [], pointer }: Props) {
  const format = useFormat();
  const addClosure = () => {
    const day = new Date(Date.now() + 7 * MS_PER_DAY).toISOString().slice(0, 10);
    onChange([...value, { from: day, to: day }]);
  };
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      {!value.length && <p className="text-muted">{texts.closures.none}</p>}
      {value.map((closure, index) => {
        const changeClosure = (changes: Partial<Closure>) => {
          // Editing sample content makes it the business's own.
          const { sample: _, ...rest } = closure;
          const changedClosure = { ...rest, ...changes };
          onChange(
            value.with(
              index,
              changedClosure.to < changedClosure.from ? { ...changedClosure, to: changedClosure.from } : changedClosure,
            ),
          );
        };
        const findError = (field: string) => findErrorMessage(errors, `${pointer}/${index}/${field}`);
        return (
          <div key={index} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[10rem_10rem_minmax(0,1fr)_auto]">
            <TextField
              label={texts.closures.from}
              type="date"
              value={closure.from.slice(0, 10)}
              onChange={(event) => changeClosure({ from: event.target.value })}
              error={findError('from')}
            />
            <TextField
              label={texts.closures.to}
              type="date"
              value={closure.to.slice(0, 10)}
              min={closure.from.slice(0, 10)}
              onChange={(event) => changeClosure({ to: event.target.value })}
              error={findError('to')}
            />
            <TextField
              label={texts.closures.reason}
              value={closure.reason ?? ''}
              onChange={(event) => changeClosure({ reason: event.target.value || undefined })}
            />
            <div className="flex items-center gap-1">
              {closure.sample && <Badge tone="info">{texts.entries.sample}</Badge>}
              <IconButton
                label={texts.closures.remove(closure.from && format.longDay(closure.from.slice(0, 10)))}
                onClick={() => onChange(value.filter((_, otherIndex) => otherIndex !== index))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
          </div>
        );
      })}
      <Button variant="secondary" className="self-start" onClick={addClosure}>
        <Plus className="size-4" aria-hidden />
        {texts.closures.add}
      </Button>
    </div>
  );
}
