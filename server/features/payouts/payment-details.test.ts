import { randomBytes } from 'node:crypto'
import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  paymentDetails,
  savePaymentSettingsRequest,
  type PaymentDetails,
} from '@shared/payment-settings'
import { createSealer } from '../../db/sealing'
import { openPaymentDetails, sealPaymentDetails } from './payment-details'
import { writeCsvLine } from '../../http/send-csv'

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
    [paypal('rosamund@partner.example'), 'mund'],
    [paypal('rosa@partner.example'), 'sa'],
    [paypal('r@partner.example'), ''],
  ] satisfies [PaymentDetails, string][])('show of %j only %j', (details, lastFour) => {
    expect(sealPaymentDetails(sealer, 7, details).lastFour).toBe(lastFour)
  })
})
