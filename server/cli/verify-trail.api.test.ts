import { expect, it } from 'vitest'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { chainTrail } from '../features/audit/jobs'
import { portalItself, recordEvent } from '../features/audit/record-event'

const app = await startSharedApp()

const verify = (...options: string[]) =>
  runCommand('verify-trail', { env: settingsOf(app) }, ...options)

it('npm run audit:verify says whether the trail is sound, and what is not', async () => {
  for (const object of ['user:1', 'user:2']) {
    await recordEvent(app.db, portalItself, 'user.deleted', { object })
  }
  await chainTrail({ db: app.db, dataKeys: app.env.dataKeys, logger: app.logger })
  await recordEvent(app.db, portalItself, 'user.deleted')
  const [, hash = ''] = /"hash":"([\da-f ]+)"/.exec(app.logs()) ?? []
  expect(await verify('--sealed', `2 ${hash}`)).toEqual({
    exitCode: 0,
    output: '2 events in the chain, sealed up to link 2; 1 written since the last minute.\nSound.',
  })
  await app.asOwner(`
    alter table audit_events disable trigger user;
    update audit_events set object = 'user:3' where id = 2`)
  const { exitCode, output } = await verify()
  expect(output).toMatch(/^- event 2 was changed, or its link\n[^]*Not sound: 1 problem\.$/)
  expect(exitCode).toBe(1)
  expect(await verify('--sealed', '2')).toMatchObject({ exitCode: 2 })
})
