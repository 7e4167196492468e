import { useId } from 'react';
import { CONTROL_CLASS } from './field-style.ts';
import { Icon } from './icon.tsx';

type SelectFieldProps<Value extends string> = {
  label: string;
  value: Value;
  options: ReadonlyArray<{ value: Value; label: string }>;
  onChange: (value: Value) => void;
  /** Among fields that are typed in, it has their label. */
  inForm?: boolean;
  /** What is wrong with the choice. */
  error?: string | null;
  className?: string;
};

/** A native list: it opens as people know it on every device. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, onChange, inForm = false, error, className } = props;
  const id = useId();
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={
          inForm ? 'mb-1.5 block text-small font-medium' : 'mb-1 block text-tiny text-muted'
        }
      >
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
          className={`${CONTROL_CLASS} appearance-none pe-9 text-small`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted"
        />
      </div>
      {error && (
        <p id={`${id}-note`} className="mt-1.5 flex gap-1.5 text-tiny text-loss">
          <Icon name="error" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
