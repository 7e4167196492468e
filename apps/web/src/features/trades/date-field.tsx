import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { useId } from 'react';

type DateFieldProps = {
  label: string;
  /** 2025-01-31, or empty. */
  value: string;
  onChange: (day: string) => void;
  error?: string | null;
};

export function DateField({ label, value, onChange, error = null }: DateFieldProps) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`${CONTROL_CLASS} text-small`}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-tiny text-loss">
          {error}
        </p>
      )}
    </div>
  );
}
