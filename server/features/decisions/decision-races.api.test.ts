import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/client'
import { ascending } from '@tests/support/portal/answers'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { setCredentialStatus } from '../credentials/set-credential-status'
import { setFileStatus } from '../files/set-file-status'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const statusOf = async (table: string, id: number) =>
  (await app.pool.query(`select status from ${table} where id = $1`, [id])).rows[0]?.status

const approve = (id: number, alsoApprove: object) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status: 'approved', alsoApprove })

const objects = [
  { path: 'files', table: 'files', build: buildFile },
  { path: 'credentials', table: 'monitoring_credentials', build: buildCredential },
] as const

describe.each(objects)('of two tabs with different minds about $path', ({ path, table, build }) => {
  it('the first one decides, and the other is told so', async () => {
    const { id } = await build(app, { owner: await buildUser(app) })
    const lock = { statement: `select 1 from ${table} where id = $1 for update`, id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all(
        ['approved', 'rejected'].map((status) =>
          admin.patch(`/api/admin/${path}/${id}/status`).send({ status, basedOn: 'pending' }),
        ),
      ),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    const taken = answers.find(({ status }) => status === 200)
    expect(await statusOf(table, id)).toBe(taken?.body.status)
  })
})

describe('a person who is approved with what waits, while another tab', () => {
  const decision = { status: 'rejected' } as const
  const by = { id: account.id, ip: '127.0.0.1' }

  it('rejects one of their documents, stays as they were', async () => {
    const owner = await buildUser(app)
    const { id, sha256: version } = await buildFile(app, { owner })
    const reject = (tx: Transaction) =>
      setFileStatus({ db: tx, mail: null, fileId: id, decision, by })
    const also = { files: [{ id, version }], credentials: [] }
    const { status } = await sendBeside(app, reject, () => approve(owner.id, also))
    expect(status).toBe(409)
    expect(await statusOf('files', id)).toBe('rejected')
    expect(await statusOf('users', owner.id)).toBe('pending')
  })

  it('rejects one of their logins, stays as they were', async () => {
    const owner = await buildUser(app)
    const { id, createdAt } = await buildCredential(app, { owner })
    const reject = (tx: Transaction) =>
      setCredentialStatus({ db: tx, mail: null, credentialId: id, decision, by })
    const also = { files: [], credentials: [{ id, version: createdAt.toISOString() }] }
    const { status } = await sendBeside(app, reject, () => approve(owner.id, also))
    expect(status).toBe(409)
    expect(await statusOf('monitoring_credentials', id)).toBe('rejected')
    expect(await statusOf('users', owner.id)).toBe('pending')
  })
})
