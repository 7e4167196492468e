import { findCircles } from './circles.ts';
import { featureOf, isTestCode, resolveSpecifier, roomOf } from './place.ts';
import type { Import, Module } from './read-module.ts';
import { CLOCK_READERS, ENVIRONMENT_READERS, ruleOf, STARTERS } from './rules.ts';

export type Fault = { path: string; line: number; message: string };

/** Everything that breaks the house's rules, file by file, then the circles. */
export function judgeModules(modules: readonly Module[]): Fault[] {
  const circles = findCircles(modules).map((circle) => ({
    path: circle[0] ?? '',
    line: 1,
    message: `imports itself in a circle: ${[...circle, circle[0]].join(' → ')}`,
  }));
  return [
    ...modules.flatMap(importFaults),
    ...modules.flatMap(readFaults),
    ...modules.flatMap(nameFaults),
    ...circles,
  ];
}

function importFaults(module: Module): Fault[] {
  return module.imports.flatMap((each) => {
    const message = importFault(module.path, each);
    return message === null ? [] : [{ path: module.path, line: each.line, message }];
  });
}

function importFault(from: string, { specifier }: Import): string | null {
  const target = resolveSpecifier(from, specifier);
  const room = roomOf(from);
  const rule = ruleOf(room);
  if (target === null) return `'${specifier}' leaves the checkout`;
  if (target.kind === 'outside') {
    if (target.name.startsWith('@quorate/')) return `'${specifier}' names no file of a package`;
    if (rule.outside === null || isTestCode(from) || rule.outside.includes(target.name))
      return null;
    const allowed = rule.outside.length === 0 ? 'nothing' : rule.outside.join(', ');
    return `'${specifier}': ${room} takes ${allowed} from outside of the house`;
  }
  const targetRoom = roomOf(target.path);
  if (targetRoom !== room) return crossingFault(room, targetRoom, specifier, from, target.path);
  const [own, other] = [featureOf(from), featureOf(target.path)];
  if (own !== null && other !== null && own !== other) {
    return `'${specifier}': a feature does not import its sibling; wire them where both are registered`;
  }
  if (!isTestCode(from) && isTestCode(target.path)) {
    return `'${specifier}': product code does not import test code`;
  }
  return null;
}

function crossingFault(
  room: string,
  targetRoom: string,
  specifier: string,
  from: string,
  target: string,
): string | null {
  if (specifier.startsWith('.')) {
    if (STARTERS[room]?.test(targetRoom)) return null;
    return `'${specifier}': a relative import does not leave ${room}`;
  }
  const name = targetRoom.replace(/^(packages|apps)\//, '');
  const { packages } = ruleOf(room);
  if (!packages.includes(name)) {
    const allowed = packages.length === 0 ? 'no package' : packages.join(', ');
    return `'${specifier}': ${room} may import ${allowed}, not ${name}`;
  }
  if (isTestCode(target) && !isTestCode(from) && STARTERS[room] === undefined) {
    return `'${specifier}': product code does not import test code`;
  }
  return null;
}

function readFaults(module: Module): Fault[] {
  if (isTestCode(module.path)) return [];
  const allowed = (readers: readonly RegExp[]) =>
    readers.some((reader) => reader.test(module.path));
  const at = (lines: number[], message: string) =>
    lines.map((line) => ({ path: module.path, line, message }));
  return [
    ...(allowed(ENVIRONMENT_READERS)
      ? []
      : at(module.environmentReads, 'process.env is read in config.ts only')),
    ...(allowed(CLOCK_READERS)
      ? []
      : at(module.clockReads, 'the time comes from a Clock; only clock.ts asks the machine')),
  ];
}

function nameFaults({ path }: Module): Fault[] {
  if (!/\/index\.tsx?$/.test(path)) return [];
  return [{ path, line: 1, message: 'no index files: an import names the file it means' }];
}
