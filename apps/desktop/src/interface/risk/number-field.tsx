import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { type ReactNode, useId } from 'react';

type NumberFieldProps = {
  label: string;
  unit?: string;
  value: string;
  onChange: (text: string) => void;
  hint?: ReactNode;
  error?: string | null;
  /** Beside the label. */
  aside?: ReactNode;
  placeholder?: string;
  name: string;
};

/** A number that is typed, with its unit behind it. Text and not a spinner: a comma is a point in half the world. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, onChange, hint, error, aside, placeholder, name } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? null} aside={aside}>
      <div className="relative">
        <input
          id={id}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note${unit ? ` ${id}-unit` : ''}`}
          className={`${CONTROL_CLASS} figures pr-16`}
        />
        {unit && (
          <span
            id={`${id}-unit`}
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-tiny text-muted"
          >
            {unit}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
