/** What other programs read, Node and the libraries of the portal among them. */
const ofOthers =
  /^(NODE|PG|AWS|UV|MALLOC|LC|LD|npm|XDG|SSL|OPENSSL|VITEST|NO)_|^(PG[A-Z]+|TZ|LANG|PATH|HOME|USER|SHELL|DEBUG)$|_PROXY$|_proxy$/i

/**
 * A line for each name that is no setting. In `.env` every other name is a mistake; of all that a process is given, only
 * what is nearly one.
 */
export function findUnknownNames(
  names: { inFile: readonly string[]; given: readonly string[] },
  known: readonly string[],
): string[] {
  const isUnknown = (name: string) => !known.includes(name) && !ofOthers.test(name)
  const inFile = names.inFile.filter(isUnknown)
  const given = names.given.filter((name) => isUnknown(name) && !inFile.includes(name))
  return [
    ...inFile.map((name) => {
      const near = findNearest(name, known, 3)
      return `${name} in .env is no setting of the portal${near ? `: is ${near} meant?` : ''}`
    }),
    ...given.flatMap((name) => {
      const near = name.includes('_') ? findNearest(name, known, 2) : undefined
      return near ? [`${name} is no setting of the portal: is ${near} meant?`] : []
    }),
  ]
}

/** The pieces that other programs take the address of a mail server in. */
const mailServer = /^(SMTP|MAIL|EMAIL)_(HOST|SERVER|PORT|USER|USERNAME|PASS|PASSWORD|SECURE)$/i

function findNearest(name: string, known: readonly string[], most: number): string | undefined {
  if (mailServer.test(name)) return 'SMTP_URL'
  const distances = known
    .filter((one) => one.includes('_'))
    .map((one) => ({ one, distance: countEdits(name.toUpperCase(), one) }))
    .toSorted((a, b) => a.distance - b.distance)
  return distances.find(({ distance }) => distance <= most)?.one
}

/** A line for each value that is cut in silence: without quotes it ends at a #, also where no space is before that. */
export function findCutValues(text: string): string[] {
  return splitLines(text).flatMap((line) => {
    const [, name] = /^\s*(?:export\s+)?([\w.-]+)\s*=(?!\s*["'`])(?:[^#]*[^\s#])?#/.exec(line) ?? []
    return name ? [`${name} is cut at a # in .env: write the whole value in single quotes`] : []
  })
}

/** A line for each line of `.env` that is not read. It may be a piece of a secret: only the name of a setting is told. */
export function findUnreadLines(text: string, known: readonly string[]): string[] {
  return splitLines(text).flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line) || line.includes('=')) return []
    const name = known.find((one) => new RegExp(`^\\s*(export\\s+)?${one}\\b`).test(line))
    return [`line ${index + 1} of .env${name ? ` (${name})` : ''} has no = and is not read`]
  })
}

/** Values in quotes, which may go over several lines, are left out. */
function splitLines(text: string): string[] {
  const quoted = /^([ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*)(["'`])([^]*?)\2/gm
  return text
    .replace(quoted, (_all, name: string, quote: string, value: string) => {
      return `${name}${quote}${value.replace(/[^\n]/g, '')}${quote}`.replace(/\n/g, '\n#')
    })
    .split('\n')
}

/** How many letters have to be changed, added or removed. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (from[index] === to[at - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
