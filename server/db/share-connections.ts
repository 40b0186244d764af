// As many as it runs at once, or it warns.
const jobs = 4

/** How many connections each pool of a process may open, of those that the process may open in all. */
export function shareConnections(inAll: number) {
  const limits = Math.min(4, Math.ceil(inAll / 6))
  const searches = Math.ceil(inAll / 6)
  return { main: inAll - jobs - limits - searches, jobs, limits, searches }
}
