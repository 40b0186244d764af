import { describe, expect, it } from 'vitest'
import { canBeMailHost, isPublicAddress, MailHostError, resolveMailHost } from './mail-host'

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '100::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
]
/** What resolvers and sockets read as an address though it does not look like one. */
const disguised = [
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '10.0.0.1.',
  '[::1]',
  '127.0.0.1%0',
  'localhost.',
  'metadata',
  'mail server.example',
  'user@mail.example',
  'mail.example/',
  'mail.example:25',
  '-mail.example',
  '',
]

const any = false
const local = true

describe('a mail host', () => {
  it.each(closed)('%s is no public address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([...closed, ...disguised])('%s is refused without being looked up', async (host) => {
    expect(canBeMailHost({ host, port: 587 }, any)).toBe(false)
    await expect(resolveMailHost({ host, port: 587 }, any)).rejects.toThrow(MailHostError)
  })

  it.each(['localhost', '127.0.0.1', '::1', 'LOCALHOST'])('%s needs a permission', (host) => {
    expect(canBeMailHost({ host, port: 587 }, any)).toBe(false)
    expect(canBeMailHost({ host, port: 40_000 }, local)).toBe(true)
  })

  it.each([25, 465, 587, 2525])('may be at port %i', (port) => {
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, any)).toBe(true)
  })

  it.each([22, 80, 443, 5432, 6379, 26])('may not be at port %i', (port) => {
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, any)).toBe(false)
    expect(canBeMailHost({ host: 'smtp.gmail.com', port }, local)).toBe(false)
  })

  it('says the same of a name that no one knows as of one that is refused', async () => {
    const unknown = resolveMailHost({ host: 'no-such-host.invalid', port: 587 }, any)
    await expect(unknown).rejects.toThrow('The mail host was not found, or can’t be used.')
    const refused = resolveMailHost({ host: '10.0.0.1', port: 587 }, any)
    await expect(refused).rejects.toThrow('The mail host was not found, or can’t be used.')
  })
})
