import { t } from '@lingui/core/macro';
import { Notice } from '@quorate/ui/notice';
import { useEffect } from 'react';
import { clearSession, getSession } from '../lib/session/session.ts';

/** On the home page, after its user's account was deleted: the session that is left here is dead. */
export function Farewell({ userId }: { userId: string }) {
  useEffect(() => {
    // Going back to this page later must not end the session of somebody else.
    if (getSession().user?.id === userId) clearSession();
  }, [userId]);
  return (
    <div className="wrap pt-4">
      <Notice
        tone="success"
        live
        title={t`Your account is deleted.`}
      >{t`Everything in it is gone, and this browser is signed out. Thank you for having been here.`}</Notice>
    </div>
  );
}
