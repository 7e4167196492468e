import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isCodeOutOfReach, onServiceBack } from './service-back.ts';

type LatePart<Props> = {
  Part: ComponentType<Props>;
  /** Sends for the code before the part is shown. */
  prepare: () => void;
};

/**
 * A part of a page whose code comes by itself. Unlike with React's own `lazy`, a part whose code is there
 * is shown at once: `lazy` shows the place first, and keeps that for 300 ms.
 *
 * @param place what stands there until the code has come
 * @param missing what is said where the code does not come
 * @example const { Part } = latePart(async () => (await import('./board.tsx')).Board, <Place />, 'No board');
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: ReactNode | ((props: Props) => ReactNode),
  missing: string,
): LatePart<Props> {
  let arrived: ComponentType<Props> | null = null;
  let underWay: Promise<boolean> | null = null;
  /** Resolves to whether the code came; one that did not is sent for again the next time. */
  const fetchOnce = () => {
    if (!underWay && isCodeOutOfReach()) return Promise.resolve(false);
    underWay ??= load().then(
      (part) => {
        arrived = part;
        return true;
      },
      () => {
        underWay = null;
        return false;
      },
    );
    return underWay;
  };
  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => arrived);
    const [failed, setFailed] = useState(false);
    const show = async () => {
      const came = await fetchOnce();
      if (came) setShown(() => arrived);
      else setFailed(true);
      return came;
    };
    const showFirst = useEffectEvent(show);
    useEffect(() => {
      if (!Shown) void showFirst();
    }, [Shown]);
    if (Shown) return <Shown {...props} />;
    if (failed) return <CodeMissing title={missing} onRetry={show} />;
    return typeof place === 'function' ? place(props) : place;
  }
  return { Part, prepare: () => void fetchOnce() };
}

type CodeMissingProps = {
  title: string;
  /** Sends for the code again. @returns whether it came */
  onRetry: () => Promise<boolean>;
};

/** Stands where a part of the site's own code did not arrive, as after a release or without a network. */
function CodeMissing({ title, onRetry }: CodeMissingProps) {
  const [busy, setBusy] = useState(false);
  const [offline] = useState(() => !navigator.onLine);
  const retry = async () => {
    setBusy(true);
    const came = await onRetry();
    setBusy(false);
    return came;
  };
  const retryAlone = useEffectEvent(retry);
  useEffect(() => onServiceBack(() => void retryAlone()), []);
  const onPress = async () => {
    // A browser keeps a failure, and a release may have taken the file away: a new page helps both.
    if (!(await retry()) && !isCodeOutOfReach()) window.location.reload();
  };
  return (
    <Notice
      tone={offline ? 'warning' : 'error'}
      live
      title={offline ? `${t`Offline.`} ${title}` : title}
      action={
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={() => void onPress()}
        >{t`Try again`}</Button>
      }
    >
      {offline
        ? t`This device has no network. We try again when it is back.`
        : t`This part of the page did not arrive.`}
    </Notice>
  );
}
