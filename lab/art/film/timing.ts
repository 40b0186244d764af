/** How far a movement has come, from 0 to 1, eased at its end. Times in seconds. */
export function moved(t: number, start: number, duration: number): number {
  return 1 - (1 - linear(t, start, duration)) ** 3
}

/** The same, eased at both ends. */
export function glided(t: number, start: number, duration: number): number {
  const x = linear(t, start, duration)
  return x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2
}

/** The same, at an even pace. */
export function linear(t: number, start: number, duration: number): number {
  return Math.min(1, Math.max(0, (t - start) / duration))
}

export const between = (from: number, to: number, share: number) => from + (to - from) * share
