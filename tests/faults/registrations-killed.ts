import { randomUUID } from 'node:crypto'
import { samples } from '@tests/support/samples/samples'
import type { Fault } from './fault'
import { killOften } from './kill-often'
import {
  partnerPassword,
  buildRegistration,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import { readText } from '@tests/support/portal/answers'
import { queryPortal } from './query-portal'
import { sharedLogin } from './recovery'

/** A registration that was sent, with its answer, if there was one. */
interface Attempt {
  email: string
  uploadKey: string
  status: number | null
}

/**
 * People sign up with a document or with a shared login. Anyone who was told so has an account; anyone who
 * was told nothing sends the same again, and has one account, too.
 */
export const registrationsKilled: Fault = {
  name: 'registrations-killed',
  what: 'kill -9 at random moments while people sign up, with documents and with logins',
  async run(report, times = 50) {
    let attempts: Attempt[] = []
    let [acknowledged, unanswered, thereAlready] = [0, 0, 0]
    const signUpWith =
      (prove: (caller: PortalCaller) => Promise<string | null>) =>
      async (caller: PortalCaller, signal: AbortSignal) => {
        while (!signal.aborted) {
          const uploadKey = await prove(caller)
          if (!uploadKey) continue
          const attempt = { email: `${randomUUID()}@partner.example`, uploadKey }
          attempts.push({ ...attempt, status: await register(caller, attempt) })
        }
      }
    const hasHeld = await killOften({
      times,
      isEnough: () => acknowledged > 0,
      report,
      clients: [sendDocument, shareLogin, sendDocument, shareLogin].map(signUpWith),
      async check(caller, portal) {
        const problems: string[] = []
        for (const attempt of attempts) {
          if (attempt.status === 201) acknowledged += 1
          if (attempt.status !== null) continue
          unanswered += 1
          const repeated = await register(caller, attempt)
          if (repeated === 409) thereAlready += 1
          else if (repeated !== 201) problems.push(`sent again, it was answered ${repeated}`)
        }
        for (const { email, status } of attempts) {
          if (status !== null && status !== 201) problems.push(`registering: ${status}`)
          const cookie = await caller.logIn({ email, password: partnerPassword })
          if (!cookie) problems.push(`${email}, told ${status}, cannot log in`)
        }
        const rows = await queryPortal(portal, 'select count(*)::int as count from users')
        const expected = acknowledged + unanswered + 1
        if (rows[0]?.['count'] !== expected) {
          problems.push(`${String(rows[0]?.['count'])} accounts instead of ${expected}`)
        }
        attempts = []
        return problems
      },
    })
    report(
      `${acknowledged} registrations acknowledged, ${unanswered} without an answer: ` +
        `${thereAlready} were there, ${unanswered - thereAlready} were not`,
    )
    return hasHeld && acknowledged > 0
  },
}

async function register(
  caller: PortalCaller,
  { email, uploadKey }: Pick<Attempt, 'email' | 'uploadKey'>,
): Promise<number | null> {
  const json = buildRegistration(uploadKey, email)
  return (await caller.send('POST', '/api/register', { json }))?.status ?? null
}

const sendDocument = (caller: PortalCaller) => caller.upload(samples.pdf({ text: randomUUID() }))

async function shareLogin(caller: PortalCaller): Promise<string | null> {
  const answer = await caller.send('POST', '/api/credit-credentials', { json: sharedLogin })
  return answer?.status === 201 ? readText(answer.json, 'uploadKey') : null
}
