import type { Router } from 'express'
import { calendarQuery, matchCalendar, matchDesk, todaysMeetings } from '@shared/match-desk'
import {
  endRequest,
  listedMatch,
  match,
  matchLink,
  matchListQuery,
  matchStep,
  newTimesRequest,
  offerRequest,
  roomRequest,
} from '@shared/matches'
import { meetingSettings } from '@shared/meeting-settings'
import { z } from '@shared/zod'
import type { Ctx } from '../../ctx'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { listCalendar } from './calendar-queries'
import type { Step } from './next-match'
import { offerMatch } from './offer-match'
import { linkOf, presentCalendar, presentListedMatch } from './presenter'
import { listMatches } from './list-matches'
import { findObstacles, readDesk, readMatch, readTodaysMeetings } from './read-matches'
import { readSettings, saveOwnRoom, saveSettings } from './settings'
import { attachCurrentMatch, takeStep } from './take-step'
import { undoStep } from './undo-step'
import { renewLink } from './rewrite-letters'

/** With `ifUntold`, nothing is undone that someone was told of already: the pages ask first. */
const matchUndo = matchStep.extend({ ifUntold: z.boolean().optional() })

async function move(ctx: Ctx, matchId: number, step: Step, basedOn: string) {
  await attachCurrentMatch(
    () => takeStep(ctx, { matchId, step, as: 'administrator', basedOn }),
    () => readMatch(ctx, matchId),
  )
  return readMatch(ctx, matchId)
}

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMatchRoutes(context: Context): Router {
  const routes = createRoutes(context)

  routes.get('/match-desk', { out: matchDesk }, readDesk)

  routes.get('/todays-meetings', { out: todaysMeetings }, readTodaysMeetings)

  routes.get('/match-calendar', { query: calendarQuery, out: matchCalendar }, async (ctx, call) => {
    const rows = await listCalendar(ctx.db, call.query)
    const { minutes } = await readSettings(ctx)
    return presentCalendar(rows, minutes)
  })

  routes.list('/matches', { query: matchListQuery, out: listedMatch }, async (ctx, query) => {
    const page = await listMatches(context, query)
    const now = new Date()
    const obstaclesOf = await findObstacles(
      ctx,
      page.rows.map(({ id }) => id),
    )
    const rows = page.rows.map((row) => presentListedMatch(row, now, obstaclesOf(row.match)))
    return { ...page, rows }
  })

  routes.post(
    '/matches',
    {
      about:
        '409 when one of them may not be introduced or a meeting is booked then, and without a `reason` after two introductions or a match. No one else sees it for 60 seconds.',
      body: offerRequest,
      out: match,
      status: 201,
    },
    async (ctx, { body }) => readMatch(ctx, await offerMatch(ctx, body)),
  )

  routes.get('/matches/:id', { out: match }, (ctx, { id }) => readMatch(ctx, id))

  routes.put(
    '/matches/:id/times',
    {
      about: '`isAgreed` books the one time; `missing` says why the meeting did not take place.',
      body: newTimesRequest,
      out: match,
    },
    async (ctx, { body: { basedOn, times, isAgreed, missing }, id }) => {
      const [time, ...others] = times.map((text) => new Date(text))
      const step: Step =
        isAgreed && time
          ? { kind: 'book', time, missing }
          : { kind: 'offer-times', times: time ? [time, ...others] : [], missing }
      return move(ctx, id, step, basedOn)
    },
  )

  routes.post('/matches/:id/met', { body: matchStep, out: match }, (ctx, { body, id }) =>
    move(ctx, id, { kind: 'met' }, body.basedOn),
  )

  routes.post(
    '/matches/:id/end',
    { body: endRequest, out: match },
    (ctx, { body: { basedOn, because }, id }) => move(ctx, id, { kind: 'end', because }, basedOn),
  )

  routes.post(
    '/matches/:id/undo',
    {
      about:
        'As it was before the administrator’s last step; an offer is gone with it. 409 once someone else has moved it or was told.',
      body: matchUndo,
      out: match,
    },
    async (ctx, { body, id }) => {
      const before = await readMatch(ctx, id)
      const isThere = await attachCurrentMatch(
        () => undoStep(ctx, id, body),
        () => readMatch(ctx, id),
      )
      return isThere ? readMatch(ctx, id) : { ...before, ...takenBack }
    },
  )

  routes.post('/matches/:id/link', { out: matchLink }, async (ctx, { id }) => ({
    link: linkOf(ctx.env.publicOrigin, await renewLink(ctx, id)),
  }))

  routes.put(
    '/matches/:id/room',
    {
      about: 'The video link of this meeting alone; an empty one is that of the settings again.',
      body: roomRequest,
      out: match,
    },
    async (ctx, { body, id }) => {
      await saveOwnRoom(ctx, id, body.link)
      return readMatch(ctx, id)
    },
  )

  routes.get('/settings/meetings', { out: meetingSettings }, readSettings)

  routes.put(
    '/settings/meetings',
    { body: meetingSettings, out: meetingSettings },
    async (ctx, { body }) => {
      await saveSettings(ctx, body)
      return readSettings(ctx)
    },
  )

  return routes.router
}

/** The last state of an undone offer, which is deleted. */
const takenBack = {
  state: 'ended',
  endedBecause: 'withdrawn',
  need: null,
  canRenewLink: false,
  canUndo: false,
  mailsLeaveAt: null,
} as const
