import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mountSmallDisk } from '@tests/support/portal/stored-files'
import { judgeClock, judgeConnections } from './check-database'
import { checkFolders } from './check-folders'
import { judgeDataKeys, judgePeppers } from './check-keys'
import { describeState } from './check-state'
import type { Finding } from './finding'
import { quietPortal as quiet } from '@tests/support/samples/quiet-portal'

/** The one finding, which says what to do unless all is well. */
function only(findings: Finding[], level: Finding['level'], what: string): void {
  expect(findings).toEqual([
    { about: expect.any(String), level, what: expect.stringContaining(what), ...todoOf(level) },
  ])
}
const todoOf = (level: Finding['level']) => (level === 'ok' ? {} : { todo: expect.any(String) })

const storage = { kind: 'disk' } as const
const disk = mountSmallDisk(2)

async function makeFolders() {
  const uploadsDir = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
  const secondCopyDir = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
  onTestFinished(async () => {
    for (const folder of [uploadsDir, secondCopyDir])
      await rm(folder, { recursive: true, force: true })
  })
  return {
    uploadsDir,
    secondCopyDir,
    dataDir: uploadsDir,
    databaseUrl: 'x',
    backupTo: undefined,
    isHttps: false,
    storage,
  }
}

describe('folders', () => {
  it('that are there and private are well', async () => {
    only(await checkFolders(await makeFolders()), 'ok', 'private')
  })

  it('that are missing, or that others can write to, are problems', async () => {
    const missing = await makeFolders()
    await rm(missing.secondCopyDir, { recursive: true })
    only(
      await checkFolders(missing),
      'problem',
      'is not there: is the path right, and is it mounted?',
    )
    const open = await makeFolders()
    await chmod(open.uploadsDir, 0o770)
    only(await checkFolders(open), 'problem', 'others can write')
    only(
      await checkFolders({
        ...(await makeFolders()),
        dataDir: open.uploadsDir,
        databaseUrl: undefined,
      }),
      'problem',
      'others can write',
    )
  })

  it('for backups that are missing are a problem, too, which keeps no portal from starting', async () => {
    const backupTo = join(tmpdir(), 'portal-doctor-not-mounted')
    const findings = await checkFolders({ ...(await makeFolders()), backupTo })
    only(
      findings,
      'problem',
      `BACKUP_TO (${backupTo}) is not there: is the path right, and is it mounted?`,
    )
    expect(findings[0]?.todo).toMatch(/^No backup can be made there/)
  })

  it('that are files, or one and the same, are problems', async () => {
    const folders = await makeFolders()
    const same = { ...folders, secondCopyDir: folders.uploadsDir }
    only(await checkFolders(same), 'problem', 'SECOND_COPY_DIR must differ from UPLOADS_DIR')
    const file = join(folders.secondCopyDir, 'file')
    await writeFile(file, 'x')
    for (const secondCopyDir of [file, join(file, 'folder')])
      only(await checkFolders({ ...folders, secondCopyDir }), 'problem', 'name a folder')
  })

  it('that share a disk are a warning in production', async () => {
    only(await checkFolders({ ...(await makeFolders()), isHttps: true }), 'warning', 'same disk')
  })

  it.skipIf(typeof disk === 'string')('that take no file are a problem', async () => {
    if (typeof disk === 'string') throw new Error(disk)
    onTestFinished(() => disk.unmount())
    const folders = await makeFolders()
    await disk.fillUpTo(0)
    const full = { ...folders, secondCopyDir: disk.path }
    only(await checkFolders(full), 'problem', `SECOND_COPY_DIR (${disk.path}) is on a disk without`)
    await disk.free()
    disk.setReadOnly(true)
    const readOnly = { ...folders, backupTo: disk.path }
    only(await checkFolders(readOnly), 'problem', `BACKUP_TO (${disk.path}) is read-only`)
  })

  it.skipIf(process.getuid?.() !== 0)('of another user are a problem', async () => {
    const folders = await makeFolders()
    await chown(folders.uploadsDir, 65_534, 65_534)
    only(await checkFolders(folders), 'problem', 'belongs to another user')
  })
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const ofBackup = (findings: Finding[]) => findings.filter(({ about }) => about === 'backup')

describe('measures', () => {
  it.each([
    [200, 'ok'],
    [1_500, 'warning'],
    [40_000, 'problem'],
  ] as const)('clocks that are %d ms apart', (apart, level) => {
    only([judgeClock(apart)], level, 'apart')
  })

  it.each([
    [3, 'ok'],
    [4, 'problem'],
  ] as const)('%d processes on the default of Postgres', (processes, level) => {
    only(
      [judgeConnections({ most: 97, open: 5, processes, connectionsEach: 24 })],
      level,
      'at most',
    )
  })

  it.each([
    [3_600, 'ok', '1 hour old'],
    [3 * 24 * 3_600, 'problem', 'There has been no backup since 20'],
  ] as const)('a backup of %d s ago', (age, level, what) => {
    only(
      ofBackup(describeState({ ...quiet, backup: { madeAt: ago(age), checkedAt: null } }, true)),
      level,
      what,
    )
  })

  it.each([
    [3_600, 'warning', 'none was made yet'],
    [3 * 24 * 3_600, 'problem', 'There has been no backup since 20'],
  ] as const)('no backup, %d s after the first start', (age, level, what) => {
    const seen = { ...quiet, settledAt: ago(age) }
    only(ofBackup(describeState(seen, true)), level, what)
    const [found] = ofBackup(describeState(seen, false))
    if (level === 'warning') expect(found?.todo).toContain('BACKUP_KEY')
  })
})

it('the time of an outage is told in UTC, whatever zone Postgres is in', () => {
  const outages = { email: '2026-01-01T10:00:00.5-05:00' }
  expect(describeState({ ...quiet, outages }, true)).toContainEqual(
    expect.objectContaining({ what: 'Email isn’t going out since 2026-01-01 15:00 UTC.' }),
  )
})

const use = (keyId: string, count = 3) => ({ place: 'notes.sealed_text', keyId, count })

describe('keys', () => {
  it.each([
    ['ok', 'opens every encrypted value', [], ['new']],
    ['ok', 'opens every encrypted value', [use('new'), use('old')], ['new', 'old']],
    ['problem', 'lacks a key (its id is old)', [use('new'), use('old')], ['new']],
    ['problem', 'opens nothing: 3 in notes.sealed_text', [use('old')], ['new']],
  ] as const)('DATA_KEY, %s: %s', (level, what, sealed, known) => {
    only([judgeDataKeys([...sealed], known)], level, what)
  })

  it.each([
    ['ok', 'passwords were hashed with', [use('new'), use('old'), use('')], ['new', 'old']],
    ['warning', '5 people', [use('new'), use('old', 3), use('older', 2)], ['new']],
    ['problem', 'no one can log in', [use('old')], ['new']],
  ] as const)('PASSWORD_PEPPER, %s: %s', (level, what, hashes, known) => {
    only([judgePeppers([...hashes], known)], level, what)
  })
})
