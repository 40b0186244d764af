import { randomInt } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { runFsck } from '@tests/support/portal/run-fsck'
import { callPortal, type PortalCaller } from '@tests/support/portal/portal-caller'
import { haveHeld } from './fault'
import { recoveryMs } from './recovery'

/** How long a portal may live with its clients; longer in each round that is needed beyond the first. */
const lifeMs = { shortest: 50, longest: 1_500 }
/** Checks that are clean after a sweep. */
const nothingLeft = 'In progress: 0 uploads, 0 contents.'
const sweepMs = 20_000
const mostRounds = 3

/** Calls the portal until it is over. */
type Client = (caller: PortalCaller, signal: AbortSignal, portal: PortalProcess) => Promise<void>

/**
 * Kills the portal at random moments while clients call it, and starts it again in the same place,
 * as often as told. After each kill, `check` looks at what was acknowledged since the last; at the
 * end everything is swept, and the portal must be sound.
 */
export async function killOften(input: {
  times: number
  /**
   * Whether enough was answered to tell something. Until it was, which takes longer on a busy machine, it is
   * killed more often than told: up to `mostRounds` times as often.
   */
  isEnough: () => boolean
  clients: readonly Client[]
  check: (caller: PortalCaller, portal: PortalProcess) => Promise<string[]>
  /** Looks at what is left once everything was swept. */
  checkAtEnd?: (portal: PortalProcess) => Promise<string[]>
  report: (line: string) => void
}): Promise<boolean> {
  const { times, isEnough, clients, check, checkAtEnd, report } = input
  const problems: string[] = []
  let portal = await startPortalProcess()
  const caller = callPortal(portal.origin, { mayBeKilled: true })
  let slowestMs = 0
  let kills = 0
  try {
    while (kills < times || (kills < times * mostRounds && !isEnough())) {
      kills += 1
      const round = Math.ceil(kills / times)
      const controller = new AbortController()
      const running = portal
      const working = clients.map((client) => client(caller, controller.signal, running))
      await delay(randomInt(lifeMs.shortest, lifeMs.longest * round))
      await portal.kill()
      controller.abort()
      await Promise.all(working)

      const killedAt = Date.now()
      portal = await startPortalProcess({}, portal)
      slowestMs = Math.max(slowestMs, Date.now() - killedAt)
      problems.push(...(await check(caller, portal)))
    }
    await portal.kill()
    await makeOld(portal, 1)
    portal = await startPortalProcess({}, portal)
    problems.push(...(await fsckAfterSweep(portal, report)), ...caller.complaints)
    problems.push(...((await checkAtEnd?.(portal)) ?? []))
    if (slowestMs > recoveryMs) problems.push('it was not well again in time')
    const answers = [...caller.statuses].map(([status, count]) => `${count} × ${status}`)
    report(`${kills} kills; well again after ${slowestMs} ms at most`)
    report(`answers: ${answers.toSorted().join(', ')}`)
    return haveHeld(new Set(problems), report)
  } finally {
    await portal.stop()
  }
}

/** As if all that is stored had lain there for so many days. */
export async function makeOld({ folder }: PortalProcess, days: number): Promise<void> {
  const uploadsDir = join(folder, 'uploads')
  const earlier = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // The portal may be removing it at that moment.
    await utimes(join(entry.parentPath, entry.name), earlier, earlier).catch(() => undefined)
  }
}

/** The sweep works in the background, so the check is repeated until it finds it done. */
async function fsckAfterSweep(
  portal: PortalProcess,
  report: (line: string) => void,
): Promise<string[]> {
  const deadline = Date.now() + sweepMs
  for (;;) {
    const { exitCode, output } = await runFsck(portal, '--remove-strays')
    const isSwept = exitCode === 0 && output.includes(nothingLeft)
    if (isSwept) report(`fsck: ${output.replaceAll('\n', ' ')}`)
    if (isSwept) return []
    if (Date.now() > deadline) return [`fsck: ${output}`]
  }
}
