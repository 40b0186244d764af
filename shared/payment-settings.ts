import { emailAddress, reauthentication } from './accounts'
import { paymentMethods } from './payment-methods'
import { z } from './zod'

export const paymentMethod = z.enum(paymentMethods)

const withoutSpaces = (typed: string) => typed.replace(/[\s-]/g, '')

/** The ten digits of a number in the United States, however it was typed; otherwise null. */
const usPhoneDigits = (typed: string): string | null =>
  /^(?:\+?1)?([2-9]\d{9})$/.exec(typed.replace(/[\s().-]/g, ''))?.[1] ?? null

const routingProblem = 'Please enter a valid routing number: nine digits, as on your checks.'

/** As the American Bankers Association defines it: a district, and a check digit at the end. */
function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2])\d{7}$/.test(digits)) return false
  const weights = [3, 7, 1]
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

const zelleProblem = 'Please enter the email address or US phone number that you use with Zelle.'

const zelleDetails = z.object({
  method: z.literal('zelle'),
  /** An email address, or the ten digits of a phone number. */
  contact: z
    .string({ error: zelleProblem })
    .trim()
    .overwrite((typed) => usPhoneDigits(typed) ?? typed)
    .refine((typed) => usPhoneDigits(typed) !== null || emailAddress.safeParse(typed).success, {
      error: zelleProblem,
    }),
})

const achDetails = z.object({
  method: z.literal('ach'),
  routingNumber: z
    .string({ error: routingProblem })
    .overwrite(withoutSpaces)
    .refine(isRoutingNumber, { error: routingProblem }),
  accountNumber: z
    .string({ error: 'Please enter your account number.' })
    .overwrite(withoutSpaces)
    .regex(/^\d{4,17}$/, { error: 'Please enter your account number: 4 to 17 digits.' }),
  accountType: z.enum(['checking', 'savings'], { error: 'Please choose the type of account.' }),
})

const paypalDetails = z.object({ method: z.literal('paypal'), email: emailAddress })

/** Where someone's money goes. Never in an answer. */
export const paymentDetails = z.discriminatedUnion('method', [
  zelleDetails,
  achDetails,
  paypalDetails,
])
export type PaymentDetails = z.infer<typeof paymentDetails>

const proof = reauthentication.shape

/** Spreadsheets take such a beginning for a formula: in a payment file the address could not be written unchanged. */
const isNoFormula = (address: string) => !/^[=+-]/.test(address)
const formulaProblem = { error: 'Please use an email address that doesn’t begin with =, +, or -.' }

const newZelle = zelleDetails.extend({
  contact: zelleDetails.shape.contact.refine(isNoFormula, formulaProblem),
})
const newPaypal = paypalDetails.extend({
  email: emailAddress.refine(isNoFormula, formulaProblem),
})

/** Filled in by someone to be paid by it from now on. */
export const newPaymentSettings = z.discriminatedUnion('method', [newZelle, achDetails, newPaypal])
export type NewPaymentSettings = z.infer<typeof newPaymentSettings>

/** With the password each time: a session that was confirmed lately is not enough for this. */
export const savePaymentSettingsRequest = z.discriminatedUnion('method', [
  newZelle.extend(proof),
  achDetails.extend(proof),
  newPaypal.extend(proof),
])
export type SavePaymentSettingsRequest = z.infer<typeof savePaymentSettingsRequest>

/** Enough to recognize them by. */
const paymentSettings = z.object({
  method: paymentMethod,
  /** The last digits, at most four and at most half of them; of a mailbox 'm…@example.com'. */
  lastFour: z.string(),
  changedAt: z.string(),
  /** Until when payouts are paused after the change; null once they continue. */
  restsUntil: z.string().nullable(),
})

/** Null until someone says how to pay them. */
export const paymentSettingsState = z.object({ settings: paymentSettings.nullable() })
export type PaymentSettingsState = z.infer<typeof paymentSettingsState>
