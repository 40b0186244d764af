import { z } from '@shared/zod'

const amount = /^-?\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/** Whole cents of '$1,234.5', '-20'; null for what is no amount. */
export function readDollars(typed: string): number | null {
  const text = typed.trim()
  const [, whole = '', part = ''] = amount.exec(text) ?? []
  if (!whole) return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? (text.startsWith('-') ? -cents : cents) : null
}

/** '1234.50', as it is typed. */
export const writeDollars = (cents: number): string => (cents / 100).toFixed(2)

/** A field of dollars, whose value is whole cents. */
export const dollars = z.string().transform((typed, context) => {
  const cents = readDollars(typed)
  if (cents !== null) return cents
  context.addIssue({ code: 'custom', message: 'Please enter an amount like 500 or 1,250.50.' })
  return z.NEVER
})
