import { resolveSpecifier } from './place.ts';
import type { Module } from './read-module.ts';

type Visit = { index: number; low: number; onStack: boolean };

/**
 * Circles of files that import each other, each once, as its files in an order in which they import one
 * another. A file in several circles is named in one of them.
 */
export function findCircles(modules: readonly Module[]): string[][] {
  const graph = new Map(modules.map((module) => [module.path, targets(module)]));
  return components(graph)
    .filter(([first = '', ...rest]) => rest.length > 0 || graph.get(first)?.includes(first))
    .map((component) => shortestCircle(graph, component))
    .sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}

function targets(module: Module): string[] {
  return module.imports.flatMap(({ specifier }) => {
    const target = resolveSpecifier(module.path, specifier);
    return target?.kind === 'inside' ? [target.path] : [];
  });
}

/** Strongly connected components (Tarjan 1972), without recursion: import chains can be long. */
function components(graph: ReadonlyMap<string, string[]>): string[][] {
  const visits = new Map<string, Visit>();
  const stack: string[] = [];
  const found: string[][] = [];
  for (const root of graph.keys()) {
    if (visits.has(root)) continue;
    const work = [enter(root)];
    for (let frame = work.at(-1); frame !== undefined; frame = work.at(-1)) {
      const next = frame.rest.shift();
      if (next === undefined) {
        work.pop();
        leave(frame.path, frame.visit, work.at(-1)?.visit);
      } else if (graph.has(next)) {
        const seen = visits.get(next);
        if (!seen) work.push(enter(next));
        else if (seen.onStack) frame.visit.low = Math.min(frame.visit.low, seen.index);
      }
    }
  }
  return found;

  function enter(path: string) {
    const visit: Visit = { index: visits.size, low: visits.size, onStack: true };
    visits.set(path, visit);
    stack.push(path);
    return { path, visit, rest: [...(graph.get(path) ?? [])] };
  }

  function leave(path: string, visit: Visit, parent: Visit | undefined): void {
    if (parent) parent.low = Math.min(parent.low, visit.low);
    if (visit.low !== visit.index) return;
    const members = stack.splice(stack.indexOf(path));
    for (const member of members) {
      const memberVisit = visits.get(member);
      if (memberVisit) memberVisit.onStack = false;
    }
    found.push(members);
  }
}

/** The shortest way from the first file of a component, by name, back to itself. */
function shortestCircle(graph: ReadonlyMap<string, string[]>, component: string[]): string[] {
  const members = new Set(component);
  const start = [...members].sort()[0] ?? '';
  const ways: string[][] = [[start]];
  const reached = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (!members.has(next) || reached.has(next)) continue;
      reached.add(next);
      ways.push([...way, next]);
    }
  }
  return [start];
}
