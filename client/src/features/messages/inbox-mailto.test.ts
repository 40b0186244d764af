import { expect, it } from 'vitest'
import { mailtoAddress, replySubject } from './inbox-mailto'

it('begins a mail to one person, whatever the address or subject holds', () => {
  expect(mailtoAddress('zoe@example.com')).toBe('mailto:zoe@example.com')
  expect(mailtoAddress('zoe@example.com', 'A & B?\r\nBcc: x')).toBe(
    'mailto:zoe@example.com?subject=A%20%26%20B%3F%0D%0ABcc%3A%20x',
  )
  expect(mailtoAddress("o'neil+a?bcc=eve@example.com,eve@example.com")).toBe(
    "mailto:o'neil%2Ba%3Fbcc%3Deve@example.com%2Ceve%40example.com",
  )
})

it('says Re: once', () => {
  expect(replySubject('Report')).toBe('Re: Report')
  expect(replySubject('RE: Report')).toBe('RE: Report')
})
