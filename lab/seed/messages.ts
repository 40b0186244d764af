import { and, eq, inArray, isNull } from 'drizzle-orm'
import { pages } from '@shared/pages'
import {
  countSegments,
  readUsNumber,
  writeComposedText,
  writeEventText,
  type TextKind,
  type TextStatus,
} from '@shared/texts'
import type { Database } from '@server/db/client'
import { drawId } from '@server/db/ids'
import { questions } from '@server/db/schema/decisions'
import { texts, textSettings } from '@server/db/schema/texts'
import { users } from '@server/db/schema/users'
import type { Sealer } from '@server/db/sealing'
import type { Env } from '@server/env'
import { sealedText, sealedTextToken } from '@server/features/texts/queries'
import { newToken } from '@server/tokens'
import { demoPeople } from './people'

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

/** One who is asked something, and one who has answered. */
export async function seedQuestions(db: Database): Promise<void> {
  const asked = [
    { words: 'We need a newer report: this one is more than 30 days old.' },
    {
      words: 'Please confirm your phone number.',
      answeredAt: hoursAgo(2),
      answer: 'The number is right. Mornings are best.',
    },
  ]
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.email, emailsOf('pending')),
        eq(users.status, 'pending'),
        isNull(users.askedAt),
      ),
    )
    .orderBy(users.id)
    .limit(asked.length)
  for (const [index, { id: userId }] of people.entries()) {
    const question = asked[index]
    if (!question) continue
    const askedAt = hoursAgo(20)
    await db.transaction(async (tx) => {
      await tx.insert(questions).values({ ...question, userId, askedAt })
      if (!question.answeredAt) await tx.update(users).set({ askedAt }).where(eq(users.id, userId))
    })
  }
}

const emailsOf = (status: string) =>
  demoPeople.filter((person) => person.status === status).map(({ email }) => email)

interface DemoText {
  status: TextStatus
  kind: TextKind
  lastError?: string
}

const demoTexts: readonly DemoText[] = [
  { status: 'delivered', kind: 'decision' },
  {
    status: 'undelivered',
    kind: 'match-times',
    lastError: 'The carrier didn’t deliver it. Please look up error 30003 in your Twilio console.',
  },
  { status: 'sent', kind: 'match-answer' },
  {
    status: 'failed',
    kind: 'match-ended',
    lastError: 'The provider didn’t answer. It may have been sent.',
  },
  { status: 'cancelled', kind: 'decision', lastError: 'They replied STOP before it was sent.' },
  { status: 'sending', kind: 'composed' },
  { status: 'queued', kind: 'composed' },
]

/**
 * Texts in each status, of a provider's account that does not exist: nothing is sent by it. Those that have not left
 * are for next year, so that they stay as they are.
 */
export async function seedTexts({ db, sealer, env }: { db: Database; sealer: Sealer; env: Env }) {
  const people = await db
    .select({ id: users.id, phoneNumber: users.phoneNumber })
    .from(users)
    .where(and(inArray(users.email, emailsOf('approved')), eq(users.contactConsent, true)))
    .orderBy(users.id)
  const { programName } = env.brand
  const link = `${env.publicOrigin}${pages.dashboard}`
  await db.transaction(async (tx) => {
    await tx
      .insert(textSettings)
      .values({
        accountSid: `AC${'0'.repeat(32)}`,
        sealedToken: sealer.seal(newToken(), sealedTextToken),
        sender: '+13035550100',
      })
      .onConflictDoNothing()
    for (const [index, text] of demoTexts.entries()) {
      const person = people[index % people.length]
      if (!person) return
      const { kind, status } = text
      const body =
        kind === 'composed'
          ? writeComposedText('Please bring your questions to the meeting.', { programName })
          : writeEventText(kind, { programName, link })
      const id = await drawId(tx, texts)
      const hasLeft = !['queued', 'sending'].includes(status)
      const createdAt = hoursAgo(30 - index)
      await tx.insert(texts).values({
        ...text,
        id,
        userId: person.id,
        recipient: `+1${readUsNumber(person.phoneNumber)}`,
        sealedContent: sealer.seal(body, sealedText(id)),
        segments: countSegments(body).segments,
        attempts: status === 'queued' || status === 'cancelled' ? 0 : 1,
        nextAttemptAt: hasLeft ? createdAt : hoursAgo(-365 * 24),
        notAfter: hasLeft ? hoursAgo(0) : hoursAgo(-366 * 24),
        createdAt,
        sentAt: ['sent', 'delivered', 'undelivered'].includes(status) ? createdAt : null,
      })
    }
  })
}
