import { expect, it } from 'vitest'
import { secondFactorSetup } from '@shared/accounts'
import { ascending } from '@tests/support/portal/answers'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { computeCode } from '@tests/support/portal/second-factor'
import { setUpStillPortal } from '@tests/support/portal/still-portal'

const portal = setUpStillPortal()
const path = '/api/admin/second-factor'

it('a second factor that is turned on by two at once has the recovery codes of one', async () => {
  const begun = await portal.here
    .post(path)
    .send({ currentPassword: portal.admin.password })
    .expect(201)
  const { secret } = secondFactorSetup.parse(begun.body)
  const lock = {
    statement: 'select 1 from second_factors where id = $1 for update',
    id: portal.admin.id,
  }
  const confirm = () => portal.here.post(`${path}/confirm`).send({ code: computeCode(secret) })
  const answers = await meetAtLock(portal.app, lock, () => Promise.all([confirm(), confirm()]))
  expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
  const { rows } = await portal.app.pool.query('select 1 from recovery_codes')
  expect(rows).toHaveLength(10)
})
