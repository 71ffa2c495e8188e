import { Card } from '../ui/card.tsx';
import { withText } from './options.ts';
import { TextSetting, useEditor } from './setting.tsx';
import { findPlaceholders, MAIN_GROUPS, MORE_GROUPS, type TextGroup } from './text-groups.ts';
import { texts } from './texts.ts';

/** Settings for the widget's texts; rarely changed ones are collapsed. */
export function TextsCard() {
  return (
    <Card title={texts.wording.title} description={texts.wording.about}>
      <div className="flex flex-col gap-6">
        {MAIN_GROUPS.map((group) => (
          <TextGroupFields key={group.title} {...group} />
        ))}
        <details className="group">
          <summary className="font-medium text-accent hover:underline">{texts.wording.more}</summary>
          <div className="mt-4 flex flex-col gap-6">
            {MORE_GROUPS.map((group) => (
              <TextGroupFields key={group.title} {...group} isCompact />
            ))}
          </div>
        </details>
      </div>
    </Card>
  );
}

const LONG_TEXT_LENGTH = 45;

function TextGroupFields({ title, texts: labels, isCompact = false }: TextGroup & { isCompact?: boolean }) {
  const { options, getDefaultText, changeOptions } = useEditor();
  return (
    <section className={`grid gap-3 ${isCompact ? 'sm:grid-cols-2' : ''}`}>
      <h3 className="col-span-full font-semibold">{title}</h3>
      {Object.entries(labels).map(([name, label]) => {
        const defaultWording = getDefaultText(name);
        const placeholders = findPlaceholders(defaultWording);
        return (
          <TextSetting
            key={name}
            option="texts"
            multiline={defaultWording.length > LONG_TEXT_LENGTH}
            pointer={`texts/${name}`}
            label={label}
            hint={placeholders.length ? texts.wording.fillsIn(placeholders) : undefined}
            textWhenEmpty={defaultWording}
            value={options.texts?.[name]}
            maxLength={300}
            onChange={(text) => changeOptions(withText(options, name, text))}
          />
        );
      })}
    </section>
  );
}
