import { expect, it } from 'vitest'
import { defaultReasons, maxReasons, rejectionReasons } from '@shared/decisions'
import { notFound } from '@tests/support/portal/answers'
import { logInAdmin } from '@tests/support/portal/agents'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const path = '/api/admin/rejection-reasons'

it('the lists of reasons can be edited one by one, emptied and reset', async () => {
  expect(rejectionReasons.parse(defaultReasons)).toEqual(defaultReasons)
  await admin.get(path).expect(200, defaultReasons)
  const reasons = ['Score 640', 'No answer']
  const edited = { ...defaultReasons, file: reasons }
  await admin
    .patch(`${path}/file`)
    .send({ reasons: [' Score 640 ', 'No answer'] })
    .expect(200, edited)
  await admin.get(path).expect(200, edited)
  await admin
    .patch(`${path}/file`)
    .send({ reasons: [] })
    .expect(200, { ...edited, file: [] })
  await admin.delete(`${path}/file`).expect(200, defaultReasons)
  const { rows } = await app.pool.query(
    "select action, object from audit_events where action like 'reasons.%' order by id",
  )
  expect(rows).toEqual([
    { action: 'reasons.changed', object: 'reasons:file' },
    { action: 'reasons.changed', object: 'reasons:file' },
    { action: 'reasons.reset', object: 'reasons:file' },
  ])
})

it.each([
  [{}],
  [{ reasons: 'Blurred' }],
  [{ reasons: [''] }],
  [{ reasons: ['x'.repeat(201)] }],
  [{ reasons: ['two\nlines'] }],
  [{ reasons: Array(maxReasons + 1).fill('Blurred') }],
])('a list that reads %j is a 400', async (body) => {
  await admin.patch(`${path}/user`).send(body).expect(400)
  await admin.get(path).expect(200, defaultReasons)
})

it('there is a list for each of the three kinds, and no other', async () => {
  await admin.patch(`${path}/message`).send({ reasons: [] }).expect(404, notFound)
  await admin.delete(`${path}/message`).expect(404, notFound)
})
