import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { startPortalProcess, testAdmin } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { haveHeld, type Fault } from './fault'
import { found } from './recovery'
import {
  callPortal,
  checksum,
  type AcknowledgedPartner,
  type Answer,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import { isRemoved, listTemporaries } from '@tests/support/portal/stored-files'

const readers = 3
const changesPerClient = 4

interface Scene {
  caller: PortalCaller
  uploadsDir: string
  admin: string
}

interface Tally {
  whole: number
  parts: number
  absent: number
  problems: string[]
}

/** One document is read, sent again, restored and at last deleted, by several clients at the same time. */
export const oneFileAtOnce: Fault = {
  name: 'one-file-at-once',
  what: 're-upload, restore, delete and downloads of one document at once',
  async run(report, times = 30) {
    const portal = await startPortalProcess()
    try {
      const caller = callPortal(portal.origin)
      const admin = await found(caller.logIn(testAdmin))
      const scene = { caller, admin, uploadsDir: join(portal.folder, 'uploads') }
      const tally: Tally = { whole: 0, parts: 0, absent: 0, problems: [] }
      for (let round = 0; round < times; round += 1) await fightOverOne(scene, tally)
      if ((await listTemporaries(scene.uploadsDir)).length > 0)
        tally.problems.push('temporaries were left')
      tally.problems.push(...caller.complaints)
      report(
        `reads: ${tally.whole} whole, ${tally.parts} parts, ${tally.absent} after the deletion`,
      )
      return haveHeld(tally.problems, report) && tally.whole > 0 && tally.parts > 0
    } finally {
      await portal.stop()
    }
  },
}

async function fightOverOne(scene: Scene, tally: Tally): Promise<void> {
  const { caller, admin, uploadsDir } = scene
  const partner = await found(caller.signUp())
  const { file, cookie } = partner
  const first = await caller.send('GET', pathOf(partner), { cookie })
  const contents = new Map([[file.sha256, first?.bytes ?? Buffer.alloc(0)]])
  const controller = new AbortController()

  const read = async () => {
    while (!controller.signal.aborted) {
      checkRead(await caller.send('GET', pathOf(partner), { cookie }), contents, tally)
      const part = { cookie, range: 'bytes=100-999' }
      checkRead(await caller.send('GET', pathOf(partner), part), contents, tally)
    }
  }
  const sendAgain = async () => {
    for (let change = 0; change < changesPerClient; change += 1) {
      const sample = { ...samples.pdf({ text: randomUUID(), size: 300_000 }), name: file.fileName }
      contents.set(checksum(sample.bytes), sample.bytes)
      await caller.send('POST', `/api/reupload/${file.id}`, { cookie, file: sample })
    }
  }
  const restore = async () => {
    for (let change = 0; change < changesPerClient; change += 1) {
      const path = `/api/admin/files/${file.id}/restore`
      await caller.send('POST', path, { cookie: admin, json: {} })
    }
  }
  const reading = Promise.all(Array.from({ length: readers }, read))
  await Promise.all([sendAgain(), sendAgain(), restore()])
  // Once more, against the deletion.
  const deletion = caller.send('DELETE', `/api/admin/files/${file.id}`, { cookie: admin })
  await Promise.all([sendAgain(), restore(), deletion])
  controller.abort()
  await reading
  if ((await deletion)?.status !== 200) tally.problems.push('the deletion was refused')
  if (!(await isRemoved(uploadsDir, file.uploadKey)))
    tally.problems.push('bytes outlived the deletion')
}

const pathOf = ({ file }: AcknowledgedPartner) => `/uploads/${file.uploadKey}/${file.fileName}`

/** Whole or part, the bytes must belong to the sent content that the ETag names. */
function checkRead(answer: Answer | null, contents: Map<string, Buffer>, tally: Tally): void {
  const named = contents.get(answer?.headers.get('etag')?.replaceAll('"', '') ?? '')
  if (answer?.status === 404) tally.absent += 1
  else if (answer?.status === 200 && named?.equals(answer.bytes)) tally.whole += 1
  else if (answer?.status === 206 && named?.subarray(100, 1000).equals(answer.bytes))
    tally.parts += 1
  else tally.problems.push(`a read got ${answer?.status} and bytes that nobody sent`)
}
