import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { useId } from 'react';

type SymbolFieldProps = { value: string; onType: (text: string) => void; onDone: () => void };

/** A symbol to narrow a list to; it counts when one leaves the field or presses Enter. */
export function SymbolField({ value, onType, onDone }: SymbolFieldProps) {
  const id = useId();
  return (
    <div className="w-32">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">
        Symbol
      </label>
      <input
        id={id}
        value={value}
        placeholder="All"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        onChange={(event) => onType(event.target.value)}
        onBlur={onDone}
        className={`${CONTROL_CLASS} text-small`}
      />
    </div>
  );
}
