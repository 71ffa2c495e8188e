import { Card } from '../ui/card.tsx';
import { withText } from './options.ts';
import { TextSetting, useEditor } from './setting.tsx';
import { MAIN_GROUPS, MORE_GROUPS, placeholdersOf, type TextGroup } from './text-groups.ts';
import { texts } from './texts.ts';

/** The widget's own texts; those that are changed rarely are folded away. */
export function TextsCard() {
  return (
    <Card title={texts.words.title} about={texts.words.about}>
      <div className="flex flex-col gap-6">
        {MAIN_GROUPS.map((group) => (
          <Group key={group.title} {...group} />
        ))}
        <details className="group">
          <summary className="font-medium text-accent hover:underline">{texts.words.more}</summary>
          <div className="mt-4 flex flex-col gap-6">
            {MORE_GROUPS.map((group) => (
              <Group key={group.title} {...group} />
            ))}
          </div>
        </details>
      </div>
    </Card>
  );
}

function Group({ title, texts: labels }: TextGroup) {
  const { options, say, change } = useEditor();
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {Object.entries(labels).map(([name, label]) => {
        const shown = say(name);
        const placeholders = placeholdersOf(shown);
        return (
          <TextSetting
            key={name}
            option="texts"
            pointer={`texts/${name}`}
            label={label}
            hint={placeholders.length ? texts.words.fillsIn(placeholders) : undefined}
            shown={shown}
            value={options.texts?.[name]}
            maxLength={300}
            onChange={(text) => change(withText(options, name, text))}
          />
        );
      })}
    </section>
  );
}
