import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { PlaceLink, placesOf } from './links.tsx';
import { LocalCallError } from './local-client.ts';

type FailureNoticeProps = {
  /** What was not done, as a heading. */
  title: string;
  /** null or undefined shows nothing. */
  error: unknown;
  /** Of the configuration that it is about: leads to where it can be mended. */
  name?: string;
  onRetry?: () => void;
  busy?: boolean;
};

/** That a call failed and why, with the way to mend it or to try it again where that makes sense. */
export function FailureNotice({ title, error, name, onRetry, busy = false }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  const isTold = error instanceof LocalCallError;
  const next = name !== undefined && isTold ? nextOf(error.code, name) : null;
  return (
    <Notice
      tone="error"
      live
      title={title}
      action={
        next ? (
          <PlaceLink {...next} />
        ) : (
          onRetry && (
            <Button
              variant="secondary"
              size="small"
              busy={busy}
              onClick={onRetry}
            >{t`Try again`}</Button>
          )
        )
      }
    >
      {isTold ? error.message : t`Something unexpected happened. Try again.`}
    </Notice>
  );
}

function nextOf(code: string, name: string): { to: string; label: string } | null {
  const places = placesOf(name);
  switch (code) {
    case 'signed_out':
      return { to: places.signIn, label: t`Sign in` };
    case 'setup_problem':
    case 'setup_check_needed':
      return { to: places.setup, label: t`Setup check` };
    case 'real_money_locked':
      return { to: places.realMoney, label: t`Real money` };
    case 'profile':
      return { to: places.edit, label: t`Edit configuration` };
    default:
      return null;
  }
}
