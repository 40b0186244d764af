import type { Finding } from '@shared/system'

export type { Finding }

/** Findings about one thing. */
export const findingsAbout = (about: string) => ({
  ok: (what: string): Finding => ({ about, level: 'ok', what }),
  warning: (what: string, todo: string): Finding => ({ about, level: 'warning', what, todo }),
  problem: (what: string, todo: string): Finding => ({ about, level: 'problem', what, todo }),
})

/** In minutes, hours or days, whichever says it best. */
export function describeAge(seconds: number): string {
  const hours = Math.round(seconds / 3600)
  if (hours < 1) return inWords(seconds / 60, 'minute')
  return hours < 48 ? inWords(hours, 'hour') : inWords(hours / 24, 'day')
}

const inWords = (count: number, unit: 'minute' | 'hour' | 'day') =>
  new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(count)
