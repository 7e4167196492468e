import { getDesktopUpdate } from '@quorate/contract/desktop-update';
import {
  desktopRelease,
  downloadDesktopInstaller,
  getDesktopRelease,
} from '@quorate/contract/downloads';
import type { Route } from '../../http/endpoint.ts';
import { findNewestRelease, type ReleaseDeps } from './releases.ts';
import { sendInstaller } from './send-installer.ts';

export function registerDownloads(route: Route, deps: ReleaseDeps): void {
  route(getDesktopRelease, async () => {
    const found = await findNewestRelease(deps);
    // Parsed, so that how it is stored stays out.
    return { success: true, release: found && desktopRelease.parse(found) };
  });

  route(getDesktopUpdate, async () => {
    // Of the newest alone: it is the one that is sent to whoever asks for the installer.
    const found = await findNewestRelease(deps);
    return { success: true, update: found?.update ?? null };
  });

  route(downloadDesktopInstaller, async (_input, { request, reply }) => {
    await sendInstaller(deps, request, reply);
    return reply;
  });
}
