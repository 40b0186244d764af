import express from 'express'
import supertest from 'supertest'
import { expect, it } from 'vitest'
import type { PaymentMethod } from '@shared/payment-methods'
import { divideIntoFiles } from '@shared/payouts'
import { readZip } from '@tests/support/portal/read-zip'
import { sendCsvFiles } from '../../http/send-csv-files'
import { bankFiles } from './bank-file'

/** So many payments by a method, as they are answered. */
async function download(method: PaymentMethod, count: number) {
  const payments = Array.from({ length: count }, (_payment, at) => ({
    id: at + 1,
    cents: 2_500 + at,
    name: 'Ada Park',
    memo: 'Referral rewards 2026-10',
    [method]: `payee-${at + 1}@mail.example`,
  }))
  const app = express()
  const files = divideIntoFiles(method, payments)
  const fileName = `payout-run-7-${method}`
  app.get('/', (req, res) => sendCsvFiles(req, res, { fileName, ...bankFiles[method], files }))
  return supertest(app).get('/').buffer(true).responseType('blob').expect(200)
}

const linesOf = (file: Buffer | undefined) => String(file).trimEnd().split('\r\n')

it('5,000 payments by PayPal are one file', async () => {
  const { body, headers } = await download('paypal', 5_000)
  expect(headers['content-disposition']).toMatch(/filename="payout-run-7-paypal-.{10}\.csv"/)
  expect(linesOf(body)).toHaveLength(5_000)
})

it('5,001 are two in an archive, each of which PayPal takes, and each payment is in one of them', async () => {
  const { body, headers } = await download('paypal', 5_001)
  expect(headers['content-type']).toBe('application/zip')
  expect(headers['content-disposition']).toMatch(/filename="payout-run-7-paypal-.{10}\.zip"/)
  const files = await readZip(body)
  expect([...files.keys()]).toEqual([
    'payout-run-7-paypal-1-of-2.csv',
    'payout-run-7-paypal-2-of-2.csv',
  ])
  const [first = [], second = []] = [...files.values()].map(linesOf)
  expect([first.length, second.length]).toEqual([5_000, 1])
  const references = [...first, ...second].map((line) => line.split(',')[3])
  expect(references).toEqual(references.map((_reference, at) => `payout-${at + 1}`))
  expect(second).toEqual([
    'payee-5001@mail.example,75.00,USD,payout-5001,Referral rewards 2026-10,PAYPAL',
  ])
})

it('for a bank, which has a limit of its own, they stay in one', async () => {
  const { body } = await download('zelle', 5_001)
  expect(linesOf(body)).toHaveLength(1 + 5_001)
})
