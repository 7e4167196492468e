import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort, startServer } from '../../apps/api/test/helpers/server-process.ts';
import { packageBin } from '../package-bin.ts';
import { buildClient } from './build-client.ts';
import { typeText } from './declarations.ts';

const NAME = 'the-client';

describe('the packed client', () => {
  let folder: string;
  let project: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'client package '));
    await buildClient(join(folder, 'client'), { name: NAME, version: '1.2.3' });
    project = join(folder, 'project');
    mkdirSync(project);
    npm(['pack', '--pack-destination', folder], join(folder, 'client'));
    writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }');
    npm(
      ['install', '--offline', '--no-audit', '--no-fund', `${folder}/${NAME}-1.2.3.tgz`],
      project,
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  /** What the compiler says of a program that uses the client. */
  function compile(program: string): string {
    writeFileSync(join(project, 'program.ts'), program);
    const { stdout } = spawnSync(
      process.execPath,
      [
        packageBin('typescript', 'tsc'),
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'esnext',
        '--lib',
        'esnext,dom,dom.asynciterable',
        '--types',
        '',
        '--exactOptionalPropertyTypes',
        'program.ts',
      ],
      { cwd: project, encoding: 'utf8' },
    );
    return stdout;
  }

  it('knows what each call takes and gives, and leans on nothing', () => {
    const right = `import { ApiError, createClient, pages } from '${NAME}';
      const client = createClient({ url: 'http://localhost', token: async () => 'x' });
      const { reviews, pagination } = await client.listReviews({ query: { per_page: 5 } });
      const words: string = reviews[0]!.comment + pagination.total.toFixed();
      await client.writeReview({ body: { rating: 5, comment: words } });
      for await (const page of pages(client.listReviews)) page.reviews.at(0);
      for await (const event of await client.getLive()) event.name.at(0);
      const status = (error: unknown) => error instanceof ApiError && error.code === 'rate_limited';
      await client.commandBot({ params: { bot_id: '1' }, body: { command_id: '2', kind: 'resume' } });
      export { status };`;
    assert.equal(compile(right), '');
  });

  it('refuses a field that is wrong, missing or of another kind before anything is sent', () => {
    const client = `import { createClient } from '${NAME}';
      const client = createClient({ url: 'http://localhost' });\n`;
    const wrong = (line: string) => compile(client + line);
    assert.match(
      wrong(`await client.writeReview({ body: { rating: '5', comment: '' } });`),
      /TS2322/,
    );
    assert.match(wrong('await client.writeReview({ body: { rating: 5 } });'), /comment/);
    assert.match(wrong('await client.commandBot();'), /TS2554/);
    assert.match(wrong('(await client.listReviews()).reviews[0].stars;'), /stars/);
    assert.match(wrong('await client.listReview();'), /listReviews/);
  });

  it('calls a real service: a list, a refusal with its code, and nobody', {
    timeout: 120_000,
  }, async () => {
    const [port, nobody] = [await freePort(), await freePort()];
    const service = await startServer({ PORT: port, DATA_DIR: join(folder, 'data') });
    try {
      writeFileSync(
        join(project, 'run.js'),
        `import { ApiError, NoAnswerError, createClient, pages } from '${NAME}';
        const client = createClient({ url: '${service.url}/', token: 'x'.repeat(43) });
        const seen = [];
        for await (const { reviews } of pages(client.listReviews)) seen.push(reviews.length);
        const failed = (call) => call.then(() => null, (error) => error);
        const refused = await failed(client.getDashboard());
        const wrong = await failed(client.writeReview({ body: {} }));
        const gone = await failed(createClient({ url: 'http://localhost:${nobody}', retries: 0 }).getHealth());
        console.log(JSON.stringify({
          seen, refused: [refused instanceof ApiError, refused.code, refused.status, Boolean(refused.requestId)],
          wrong: wrong.status, gone: gone instanceof NoAnswerError,
        }));`,
      );
      const { stdout, stderr } = spawnSync(process.execPath, ['run.js'], {
        cwd: project,
        encoding: 'utf8',
      });
      assert.deepEqual(JSON.parse(stdout || stderr), {
        seen: [0],
        refused: [true, 'unauthorized', 401, true],
        wrong: 401,
        gone: true,
      });
    } finally {
      await service.stop();
    }
  });
});

function npm(args: readonly string[], cwd: string): void {
  const { status, stderr, stdout } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

describe('a schema as a type', () => {
  const SHAPES: ReadonlyArray<[schema: Record<string, unknown>, text: string]> = [
    [{ type: 'string', maxLength: 3 }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: true }, 'true'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      '(string | null)[]',
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [
      { type: 'object', properties: { 'a-b': { type: 'string' } } },
      '{\n  "a-b"?: string | undefined;\n}',
    ],
    [{ type: 'object', properties: { a: {} }, required: ['a'] }, '{\n  a: unknown;\n}'],
  ];
  for (const [schema, text] of SHAPES)
    it(`is ${text.replace(/\s+/g, ' ')}`, () => assert.equal(typeText(schema), text));
});
