import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from '@playwright/test';

const require = createRequire(import.meta.url);

const ARGUMENTS = [
  '--headless',
  // The packaged browser brings no sandbox helper; it only ever sees our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** Another browser of the Chromium family, by path. */
const chosen = process.env.QUORATE_BROWSER;

const usesPackaged = !chosen && process.platform === 'linux' && process.arch === 'x64';

/**
 * How the browser is started: the one QUORATE_BROWSER names, else the one from npm on Linux x64, else an
 * installed Chrome. The packaged one is used without the switches its package advises for servers:
 * they turn web security off, which the journeys are there to test.
 */
export function browserLaunch(): { launchOptions: LaunchOptions; channel?: string } {
  if (chosen) return { launchOptions: { executablePath: chosen } };
  if (!usesPackaged) return { channel: 'chrome', launchOptions: {} };
  const home = packagedHome();
  return {
    launchOptions: {
      executablePath: join(home, 'chromium'),
      args: ARGUMENTS,
      env: {
        ...process.env,
        FONTCONFIG_FILE: join(home, 'fonts.conf'),
        LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      },
    },
  };
}

/**
 * Unpacks the browser from npm beside the packages, once. Its own helper unpacks to /tmp/chromium, takes
 * whatever lies there for the browser, and half a file after an interruption for a whole one.
 */
export async function prepareBrowser(): Promise<void> {
  if (!usesPackaged) return;
  const home = packagedHome();
  if (existsSync(home)) return;
  mkdirSync(dirname(home), { recursive: true });
  const place = mkdtempSync(`${home}.part-`);
  const { inflate } = await import('@sparticuz/chromium');
  const archives = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'bin');
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = place; // The one place inflate writes to.
  try {
    for (const archive of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(archives, archive));
    }
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  writeFileSync(join(place, 'fonts.conf'), fontConfiguration(home));
  try {
    renameSync(place, home);
  } catch (error) {
    // Another run was quicker; its copy is as good as ours.
    rmSync(place, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

function packagedHome(): string {
  const manifest: { version: string } = require(
    join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json'),
  );
  const cache = fileURLToPath(new URL('../../node_modules/.cache/quorate', import.meta.url));
  return join(cache, `chromium-${manifest.version}`);
}

/** Without it a machine that has no fonts of its own draws no text. */
function fontConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(home, 'fonts'))}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapeXml(join(home, 'fonts-cache'))}</cachedir>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
