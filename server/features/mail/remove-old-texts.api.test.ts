import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin } from '@tests/support/portal/agents'
import { queueMail } from './queue-mail'
import { removeOldTexts } from './remove-old-texts'

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

const build = (status: string, days: number): Promise<number> =>
  app.db.transaction(async (tx) => {
    const words = { subject: `${status}, ${days} days old`, text: 'Hello' }
    const id = await queueMail(tx, app, { kind: 'composed', recipient: 'a@b.example', ...words })
    await tx.execute(
      `update mails set status = '${status}', created_at = now() - interval '${days} days'
       where id = ${id}`,
    )
    return id
  })

describe('the texts of mails', () => {
  it('go after 90 days, unless the mail has yet to leave; that it was sent stays', async () => {
    for (const status of ['sent', 'failed', 'cancelled', 'queued']) await build(status, 91)
    await build('sent', 89)
    // More than are removed at once.
    await app.pool.query(
      `insert into mails (message_id, kind, recipient, subject, sealed_content, status, created_at)
       select n, 'composed', 'a@b.example', 'bulk', 'x', 'sent', now() - interval '91 days'
       from generate_series(1, 2100) n`,
    )
    await removeOldTexts(app.db)
    const { rows } = await app.pool.query(
      'select subject from mails where sealed_content is not null order by id',
    )
    expect(rows).toEqual([{ subject: 'queued, 91 days old' }, { subject: 'sent, 89 days old' }])
    expect((await app.pool.query('select 1 from mails')).rows).toHaveLength(2105)
  })

  it('cannot be sent again then', async () => {
    const id = await build('sent', 91)
    await removeOldTexts(app.db)
    const { body } = await admin.get('/api/admin/emails?limit=1').expect(200)
    expect(body).toMatchObject([{ id, status: 'sent', canResend: false }])
    await admin
      .post(`/api/admin/emails/${id}/resend`)
      .expect(409, { message: 'This email cannot be sent again.', code: 'conflict' })
  })
})
