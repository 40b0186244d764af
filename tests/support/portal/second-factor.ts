import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'
import { recoveryCodes, secondFactorSetup } from '@shared/accounts'
import type { Agent } from './agents'

const stepSeconds = 30

/** The code an app shows now or some steps from now. */
export const computeCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * stepSeconds * 1000,
  })

/** Stops the clock of this process, the portal's of a test app, in the middle of a code's 30 seconds. */
export function stopClock(): void {
  const stepMs = stepSeconds * 1000
  const now = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2
  vi.useFakeTimers({ toFake: ['Date'], now })
}

/** Until the app shows the next code, or some codes later. */
export function waitForNextCode(steps = 1): void {
  vi.setSystemTime(Date.now() + steps * stepSeconds * 1000)
}

const path = '/api/second-factor'

/** Turns on the second factor of the logged-in person. */
export async function turnOnSecondFactor(agent: Agent, password: string) {
  const begun = await agent.post(path).send({ currentPassword: password }).expect(201)
  const { secret } = secondFactorSetup.parse(begun.body)
  const confirmedWith = computeCode(secret)
  const confirmed = await agent.post(`${path}/confirm`).send({ code: confirmedWith }).expect(200)
  return { secret, confirmedWith, codes: recoveryCodes.parse(confirmed.body).recoveryCodes }
}
