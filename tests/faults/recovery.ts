import { setTimeout as delay } from 'node:timers/promises'
import type { AcknowledgedPartner, PortalCaller } from '@tests/support/portal/portal-caller'

/** How soon the portal must be well after a fault, by itself. */
export const recoveryMs = 10_000

export const sharedLogin = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login',
  username: 'ada',
  password: 'monitoring secret',
}

/** Milliseconds until the portal says that it is ready and signs someone up; null after 30 s. */
export async function timeToRecover(caller: PortalCaller): Promise<number | null> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < 3 * recoveryMs) {
    const ready = await caller.send('GET', '/readyz')
    if (ready?.status === 200 && (await caller.signUp())) return Date.now() - startedAt
    await delay(50)
  }
  return null
}

/** Keeps several clients busy with everything a partner does, until `stop`. */
export function keepCalling(caller: PortalCaller, known: AcknowledgedPartner, clients = 4) {
  const acknowledged: AcknowledgedPartner[] = []
  const controller = new AbortController()
  const pagesThatFailed: number[] = []
  async function work() {
    while (!controller.signal.aborted) {
      const page = await caller.send('GET', '/login')
      if (page?.status !== 200) pagesThatFailed.push(page?.status ?? 0)
      const partner = await caller.signUp()
      if (partner) acknowledged.push(partner)
      await caller.send('GET', '/api/files', { cookie: known.cookie })
      await caller.send('POST', '/api/credit-credentials', { json: sharedLogin })
      await caller.logIn(known)
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    acknowledged,
    pagesThatFailed,
    async stop() {
      controller.abort()
      await working
    },
  }
}

/** For what must work before the fault. */
export async function found<Result>(result: Promise<Result | null>): Promise<Result> {
  const value = await result
  if (value === null) throw new Error('What this needs first was refused.')
  return value
}
