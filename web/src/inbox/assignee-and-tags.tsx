import { Plus, X } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { useGet } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { INBOX_PATH, type InboxSummary, type TeamData } from './data.ts';
import { DueBadge } from './due-badge.tsx';
import { texts } from './texts.ts';

type Props = {
  teamData: TeamData;
  disabled: boolean;
  tagField: RefObject<HTMLInputElement | null>;
  onChange(change: { tags?: string[]; assigneeId?: string | null }): void;
};

/** The assignee and the tags. */
export function AssigneeAndTags({ teamData, disabled, tagField, onChange }: Props) {
  const { data } = useGet<InboxSummary>(INBOX_PATH);
  const team = data?.team ?? (teamData.assignee ? [teamData.assignee] : []);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line bg-ground px-4 py-2.5">
      <div className="w-44">
        <Select
          label={texts.assignee}
          hideLabel
          disabled={disabled}
          value={teamData.assignee?.id ?? ''}
          options={[{ value: '', label: texts.nobody }, ...team.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ target }) => onChange({ assigneeId: target.value || null })}
        />
      </div>
      {teamData.due && <DueBadge due={teamData.due} showsKind />}
      <Tags
        tags={teamData.tags}
        knownTags={data?.tags ?? []}
        disabled={disabled}
        field={tagField}
        onChange={(tags) => onChange({ tags })}
      />
    </div>
  );
}

type TagsProps = {
  tags: string[];
  knownTags: string[];
  disabled: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChange(tags: string[]): void;
};

function Tags({ tags, knownTags, disabled, field, onChange }: TagsProps) {
  const [draftTag, setDraftTag] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = draftTag.trim().toLowerCase();
    if (tag && !tags.includes(tag)) onChange([...tags, tag]);
    setDraftTag('');
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <ul aria-label={texts.tags} className="contents">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex items-center gap-1 rounded-full bg-info-soft py-0.5 pr-1 pl-2.5 text-sm font-medium text-info"
          >
            {tag}
            {!disabled && (
              <button
                type="button"
                aria-label={texts.removeTag(tag)}
                onClick={() => onChange(tags.filter((otherTag) => otherTag !== tag))}
                className="inline-flex size-6 items-center justify-center rounded-full hover:bg-surface"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!disabled && (
        <form onSubmit={add} className="flex items-center gap-1">
          <input
            ref={field}
            aria-label={texts.tagName}
            placeholder={texts.tagName}
            list="known-tags"
            maxLength={40}
            value={draftTag}
            onChange={({ target }) => setDraftTag(target.value)}
            className="min-h-8 w-28 rounded-lg border border-edge bg-surface px-2 text-sm placeholder:text-muted"
          />
          <datalist id="known-tags">
            {knownTags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <Button type="submit" variant="quiet" small aria-label={texts.addTag} title={texts.addTag}>
            <Plus className="size-4" aria-hidden />
          </Button>
        </form>
      )}
    </div>
  );
}
