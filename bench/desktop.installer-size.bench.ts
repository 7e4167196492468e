import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildInstaller } from '../tools/release-desktop/release.ts';
import { ROOT } from '../tools/root.ts';
import type { Benchmark } from './benchmark.ts';

/** What a person downloads, packed as it is released. */
export const benchmark: Benchmark = {
  name: 'desktop.installer-size',
  title: 'size of the installer for Windows',
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 29 },
  async run({ folder, say }) {
    const startedAt = performance.now();
    const { installer, withoutNode } = await buildInstaller({
      root: ROOT,
      settings: {
        version: '1.2.3',
        brand: 'Quorate',
        publicUrl: null,
        updateKey: null,
        updateDays: 180,
        furtherUpdateKeys: [],
        codeSigning: null,
      },
      committedAt: 1_790_000_000,
      runtime: 'windows',
      compression: 'lzma',
      work: join(folder, 'work'),
      output: folder,
      say,
    });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return {
      figure: statSync(installer).size / 1_000_000,
      note: `an update without a new Node takes ${(withoutNode.size / 1_000_000).toFixed(2)} MB of it; built in ${seconds} s`,
    };
  },
};
