import { z } from '@shared/zod'
import type { Env } from '../../env'
import { findingsAbout, type Finding } from './finding'
import { doctorHeader, writeDoctorPass } from '../../http/health-routes'

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
  return findings.length > 0
    ? findings
    : [ok(`${publicOrigin} answers; visitors arrive as ${address}`)]
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
