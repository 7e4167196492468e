import type { UpdateState } from '../../contract/update.ts';

/** The state of the updates in one sentence. */
export function updateWords({ kind, version, message }: UpdateState): string {
  const which = version === null ? 'A new version' : `Version ${version}`;
  switch (kind) {
    case 'off':
      return message ?? 'This copy does not update itself.';
    case 'current':
      return message ?? 'This is the newest version.';
    case 'checking':
      return 'Looking for a newer version.';
    case 'downloading':
      return `${which} is being downloaded.`;
    case 'waiting':
      return (
        message ??
        `${which} is downloaded and verified. It goes in once no position is being opened.`
      );
    case 'installing':
      return `${which} is going in. The app starts again in a new window.`;
    case 'refused':
      return `${which} was refused${message ? `: ${message}` : '. Nothing was changed.'}`;
    case 'failed':
      return message ?? 'Updates could not be looked for. It is tried again later.';
    case 'rolled-back':
      return `${which} did not come up, so the version before it is at work again.${message ? ` ${message}` : ''}`;
  }
}
