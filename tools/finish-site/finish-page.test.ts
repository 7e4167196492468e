import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { finishPage, inlineStyle, withoutFaces } from './finish-page.ts';

const SCRIPT = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";
  window.__reactRouterRouteModules = {"root":route0,"app/routes/home":route1};

import("/assets/entry-1.js");`;
const PAGE = [
  '<html><head><link rel="modulepreload" href="/assets/manifest-1.js"/>',
  '<link rel="modulepreload" href="/assets/entry-1.js"/>',
  '<link rel="modulepreload" href="/assets/home-1.js"/>',
  '<link rel="modulepreload" href="/assets/react-1.js"/>',
  '<link rel="preload" href="/assets/font.woff2" as="font"/>',
  '<script>first()</script><link rel="stylesheet" href="/assets/root-1.css"/></head>',
  '<body><p>Words</p><script>second()</script>',
  `<script type="module" async="">${SCRIPT}</script><script>third()</script></body></html>`,
].join('');

const styles: Record<string, string> = { '/assets/root-1.css': '.a{color:red}$&\n' };
const read = (address: string) => styles[address] ?? assert.fail(`nobody asked for ${address}`);

/** Lets everything that was promised happen. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function loaderOf(html: string): string {
  return /<script type="module" async="">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
}

/** Runs a loader in a page that is only what it needs, and tells what it does. */
function run(loader: string, readyState: 'loading' | 'complete') {
  const listeners = new Map<string, () => void>();
  const preloaded: string[] = [];
  const imported: string[] = [];
  const idle: Array<() => Promise<void>> = [];
  const paints: Array<() => void> = [];
  const frames: Array<() => void> = [];
  const waits: Array<{ work: () => void; ms: number }> = [];
  const window = {
    requestIdleCallback: true,
    __reactRouterRouteModules: {} as Record<string, { address: string }>,
  };
  runInNewContext(loader.replaceAll('import(', 'load('), {
    window,
    document: {
      readyState,
      fonts: { ready: Promise.resolve() },
      createElement: () => ({}),
      head: { append: (link: { href: string }) => preloaded.push(link.href) },
    },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    requestIdleCallback: (work: () => Promise<void>) => idle.push(work),
    requestAnimationFrame: (frame: () => void) => frames.push(frame),
    setTimeout: (work: () => void, ms: number) => waits.push({ work, ms }),
    PerformanceObserver: class {
      observe: (what: { type: string; buffered: boolean }) => void;
      disconnect = () => undefined;
      constructor(heard: (list: unknown, observer: unknown) => void) {
        this.observe = (what) => {
          assert.deepEqual({ ...what }, { type: 'paint', buffered: true });
          paints.push(() => heard([], this));
        };
      }
    },
    load: async (address: string) => {
      imported.push(address);
      return { address };
    },
  });
  /** Shows the page, and two frames more. */
  const show = async () => {
    await settled();
    paints.shift()?.();
    for (let frame = 0; frame < 2; frame += 1) {
      await settled();
      frames.shift()?.();
    }
    await settled();
  };
  return { listeners, preloaded, imported, idle, waits, show, window };
}

it('puts the style sheet into the page, letter for letter, and leaves its link asleep', () => {
  const page = finishPage(PAGE, read);
  assert.match(
    page,
    /<style>\.a\{color:red\}\$&<\/style><link rel="stylesheet" href="\/assets\/root-1\.css" media="print" disabled=""\/>/,
  );
});

it('leaves nothing that loads a module before the page has loaded', () => {
  const page = finishPage(PAGE, read);
  assert.doesNotMatch(page, /rel="modulepreload" href|import "|import \*/);
  assert.match(page, /rel="preload" href="\/assets\/font\.woff2"/);
});

it('keeps the other scripts, in their order', () => {
  const page = finishPage(PAGE, read);
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code);
  assert.equal(scripts.length, 4);
  assert.deepEqual([scripts[0], scripts[1], scripts[3]], ['first()', 'second()', 'third()']);
});

it('starts the site after load, with the route modules in place before the entry', async () => {
  const page = run(loaderOf(finishPage(PAGE, read)), 'loading');
  assert.deepEqual(page.imported, []);
  page.listeners.get('load')?.();
  await settled();
  assert.equal(page.idle.length, 0, 'it waits until the page is painted');
  await page.show();
  assert.deepEqual(page.imported, [], 'it waits until the browser is idle');
  await page.idle[0]?.();
  assert.equal(page.imported.at(-1), '/assets/entry-1.js');
  assert.deepEqual(
    { ...page.window.__reactRouterRouteModules },
    {
      root: { address: '/assets/root-1.js' },
      'app/routes/home': { address: '/assets/home-1.js' },
    },
  );
  assert.deepEqual(page.preloaded, ['/assets/entry-1.js', '/assets/react-1.js']);
});

it('starts the site in a page that has loaded already', async () => {
  const page = run(loaderOf(finishPage(PAGE, read)), 'complete');
  await page.show();
  assert.equal(page.idle.length, 1);
});

it('starts the site a second after load though the browser never shows the page', async () => {
  const page = run(loaderOf(finishPage(PAGE, read)), 'loading');
  page.listeners.get('load')?.();
  assert.deepEqual(
    page.waits.map(({ ms }) => ms),
    [1_000],
  );
  page.waits[0]?.work();
  await settled();
  assert.equal(page.imported.at(-1), '/assets/entry-1.js');
});

it('takes a pointer that rests over the page for no touch', () => {
  const { listeners } = run(loaderOf(finishPage(PAGE, read)), 'loading');
  const signs = [...listeners.keys()].filter((name) => name !== 'load' && name !== 'sitestarted');
  assert.deepEqual(signs, ['click', 'pointerdown', 'keydown', 'focusin']);
});

it('starts the site at the first touch, and only once', async () => {
  const page = run(loaderOf(finishPage(PAGE, read)), 'loading');
  page.listeners.get('pointerdown')?.();
  page.listeners.get('keydown')?.();
  page.listeners.get('load')?.();
  await page.show();
  await page.idle[0]?.();
  await settled();
  assert.equal(page.imported.filter((address) => address === '/assets/entry-1.js').length, 1);
});

it('refuses a page of another form instead of breaking it', () => {
  assert.throws(
    () => finishPage(PAGE.replace('import "/assets/manifest', 'load "/assets/m'), read),
    /form unknown/,
  );
  assert.throws(
    () => finishPage(PAGE.replace('type="module"', 'type="text/x"'), read),
    /0 matches/,
  );
  assert.throws(
    () => finishPage(PAGE.replace('* as route1', '* as other'), read),
    /imports no route1/,
  );
  assert.throws(() => finishPage(PAGE, () => 'a{}</STYLE>'), /would end the element/);
});

it('presses a button again that was pressed before the site had started, and no form', () => {
  const page = finishPage(PAGE, read);
  const loader = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, code = '']) => code)
    .find((code) => code.includes('sitestarted'));
  assert.ok(loader);
  const listeners = new Map<string, (event: unknown) => void>();
  const dataset: { started?: string } = {};
  runInNewContext(loader, {
    window: {},
    document: {
      readyState: 'loading',
      documentElement: { dataset },
      fonts: { ready: Promise.resolve() },
    },
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      listeners.set(name, listener),
  });
  let presses = 0;
  const button = {
    isConnected: true,
    click: () => {
      presses += 1;
    },
  };
  const asked: string[] = [];
  const target = {
    closest: (selector: string) => {
      asked.push(selector);
      return button;
    },
  };
  listeners.get('click')?.({ target });
  assert.deepEqual(asked, ['button:not([popovertarget]):not([type=submit])']);
  dataset.started = '';
  listeners.get('sitestarted')?.({});
  assert.equal(presses, 1);
  listeners.get('click')?.({ target });
  assert.equal(asked.length, 1, 'the site hears for itself now');
});

it('leaves the modules of a page alone that is nothing without them, and puts every sheet into it', () => {
  const page = PAGE.replace('</head>', '<link rel="stylesheet" href="/assets/more-1.css"/></head>');
  const inlined = inlineStyle(page, (address) =>
    address === '/assets/more-1.css' ? '.b{}' : read(address),
  );
  assert.match(inlined, /<style>\.a\{color:red\}\$&<\/style>.*<style>\.b\{\}<\/style>/s);
  assert.equal(inlined.match(/rel="modulepreload" href/g)?.length, 4);
  assert.match(inlined, /import "\/assets\/manifest-1\.js"/);
  assert.throws(() => inlineStyle('<p>', read), /no style sheet/);
});

it('has the faces of the dashboard wait for its code', () => {
  const page = withoutFaces(PAGE);
  assert.doesNotMatch(page, /as="font"/);
  assert.equal(page.match(/rel="modulepreload" href/g)?.length, 4);
});
