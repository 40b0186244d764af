import { and, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import { foldName } from '@shared/text'
import type { Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutFiles, payoutRuns, payouts } from '../../db/schema/payouts'
import type { Sealer } from '../../db/sealing'
import { notFound, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { openPayoutDetails } from './payment-details'
import { listSealedPayouts } from './queries'
import { inSlices } from '../../http/send-zip'
import type { CsvColumns } from '../../http/send-csv'

interface Payment {
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

/**
 * The payments of a run that are in transit by one method, with where they go; a file of them is made, and
 * is in the trail. Throws 404 without any: what was paid is not paid again from a second file.
 */
export async function openPayments(
  ctx: Ctx,
  runId: number,
  method: PaymentMethod,
): Promise<Payment[]> {
  return ctx.tx(async ({ db: tx, sealer, by }) => {
    const [found] = await tx.select().from(payoutRuns).where(eq(payoutRuns.id, runId)).for('update')
    const rows = await listSealedPayouts(tx, runId, method)
    if (rows.length === 0) throw notFound('There is nothing on its way by this method.')
    const memo = `Referral rewards ${orNotFound(found).period}`
    const payments: Payment[] = []
    for await (const opened of inSlices(openEach(sealer, memo, rows))) payments.push(...opened)
    const file = await keepFile(tx, { runId, method, rows })
    await recordEvent({ db: tx, by }, 'payout-run.file-downloaded', `payout-run:${runId}`, {
      method,
      file,
      payouts: payments.length,
    })
    return payments
  })
}

function* openEach(
  sealer: Sealer,
  memo: string,
  rows: Awaited<ReturnType<typeof listSealedPayouts>>,
): Generator<Payment> {
  for (const { id, cents, sealedDetails } of rows) {
    const details = openPayoutDetails(sealer, { id, sealedDetails: sealedDetails ?? '' })
    yield {
      id,
      cents,
      memo,
      name: details.name,
      ...(details.method === 'zelle' && { zelle: details.contact }),
      ...(details.method === 'paypal' && { paypal: details.email }),
      ...(details.method === 'ach' && { ach: details }),
    }
  }
}

/**
 * Writes down which payouts are in a file, so that saying that the file was paid is about no others. A file of the
 * same payouts as the one before is that one.
 */
async function keepFile(
  tx: Transaction,
  of: { runId: number; method: PaymentMethod; rows: { id: number; fileId: number | null }[] },
): Promise<number> {
  const { runId, method, rows } = of
  const before = rows[0]?.fileId
  if (before && rows.every(({ fileId }) => fileId === before)) {
    const isOnItsWay = and(eq(payouts.fileId, before), eq(payouts.state, 'paying'))
    if ((await tx.$count(payouts, isOnItsWay)) === rows.length) return before
  }
  const made = await tx.insert(payoutFiles).values({ runId, method }).returning()
  const { id } = onlyRow(made)
  await tx
    .update(payouts)
    .set({ fileId: id })
    .where(sql`id = any(${sql.param(rows.map((row) => row.id))}::int[])`)
  return id
}
