import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import type { ReceivedMail } from '@tests/support/mail/read-mail'
import { startMatchLetters, steps } from '@tests/support/portal/match-letters'
import { matches } from '../../db/schema/matches'
import { onlyRow } from '../../errors'

const { app, ana, current, step, sendHeld } = await startMatchLetters()
const { tuesday, thursday, chosen, booked, unbooked } = steps

const anyAct = fc.record({
  /** 'undo' takes back what the administrator did just before. */
  name: fc.constantFrom('tuesday', 'thursday', 'off', 'undo', 'end'),
  by: fc.constantFrom('partner', 'entrepreneur', 'administrator', 'administrator'),
  /** Otherwise the next step comes within the minute. */
  isSent: fc.boolean(),
})

const changesOf = {
  tuesday: { ...chosen, ...booked(tuesday), endedBecause: null },
  thursday: { ...chosen, ...booked(thursday), endedBecause: null },
  off: { ...unbooked, endedBecause: null },
  end: { state: 'ended', endedBecause: 'withdrawn' },
} as const

const readRow = async () =>
  onlyRow(await app.db.select().from(matches).where(eq(matches.id, current().matchId)))

/** As in `nextMatch`: an introduction that has ended stays so, and what changes nothing is no step. */
function isStep(
  { state, startsAt }: Pick<typeof matches.$inferSelect, 'state' | 'startsAt'>,
  changes: { state: string; startsAt?: Date | null },
): boolean {
  if (state === 'ended') return false
  return state !== changes.state || Number(startsAt) !== Number(changes.startsAt ?? startsAt)
}

/** What calendars show, by the address that they are of, and the highest sequence of each entry. */
interface Calendars {
  shown: Map<string, Date>
  sequences: Map<string, number>
}

/** As a calendar does it: a request sets, a cancellation removes, and what is older than known is ignored. */
function receive({ shown, sequences }: Calendars, { to: [to = ''], attachments }: ReceivedMail) {
  const [form, file] = attachments
  if (!form) return
  expect(file?.text).toBe(form.text)
  const calendar = new ICAL.Component(ICAL.parse(form.text))
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  if (!event || others.length > 0) throw new Error('There is not one event.')
  const value = (name: string) => event.getFirstPropertyValue(name)
  const method = calendar.getFirstPropertyValue('method')
  expect(form.method).toBe(method)
  expect(event.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([
    `mailto:${to}`,
  ])
  const [uid, sequence] = [String(value('uid')), Number(value('sequence'))]
  expect(sequence).toBeGreaterThan(sequences.get(uid) ?? 0)
  sequences.set(uid, sequence)
  const start = value('dtstart')
  if (!(start instanceof ICAL.Time)) throw new Error('It begins at no time.')
  expect(start.zone).toBe(ICAL.Timezone.utcTimezone)
  if (method === 'REQUEST') shown.set(to, start.toJSDate())
  else shown.delete(to)
}

it('whatever happens in whichever order, each calendar shows the meeting that is booked, and no letter a last name', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 3, maxLength: 8 }), async (acts) => {
      const { matchId, jordan } = current()
      await app.pool.query('delete from mails')
      await app.db
        .update(matches)
        .set({ ...changesOf.off, partnerTimes: null, entrepreneurTimes: null, inviteSequence: 0 })
        .where(eq(matches.id, matchId))
      const calendars: Calendars = { shown: new Map(), sequences: new Map() }
      let undoable: typeof matches.$inferInsert | null = null
      for (const { name, by, isSent } of [...acts, { ...noAct, isSent: true }]) {
        const { inviteSequence: _sequence, ...before } = await readRow()
        if (name === 'undo') {
          if (undoable) await step('administrator', undoable, { isUndo: true })
          undoable = null
        } else if (isStep(before, changesOf[name])) {
          await step(by, changesOf[name])
          undoable = by === 'administrator' ? before : null
        }
        if (!isSent) continue
        for (const mail of await sendHeld()) {
          expect(mail.raw + mail.text).not.toMatch(new RegExp(`${jordan.lastName}|${ana.lastName}`))
          receive(calendars, mail)
        }
        const { state, startsAt } = await readRow()
        for (const to of [jordan.email, ana.email, app.env.brand.supportEmail])
          expect(calendars.shown.get(to) ?? null).toEqual(state === 'booked' ? startsAt : null)
      }
    }),
    { numRuns: 15 },
  ))

/** Undoes what can be undone, so that all letters leave. */
const noAct = { name: 'undo', by: 'administrator' } as const
