import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';

type RangeButtonsProps<Range extends string> = {
  ranges: readonly Range[];
  words: Readonly<Record<Range, { short: string; long: string }>>;
  value: Range;
  onChange: (range: Range) => void;
};

/** How far back a curve goes. */
export function RangeButtons<Range extends string>(props: RangeButtonsProps<Range>) {
  const { ranges, words, value, onChange } = props;
  return (
    <fieldset className="flex flex-wrap gap-0.5">
      <legend className="sr-only">{t`Time shown`}</legend>
      {ranges.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          aria-label={`${words[each].short}, ${words[each].long}`}
          onClick={() => onChange(each)}
          className={classNames(
            'min-h-9 min-w-11 rounded-control px-2.5 text-tiny max-sm:min-h-11',
            each === value ? 'bg-sunk font-semibold text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {words[each].short}
        </button>
      ))}
    </fieldset>
  );
}
