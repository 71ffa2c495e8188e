import { TextField } from '../ui/field.tsx';
import { describeColor, type ThemeColors } from './color-report.ts';
import { chooseShownColor, withOption } from './options.ts';
import { Setting, useEditor } from './setting.tsx';
import { texts } from './texts.ts';

const MIN_CONTRAST = 4.5;
const formatRatio = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);

/** A hex color, typed or picked, and how readable it is. */
export function ColorSetting() {
  const { options, defaults, errors, changeOptions } = useEditor();
  const { color } = options;
  const displayedColor = chooseShownColor(options, defaults);
  const sixDigits = displayedColor.length === 4 ? displayedColor.replace(/[^#]/g, '$&$&') : displayedColor;
  const setColor = (newColor: string | undefined) => changeOptions(withOption(options, 'color', newColor));
  const isInvalid = color !== undefined && color !== displayedColor;
  // While it is being typed, an incomplete color is not an error yet.
  const isRefused = errors.some(({ pointer }) => pointer === '/widget/color');
  return (
    <Setting option="color" label={texts.look.color} onReset={color ? () => setColor(undefined) : undefined}>
      <div className="flex items-start gap-2">
        <div className="w-40">
          <TextField
            label={texts.look.color}
            placeholder={defaults.color}
            value={color ?? ''}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            error={isInvalid && (isRefused || color.length > 6) ? texts.look.invalid : undefined}
            onChange={({ target }) => setColor(target.value.trim())}
          />
        </div>
        <input
          type="color"
          aria-label={texts.look.pick}
          value={sixDigits}
          onChange={({ target }) => setColor(target.value)}
          className="mt-7.5 h-10 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-surface p-1"
        />
      </div>
      <Readability color={displayedColor} />
    </Setting>
  );
}

function Readability({ color }: { color: string }) {
  const { textOnColor, ratio, whiteRatio, isDarkenedInLight, isLightenedInDark, light, dark } = describeColor(color);
  const { contrast } = texts;
  const textColorAdvice =
    textOnColor === 'white'
      ? contrast.white(formatRatio(ratio))
      : whiteRatio < MIN_CONTRAST
        ? contrast.black(formatRatio(ratio), formatRatio(whiteRatio))
        : contrast.blackBest(formatRatio(ratio));
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p role="status" className="text-muted">
        {textColorAdvice} {isDarkenedInLight && contrast.darkened} {isLightenedInDark && contrast.lightened}{' '}
        {!isDarkenedInLight && !isLightenedInDark && contrast.asIs}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Swatch name={contrast.light} colors={light} />
        <Swatch name={contrast.dark} colors={dark} />
      </div>
    </div>
  );
}

const Swatch = ({ name, colors }: { name: string; colors: ThemeColors }) => {
  const { defaults, options } = useEditor();
  return (
    <div className="min-w-0 overflow-clip rounded-lg border border-line" style={{ background: colors.ground }}>
      <p className="truncate px-3 py-2 font-medium" style={{ background: colors.accent, color: colors.on }}>
        {options.title ?? defaults.title} · {name}
      </p>
      <p className="p-3">
        <span className="rounded-full px-3 py-1 font-medium" style={{ background: colors.soft, color: colors.text }}>
          {texts.contrast.link}
        </span>
      </p>
    </div>
  );
};
