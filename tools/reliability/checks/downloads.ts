import type { CheckGroup } from '../check.ts';

const UPDATES = 'apps/desktop/src/updates';

export const DOWNLOADS: CheckGroup = {
  title: 'Downloads and updates',
  checks: [
    {
      id: '32',
      promise: 'The installer needs a token, comes in parts, and resumes to the same bytes',
      tests: [
        'apps/api/src/features/downloads/downloads.test.ts › is for whoever is signed in, by browser or as a device',
        'apps/api/src/features/downloads/downloads.test.ts › goes on where it broke off, to the same SHA-256, and begins again where it was replaced',
      ],
      benches: ['downloads.memory'],
    },
    {
      id: '33',
      promise: 'A release has a checksum and a detached signature, and can be signed for Windows',
      tests: [
        'apps/api/src/features/downloads/desktop-update.test.ts › is none before the first release and for one without a manifest, then the very bytes that were published',
        'apps/api/src/features/downloads/desktop-update.test.ts › is not published without its signature, and a refusal leaves what is on offer untouched',
      ],
    },
    {
      id: '34',
      promise:
        'An update with a wrong key, another file, an older version or no signature is refused',
      tests: [
        `${UPDATES}/tampered-updates.test.ts › that is signed with another key is refused`,
        `${UPDATES}/tampered-updates.test.ts › whose file was changed without a change of its size is refused and removed`,
        `${UPDATES}/tampered-updates.test.ts › to an older version is refused`,
        `${UPDATES}/tampered-updates.test.ts › without a signature, or with half of one, does nothing`,
      ],
      benches: ['desktop.update-kill'],
    },
  ],
};
