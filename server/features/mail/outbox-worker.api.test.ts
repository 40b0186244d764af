import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { startMailbox, type Mailbox } from '@tests/support/mail/mailbox'
import { createTestDatabase } from '@tests/support/portal/database'
import type { TestDatabase } from '@tests/support/portal/postgres'
import { startJobs } from '../../jobs'
import { queueMail } from './queue-mail'

let database: TestDatabase
let first: TestApp
let second: TestApp
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await startMailbox()
  database = await createTestDatabase()
  const env = { SMTP_URL: mailbox.url }
  first = await startTestApp({ env, database })
  second = await startTestApp({ env, database })
})
afterAll(async () => {
  await first.close()
  await second.close()
  await database.drop()
  await mailbox.close()
})

const count = 120
const queueAll = () =>
  first.db.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      await queueMail(tx, first, {
        kind: 'composed',
        recipient: `partner-${number}@partner.example`,
        subject: `Number ${number}`,
        text: 'Hello',
      })
    }
  })
const inState = async (status: string): Promise<number> => {
  const { rows } = await first.pool.query(
    'select count(*)::int as found from mails where status = $1',
    [status],
  )
  return rows[0].found
}

describe('two processes', () => {
  it('send every mail once, also when one stops in the middle', { timeout: 60_000 }, async () => {
    const workers = [await startJobs(first), await startJobs(second)]
    await queueAll()
    await expect.poll(() => mailbox.mails.length, { timeout: 20_000 }).toBeGreaterThan(10)
    await workers[0]?.stop()
    await expect.poll(() => inState('sent'), { timeout: 40_000 }).toBe(count)
    await workers[1]?.stop()
    expect(mailbox.mails).toHaveLength(count)
    expect(new Set(mailbox.mails.map((mail) => mail.messageId)).size).toBe(count)
    expect(new Set(mailbox.mails.flatMap((mail) => mail.to)).size).toBe(count)
  })
})
