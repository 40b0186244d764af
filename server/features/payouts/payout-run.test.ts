import { randomBytes } from 'node:crypto'
import express from 'express'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { assert, integer, property } from 'fast-check'
import type { PaymentMethod } from '@shared/payment-methods'
import { divideIntoFiles } from '@shared/payouts'
import {
  paymentDetails,
  savePaymentSettingsRequest,
  type PaymentDetails,
} from '@shared/payment-settings'
import { readZip } from '@tests/support/portal/read-zip'
import { sendCsvFiles, writeCsvLine } from '../../http/send-csv'
import { isRunDue, lastPeriod } from '../rewards/payout-periods'
import { bankFiles, writeBankName } from './open-payments'
import { createSealer } from '../../db/sealing'
import { openPaymentDetails, sealPaymentDetails } from './payment-details'

const date = (time: string) => new Date(time)

describe('by the month', () => {
  it('a run pays the month before, in days of the program', () => {
    const october = { name: '2026-10', firstDay: '2026-10-01', lastDay: '2026-10-31' }
    expect(lastPeriod(date('2026-11-15T12:00:00Z'), 'monthly')).toEqual(october)
    // Still the 30th of November in New York.
    expect(lastPeriod(date('2026-12-01T04:59:00Z'), 'monthly')).toEqual(october)
    expect(lastPeriod(date('2026-12-01T05:00:00Z'), 'monthly').name).toBe('2026-11')
    expect(lastPeriod(date('2027-01-15T12:00:00Z'), 'monthly')).toEqual({
      name: '2026-12',
      firstDay: '2026-12-01',
      lastDay: '2026-12-31',
    })
    expect(lastPeriod(date('2028-03-20T12:00:00Z'), 'monthly').lastDay).toBe('2028-02-29')
  })

  it('it is due from the 15th on, so that a portal that was away on that day makes it later', () => {
    expect(isRunDue(date('2026-11-15T04:59:00Z'), 'monthly')).toBe(false)
    expect(isRunDue(date('2026-11-15T05:00:00Z'), 'monthly')).toBe(true)
    expect(isRunDue(date('2026-11-30T12:00:00Z'), 'monthly')).toBe(true)
  })

  it('days begin an hour earlier in summer, which begins a week before a 15th', () => {
    expect(isRunDue(date('2026-03-15T03:59:59Z'), 'monthly')).toBe(false)
    expect(isRunDue(date('2026-03-15T04:00:00Z'), 'monthly')).toBe(true)
    expect(lastPeriod(date('2026-04-01T03:59:59Z'), 'monthly').name).toBe('2026-02')
    expect(lastPeriod(date('2026-04-01T04:00:00Z'), 'monthly').name).toBe('2026-03')
  })
})

it.each([
  ['2026-10-26T12:00:00Z', '2026-W43', '2026-10-19', '2026-10-25'],
  // Still Sunday in New York.
  ['2026-10-26T03:00:00Z', '2026-W42', '2026-10-12', '2026-10-18'],
  ['2026-11-01T20:00:00Z', '2026-W43', '2026-10-19', '2026-10-25'],
  ['2027-01-04T12:00:00Z', '2026-W53', '2026-12-28', '2027-01-03'],
  ['2027-01-11T12:00:00Z', '2027-W01', '2027-01-04', '2027-01-10'],
])('by the week, a run at %s pays %s, %s to %s', (now, name, firstDay, lastDay) => {
  expect(lastPeriod(date(now), 'weekly')).toEqual({ name, firstDay, lastDay })
  expect(isRunDue(date(now), 'weekly')).toBe(true)
})

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

describe('what is downloaded', () => {
  it('of 5,000 payments by PayPal is one file', async () => {
    const { body, headers } = await download('paypal', 5_000)
    expect(headers['content-disposition']).toMatch(/filename="payout-run-7-paypal-.{10}\.csv"/)
    expect(linesOf(body)).toHaveLength(5_000)
  })

  it('of 5,001 are two in an archive that PayPal takes, and each payment is in one of them', async () => {
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

  it('stays one for a bank, which has a limit of its own', async () => {
    const { body } = await download('zelle', 5_001)
    expect(linesOf(body)).toHaveLength(1 + 5_001)
  })
})

describe('a name in a file for banks', () => {
  it.each([
    ['José Muñoz', 'JOSE MUNOZ'],
    ['Łukasz O’Neil, Jr.', 'LUKASZ ONEIL JR'],
    ['Nguyễn Đường', 'NGUYEN DUONG'],
    ['=HYPERLINK("x") @Rosa', 'HYPERLINK X ROSA'],
    ['-Anne–Marie; "Ann"', 'ANNE MARIE ANN'],
    ['Þóra Straße', 'THORA STRASSE'],
    ['Ｒｏｓａ 👩 Park', 'ROSA PARK'],
    ['Maximiliana Featherstonehaugh', 'MAXIMILIANA FEATHERSTO'],
    ['Bartholomew Alexandria X', 'BARTHOLOMEW ALEXANDRIA'],
    ['n'.repeat(150), 'N'.repeat(22)],
    ['王 小明', null],
    ['محمد', null],
    ['Иван Петров', null],
    ['Rosa 王', null],
    ['👩', null],
    ['', null],
  ])('%s is %s', (name, written) => expect(writeBankName(name)).toBe(written))

  it.each(['ach', 'zelle', 'paypal'] as const)('is ASCII in every column of %s', (method) => {
    const payment = {
      id: 7,
      cents: 123_456,
      name: 'Łukasz O’Neil, Jr.',
      memo: 'Referral rewards 2026-10',
      ach: { routingNumber: '021000021', accountNumber: '0042', accountType: 'checking' },
      zelle: 'rosa@mail.example',
      paypal: 'rosa@mail.example',
    }
    const cells = Object.values(bankFiles[method].columns).map((read) => String(read(payment)))
    expect(cells.join()).toMatch(/^[ -~]+$/)
    expect(writeCsvLine(cells)).toBe(`${cells.join()}\r\n`)
  })
})

const sealer = createSealer([randomBytes(32)])

const ach: PaymentDetails = {
  method: 'ach',
  routingNumber: '021000021',
  accountNumber: '9876543210',
  accountType: 'checking',
}

const paypal = (email: string): PaymentDetails => ({ method: 'paypal', email })
const zelle = (contact: string): PaymentDetails => ({ method: 'zelle', contact })

const problemsOf = (details: object) =>
  paymentDetails.safeParse(details).error?.issues.map(({ path }) => path.join('.')) ?? []

const save = (details: PaymentDetails) =>
  savePaymentSettingsRequest.safeParse({ ...details, currentPassword: 'the present one' })

describe('payment details', () => {
  it.each([['021000021'], ['011401533'], ['122105278'], ['3222 71627'], ['0210-0002-1']])(
    'take the routing number %s',
    (routingNumber) => {
      expect(problemsOf({ ...ach, routingNumber })).toEqual([])
    },
  )

  it.each([
    ['one digit is wrong', '021000022'],
    ['two digits changed places', '201000021'],
    ['it is all zeros', '000000000'],
    ['no district has it', '500000005'],
    ['it is too short', '02100002'],
    ['it holds letters', '02100002I'],
  ])('refuse a routing number when %s', (_why, routingNumber) => {
    expect(problemsOf({ ...ach, routingNumber })).toEqual(['routingNumber'])
  })

  it('never take a routing number with one digit mistyped', () => {
    const digit = integer({ min: 0, max: 9 })
    assert(
      property(integer({ min: 0, max: 8 }), digit, (at, other) => {
        const right = '122105278'
        const typed = `${right.slice(0, at)}${other}${right.slice(at + 1)}`
        expect(problemsOf({ ...ach, routingNumber: typed }).length).toBe(typed === right ? 0 : 1)
      }),
    )
  })

  it.each([
    ['1234', []],
    ['12345678901234567', []],
    ['00 1234-5678', []],
    ['123', ['accountNumber']],
    ['123456789012345678', ['accountNumber']],
    ['12a45', ['accountNumber']],
    ['١٢٣٤٥', ['accountNumber']],
  ])('of the account number %s say %j', (accountNumber, problems) => {
    expect(problemsOf({ ...ach, accountNumber })).toEqual(problems)
  })

  it.each([
    ['(303) 555-0199', '3035550199'],
    ['+1 303.555.0199', '3035550199'],
    [' Rosa@Partner.example ', 'Rosa@Partner.example'],
  ])('read %j for Zelle as %s', (contact, read) => {
    expect(paymentDetails.parse({ method: 'zelle', contact })).toEqual(zelle(read))
  })

  it.each(['555-0199', '+44 20 7946 0958', 'rosa', '', '1035550199'])(
    'refuse %j for Zelle',
    (contact) => {
      expect(problemsOf({ method: 'zelle', contact })).toEqual(['contact'])
    },
  )
})

describe('payment settings', () => {
  it.each(['=1+1@partner.example', '+rosa@partner.example', '-rosa@partner.example', '@SUM(A1)'])(
    'refuse %j, which a spreadsheet would take for a formula',
    (address) => {
      expect(save(paypal(address)).error?.issues[0]?.path).toEqual(['email'])
      expect(save(zelle(address)).error?.issues[0]?.path).toEqual(['contact'])
    },
  )

  it.each([
    paypal('rosa+pay@partner.example'),
    paypal('r-osa@partner.example'),
    zelle('rosa+pay@partner.example'),
    zelle('3035550199'),
  ])('take %j, which a payment file holds as it is', (details) => {
    expect(save(details).data).toMatchObject(details)
    const [cell = ''] = Object.values(details).slice(1)
    expect(writeCsvLine([cell])).toBe(`${cell}\r\n`)
  })

  it('take a phone number that begins with a plus, and keep its digits', () => {
    expect(save(zelle('+1 (303) 555-0199')).data).toMatchObject(zelle('3035550199'))
  })
})

describe('sealed payment details', () => {
  it('open for the person that they are of, and for no one else', () => {
    for (const details of [ach, paypal('rosa@partner.example'), zelle('3035550199')]) {
      const { sealedDetails } = sealPaymentDetails(sealer, 7, details)
      expect(sealedDetails).not.toContain('9876543210')
      expect(openPaymentDetails(sealer, { userId: 7, sealedDetails })).toEqual(details)
      expect(() => openPaymentDetails(sealer, { userId: 8, sealedDetails })).toThrow()
    }
  })

  it.each([
    [ach, '3210'],
    [{ ...ach, accountNumber: '1234' }, '34'],
    [{ ...ach, accountNumber: '12345' }, '45'],
    [zelle('3035550199'), '0199'],
    [paypal('rosamund@partner.example'), 'r…@partner.example'],
    [paypal('rosa@partner.example'), 'r…@partner.example'],
    [paypal('r@partner.example'), '…@partner.example'],
  ] satisfies [PaymentDetails, string][])('show of %j only %j', (details, lastFour) => {
    expect(sealPaymentDetails(sealer, 7, details).lastFour).toBe(lastFour)
  })
})
