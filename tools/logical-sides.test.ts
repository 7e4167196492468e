import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fromRoot } from './root.ts';

const SCREENS = ['apps/web/src', 'apps/desktop/src/interface', 'packages/ui/src'];
/** Time runs to the right in every language, so a chart's sides are what they are called. */
const CHARTS = /time-curve\.tsx$/;
const PHYSICAL =
  /(?<=["'`\s:!])(?:-?(?:ml|mr|pl|pr|scroll-m[lr]|scroll-p[lr])-(?=\d|\[|\(|auto|px)|-?(?:left|right)-(?=\d+(?!\/)|\[|\(|auto|px|full)|(?:border|rounded)-(?:tl|tr|bl|br|l|r)(?=["'`\s-])|text-(?:left|right)(?=["'`\s]))/g;

it('screens say start and end, not left and right: some languages run the other way', () => {
  const found = SCREENS.flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !CHARTS.test(name))
      .flatMap((name) =>
        readFileSync(fromRoot(`${folder}/${name}`), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(import|\*|\/\/|\/\*)/.test(line))
          .flatMap((line) => line.match(PHYSICAL) ?? [])
          .map((side) => `${folder}/${name}: ${side}`),
      ),
  );
  assert.deepEqual(found, []);
});
