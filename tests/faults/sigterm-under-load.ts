import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { runFsck } from '@tests/support/portal/run-fsck'
import { haveHeld, type Fault } from './fault'
import { callPortal, type PortalCaller } from '@tests/support/portal/portal-caller'
import { beginUpload } from './slow-upload'
import { findLost, nothingYet, upload, workAsPartner, type Acknowledged } from './uploading-clients'

const drainMs = 30_000
const lifeMs = { shortest: 300, longest: 1_500 }

/** The portal is told to stop while clients call: it answers what is under way, and then ends. */
export const sigtermUnderLoad: Fault = {
  name: 'sigterm-under-load',
  what: 'SIGTERM while clients upload, one of them slowly',
  async run(report, times = 10) {
    const problems: string[] = []
    let [acknowledged, slowestMs] = [0, 0]
    let portal = await startPortalProcess()
    const caller = callPortal(portal.origin, { mayBeKilled: true })
    try {
      for (let round = 0; round < times; round += 1) {
        const ledger = nothingYet()
        const ended = await stopUnderLoad(portal, caller, ledger)
        slowestMs = Math.max(slowestMs, ended.afterMs)
        problems.push(...ended.problems)
        portal = await startPortalProcess({}, portal)
        problems.push(...(await findLost(ledger, caller, portal)))
        acknowledged += ledger.contents.length
      }
      const { exitCode, output } = await runFsck(portal)
      report(`fsck: ${output.replaceAll('\n', ' ')}`)
      if (exitCode !== 0) problems.push('not sound')
      problems.push(...caller.complaints)
      report(`${times} times stopped, after ${slowestMs} ms at most`)
      report(`${acknowledged} contents acknowledged, and looked for after the next start`)
      return haveHeld(problems, report) && acknowledged > 0
    } finally {
      await portal.stop()
    }
  },
}

async function stopUnderLoad(portal: PortalProcess, caller: PortalCaller, ledger: Acknowledged) {
  const controller = new AbortController()
  const anonymous = async () => {
    while (!controller.signal.aborted) await upload(caller, ledger)
  }
  const working = [anonymous(), anonymous(), workAsPartner(caller, controller.signal, ledger)]
  const finishSlowly = await beginUpload(portal.origin)
  await delay(randomInt(lifeMs.shortest, lifeMs.longest))

  const problems: string[] = []
  const exited = once(portal.process, 'exit')
  const stoppedAt = Date.now()
  portal.process.kill('SIGTERM')
  while (await connects(portal.origin)) await delay(10)
  // New connections are refused now, but the open ones keep calling.
  const slow = await finishSlowly()
  controller.abort()
  if (slow.uploadKey === '') problems.push('an upload under way was cut off')
  else ledger.contents.push(slow)
  const [code] = await Promise.race([exited, delay(drainMs, ['none after 30 s'])])
  const afterMs = Date.now() - stoppedAt
  if (code !== 0) problems.push(`exit code ${String(code)}`)
  await Promise.all(working)
  return { afterMs, problems }
}

function connects(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(`${origin}/healthz`, { agent: false }, (answer) => {
      answer.resume()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
    probe.end()
  })
}
