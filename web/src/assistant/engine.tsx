import { type Document, errorFor, useDraft } from '../business/draft.ts';
import { SaveBar } from '../business/save-bar.tsx';
import { usDollars } from '../figures.ts';
import { useIsHealthCare } from '../industries.ts';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Card } from '../ui/card.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { ModelUsage } from './model-usage.tsx';
import { PROVIDER, Provider, type ProviderInfo } from './provider.tsx';
import { texts } from './texts.ts';

type Options = {
  engine?: string;
  model?: string;
  temperature?: number;
  budget?: { conversationCents?: number; monthCents?: number };
  healthData?: boolean;
};

const FIELD = 'assistant';
const own = texts.engineSettings;

/** Who answers customers: the built-in assistant, a language model, or both. */
export function Engine({ document }: { document: Document }) {
  const provider = useGet<ProviderInfo>(PROVIDER);
  return (
    <Loaded of={provider}>
      {(info) => (
        <>
          <Answering document={document} info={info} />
          <Provider info={info} />
          <ModelUsage spentThisMonth={info.spentThisMonth} />
        </>
      )}
    </Loaded>
  );
}

function Answering({ document, info }: { document: Document; info: ProviderInfo }) {
  const draft = useDraft(document, [FIELD]);
  const { can } = useMe();
  const options = (draft.values[FIELD] ?? {}) as Options;
  const set = (change: Options) => draft.set(FIELD, defined({ ...options, ...change }));
  const setBudget = (change: Options['budget']) => {
    const budget = defined({ ...options.budget, ...change });
    set({ budget: Object.keys(budget).length ? budget : undefined });
  };
  const errorAt = (pointer: string) => errorFor(draft.errors, `/${FIELD}/${pointer}`);
  const cents = (name: 'conversationCents' | 'monthCents') => ({
    label: own[name],
    error: errorAt(`budget/${name}`),
    value: options.budget?.[name] === undefined ? '' : options.budget[name] / 100,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setBudget({ [name]: target.value === '' ? undefined : Math.round(Number(target.value) * 100) }),
  });
  const isHealthCare = useIsHealthCare();
  return (
    <>
      <Card title={own.title} about={own.about}>
        <fieldset disabled={!can('admin')} className="grid max-w-2xl gap-4">
          <legend className="sr-only">{own.title}</legend>
          <Select
            label={own.engine}
            hint={own.engineHints[(options.engine ?? '') as keyof typeof own.engineHints]}
            error={errorAt('engine')}
            value={options.engine ?? ''}
            options={Object.entries(own.engines).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => set({ engine: target.value || undefined })}
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={own.model}
              hint={info.provider ? own.modelHint : own.modelOfOperator(info.deployment?.model)}
              error={errorAt('model')}
              value={options.model ?? ''}
              disabled={!info.provider}
              maxLength={100}
              onChange={({ target }) => set({ model: target.value.trim() || undefined })}
            />
            <TextField
              label={own.temperature}
              hint={own.temperatureHint}
              error={errorAt('temperature')}
              type="number"
              inputMode="decimal"
              min={0}
              max={2}
              step={0.1}
              value={options.temperature ?? ''}
              onChange={({ target }) => set({ temperature: target.value === '' ? undefined : Number(target.value) })}
            />
            <TextField {...cents('conversationCents')} hint={own.budgetHint} {...DOLLARS} />
            <TextField {...cents('monthCents')} hint={own.spent(usDollars(info.spentThisMonth))} {...DOLLARS} />
          </div>
          {isHealthCare && (
            <Switch
              label={own.healthData}
              hint={info.healthAgreement ? own.healthHint : own.noAgreement}
              checked={options.healthData === true && info.healthAgreement}
              disabled={!info.healthAgreement || !can('admin')}
              onChange={(healthData) => set({ healthData })}
            />
          )}
        </fieldset>
      </Card>
      <SaveBar draft={draft} />
    </>
  );
}

const DOLLARS = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const;

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
