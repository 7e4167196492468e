import type { ImportPreview } from '@quorate/contract/trade-import';
import { TextField } from '@quorate/ui/text-field';
import type { Owner } from './imports.api.ts';

type OwnerFieldsProps = {
  found: ImportPreview['account'];
  owner: Owner;
  onChange: (owner: Owner) => void;
};

/** Asks for what the report does not name of its account; usually that is nothing. */
export function OwnerFields({ found, owner, onChange }: OwnerFieldsProps) {
  if (found.login !== null && found.server !== null && found.currency !== null) return null;
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-medium">The report does not name its account</legend>
      <div className="grid gap-3 xs:grid-cols-3">
        {found.login === null && (
          <TextField
            label="Login"
            value={owner.login}
            onChange={(event) => onChange({ ...owner, login: event.target.value })}
            required
            maxLength={64}
            autoComplete="off"
          />
        )}
        {found.server === null && (
          <TextField
            label="Server"
            value={owner.server}
            onChange={(event) => onChange({ ...owner, server: event.target.value })}
            required
            maxLength={64}
            autoComplete="off"
          />
        )}
        {found.currency === null && (
          <TextField
            label="Currency"
            value={owner.currency}
            onChange={(event) => onChange({ ...owner, currency: event.target.value.toUpperCase() })}
            required
            pattern="[A-Z]{3}"
            title="Three letters, such as USD"
            maxLength={3}
            autoComplete="off"
          />
        )}
      </div>
      <p className="text-tiny text-muted">
        Write login and server as the terminal shows them: trades that the bot has stored are known
        by them.
      </p>
    </fieldset>
  );
}
