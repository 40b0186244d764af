import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { mailbox, users } from '../../db/schema/users'
import { mailboxOf } from './mailbox-of'

const app = await startSharedApp()

it('takes the same addresses for one mailbox in the database and here', async () => {
  const addresses = [
    ['Ro.Sa+portal@GMail.com', 'rosa@googlemail.com', 'rosa+@gmail.com'],
    ['Ro.Sa+portal+2@Partner.example', 'ro.sa@partner.example'],
    ['rosa@partner.example'],
    ['rosa@gmail.com.example'],
  ]
  const { rows } = await app.db.execute<{ email: string; mailbox: string }>(sql`
    select ${users.email} as email, ${mailbox} as mailbox
    from unnest(${sql.param(addresses.flat())}::text[]) users (email)`)
  expect(rows.map(({ email }) => mailboxOf(email))).toEqual(rows.map((row) => row.mailbox))
  expect(new Set(rows.map((row) => row.mailbox)).size).toBe(addresses.length)
})
