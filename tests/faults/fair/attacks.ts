import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { buildRegistration } from '@tests/support/portal/portal-caller'
import { sharedLogin } from '../recovery'
import { newAddress, type Call, type Crowd } from './crowd'
import { trickleUpload } from './trickle'

export interface Attack {
  name: string
  /** Goes on until it is over. */
  run(crowd: Crowd, over: AbortSignal): Promise<unknown>
}

/** Of its own for each attack, so that none is refused for what an earlier one did. */
const newAddresses = (count: number) => Array.from({ length: count }, newAddress)

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/**
 * So many callers, each with one call after another. After a refusal they wait a moment: how many calls
 * a second can be refused is for the proxy in front.
 */
export const flood = (
  name: string,
  callers: number,
  begin: (crowd: Crowd) => (caller: number) => Call | Promise<Call>,
  pauseMs = 250,
): Attack => ({
  name,
  run(crowd, over) {
    const nextCall = begin(crowd)
    const call = async (_: unknown, caller: number) => {
      while (!over.aborted) {
        // Attackers run in the process that times everyone else, so their answers must cost little to receive.
        const answer = await crowd.send({ ...(await nextCall(caller)), keepsBody: false })
        if (!answer || answer.status >= 400) await delay(pauseMs)
      }
    }
    return Promise.all(Array.from({ length: callers }, call))
  },
})

const registration = (uploadKey: string, address: string): Call => ({
  method: 'POST',
  path: '/api/register',
  address,
  json: buildRegistration(uploadKey, `${randomUUID()}@attack.example`),
})

/** A key that can be claimed costs a few made-up words. */
async function shareLogin({ send }: Crowd, address: string): Promise<string | null> {
  const call = { method: 'POST', path: '/api/credit-credentials', address, json: sharedLogin }
  const answer = await send(call)
  if (answer?.status !== 201) return null
  return /"uploadKey":"([\w-]+)"/.exec(answer.body.toString())?.[1] ?? null
}

const loginOf = (email: string, password: string, address: string): Call => ({
  method: 'POST',
  path: '/api/login',
  address,
  json: { email, password },
})

const registrationsWithInventedKeys = flood('invented keys', 48, () => {
  const addresses = newAddresses(3)
  return (caller) => registration(randomBytes(32).toString('base64url'), pick(addresses, caller))
})

export const registrations = flood('registrations', 48, (crowd) => {
  const keys: string[] = []
  const addresses = newAddresses(3)
  return async (caller) => {
    const address = pick(addresses, caller)
    const key = await shareLogin(crowd, address)
    if (key) keys.push(key)
    return registration(keys[caller % keys.length] ?? randomUUID(), address)
  }
})

export const validLogins = flood('valid logins', 45, ({ attacker }) => {
  const address = newAddress()
  return () => loginOf(attacker.email, attacker.password, address)
})

const guessesFromManyNetworks = flood('guesses, 2000 addresses', 60, () => {
  let count = 0
  return () => {
    count += 1
    const network = `2001:db8:${(count % 8).toString(16)}:${(count % 2_000).toString(16)}`
    return loginOf(`${randomUUID()}@attack.example`, 'a wrong password', `${network}::1`)
  }
})

const documentReads = flood('document, read on and on', 20, ({ attacker }) => {
  const { file, cookie } = attacker
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  const addresses = newAddresses(2)
  return async (caller) => {
    // Ten a second from each of two addresses.
    await delay(1_000)
    const method = caller % 4 ? 'HEAD' : 'GET'
    return { method, path, cookie, address: pick(addresses, caller) }
  }
})

export const trickledUploads: Attack = {
  name: 'trickled uploads',
  run: (crowd, over) =>
    Promise.all(
      Array.from({ length: 54 }, async (_, caller) => {
        const address = `192.0.2.${10 + Math.floor(caller / 6)}`
        while (!over.aborted) {
          const slow = { bytesPerSecond: 11_000, bytes: 9_000_000 }
          await trickleUpload(crowd, { address, ...slow, over })
          await delay(100)
        }
      }),
    ),
}

const readyChecks = flood('/readyz', 50, () => {
  const address = newAddress()
  return async () => {
    // 500 a second. More would measure how fast Node can refuse, which is for the proxy in front.
    await delay(100)
    return { path: '/readyz', address }
  }
})

/** By someone who has got hold of the administrator's session. */
const searches = flood('searches, trail, restores', 30, ({ admin: cookie, attacker }) => {
  const addresses = newAddresses(3)
  const calls: Omit<Call, 'address'>[] = [
    { path: '/api/admin/users?search=a%20e%20i%20o' },
    { path: '/api/admin/files?search=x%20z' },
    { path: '/api/admin/users?search=nobody%20like%20that' },
    { path: '/api/admin/audit-events?limit=100' },
    { method: 'POST', path: `/api/admin/files/${attacker.file.id}/restore`, json: {} },
  ]
  return (caller) => ({ ...pick(calls, caller), address: pick(addresses, caller), cookie })
})

const formsAndResets = flood('forms and reset mails', 30, ({ attacker: { email } }) => {
  const addresses = newAddresses(3)
  const message = 'What is this? '.repeat(100)
  const form = { subject: 'A question', message, email, name: 'Eve' }
  return (caller) => ({
    method: 'POST',
    path: caller % 2 ? '/api/password-reset' : '/api/messages',
    address: pick(addresses, caller),
    json: caller % 2 ? { email } : form,
  })
})

/** As much as a form may hold, and many times that; unsigned, and without a pause. */
const webhookForms = [80, 2_000, 4_356].map((count) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `${at}=`).join('&')),
)

const webhookCalls = (callers: number) =>
  flood(
    `webhook, ${callers} callers`,
    callers,
    ({ admin, send }) => {
      const addresses = newAddresses(callers)
      const path = '/api/admin/settings/texts'
      const json = {
        accountSid: `AC${'0'.repeat(32)}`,
        authToken: 'of a provider that no one calls',
        sender: '+13035550142',
        kinds: [],
      }
      const connected = send({ method: 'PUT', path, address: newAddress(), cookie: admin, json })
      let sent = 0
      return async (caller) => {
        await connected
        sent += 1
        const body = pick(webhookForms, sent)
        const headers = {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': String(body.length),
        }
        const address = pick(addresses, caller)
        return { method: 'POST', path: '/sms/incoming', address, headers, body }
      }
    },
    0,
  )
export const webhookCallers = [webhookCalls(1), webhookCalls(8)]

export const attacks: readonly Attack[] = [
  // Before the valid logins, which end the session that it reads with.
  documentReads,
  registrationsWithInventedKeys,
  registrations,
  validLogins,
  guessesFromManyNetworks,
  trickledUploads,
  readyChecks,
  searches,
  formsAndResets,
  ...webhookCallers,
]
