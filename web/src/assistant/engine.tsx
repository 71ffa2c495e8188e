import { type EditableDocument, findErrorMessage, useDraft } from '../business/draft.ts';
import { SaveBar } from '../business/save-bar.tsx';
import { useIsHealthCare } from '../industries.ts';
import { formatUsDollars } from '../locale-format.ts';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Card } from '../ui/card.tsx';
import { Select, TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { ModelUsage } from './model-usage.tsx';
import { PROVIDER_PATH, ProviderCard, type ProviderInfo } from './provider.tsx';
import { texts } from './texts.ts';

type AssistantSettings = {
  engine?: string;
  model?: string;
  temperature?: number;
  budget?: { conversationCents?: number; monthCents?: number };
  /** Whether conversations about health may go to a language model. */
  healthData?: boolean;
};

const ASSISTANT_FIELD = 'assistant';
const engineTexts = texts.engineSettings;

/** Settings for which engine answers: the built-in assistant, a language model, or both. */
export function EngineTab({ businessDocument }: { businessDocument: EditableDocument }) {
  const providerQuery = useGet<ProviderInfo>(PROVIDER_PATH);
  return (
    <Loaded query={providerQuery}>
      {(info) => (
        <>
          <EngineSettings businessDocument={businessDocument} info={info} />
          <ProviderCard info={info} />
          <ModelUsage spentThisMonth={info.spentThisMonth} />
        </>
      )}
    </Loaded>
  );
}

function EngineSettings({ businessDocument, info }: { businessDocument: EditableDocument; info: ProviderInfo }) {
  const draft = useDraft(businessDocument, [ASSISTANT_FIELD]);
  const { hasRoleAtLeast } = useMe();
  const settings = (draft.values[ASSISTANT_FIELD] ?? {}) as AssistantSettings;
  const changeSettings = (change: AssistantSettings) =>
    draft.setField(ASSISTANT_FIELD, withoutUndefined({ ...settings, ...change }));
  const changeBudget = (change: AssistantSettings['budget']) => {
    const budget = withoutUndefined({ ...settings.budget, ...change });
    changeSettings({ budget: Object.keys(budget).length ? budget : undefined });
  };
  const findErrorAt = (pointer: string) => findErrorMessage(draft.errors, `/${ASSISTANT_FIELD}/${pointer}`);
  const createBudgetFieldProps = (name: 'conversationCents' | 'monthCents') => ({
    label: engineTexts[name],
    error: findErrorAt(`budget/${name}`),
    value: settings.budget?.[name] === undefined ? '' : settings.budget[name] / 100,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      changeBudget({ [name]: target.value === '' ? undefined : Math.round(Number(target.value) * 100) }),
  });
  const isHealthCare = useIsHealthCare();
  return (
    <>
      <Card title={engineTexts.title} description={engineTexts.about}>
        <fieldset disabled={!hasRoleAtLeast('admin')} className="grid max-w-2xl gap-4">
          <legend className="sr-only">{engineTexts.title}</legend>
          <Select
            label={engineTexts.engine}
            hint={engineTexts.engineHints[(settings.engine ?? '') as keyof typeof engineTexts.engineHints]}
            error={findErrorAt('engine')}
            value={settings.engine ?? ''}
            options={Object.entries(engineTexts.engines).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => changeSettings({ engine: target.value || undefined })}
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={engineTexts.model}
              hint={info.provider ? engineTexts.modelHint : engineTexts.deploymentModelHint(info.deployment?.model)}
              error={findErrorAt('model')}
              value={settings.model ?? ''}
              disabled={!info.provider}
              maxLength={100}
              onChange={({ target }) => changeSettings({ model: target.value.trim() || undefined })}
            />
            <TextField
              label={engineTexts.temperature}
              hint={engineTexts.temperatureHint}
              error={findErrorAt('temperature')}
              type="number"
              inputMode="decimal"
              min={0}
              max={2}
              step={0.1}
              value={settings.temperature ?? ''}
              onChange={({ target }) =>
                changeSettings({ temperature: target.value === '' ? undefined : Number(target.value) })
              }
            />
            <TextField
              {...createBudgetFieldProps('conversationCents')}
              hint={engineTexts.budgetHint}
              {...DOLLAR_INPUT}
            />
            <TextField
              {...createBudgetFieldProps('monthCents')}
              hint={engineTexts.spent(formatUsDollars(info.spentThisMonth))}
              {...DOLLAR_INPUT}
            />
          </div>
          {isHealthCare && (
            <Switch
              label={engineTexts.healthData}
              hint={info.healthAgreement ? engineTexts.healthHint : engineTexts.noAgreement}
              checked={settings.healthData === true && info.healthAgreement}
              disabled={!info.healthAgreement || !hasRoleAtLeast('admin')}
              onChange={(healthData) => changeSettings({ healthData })}
            />
          )}
        </fieldset>
      </Card>
      <SaveBar draft={draft} />
    </>
  );
}

const DOLLAR_INPUT = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const;

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
