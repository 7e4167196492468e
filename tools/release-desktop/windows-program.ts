import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';

/** What the properties of a program say in Windows. */
export type ProgramFacts = Readonly<{
  version: string;
  brand: string;
  /** As in "Quorate: trading bot". */
  description: string;
  /** The name of the file. */
  fileName: string;
  icon: Buffer;
}>;

const ENGLISH = { lang: 0x0409, codepage: 1200 };
const WINDOWED = 2;

/**
 * Gives a program of Windows its icon, its version, and no window of the console. A signature it had is gone.
 *
 * @throws Error where the file is no program of Windows
 */
export function dressProgram(program: Uint8Array, facts: ProgramFacts): Buffer {
  const executable = NtExecutable.from(program, { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  const icon = Data.IconFile.from(facts.icon);
  const [group] = Resource.IconGroupEntry.fromEntries(resources.entries);
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    group?.id ?? 1,
    group?.lang ?? ENGLISH.lang,
    icon.icons.map(({ data }) => data),
  );
  const [old] = Resource.VersionInfo.fromEntries(resources.entries);
  if (old) {
    resources.removeResourceEntry(16, 1, old.lang);
  }
  const version = Resource.VersionInfo.createEmpty();
  version.setFileVersion(`${facts.version}.0`, ENGLISH.lang);
  version.setProductVersion(`${facts.version}.0`, ENGLISH.lang);
  version.setStringValues(ENGLISH, {
    CompanyName: facts.brand,
    FileDescription: facts.description,
    FileVersion: facts.version,
    InternalName: facts.fileName,
    OriginalFilename: facts.fileName,
    ProductName: facts.brand,
    ProductVersion: facts.version,
  });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  executable.newHeader.optionalHeader.subsystem = WINDOWED;
  return Buffer.from(executable.generate());
}
