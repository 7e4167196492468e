import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildInstaller } from '../tools/release-desktop/release.ts';
import { copyCheckout } from '../tools/release-desktop/testing/copy-checkout.ts';
import { ROOT } from '../tools/root.ts';
import type { Benchmark } from './benchmark.ts';

/** In two folders of different depth, one with a name that is hard on scripts. */
const PLACES = ['one', 'another/place of Zoë'] as const;

/** Whether the same sources give the same installer wherever they are, and how large it is. */
export const benchmark: Benchmark = {
  name: 'desktop.reproducible',
  title: 'installers of different bytes from two builds of the same sources in two folders',
  unit: 'differences',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ folder, say }) {
    const built: { sha256: string; size: number }[] = [];
    for (const place of PLACES) {
      const root = join(folder, place);
      copyCheckout(ROOT, root);
      const { installer } = await buildInstaller({
        root,
        settings: {
          version: '1.2.3',
          brand: 'Quorate',
          publicUrl: 'https://quorate.example',
          updateKey: null,
          updateDays: 180,
          furtherUpdateKeys: [],
          codeSigning: null,
        },
        committedAt: 1_790_000_000,
        runtime: 'windows',
        compression: 'lzma',
        work: join(root, 'build/release-desktop/work'),
        output: join(root, 'dist/desktop'),
        say,
      });
      const bytes = readFileSync(installer);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      built.push({ sha256, size: bytes.length });
    }
    const [one, other] = built;
    return {
      figure: one?.sha256 === other?.sha256 ? 0 : 1,
      note: `SHA-256 ${one?.sha256.slice(0, 16)} and ${other?.sha256.slice(0, 16)}, ${megabytes(one?.size)} MB each`,
    };
  },
};

function megabytes(bytes = 0): string {
  return (bytes / 1_000_000).toFixed(1);
}
