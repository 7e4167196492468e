import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useLocation, useNavigate } from 'react-router';
import { useAppState } from '../lib/app-state-context.tsx';
import { TextLink } from '../lib/text-link.tsx';

/** What a person should know on whichever screen they are. */
export function FrameNotices() {
  const { account, app, signed_out_because: because } = useAppState();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <div className="empty:hidden mb-5 space-y-3">
      {account === null && pathname !== '/settings' && (
        <Notice
          tone="warning"
          title="Nobody is signed in"
          action={
            <Button size="small" onClick={() => void navigate('/sign-in')}>
              Sign In
            </Button>
          }
        >
          {because ?? 'A bot starts only when you are signed in. What runs can be stopped.'}
        </Notice>
      )}
      {account !== null && !account.reachable && (
        <Notice tone="warning" live title="The service does not answer">
          Bots keep looking after their positions and open nothing new until it answers again.
        </Notice>
      )}
      {app.trouble && (
        <Notice tone="warning" live title="Something went wrong in the app">
          {app.trouble}
        </Notice>
      )}
      {app.update.kind === 'waiting' && pathname !== '/settings' && (
        <Notice live title={`Version ${app.update.version ?? ''} is ready`}>
          It goes in by itself once no position is being opened.{' '}
          <TextLink to="/settings">See updates</TextLink>
        </Notice>
      )}
      {app.update.kind === 'installing' && (
        <Notice live title={`Version ${app.update.version ?? ''} is going in`}>
          The app starts again in a new window within a few seconds.
        </Notice>
      )}
    </div>
  );
}
