import { expect, it } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { buildReferred } from '@tests/support/portal/referrals'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { referralLinks } from '../../../db/schema/referral-links'
import { sections } from './sections'

const app = await startSharedApp()

it('a person’s copy holds their links, whom these brought, without names, and each statement', async () => {
  const admin = await logInAdmin(app)
  const user = await buildUser(app)
  const referred = await buildReferred(app, user, { firstName: 'Kim', lastName: 'Leeward' })
  await app.db.insert(referralLinks).values({ code: 'ABCDEFGH', userId: user.id })
  const approval = { status: 'approved' }
  await admin.patch(`/api/admin/users/${referred.id}/status`).send(approval).expect(200)
  const readAs = (userId: number) => (name: string) =>
    app.db.transaction(async (tx) =>
      sections.find((section) => section.name === name)?.read(tx, { userId, sealer: app.sealer }),
    )
  const read = readAs(user.id)
  expect(await read('referralLinks')).toMatchObject([{ code: 'ABCDEFGH', replaced: null }])
  expect(await read('referrals')).toMatchObject([{ number: referred.referralId, link: null }])
  expect(await read('statements')).toMatchObject([
    { what: 'reward', dollars: '500.00', referral: referred.referralId },
  ])
  expect(JSON.stringify(await read('referrals'))).not.toContain('Leeward')
  expect(await readAs(referred.id)('referredBy')).toMatchObject([{ way: 'link' }])
})
