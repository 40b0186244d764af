import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPortalProcess, testAdmin } from '@tests/support/portal/portal-process'
import { haveHeld, type Fault } from './fault'
import { found } from './recovery'
import {
  callPortal,
  type AcknowledgedPartner,
  type PortalCaller,
} from '@tests/support/portal/portal-caller'

type Damage = (path: string) => Promise<void>

const harm: Record<string, Damage> = {
  truncated: (path) => truncate(path, 50),
  flipped: async (path) => {
    const bytes = await readFile(path)
    const at = Math.floor(Math.random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    await writeFile(path, bytes)
  },
  missing: (path) => rm(path),
}

interface Scene {
  caller: PortalCaller
  uploadsDir: string
  admin: string
  /** Their document is left alone. */
  bystander: AcknowledgedPartner
}

/** Every damage to a content with every damage to its second copy, or none. */
export const damagedFiles: Fault = {
  name: 'damaged-files',
  what: 'stored contents and second copies truncated, flipped, missing',
  async run(report, times = 5) {
    const portal = await startPortalProcess()
    try {
      const caller = callPortal(portal.origin)
      const bystander = await found(caller.signUp())
      const admin = await found(caller.logIn(testAdmin))
      const scene = { caller, admin, bystander, uploadsDir: join(portal.folder, 'uploads') }
      const problems: string[] = []
      let cases = 0
      for (let round = 0; round < times; round += 1) {
        for (const damage of Object.keys(harm)) {
          for (const damageOfCopy of ['none', ...Object.keys(harm)]) {
            problems.push(...(await damageOnce(scene, damage, damageOfCopy)))
            cases += 1
          }
        }
      }
      problems.push(...caller.complaints)
      report(`${cases} documents damaged`)
      return haveHeld(problems, report)
    } finally {
      await portal.stop()
    }
  },
}

async function damageOnce(scene: Scene, damage: string, damageOfCopy: string): Promise<string[]> {
  const { caller, uploadsDir, admin, bystander } = scene
  const name = `${damage}, copy ${damageOfCopy}`
  const partner = await caller.signUp()
  if (!partner) return [`${name}: nobody could sign up`]
  const { file, cookie } = partner
  await harm[damage]?.(await onlyFileIn(join(uploadsDir, file.uploadKey)))
  await harm[damageOfCopy]?.(await onlyFileIn(join(uploadsDir, '.backups', file.uploadKey)))

  const problems: string[] = []
  const readAll = async () => {
    const path = `/uploads/${file.uploadKey}/${file.fileName}`
    const read = await caller.send('GET', path, { cookie })
    // It reads nothing, and knows of the damage from the one who has read.
    const looked = await caller.send('HEAD', path, { cookie })
    return [read?.status, looked?.status]
  }
  if ((await readAll()).some((status) => status !== 404)) problems.push(`${name}: was served`)
  if (!(await caller.holds(bystander))) problems.push(`${name}: another document was hit`)

  const path = `/api/admin/files/${file.id}/restore`
  const restored = await caller.send('POST', path, { cookie: admin, json: {} })
  const [status, expected] = [restored?.status, damageOfCopy === 'none' ? 200 : 404]
  if (status !== expected) problems.push(`${name}: restore answered ${status}`)
  if (expected === 200) {
    if (!(await caller.holds(partner))) problems.push(`${name}: not whole after the restore`)
  } else if ((await readAll()).some((one) => one !== 404)) problems.push(`${name}: was restored`)
  return problems
}

async function onlyFileIn(folder: string): Promise<string> {
  const [name, ...others] = await readdir(folder)
  if (!name || others.length > 0) throw new Error(`${folder} should hold one content.`)
  return join(folder, name)
}
