import type { PaymentMethod } from '@shared/payment-methods'
import { foldName } from '@shared/text'
import type { CsvColumns } from '../../http/send-csv'

/** A payment with its details, opened. */
export interface Payment {
  id: number
  cents: number
  /** As it was approved. */
  name: string
  /** The run, as the recipient reads it: 'Referral rewards 2026-10'. */
  memo: string
  zelle?: string
  paypal?: string
  ach?: { routingNumber: string; accountNumber: string; accountType: string }
}

interface BankFile {
  columns: CsvColumns<Payment>
  /** PayPal takes the first line for a payment. */
  hasHeadings: boolean
}

const dollars = ({ cents }: Payment): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** An ACH entry has so many places for the name. */
const longestName = 22

/**
 * A name in the letters that every bank takes: Nacha allows printable ASCII, banks and their spreadsheets less of it.
 * Null for a name that has none, or that would lose some.
 */
export function writeBankName(name: string): string | null {
  const folded = foldName(name).toUpperCase()
  return /^[A-Z\d][A-Z\d ]*$/.test(folded) ? folded.slice(0, longestName).trim() : null
}

/** PayPal asks for no name. */
export const isUnwritable = (method: PaymentMethod | null, name: string): boolean =>
  method !== 'paypal' && writeBankName(name) === null

/** A name that can't be written was held before approval. */
const bankName = ({ name }: Payment): string => writeBankName(name) ?? ''

/** By which a payment is found again when the bank reports on it. */
const reference = ({ id }: Payment): string => `payout-${id}`

/**
 * The files that banks and PayPal take for many payments. Account numbers are text, with their leading zeros,
 * and digits only, so that nothing is put before them.
 */
export const bankFiles: Record<PaymentMethod, BankFile> = {
  zelle: {
    columns: {
      'Recipient name': bankName,
      'Email or phone': ({ zelle }) => zelle ?? '',
      Amount: dollars,
      Memo: ({ memo, id }) => `${memo} (payout-${id})`,
    },
    hasHeadings: true,
  },
  ach: {
    columns: {
      Name: bankName,
      'Routing number': ({ ach }) => ach?.routingNumber ?? '',
      'Account number': ({ ach }) => ach?.accountNumber ?? '',
      'Account type': ({ ach }) => ach?.accountType ?? '',
      Amount: dollars,
      ID: reference,
    },
    hasHeadings: true,
  },
  paypal: {
    columns: {
      Email: ({ paypal }) => paypal ?? '',
      Amount: dollars,
      Currency: () => 'USD',
      'Customer ID': reference,
      'Note to recipient': ({ memo }) => memo,
      'Recipient wallet': () => 'PAYPAL',
    },
    hasHeadings: false,
  },
}
