import { describe, expect, it } from 'vitest'
import { backUp, backupKey, makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { buildFile } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { connectDatabase } from '../db/client'
import { canChangeTrail } from '../features/audit/can-change-trail'
import { chainTrail } from '../features/audit/jobs'
import { portalItself, recordEvent } from '../features/audit/record-event'
import { verifyTrail } from '../features/audit/verify-trail'
import { secretIds } from './secret-ids'

const app = await startSharedApp()
const { databaseUrl: portalUrl = '', dataKeys } = app.env

const fail = (problem: string): void => expect.fail(problem)

describe.skipIf(portalUrl === app.databaseUrl)('a portal with two database roles', () => {
  it('is restored with both, its trail sound, and goes on with it', async () => {
    await buildFile(app)
    await recordEvent(app.db, portalItself, 'user.deleted', { object: 'user:7' })
    await chainTrail({ db: app.db, dataKeys, logger: app.logger })
    const [, position = '', hash = ''] =
      /"position":(\d+),"hash":"([\da-f ]+)"/.exec(app.logs()) ?? []
    const settings = {
      ...settingsOf(app),
      DATABASE_URL: portalUrl,
      MIGRATION_DATABASE_URL: app.databaseUrl,
      BACKUP_KEY: backupKey.toString('base64'),
    }
    const folder = await makeTestFolder()
    // Where the owner's password is kept from the portal's machine, the portal's role backs up.
    await backUp({ ...app, databaseUrl: portalUrl }, folder, { secrets: secretIds(app.env) })

    const place = await makeEmptyPlace()
    const there = {
      ...settings,
      DATABASE_URL: place.portalUrl,
      MIGRATION_DATABASE_URL: place.databaseUrl,
      UPLOADS_DIR: place.uploadsDir,
    }
    const restored = await runCommand('restore', { env: there }, '--from', folder)
    expect(restored.output).toMatch(/\nSound\.$/)
    expect(
      await runCommand('verify-trail', { env: there }, '--sealed', `${position} ${hash}`),
    ).toEqual({
      exitCode: 0,
      // The one is that it was restored.
      output: `${position} events in the chain, sealed up to link ${position}; 1 written since the last minute.\nSound.`,
    })

    const { db, pool } = connectDatabase(place.portalUrl, app.logger)
    expect(await canChangeTrail(db)).toBe(false)
    await expect(pool.query('delete from audit_events')).rejects.toMatchObject({ code: '42501' })
    await recordEvent(db, portalItself, 'user.deleted', { object: 'user:8' })
    await chainTrail({ db, dataKeys, logger: app.logger })
    expect(await verifyTrail({ db, dataKeys, report: fail })).toMatchObject({
      chained: Number(position) + 2,
      problems: 0,
    })
    await pool.end()
  })
})
