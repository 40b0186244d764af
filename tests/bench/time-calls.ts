/** Prints how long a call takes, one after the other. The first warms the caches and is left out. */
export async function timeCalls(
  name: string,
  act: () => Promise<unknown>,
  count = 50,
): Promise<void> {
  const taken: number[] = []
  await act()
  for (let each = 0; each < count; each += 1) {
    const began = performance.now()
    await act()
    taken.push(performance.now() - began)
  }
  const sorted = taken.toSorted((left, right) => left - right)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  console.log(`${name.padEnd(44)}median ${at(0.5).padStart(7)} ms, 95 % ${at(0.95).padStart(7)} ms`)
}
