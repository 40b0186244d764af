/** A program that does harm to a running portal and looks at what it makes of it. */
export interface Fault {
  name: string
  /** What is done, for the person who reads the table. */
  what: string
  /**
   * True when the portal kept every promise; figures and broken promises are reported as lines. How
   * often a fault is repeated, or how long it lasts, is its own to choose where nothing is said.
   */
  run(report: (line: string) => void, times?: number, seconds?: number): Promise<boolean>
}

/** Whether there are none; each is reported. */
export function haveHeld(problems: Iterable<string>, report: (line: string) => void): boolean {
  const found = [...problems]
  for (const problem of found) report(problem)
  return found.length === 0
}
