import { Disclosure } from '@quorate/ui/disclosure';
import { countOf } from '@quorate/ui/format';
import { Icon, type IconName } from '@quorate/ui/icon';
import type { SetupCheck } from '../../contract/setup.ts';

type Finding = SetupCheck['findings'][number];

const LOOKS: Readonly<Record<Finding['status'], { icon: IconName; word: string; text: string }>> = {
  ok: { icon: 'check', word: 'right', text: 'text-gain' },
  warn: { icon: 'warning', word: 'warning', text: 'text-warn' },
  fail: { icon: 'error', word: 'wrong', text: 'text-loss' },
  skip: { icon: 'info', word: 'not looked at', text: 'text-muted' },
};

/** Everything else that was looked at, for who wants to know. */
export function FindingsFold({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const wrong = findings.filter(({ status }) => status === 'fail' || status === 'warn').length;
  return (
    <Disclosure
      title={
        <span>
          Everything that was looked at{' '}
          <span className="font-normal text-muted">
            {countOf(findings.length, 'finding')}
            {wrong > 0 && `, ${wrong} to look at`}
          </span>
        </span>
      }
    >
      <ul className="text-small">
        {findings.map(({ check, status, detail, advice }) => {
          const { icon, word, text } = LOOKS[status];
          return (
            <li
              key={`${check} ${detail}`}
              className="flex items-start gap-2.5 border-b border-dashed border-line py-2 last:border-b-0"
            >
              <Icon name={icon} label={word} className={`mt-0.5 size-4 shrink-0 ${text}`} />
              <div className="min-w-0 wrap-anywhere">
                <p>
                  <b className="font-medium text-ink">{check}</b> {detail}
                </p>
                {advice !== null && <p className="text-ink">{advice}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
