import { TextLink } from '../lib/text-link.tsx';
import { placesOf } from '../run/places.ts';

type AccountTypeFieldProps = { type: 'demo' | 'real'; isNew: boolean; name: string };

const TYPES = [
  { value: 'demo', label: 'Demo' },
  { value: 'real', label: 'Real' },
] as const;

/** Demo or Real. It is told here and changed elsewhere: real money takes a step of its own. */
export function AccountTypeField({ type, isNew, name }: AccountTypeFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Account type</legend>
      <div className="flex gap-5">
        {TYPES.map(({ value, label }) => (
          <label key={value} className="inline-flex min-h-9 items-center gap-2 text-small">
            <input
              type="radio"
              name="account_type"
              value={value}
              checked={type === value}
              disabled={type !== value}
              readOnly
              className="size-[1.125rem] accent-brand"
            />
            <span className={type === value ? undefined : 'text-muted'}>{label}</span>
          </label>
        ))}
      </div>
      <p className="mt-1 text-tiny text-muted">
        {isNew ? (
          'Every configuration begins on a demo account. Switch later, under Real money: it asks for a passed setup check and demo trades first.'
        ) : type === 'demo' ? (
          <>
            Virtual money. To trade your own,{' '}
            <TextLink to={placesOf(name).realMoney}>switch to Real</TextLink>.
          </>
        ) : (
          <>
            Your own money. <TextLink to={placesOf(name).realMoney}>Back to Demo</TextLink>.
          </>
        )}
      </p>
    </fieldset>
  );
}
