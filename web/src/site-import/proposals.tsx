import { useState } from 'react';
import type { FieldError } from '../api.ts';
import { type EditableDocument, findErrorMessage } from '../business/draft.ts';
import { DAYS, HoursEditor } from '../business/hours.tsx';
import { getLabel, type Schema } from '../business/schema.ts';
import { SchemaField } from '../business/schema-form.tsx';
import { type Hours, useFormat } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/field.tsx';
import { type Choice, type Choices, findEnteredValue, getSchemaAt, summarize } from './choices.ts';
import type { Proposal } from './data.ts';
import { SourceLink } from './source-link.tsx';
import { texts } from './texts.ts';

type Fields = Record<string, unknown>;
type GroupProps = {
  title: string;
  proposals: Proposal[];
  choices: Choices;
  onChange(changedChoices: Choices): void;
  schema: Schema;
  businessDocument: EditableDocument;
  findProposalErrors(id: string): FieldError[];
};

/** The proposals for one section of the business page. */
export function ProposalGroup({
  title,
  proposals,
  choices,
  onChange,
  schema,
  businessDocument,
  findProposalErrors,
}: GroupProps) {
  const selectableProposals = proposals.filter(({ id }) => choices[id]?.value !== undefined);
  const areAllSelected =
    selectableProposals.length > 0 && selectableProposals.every(({ id }) => choices[id]?.isSelected);
  const selectAll = (isSelected: boolean) =>
    onChange(Object.fromEntries(selectableProposals.map(({ id }) => [id, { value: choices[id]?.value, isSelected }])));
  return (
    <Card
      title={title}
      noPadding
      action={
        proposals.length > 1 && (
          <Checkbox
            label={texts.selectAll(title)}
            checked={areAllSelected}
            onChange={({ target }) => selectAll(target.checked)}
          />
        )
      }
    >
      <ul>
        {proposals.map((proposal) => (
          <li key={proposal.id} className="border-t border-line px-5 py-4">
            <ProposalRow
              proposal={proposal}
              choice={choices[proposal.id] ?? { isSelected: false, value: undefined }}
              onChange={(choice) => onChange({ [proposal.id]: choice })}
              schema={getSchemaAt(schema, proposal.pointer)}
              businessDocument={businessDocument}
              errors={findProposalErrors(proposal.id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type RowProps = {
  proposal: Proposal;
  choice: Choice;
  onChange(choice: Choice): void;
  schema: Schema;
  businessDocument: EditableDocument;
  errors: FieldError[];
};

function ProposalRow(props: RowProps) {
  const { proposal, choice, onChange, errors } = props;
  // A pointer that ends in `/-` adds an entry to a list.
  const isEntry = proposal.pointer.endsWith('/-');
  const [isOpen, setIsOpen] = useState(proposal.missing.length > 0);
  const name = isEntry
    ? getProposalName(choice.value ?? proposal.options[0]?.value)
    : getLabel(proposal.pointer.split('/').at(-1) ?? '');
  const setValue = (value: unknown) => onChange({ value, isSelected: true });
  const currentValue = findEnteredValue(props.businessDocument, proposal.pointer);
  const isEditing = isOpen || errors.length > 0;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Checkbox
          label={<span className="font-medium">{name}</span>}
          aria-label={texts.select(name)}
          checked={choice.isSelected}
          disabled={choice.value === undefined}
          onChange={({ target }) => onChange({ ...choice, isSelected: target.checked })}
        />
        {choice.value !== undefined && !isEditing && (
          <Button small variant="quiet" aria-label={texts.edit(name)} onClick={() => setIsOpen(true)}>
            {texts.editShort}
          </Button>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-2 sm:pl-8">
        {proposal.options.length > 1 && <OptionChoices {...props} name={name} />}
        {choice.value !== undefined &&
          (isEditing ? <Editor {...props} setValue={setValue} /> : <Summary {...props} value={choice.value} />)}
        {currentValue !== undefined && (
          <div className="text-sm text-muted">
            {texts.current}: <Summary {...props} value={currentValue} />
          </div>
        )}
        {proposal.missing.length > 0 && (
          <p className="text-sm text-warning">{texts.missing(proposal.missing.map(getLabel).join(', '))}</p>
        )}
        {findErrorMessage(errors, '') && (
          <p className="text-sm font-medium text-danger">{findErrorMessage(errors, '')}</p>
        )}
        {proposal.options.length === 1 &&
          proposal.options[0]?.sources
            .slice(0, 1)
            .map((source) => <SourceLink key={source.url + source.quote} source={source} />)}
      </div>
    </div>
  );
}

const getProposalName = (value: unknown): string => {
  const { name, question, from, to } = (value ?? {}) as Record<string, string | undefined>;
  return name ?? question ?? [...new Set([from, to])].filter(Boolean).join(' – ');
};

/** Contradictory values from the website. None is selected in advance. */
function OptionChoices({ proposal, choice, onChange, schema, name }: RowProps & { name: string }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium text-warning">{texts.choose}</legend>
      {proposal.options.map((option, index) => (
        <label key={JSON.stringify(option.value)} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={proposal.id}
            aria-label={`${name}: ${texts.option(index + 1)}`}
            checked={JSON.stringify(choice.value) === JSON.stringify(option.value)}
            onChange={() => onChange({ value: option.value, isSelected: true })}
            className="mt-1 size-5 shrink-0 accent-accent"
          />
          <span className="flex min-w-0 flex-col gap-1">
            <Summary proposal={proposal} schema={schema} value={option.value} />
            {option.sources.slice(0, 1).map((source) => (
              <SourceLink key={source.url + source.quote} source={source} />
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type SummaryProps = Pick<RowProps, 'proposal' | 'schema'> & { value: unknown };

function Summary({ proposal, schema, value }: SummaryProps) {
  const format = useFormat();
  if (proposal.pointer === '/hours') return <HoursSummary hours={value as Partial<Hours>} />;
  const text = proposal.pointer.endsWith('/-') ? summarize(value as Fields, schema, format.money) : String(value);
  return text ? <p className="break-words whitespace-pre-line">{text}</p> : null;
}

const HoursSummary = ({ hours }: { hours: Partial<Hours> }) => (
  <dl className="grid w-fit grid-cols-[auto_auto] gap-x-4">
    {DAYS.map((day) => (
      <div key={day} className="contents">
        <dt>{getLabel(day)}</dt>
        <dd className="tabular-nums">
          {hours[day]?.map((period) => period.join(' – ')).join(', ') || (hours[day] ? texts.closed : texts.notStated)}
        </dd>
      </div>
    ))}
  </dl>
);

/** Fields for the values from the website, and for those that are missing there. */
function Editor({
  proposal,
  choice,
  schema,
  businessDocument,
  errors,
  setValue,
}: RowProps & { setValue(value: unknown): void }) {
  const { pointer, missing } = proposal;
  if (pointer === '/hours')
    return <HoursEditor value={choice.value as Hours} onChange={setValue} errors={errors} pointer="" />;
  const commonProps = { currency: businessDocument.currency, errors };
  if (!pointer.endsWith('/-'))
    return (
      <SchemaField
        {...commonProps}
        name={pointer.split('/').at(-1) ?? ''}
        schema={schema}
        value={choice.value}
        onChange={setValue}
        pointer=""
      />
    );
  const value = choice.value as Fields;
  const names = Object.keys(schema.properties ?? {}).filter((name) => name in value || missing.includes(name));
  return (
    <div className="fields">
      {names.map((name) => (
        <SchemaField
          {...commonProps}
          key={name}
          name={name}
          schema={schema.properties?.[name] ?? {}}
          value={value[name]}
          onChange={(newValue) => setValue(withField(value, name, newValue))}
          pointer={`/${name}`}
        />
      ))}
    </div>
  );
}

function withField(value: Fields, name: string, newValue: unknown): Fields {
  const { [name]: _, ...otherFields } = value;
  return newValue === undefined ? otherFields : { ...value, [name]: newValue };
}
