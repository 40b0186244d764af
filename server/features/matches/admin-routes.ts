import type { Request, Response, Router } from 'express'
import {
  calendarQuery,
  endRequest,
  matchListQuery,
  matchStep,
  newTimesRequest,
  offerRequest,
  type Match,
} from '@shared/matches'
import { meetingSettings } from '@shared/meeting-settings'
import { z } from '@shared/zod'
import { createCtx } from '../../ctx'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { listCalendar } from './calendar-queries'
import type { Step } from './next-match'
import { offerMatch } from './offer-match'
import { findUnreached } from './find-unreached'
import { linkOf, presentCalendar, presentListedMatch } from './presenter'
import { listMatches } from './queries'
import { readDesk, readMatch } from './read-matches'
import { renewLink } from './renew-link'
import { readSettings, saveSettings } from './settings'
import { takeStep, tellCurrent } from './take-step'
import { undoStep } from './undo-step'

/** With `ifUntold`, nothing is undone that someone was told of already: the pages ask first. */
const matchUndo = matchStep.extend({ ifUntold: z.boolean().optional() })

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMatchRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const mail = { env, sealer }
  const router = createRouter()

  const readCurrent = (req: Request) => () => readMatch(db, mail, pathId(req))

  async function move(req: Request, res: Response, step: Step, basedOn: string): Promise<void> {
    const matchId = pathId(req)
    const by = { as: 'administrator', source: getActor(req) } as const
    await tellCurrent(() => takeStep({ db, mail, matchId, step, by, basedOn }), readCurrent(req))
    res.json((await readMatch(db, mail, matchId)) satisfies Match)
  }

  router.get('/match-desk', async (_req, res) => {
    res.json(await readDesk(db, mail))
  })

  router.get(
    '/match-calendar',
    withQuery(calendarQuery, async ({ from, to }, _req, res) => {
      const rows = await listCalendar(db, { from, to })
      const { minutes } = await readSettings(db, sealer)
      res.json(presentCalendar(rows, minutes))
    }),
  )

  router.get(
    '/matches',
    withQuery(matchListQuery, async (query, req, res) => {
      const page = await listMatches(context, query)
      const now = new Date()
      const unreached = await findUnreached(
        db,
        page.rows.map(({ id }) => id),
      )
      const rows = page.rows.map((row) => presentListedMatch(row, now, unreached.get(row.id)))
      sendPage(req, res, { ...page, rows, query })
    }),
  )

  router.post(
    '/matches',
    withBody(offerRequest, async (offer, req, res) => {
      const id = await offerMatch(createCtx(context, getActor(req)), offer)
      res.status(201).json(await readMatch(db, mail, id))
    }),
  )

  router.get('/matches/:id', async (req, res) => {
    res.json(await readMatch(db, mail, pathId(req)))
  })

  router.put(
    '/matches/:id/times',
    withBody(newTimesRequest, async ({ basedOn, times, isAgreed, missing }, req, res) => {
      const [time, ...others] = times.map((text) => new Date(text))
      const step: Step =
        isAgreed && time
          ? { kind: 'book', time, missing }
          : { kind: 'offer-times', times: time ? [time, ...others] : [], missing }
      await move(req, res, step, basedOn)
    }),
  )

  router.post(
    '/matches/:id/met',
    withBody(matchStep, ({ basedOn }, req, res) => move(req, res, { kind: 'met' }, basedOn)),
  )

  router.post(
    '/matches/:id/end',
    withBody(endRequest, ({ basedOn, because }, req, res) =>
      move(req, res, { kind: 'end', because }, basedOn),
    ),
  )

  router.post(
    '/matches/:id/undo',
    withBody(matchUndo, async ({ basedOn, ifUntold }, req, res) => {
      const matchId = pathId(req)
      const before = await readMatch(db, mail, matchId)
      const isThere = await tellCurrent(
        () => undoStep({ db, mail, matchId, basedOn, ifUntold, by: getActor(req) }),
        readCurrent(req),
      )
      res.json((isThere ? await readMatch(db, mail, matchId) : takenBack(before)) satisfies Match)
    }),
  )

  router.post('/matches/:id/link', async (req, res) => {
    const token = await renewLink({ db, mail, matchId: pathId(req), by: getActor(req) })
    res.json({ link: linkOf(env.publicOrigin, token) })
  })

  router.get('/settings/meetings', async (_req, res) => {
    res.json(await readSettings(db, sealer))
  })

  router.put(
    '/settings/meetings',
    withBody(meetingSettings, async (settings, req, res) => {
      await saveSettings({ db, sealer, settings, by: getActor(req) })
      res.json(await readSettings(db, sealer))
    }),
  )

  return router
}

/** An undone offer is deleted: its last state. */
const takenBack = (match: Match): Match => ({
  ...match,
  state: 'ended',
  endedBecause: 'withdrawn',
  need: null,
  canRenewLink: false,
  canUndo: false,
  mailsLeaveAt: null,
})
