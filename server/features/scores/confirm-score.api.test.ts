import { eq } from 'drizzle-orm'
import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { eventsOf } from '@tests/support/portal/audit-events'
import { foundScore } from '@tests/support/samples/found-score'
import { createJobCtx } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { creditScores, fileReadings } from '../../db/schema/scores'
import { readWaitingReports } from './read-waiting-reports'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)
const rosa = { firstName: 'Rosa', lastName: 'Delgado' }

const scorePath = (user: { id: number }) => `/api/admin/users/${user.id}/score`
const overviewOf = async (user: { id: number }) =>
  (await admin.get(scorePath(user)).expect(200)).body
const confirm = (user: { id: number }, body: object) => admin.post(scorePath(user)).send(body)

describe('a score that was read', () => {
  it('is proposed with all that the report says, and taken as it is', async () => {
    const user = await buildUser(app, rosa)
    const page =
      'Report for: Rosa Delgado     Report date: November 12, 2026     FICO Score 8 from Experian: 742'
    const file = await buildFile(app, {
      owner: user,
      sample: samples.pdf({ pages: page.split('     ') }),
    })
    await readWaitingReports(createJobCtx(app))
    const { confirmed, proposal, readings } = await overviewOf(user)
    expect(confirmed).toBeNull()
    expect(readings).toMatchObject([{ fileId: file.id, state: 'done', scores: [{ score: 742 }] }])
    expect(proposal).toEqual({
      fileId: file.id,
      ...foundScore,
      page: 3,
      line: 1,
      mark: expect.objectContaining({ page: 3 }),
      marks: [],
    })
    const { body } = await confirm(user, proposal).expect(200)
    expect(body.confirmed).toEqual({
      ...foundScore,
      marks: [],
      source: { fileId: file.id, fileName: file.fileName },
      isAsRead: true,
      confirmedAt: expect.stringMatching(/Z$/),
      confirmedBy: 'Portal Administrator',
    })
  })

  it('of two people’s reports is the person’s own, and no other is shown', async () => {
    const user = await buildUser(app, rosa)
    const file = await buildFile(app, { owner: user })
    const found = {
      model: 'FICO Score 8',
      bureau: null,
      reportDate: null,
      page: 1,
      line: 1,
      mark: null,
    }
    await app.db
      .update(fileReadings)
      .set({
        state: 'done',
        scores: [
          { ...found, score: 611, nameOnReport: 'Miguel Delgado' },
          { ...found, score: 742, nameOnReport: 'DELGADO ROSA' },
        ],
      })
      .where(eq(fileReadings.versionId, await versionOf(file.id)))
    const { proposal, readings } = await overviewOf(user)
    expect(proposal).toMatchObject({ score: 742, marks: [] })
    expect(readings[0].scores).toHaveLength(1)
  })
})

async function versionOf(fileId: number): Promise<number> {
  const { rows } = await app.pool.query('select id from file_versions where file_id = $1', [fileId])
  return rows[0].id
}

describe('a confirmed score', () => {
  it('may be typed, is corrected, and taken back', async () => {
    const user = await buildUser(app, rosa)
    await confirm(user, { score: '655' }).expect(200)
    expect((await overviewOf(user)).confirmed).toMatchObject({
      score: 655,
      model: null,
      isAsRead: false,
      marks: ['low'],
      source: null,
    })
    const corrected = {
      score: 702,
      model: ' VantageScore 4.0 ',
      bureau: 'Equifax',
      reportDate: '2024-01-31',
    }
    await confirm(user, { ...corrected, nameOnReport: 'Miguel Delgado' }).expect(200)
    expect((await overviewOf(user)).confirmed).toMatchObject({
      ...corrected,
      model: 'VantageScore 4.0',
      marks: ['name-differs', 'old'],
    })
    await admin.delete(scorePath(user)).expect(200, { message: 'Score removed' })
    expect((await overviewOf(user)).confirmed).toBeNull()
    await admin.delete(scorePath(user)).expect(404, notFound)
  })

  it('is in the list of users, which it sorts: the highest first, without one last', async () => {
    const lastName = 'Sorteado'
    const people = []
    for (const score of [null, 640, null, 810, 702]) {
      const user = await buildUser(app, { firstName: 'Rosa', lastName })
      people.push(user.id)
      if (score) await confirm(user, { score, nameOnReport: 'Ana Ruiz' }).expect(200)
    }
    const [none, low, another, high, middle] = people
    const seen: number[] = []
    const marks: unknown[] = []
    let next: string | undefined = `/api/admin/users?sort=score&search=${lastName}&limit=2`
    while (next) {
      const { body, headers }: Response = await admin.get(next).expect(200)
      for (const row of body) {
        seen.push(row.id)
        marks.push(row.creditScore)
      }
      next = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1]
    }
    expect(seen).toEqual([high, middle, low, another, none])
    expect(marks).toEqual([
      { score: 810, marks: ['name-differs'] },
      { score: 702, marks: ['name-differs'] },
      { score: 640, marks: ['low', 'name-differs'] },
      undefined,
      undefined,
    ])
    await admin.delete(scorePath({ id: high ?? 0 })).expect(200)
    const { body } = await admin.get(`/api/admin/users?sort=score&search=${lastName}`).expect(200)
    expect(body[0].id).toBe(middle)
  })

  it('never gives a cursor that Postgres could not read', async () => {
    for (const key of ['x', '-1', '99999999999']) {
      const cursor = `1.${Buffer.from(key).toString('base64url')}`
      await admin.get(`/api/admin/users?sort=score&cursor=${cursor}`).expect(400)
    }
  })

  it('leaves a trace without figures, and goes with the person', async () => {
    const user = await buildUser(app, rosa)
    await confirm(user, { score: 742 }).expect(200)
    await admin.delete(scorePath(user)).expect(200)
    await confirm(user, { score: 742 }).expect(200)
    const events = await eventsOf(app, `user:${user.id}`)
    const traced = events.filter(({ action }) => action.startsWith('user.score'))
    expect(traced.map(({ action, details }) => [action, details])).toEqual([
      ['user.score-confirmed', null],
      ['user.score-removed', null],
      ['user.score-confirmed', null],
    ])
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    expect(await app.db.$count(creditScores, eq(creditScores.userId, user.id))).toBe(0)
  })

  it('stays when its document goes', async () => {
    const user = await buildUser(app, rosa)
    const file = await buildFile(app, { owner: user })
    await confirm(user, { score: 742, fileId: file.id }).expect(200)
    await admin.delete(`/api/admin/files/${file.id}`).expect(200)
    expect((await overviewOf(user)).confirmed).toMatchObject({ score: 742, source: null })
  })

  it('is of a person who is there, and from a document of theirs', async () => {
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: await buildUser(app) })
    const { body } = await confirm(user, { score: 742, fileId: file.id }).expect(400)
    expect(body.message).toBe('This document no longer exists.')
    await confirm({ id: 2_000_000_000 }, { score: 742 }).expect(404, notFound)
    await admin.get(scorePath({ id: 2_000_000_000 })).expect(404, notFound)
    await confirm(account, { score: 742 }).expect(404, notFound)
  })
})
