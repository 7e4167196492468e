import type { SourceFile } from './check/modules.ts';

/** What Citus takes in statements of one shard alone, by its documentation ("SQL support and workarounds"). */
const ONE_SHARD_ONLY: Readonly<Record<string, RegExp>> = {
  'locks rows (`for update`)':
    /\bfor (no key )?(update|share|key share)\b|\.for(Update|Share|NoKeyUpdate)\(/i,
  'changes rows within `with`':
    /\bwith\b[^`]*?\bas (?:materialized )?(?:\$\{[^}]*\} )?\(\s*(insert into|update|delete from)\b|\.with\([^)]*\b(insertInto|updateTable|deleteFrom)\(/i,
  'takes some of all shards (`limit` within a change)':
    /\b(update|delete from)\b[^`]*\(\s*select[^`]*\blimit\b/i,
  'reads rows beside each row (`lateral`)': /\blateral\b/i,
  'groups in several ways': /\bgrouping sets\b|\brollup\b/i,
};

export type AcrossUsers = Readonly<{
  why: string;
  file: string;
  /** What would have to be written in another way before it can run over several shards. */
  rewrites: readonly string[];
}>;

/** Every statement that says that it is about all users, in the order of its files. */
export function statementsAcrossUsers(files: readonly SourceFile[]): AcrossUsers[] {
  return files
    .filter(
      ({ path }) => path.startsWith('apps/api/src/') && !/\.test\.ts$|across-users\.ts$/.test(path),
    )
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(?:const (\w+) = )?acrossUsers\('([^']+)'\)/g), (call) => {
        const [, name, why = ''] = call;
        // A word for several statements of its file stands for all of them.
        const isShared = name !== undefined && text.lastIndexOf('\n}\n', call.index) === -1;
        const body = isShared ? text : functionAround(text, call.index);
        const rewrites = Object.entries(ONE_SHARD_ONLY).flatMap(([what, form]) =>
          form.test(body) ? [what] : [],
        );
        return { why, file: path.replace('apps/api/src/', ''), rewrites };
      }),
    );
}

/** From the end of what stands before it at the left edge to its own. */
function functionAround(text: string, at: number): string {
  const from = text.lastIndexOf('\n}\n', at);
  const to = text.indexOf('\n}\n', at);
  return text.slice(from === -1 ? 0 : from, to === -1 ? text.length : to);
}
