import type { Router } from 'express'
import {
  entrepreneurChange,
  entrepreneurListQuery,
  entrepreneurRequest,
  type Entrepreneur,
  type ListedEntrepreneur,
} from '@shared/entrepreneurs'
import type { Confirmation } from '@shared/errors'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { openOrNull, type Sealer } from '../../db/sealing'
import { deleteEntrepreneur } from './delete-entrepreneur'
import {
  getEntrepreneur,
  listEntrepreneurs,
  sealedEntrepreneurNotes,
  type EntrepreneurRow,
  type OneEntrepreneurRow,
} from './queries'
import { addEntrepreneur, changeEntrepreneur } from './save-entrepreneur'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminEntrepreneurRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const router = createRouter()

  async function read(id: number): Promise<Entrepreneur> {
    const row = await getEntrepreneur(db, id)
    if (!row) throw notFound()
    return presentEntrepreneur(row, sealer)
  }

  router.get(
    '/entrepreneurs',
    withQuery(entrepreneurListQuery, async (query, req, res) => {
      const page = await listEntrepreneurs(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentListedEntrepreneur), query })
    }),
  )

  router.post(
    '/entrepreneurs',
    withBody(entrepreneurRequest, async (entrepreneur, req, res) => {
      const id = await addEntrepreneur({ db, sealer, entrepreneur, by: getActor(req) })
      res.status(201).json(await read(id))
    }),
  )

  router.get('/entrepreneurs/:id', async (req, res) => {
    res.json(await read(pathId(req)))
  })

  router.patch(
    '/entrepreneurs/:id',
    withBody(entrepreneurChange, async (change, req, res) => {
      const id = pathId(req)
      const mail = { env, sealer }
      await changeEntrepreneur({ db, mail, id, change, by: getActor(req) })
      res.json(await read(id))
    }),
  )

  router.delete('/entrepreneurs/:id', async (req, res) => {
    await deleteEntrepreneur({ db, id: pathId(req), by: getActor(req) })
    res.json({ message: 'Entrepreneur deleted' } satisfies Confirmation)
  })

  return router
}

const presentListedEntrepreneur = (row: EntrepreneurRow): ListedEntrepreneur => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  businessName: row.businessName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  timeZone: row.timeZone,
  summary: row.summary,
  amountCents: row.amountCents,
  minScore: row.minScore,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  match: row.match,
})

/** Opens the sealed notes; without any they are empty. */
function presentEntrepreneur(row: OneEntrepreneurRow, sealer: Sealer): Entrepreneur {
  const { id, sealedNotes } = row
  const notes =
    sealedNotes === null
      ? ''
      : openOrNull(() => sealer.open(sealedNotes, sealedEntrepreneurNotes(id)))
  return { ...presentListedEntrepreneur(row), notes }
}
