import { asc, eq } from 'drizzle-orm'
import { mails } from '@server/db/schema/mail'
import { openContent } from '@server/features/mail/queue-mail'
import type { TestApp } from './app'

/** What the outbox holds for an address, with the texts, oldest first. */
export async function mailsTo(app: TestApp, recipient: string) {
  const rows = await app.db
    .select()
    .from(mails)
    .where(eq(mails.recipient, recipient))
    .orderBy(asc(mails.id))
  return rows.map(({ id, kind, subject, status, sealedContent: sealed }) => ({
    kind,
    subject,
    status,
    text: sealed && openContent(app.sealer, sealed, id)?.text,
  }))
}

/** The token of the newest link to this page that was mailed to an address; empty without one. */
export async function mailedToken(app: TestApp, to: string, page: string): Promise<string> {
  const link = new RegExp(`${page}#token=([\\w-]{43})\\s`)
  const found = (await mailsTo(app, to)).map(({ text }) => link.exec(text ?? '')?.[1] ?? '')
  return found.findLast(Boolean) ?? ''
}
