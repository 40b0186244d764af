/** Days after which a newer version must have been taken, or the exception written down. */
const updateDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Those under which the portal may be run and handed on as it is. */
const licenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // The code of a package, and the font in it.
  'MIT AND OFL-1.1',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** Packages that name none in their manifest, with what their own text says. */
const licensesByText = new Map([
  ['pause', 'MIT'],
  ['png-js', 'MIT'],
])

/** Newer versions that may not be taken yet. */
export const heldBack: Readonly<Record<string, string>> = {
  'content-disposition': 'Express brings this one too, and from 3 on it needs Node 22',
  'pdfjs-dist': 'from 6 on it needs Node 22',
}

/** Older packages name theirs in a list. */
interface Manifest {
  name?: string | undefined
  license?: string | undefined
  licenses?: { type: string }[] | undefined
}

/** What is wrong with the license of a package; undefined when nothing is. */
export function findLicenseFault(manifest: Manifest): string | undefined {
  const { name = '', license, licenses: listed } = manifest
  const named = license ?? licensesByText.get(name) ?? listed?.map(({ type }) => type).join(' OR ')
  if (!named) return 'names no license'
  return licenses.has(named) ? undefined : `has the license ${named}, which no one has looked at`
}

/**
 * The newest version that is out for longer than it may be left, undefined when there is none. `times` says
 * when each version was published, as the registry tells it.
 */
export function findOverdueUpdate(
  version: string,
  times: Readonly<Record<string, string>>,
  now: number,
): string | undefined {
  const due = Object.entries(times).filter(
    ([other, at]) =>
      isStable(other) &&
      compareVersions(other, version) > 0 &&
      now - Date.parse(at) > updateDays * dayMs,
  )
  return due
    .map(([other]) => other)
    .toSorted(compareVersions)
    .at(-1)
}

const isStable = (version: string) => /^\d+\.\d+\.\d+$/.test(version)

/** A version to come counts as the one that it leads to. */
function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(/[.-]/, 3).map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
