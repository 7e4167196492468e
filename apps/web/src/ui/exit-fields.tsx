import { t } from '@lingui/core/macro';
import { EXIT_SETTINGS } from '@quorate/trading/exits/exits';
import { TextField } from '@quorate/ui/text-field';
import { boundsOf, type TypedSettings } from '../lib/typed-settings.ts';

/** Nobody can try an exit on an opposite verdict: at most bars nobody was asked for one. */
export const TYPED_EXITS = EXIT_SETTINGS.filter(({ key }) => key !== 'exitOnOppositePercent');

type ExitFieldsProps = {
  typed: TypedSettings;
  faults: TypedSettings;
  onChange: (typed: TypedSettings) => void;
  className: string;
};

/** A field for each managed exit; an empty one is off. */
export function ExitFields({ typed, faults, onChange, className }: ExitFieldsProps) {
  return (
    <div className={className}>
      {TYPED_EXITS.map((setting) => (
        <TextField
          key={setting.field}
          label={`${setting.label}, ${setting.unit}`}
          hint={boundsOf(setting, t`empty`)}
          error={faults[setting.field] ?? null}
          inputMode="decimal"
          autoComplete="off"
          placeholder={setting.optional ? t`off` : String(setting.default)}
          value={typed[setting.field] ?? ''}
          onChange={(event) => onChange({ ...typed, [setting.field]: event.target.value })}
        />
      ))}
    </div>
  );
}
