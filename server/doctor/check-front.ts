import { z } from '@shared/zod'
import type { Env } from '../env'
import { findingsAbout, type Finding } from './finding'
import { doctorHeader, writeDoctorPass } from '../http/health-routes'

/** An address of a network for examples: no visitor has it. */
const spoofed = '203.0.113.77'
const answerMs = 10_000

const seenSchema = z.object({ seen: z.object({ address: z.string(), isSecure: z.boolean() }) })

type Front = Pick<Env, 'publicOrigin' | 'isHttps' | 'sessionSecret'>

/** Whether people reach the portal at its address, and what arrives of a visitor through the proxies. */
export async function checkFront(env: Front): Promise<Finding[]> {
  const { ok, warning, problem } = findingsAbout('front')
  const { publicOrigin, isHttps, sessionSecret } = env
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(`${publicOrigin}/healthz`, {
      headers: { [doctorHeader]: writeDoctorPass(sessionSecret), 'X-Forwarded-For': spoofed },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    body = await answer.json()
  } catch (error) {
    return [
      problem(
        `${publicOrigin} does not answer like the portal: ${reasonOf(error)}`,
        'Start the portal and the proxy; look at DNS, and at the certificate.',
      ),
    ]
  }
  const parsed = seenSchema.safeParse(body)
  if (!parsed.success) {
    return [
      problem(
        `the portal at ${publicOrigin} has other settings or an older version`,
        'Run this with the settings of that portal, and restart any older process.',
      ),
    ]
  }
  const { address, isSecure } = parsed.data.seen
  const findings: Finding[] = []
  if (isHttps && !isSecure) {
    findings.push(
      problem(
        'requests do not arrive as https, so every call is refused',
        'Set TRUST_PROXY to the proxy that connects to the portal, and have it set X-Forwarded-Proto.',
      ),
    )
  }
  if (address === spoofed) {
    findings.push(
      problem(
        'visitors can fake the address that limits and the trail record',
        'Have the proxy set X-Forwarded-For itself and drop what visitors send; list only proxies in TRUST_PROXY.',
      ),
    )
  }
  if (isHttps && !answer.headers.has('strict-transport-security')) {
    findings.push(
      warning(
        'responses lack Strict-Transport-Security',
        'Have the proxy add it, as docs/deploy does.',
      ),
    )
  }
  if (findings.length === 0) {
    findings.push(ok(`${publicOrigin} answers; visitors arrive as ${address}`))
  }
  return [...findings, await checkBodies(publicOrigin)]
}

/** More than a document may have, so that the portal refuses it before it reads or keeps any of it. */
const bodyBytes = 10.5 * 1024 ** 2
const bodyMs = 60_000

/** A refusal in the portal's own words. */
const refusalSchema = z.object({ code: z.string(), message: z.string() })

/** Whether the proxies hand on what is as large as the largest document: one that doesn't answers by itself. */
async function checkBodies(publicOrigin: string): Promise<Finding> {
  const { ok, problem } = findingsAbout('front')
  const answer = await fetch(`${publicOrigin}/api/upload`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=doctor' },
    body: Buffer.alloc(bodyBytes),
    redirect: 'manual',
    signal: AbortSignal.timeout(bodyMs),
  }).catch((error: unknown) => reasonOf(error))
  const said = typeof answer === 'string' ? answer : `${answer.status} that is not the portal’s`
  const body = typeof answer === 'string' ? null : await answer.json().catch(() => null)
  if (refusalSchema.safeParse(body).success) return ok('bodies of 10.5 MB arrive')
  return problem(
    `a body of 10.5 MB doesn’t arrive, so large documents can’t be uploaded: ${said}`,
    'Let the proxy take bodies of 11 MB: in nginx, client_max_body_size 11m.',
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
