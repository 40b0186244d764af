/**
 * Walks lists that are in the order of their names side by side: for each name, what each list has under it.
 * Only one entry of each is in memory.
 */
export async function* joinLists<Entry extends { name: string }>(
  lists: readonly AsyncIterable<Entry>[],
): AsyncGenerator<(Entry | undefined)[]> {
  const walks = lists.map((list) => list[Symbol.asyncIterator]())
  const entries: (Entry | undefined)[] = []
  for (const walk of walks) entries.push(await advance(walk))
  for (;;) {
    const [first] = entries.flatMap((entry) => entry?.name ?? []).toSorted(compareNames)
    if (first === undefined) return
    const named = entries.map((entry) => (entry?.name === first ? entry : undefined))
    yield named
    for (const [index, walk] of walks.entries()) {
      if (named[index]) entries[index] = await advance(walk)
    }
  }
}

async function advance<Entry>(walk: AsyncIterator<Entry>): Promise<Entry | undefined> {
  const next = await walk.next()
  return next.done ? undefined : next.value
}

/** By their characters, as object stores do; a language has an order of its own. */
const compareNames = (one: string, other: string) => (one < other ? -1 : Number(one > other))
