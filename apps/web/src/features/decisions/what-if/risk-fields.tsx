import { TextField } from '@quorate/ui/text-field';
import { RISK_FIELDS, type TypedRisk } from './risk-figures.ts';

type RiskFieldsProps = {
  typed: TypedRisk;
  faults: TypedRisk;
  onTyped: (typed: TypedRisk) => void;
};

/** The risk profile to try, each figure with its bounds. */
export function RiskFields({ typed, faults, onTyped }: RiskFieldsProps) {
  return (
    <fieldset>
      <legend className="text-small font-medium">Risk profile</legend>
      <p className="mt-0.5 mb-3 text-tiny text-muted">What is left empty stays as it was.</p>
      <div className="grid gap-x-5 gap-y-3 xs:grid-cols-2">
        {RISK_FIELDS.map(({ name, label, bounds }) => (
          <TextField
            key={name}
            label={label}
            hint={bounds}
            error={faults[name] ?? null}
            inputMode="decimal"
            autoComplete="off"
            value={typed[name] ?? ''}
            onChange={(event) => onTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
