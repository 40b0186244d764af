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
  console.log(`${name.padEnd(44)}${describeTimes(taken, 7, 1)}`)
}

/** The median and what 95 % take no longer than, each as wide and with as many decimals as that. */
export function describeTimes(times: number[], width: number, decimals: number): string {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(decimals).padStart(width)
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms`
}
