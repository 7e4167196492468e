import type { ImportPreview } from '@quorate/contract/trade-import';
import { countOf, formatCount } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';

/** The rows that are left out, each with its line and its reason. */
export function ImportFaults({ preview }: { preview: ImportPreview }) {
  const { faults, fault_count: count, format } = preview;
  if (count === 0) return null;
  const place = format === 'xlsx' ? 'Row' : 'Line';
  return (
    <Notice
      tone="warning"
      title={`${countOf(count, 'row')} cannot be read and ${count === 1 ? 'is' : 'are'} left out`}
    >
      <details>
        <summary className="min-h-8 py-1">Show {count === 1 ? 'it' : 'them'}</summary>
        <ul className="max-h-40 space-y-1 overflow-y-auto pt-1 text-tiny">
          {faults.map(({ line, message }) => (
            <li key={`${line} ${message}`} className="wrap-anywhere">
              <span className="figures">
                {place} {line}
              </span>
              : {message}
            </li>
          ))}
        </ul>
        {count > faults.length && (
          <p className="pt-1 text-tiny">And {formatCount(count - faults.length)} more.</p>
        )}
      </details>
    </Notice>
  );
}
