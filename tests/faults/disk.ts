import { setTimeout as delay } from 'node:timers/promises'
import { mountSmallDisk, type SmallDisk, listStored } from '@tests/support/portal/stored-files'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { haveHeld, type Fault } from './fault'
import {
  callPortal,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'
import { found, recoveryMs, timeToRecover } from './recovery'

const megabyte = 1024 ** 2

interface Scene {
  disk: SmallDisk
  portal: PortalProcess
  caller: PortalCaller
  /** Someone who signed up before the fault and must not notice it. */
  partner: AcknowledgedPartner
  report: (line: string) => void
}

/** No room at all, less than a tenth free, and room for a document but not for its second copy. */
const fillings = [
  { name: 'full', freeBytes: 0, fileBytes: 2 * megabyte },
  { name: 'a twentieth free', freeBytes: 3.2 * megabyte, fileBytes: 1000 },
  { name: 'no room for the second copy', freeBytes: 17 * megabyte, fileBytes: 10 * megabyte },
]

export const diskFull: Fault = {
  name: 'disk-full',
  what: 'no room on the disk of the uploads',
  run: (report) =>
    onSmallDisk(report, async (scene) => {
      const problems: string[] = []
      for (const filling of fillings) problems.push(...(await fillOnce(scene, filling)))
      problems.push(...(await fillByUploads(scene)))
      return problems
    }),
}

export const diskReadOnly: Fault = {
  name: 'disk-read-only',
  what: 'the disk of the uploads takes no writes',
  run: (report) =>
    onSmallDisk(report, async (scene) => {
      const { disk, caller, report: tell } = scene
      const before = await listStored(disk.path)
      disk.setReadOnly(true)
      const statuses = await uploadBothWays(scene, 1000)
      const ready = await askUntilNotReady(caller)
      tell(`upload, re-upload: ${statuses.join(', ')}; readyz: ${ready}`)
      const problems = await readersSuffer(scene)
      if (statuses.some((status) => status !== 503)) problems.push('not answered 503')
      if (ready !== 503) problems.push('said to be ready')
      disk.setReadOnly(false)
      return [...problems, ...(await isAsBefore(scene, before))]
    }),
}

async function onSmallDisk(
  report: (line: string) => void,
  check: (scene: Scene) => Promise<string[]>,
): Promise<boolean> {
  const disk = mountSmallDisk(64)
  if (typeof disk === 'string') {
    report(`skipped: ${disk}`)
    return true
  }
  let portal: PortalProcess | undefined
  try {
    portal = await startPortalProcess({ UPLOADS_DIR: disk.path })
    const caller = callPortal(portal.origin)
    const partner = await found(caller.signUp())
    const problems = await check({ disk, portal, caller, partner, report })
    problems.push(...caller.complaints)
    return haveHeld(problems, report)
  } finally {
    await portal?.stop()
    disk.unmount()
  }
}

async function fillOnce(scene: Scene, filling: (typeof fillings)[number]): Promise<string[]> {
  const { disk, report } = scene
  const before = await listStored(disk.path)
  await disk.fillUpTo(filling.freeBytes)
  const statuses = await uploadBothWays(scene, filling.fileBytes)
  report(`${filling.name}: upload, re-upload: ${statuses.join(', ')}`)
  const problems = await readersSuffer(scene)
  if (statuses.some((status) => status !== 507)) problems.push(`${filling.name}: not answered 507`)
  await disk.free()
  return [...problems, ...(await isAsBefore(scene, before))]
}

/** Two clients send more than fits: each document is acknowledged with its copy, or refused and gone. */
async function fillByUploads({ disk, caller, report }: Scene): Promise<string[]> {
  const before = new Set(await listStored(disk.path))
  await disk.fillUpTo(40 * megabyte)
  const sample = samples.pdf({ size: 4 * megabyte })
  const kept: string[] = []
  const sendSix = async () => {
    for (let count = 0; count < 6; count += 1) {
      const key = await caller.upload(sample)
      if (key) kept.push(key)
    }
  }
  await Promise.all([sendSix(), sendSix()])
  const stored = (await listStored(disk.path)).filter((path) => !before.has(path))
  const contents = stored.filter((path) => path.endsWith('.pdf'))
  const named = contents.filter((path) => kept.some((key) => path.includes(key)))
  report(
    `12 uploads of 4 MB into 40 MB: ${kept.length} taken, ${contents.length} contents and copies`,
  )
  await disk.free()
  const problems: string[] = []
  if (named.length !== 2 * kept.length) problems.push('an acknowledged upload lacks a copy')
  if (stored.some((path) => path.startsWith('.tmp/'))) problems.push('temporaries were left')
  if (contents.length !== named.length) problems.push('refused uploads were left')
  return problems
}

async function uploadBothWays(scene: Scene, size: number): Promise<(number | undefined)[]> {
  const { caller, partner } = scene
  const file = samples.pdf({ size })
  const { cookie } = partner
  const uploaded = await caller.send('POST', '/api/upload', { file })
  const again = await caller.send('POST', `/api/reupload/${partner.file.id}`, { file, cookie })
  return [uploaded?.status, again?.status]
}

async function readersSuffer({ caller, partner }: Scene): Promise<string[]> {
  const problems: string[] = []
  if (!(await caller.holds(partner))) problems.push('a stored document could not be read')
  if (!(await caller.logIn(partner))) problems.push('nobody could log in')
  const page = await caller.send('GET', '/')
  if (page?.status !== 200) problems.push('the landing page did not load')
  return problems
}

/** The disk is checked once a second. */
async function askUntilNotReady(caller: PortalCaller): Promise<number | undefined> {
  const deadline = Date.now() + 3_000
  for (;;) {
    const answer = await caller.send('GET', '/readyz')
    if (answer?.status !== 200 || Date.now() > deadline) return answer?.status
    await delay(100)
  }
}

/** Nothing may be left of what was refused, and the portal must be well again. */
async function isAsBefore(scene: Scene, before: string[]): Promise<string[]> {
  const problems: string[] = []
  const left = (await listStored(scene.disk.path)).filter((path) => !before.includes(path))
  if (left.length > 0) problems.push(`left behind: ${left.join(', ')}`)
  const recoveredMs = await timeToRecover(scene.caller)
  scene.report(`well again after ${recoveredMs} ms`)
  if (recoveredMs === null || recoveredMs > recoveryMs) problems.push('not well again in time')
  return problems
}
