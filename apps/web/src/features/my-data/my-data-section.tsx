import { Button } from '@quorate/ui/button';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { useState } from 'react';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportRow } from './export-row.tsx';

type MyDataSectionProps = {
  username: string;
  /** The account is gone: the session is dead already. */
  onDeleted: () => Promise<void>;
};

/** Taking the data along, and leaving. */
export function MyDataSection({ username, onDeleted }: MyDataSectionProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <SettingsSection
      id="data"
      title="Your data"
      lead="It is yours: take it along, or have it removed."
    >
      <SettingList>
        <ExportRow />
        <SettingRow
          title="Delete the account"
          action={
            <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          }
        >
          At once and for good, with the trading history and everything else in it.
        </SettingRow>
      </SettingList>
      {deleting && (
        <DeleteDialog
          username={username}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </SettingsSection>
  );
}
