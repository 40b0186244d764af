import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startPortalProcess, type PortalProcess } from '../support/portal-process'
import { runFsck } from '../support/run-fsck'
import { samples } from '../support/samples'
import type { Fault } from './fault'
import { callPortal, checksum, type PortalCaller } from '../support/portal-caller'
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
      for (const problem of problems) report(problem)
      return problems.length === 0 && acknowledged > 0
    } finally {
      await portal.stop()
    }
  },
}

async function stopUnderLoad(portal: PortalProcess, caller: PortalCaller, ledger: Acknowledged) {
  const over = new AbortController()
  const anonymous = async () => {
    while (!over.signal.aborted) await upload(caller, ledger)
  }
  const working = [anonymous(), anonymous(), workAsPartner(caller, over.signal, ledger)]
  const finishSlowly = await beginUpload(portal)
  await delay(randomInt(lifeMs.shortest, lifeMs.longest))

  const problems: string[] = []
  const exited = once(portal.process, 'exit')
  const stoppedAt = Date.now()
  portal.process.kill('SIGTERM')
  while (await connects(portal.origin)) await delay(10)
  // New connections are refused now, but those that stand go on calling.
  const slow = await finishSlowly()
  over.abort()
  if (slow.uploadKey === '') problems.push('an upload under way was cut off')
  else ledger.contents.push(slow)
  const [code] = await Promise.race([exited, delay(drainMs, ['none after 30 s'])])
  const afterMs = Date.now() - stoppedAt
  if (code !== 0) problems.push(`exit code ${String(code)}`)
  await Promise.all(working)
  return { afterMs, problems }
}

/** Sends half of an upload; the rest is sent when told. The key is empty when it was not answered. */
async function beginUpload(portal: PortalProcess) {
  const document = samples.pdf({ size: 200_000 })
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${document.name}"\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head}Content-Type: ${document.type}\r\n\r\n`),
    document.bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const sent = request(`${portal.origin}/api/upload`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': body.length,
      Origin: portal.origin,
    },
    agent: false,
  })
  const answered = new Promise<string>((resolve) => {
    sent.once('response', (answer) => void text(answer).then(resolve))
    sent.once('error', () => resolve(''))
  })
  await new Promise<void>((resolve) => sent.write(body.subarray(0, 100_000), () => resolve()))
  return async () => {
    sent.end(body.subarray(100_000))
    const [, uploadKey = ''] = /"uploadKey":"([\w-]+)"/.exec(await answered) ?? []
    return { uploadKey, sha256: checksum(document.bytes) }
  }
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
