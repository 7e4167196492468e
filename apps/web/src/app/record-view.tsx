import { fileAddress } from '../features/public-record/public-record.api.ts';
import { PublicRecord } from '../features/public-record/public-record.tsx';
import { VerifyPublished } from '../features/verify/verify-published.tsx';

/** A public record with the part that verifies it. */
export function RecordView({ name }: { name: string }) {
  return (
    <PublicRecord
      name={name}
      verification={(shown, reload) => (
        <VerifyPublished address={fileAddress(name)} shown={shown} {...reload} />
      )}
    />
  );
}
