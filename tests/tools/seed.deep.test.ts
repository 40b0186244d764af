import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { promisedDays } from '@shared/meeting-time'
import {
  entrepreneurStatuses,
  matchEnds,
  matchNeeds,
  matchStates,
  reviewStatuses,
  textStatuses,
} from '@shared/list-choices'
import type { MatchDesk } from '@shared/match-desk'
import { logIn } from '@tests/support/portal/agents'
import { emptyApp } from '@tests/support/portal/empty-app'
import { buildAdmin } from '@tests/support/portal/factories'
import { settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
beforeEach(() => emptyApp(app))

/** What the program prints, as a developer runs it. */
async function seed(): Promise<string> {
  const program = ['--import', 'tsx', 'lab/seed/run.ts']
  const env = { ...settingsOf(app), MIGRATE: 'off' }
  const { stdout } = await promisify(execFile)(process.execPath, program, { env })
  return stdout.trim()
}

/** The different values of a column, sorted. */
async function valuesOf(table: string, column: string): Promise<unknown[]> {
  const { rows } = await app.pool.query({
    text: `select distinct ${column} from ${table} where ${column} is not null order by 1`,
    rowMode: 'array',
  })
  return rows.flat()
}

it('npm run lab -- seed shows people, introductions, questions and texts in every state, once', async () => {
  expect(await seed()).toMatch(/^Added 32 demo people\./)
  const people = "(select * from users where email like '%@demo.example') people"
  expect(await valuesOf(people, 'status')).toEqual(reviewStatuses.toSorted())
  expect(await valuesOf('entrepreneurs', 'status')).toEqual(entrepreneurStatuses.toSorted())
  expect(await valuesOf('matches', 'state')).toEqual(matchStates.toSorted())
  expect(await valuesOf('matches', 'ended_because')).toEqual(matchEnds.toSorted())
  expect(await valuesOf('texts', 'status')).toEqual(textStatuses.toSorted())
  expect(await valuesOf('questions', 'answered_at is null')).toEqual([false, true])

  const admin = await logIn(app, await buildAdmin(app))
  const { body: desk }: { body: MatchDesk } = await admin.get('/api/admin/match-desk').expect(200)
  const open = [...desk.needsYou, ...desk.waitingForThem]
  expect(new Set(open.map(({ need }) => need?.kind))).toEqual(new Set(matchNeeds))
  const times = await app.pool.query(
    `select coalesce(cardinality(partner_times), -1) as partner, coalesce(cardinality(entrepreneur_times), -1) as entrepreneur
     from matches where state = 'arranging' order by 1, 2`,
  )
  expect(times.rows.map(({ partner, entrepreneur }) => [partner, entrepreneur])).toEqual([
    [-1, -1],
    [-1, -1],
    [-1, 0],
    [1, 2],
    [2, -1],
  ])
  const minutes = open
    .filter(({ state }) => state === 'booked')
    .map(({ startsAt }) => Math.round((Date.parse(startsAt ?? '') - Date.now()) / 60_000))
    .toSorted((left, right) => left - right)
  expect(minutes).toEqual([
    expect.toSatisfy((over: number) => over < -45),
    expect.toSatisfy((soon: number) => soon > 0 && soon < 15),
    expect.toSatisfy((ahead: number) => ahead > 24 * 60),
  ])
  const waits = desk.suggestions.map(({ partner, entrepreneur }) => ({
    days: (Date.now() - Date.parse(partner.approvedAt)) / 86_400_000,
    offers: partner.offers,
    hasSomeone: entrepreneur !== null,
  }))
  expect(waits).toContainEqual(
    expect.objectContaining({ days: expect.toSatisfy((days) => days > promisedDays) }),
  )
  expect(waits).toContainEqual(
    expect.objectContaining({ days: expect.toSatisfy((days) => days < promisedDays), offers: 1 }),
  )
  expect(new Set(waits.map(({ hasSomeone }) => hasSomeone))).toEqual(new Set([true, false]))
  expect((await runFsck({ env: settingsOf(app) })).exitCode).toBe(0)
  expect(await seed()).toBe('The demo people already exist.')
})
