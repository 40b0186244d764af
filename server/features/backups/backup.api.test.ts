import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  backUp,
  makeTestFolder,
  readRows,
  restore,
  type EmptyPlace,
} from '@tests/support/portal/backups'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { withClient } from '@tests/support/portal/postgres'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { fsckPortal } from '../../cli/fsck-portal'
import { connectDatabase } from '../../db/client'
import { openStorage } from '../../open-storage'
import { chooseKept } from './prune-backups'

const app = await startSharedApp()

async function findProblems({
  databaseUrl,
  uploadsDir,
}: Pick<EmptyPlace, 'databaseUrl' | 'uploadsDir'>): Promise<string[]> {
  const { db, pool } = connectDatabase(databaseUrl, app.logger)
  const env = { ...app.env, uploadsDir, secondCopyDir: join(uploadsDir, '.backups') }
  const storage = await openStorage(env, db, app.logger)
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  await fsckPortal({ ...app, db, storage, checksums: true, report })
  await pool.end()
  return problems
}

/** A portal that has been used: people, documents, one of them deleted, logins, mails, jobs. */
async function fillApp() {
  const admin = await logInAdmin(app)
  const owner = await buildUser(app, { firstName: 'Ann\tTab', lastName: 'Ba\\ck\nslash' })
  const [file, deleted] = [await buildFile(app, { owner }), await buildFile(app, { owner })]
  await buildCredential(app, { owner, notes: 'Call first.' })
  await admin.patch(`/api/admin/files/${file.id}/status`).send({ status: 'approved' }).expect(200)
  await admin.delete(`/api/admin/files/${deleted.id}`).expect(200)
  await admin.post('/api/photo-handoffs').expect(201)
}

describe('a backup', () => {
  it('brings every row, sequence and document to an empty place, where all is sound', async () => {
    await fillApp()
    const folder = await makeTestFolder()
    const made = await backUp(app, folder)
    expect(made).toMatchObject({ contents: 1, added: 1, lost: [], pruned: [] })
    const before = await readRows(app.databaseUrl)
    const place = await restore(folder)
    const after = await readRows(place.databaseUrl)
    // Made after its moment.
    const events = 'public.audit_events'
    expect(before[events]?.filter((row) => !row.includes('backup.made'))).toEqual(after[events])
    const apart = { [events]: [], 'public.audit_events_id_seq': [], 'public.audit_pending': [] }
    expect({ ...after, ...apart }).toEqual({ ...before, ...apart })
    expect(Object.keys(after).length).toBeGreaterThan(25)

    expect(await findProblems(place)).toEqual(await findProblems(app))
    const passing = `select (select count(*)::int from sessions) as sessions,
      (select count(*)::int from photo_handoffs) as handoffs`
    const left = await withClient(place.databaseUrl, (client) => client.query(passing))
    expect(left.rows).toEqual([{ sessions: 0, handoffs: 0 }])
  })
})

it('a backup is named by the clock of the database, and says which others are named later', async () => {
  const folder = await makeTestFolder()
  const later = at('2999-01-01')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  const first = await backUp(app, folder)
  await mkdir(join(folder, later))
  const { name, takenAt, ...second } = await backUp(app, folder)
  expect(first.later).toEqual([])
  expect(second.later).toEqual([later])
  expect(name.slice(0, 10)).toBe(takenAt.slice(0, 10))
})

/** The name of a backup of that day. */
const at = (day: string, time = '03-00-00.000') => `${day}T${time}Z`

describe('the backups that are kept', () => {
  const everyDayOfTwoMonths = Array.from({ length: 61 }, (_, index) =>
    at(new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10)),
  )

  it('are the newest of each of the last days and weeks', () => {
    const kept = chooseKept(everyDayOfTwoMonths, { daily: 3, weekly: 4 })
    // Monday the 30th begins the last of the four weeks.
    expect([...kept].toSorted()).toEqual(
      ['2026-11-15', '2026-11-22', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => at(day)),
    )
  })

  it('are one of several on a day, and go back beyond days without any', () => {
    const names = [
      at('2026-03-02'),
      at('2026-11-19', '03-00-00.000'),
      at('2026-11-19', '15-00-00.000'),
      at('2026-11-22'),
    ]
    expect(chooseKept(names, { daily: 2, weekly: 0 })).toEqual(
      new Set([at('2026-11-22'), at('2026-11-19', '15-00-00.000')]),
    )
    expect(chooseKept(names, { daily: 0, weekly: 2 })).toEqual(
      new Set([at('2026-11-22'), at('2026-03-02')]),
    )
  })

  it('are all of the last 48 hours, that of before an update among them', () => {
    const recent = [
      at('2026-11-20', '15-00-00.000'),
      at('2026-11-21', '03-00-00.000'),
      at('2026-11-21', '03-10-00.000'),
      at('2026-11-22', '15-00-00.000'),
    ]
    const kept = chooseKept([at('2026-11-20', '14-59-59.999'), ...recent], { daily: 0, weekly: 0 })
    expect(kept).toEqual(new Set(recent))
  })

  it('are the newest in any case', () => {
    const names = [at('2026-11-19'), at('2026-11-22')]
    expect(chooseKept(names, { daily: 0, weekly: 0 })).toEqual(new Set([at('2026-11-22')]))
    expect(chooseKept([], { daily: 7, weekly: 4 })).toEqual(new Set())
  })

  it('are the one just made, too, beside those that a wrong clock has named later', () => {
    const made = at('2025-01-01')
    const kept = chooseKept([made, ...everyDayOfTwoMonths], { daily: 7, weekly: 4 }, made)
    expect(kept).toContain(made)
  })
})
