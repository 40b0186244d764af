import { setTimeout as delay } from 'node:timers/promises'
import { openFilesUnder } from '@tests/support/portal/stored-files'
import { createAttacker, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'
import type { HostilePortal, HostilePortals } from './hostile-portal'
import { differencesOf, findStrayFiles, readDigests } from './stored-state'

/** Connections of the checks themselves that are just being closed. */
export const spareDescriptors = 3
/** What a busy heap may keep on top of its start; about 50 MB were measured. */
export const spareMemoryBytes = 150 * 1024 ** 2
const timeoutMs = 10_000

/** Runs a case and looks at what it left. Empty when the portal withstood it, else a line a problem. */
export async function withstand(
  portals: HostilePortals,
  one: HostileCase,
  size: Attacker['size'],
): Promise<string[]> {
  const portal = portals[one.at ?? 'wide']
  // Each case has the limits to itself.
  if (one.at === 'strict') await portal.query('delete from rate_limits')
  const before = one.mayStore ? null : await readDigests(portal)
  const loggedBefore = portal.process.output().length
  const attacker = createAttacker(portal, size)
  const problems: string[] = []
  try {
    const answers = [await one.run(attacker)].flat()
    const wrong = answers.filter(({ status }) => !one.expect.includes(status))
    if (answers.length === 0) problems.push('asked nothing')
    for (const { status, body } of wrong) {
      problems.push(`${status}, not ${one.expect.join('/')}: ${body.toString().slice(0, 200)}`)
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }
  problems.push(...attacker.complaints)
  const changes = async () => (before ? differencesOf(before, await readDigests(portal)) : [])
  if (!(await within(timeoutMs, async () => (await changes()).length === 0))) {
    problems.push(`changed: ${(await changes()).join(', ')}`)
  }
  problems.push(...(await findAftermath(portal)))
  problems.push(...findLeaks(attacker, portal.process.output().slice(loggedBefore)))
  return problems
}

/** Checks that it is alive in the same process and has left nothing open or behind. */
async function findAftermath(portal: HostilePortal): Promise<string[]> {
  const problems: string[] = []
  const { exitCode, signalCode } = portal.process.process
  if (exitCode !== null || signalCode !== null) return ['the process has ended']
  const health = await fetch(`${portal.url}/healthz`, {
    headers: { Connection: 'close' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null)
  if (health?.status !== 200) problems.push('does not answer /healthz')

  const openFiles = () => openFilesUnder(portal.pid, portal.uploadsDir)
  if (!(await within(timeoutMs, async () => (await openFiles()).length === 0))) {
    problems.push(`left open: ${(await openFiles()).join(', ')}`)
  }
  const allowed = portal.baseline.descriptors + spareDescriptors
  if (!(await within(timeoutMs, async () => (await portal.descriptors()) <= allowed))) {
    problems.push(`${await portal.descriptors()} descriptors, at most ${allowed} expected`)
  }
  if (!(await within(timeoutMs, async () => (await findStrayFiles(portal)).length === 0))) {
    problems.push(`left lying about: ${(await findStrayFiles(portal)).join(', ')}`)
  }
  return problems
}

function findLeaks(attacker: Attacker, logged: string): string[] {
  const { people, unclaimedKey } = attacker.portal
  const cookies = [people.admin, people.partner.cookie].map((cookie) => cookie.replace(/^sid=/, ''))
  const secrets = [...attacker.secrets, ...cookies, unclaimedKey, people.partner.password]
  return secrets.some((secret) => logged.includes(secret)) ? ['a secret is in the log'] : []
}

/** Whether the check succeeds in time. */
export async function within(ms: number, check: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}
