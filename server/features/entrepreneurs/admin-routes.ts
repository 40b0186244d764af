import type { Router } from 'express'
import {
  entrepreneur,
  entrepreneurChange,
  entrepreneurListQuery,
  entrepreneurRequest,
  listedEntrepreneur,
} from '@shared/entrepreneurs'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { getEntrepreneur, listEntrepreneurs, openEntrepreneur } from './queries'
import { addEntrepreneur, changeEntrepreneur, deleteEntrepreneur } from './manage-entrepreneurs'

export function adminEntrepreneurRoutes(context: Context): Router {
  const routes = createRoutes(context)
  const { db, sealer } = context
  const read = async (id: number) => openEntrepreneur(await getEntrepreneur(db, id), sealer)

  routes.list(
    '/entrepreneurs',
    { query: entrepreneurListQuery, out: listedEntrepreneur },
    async (_ctx, query) => listEntrepreneurs(context, query),
  )

  routes.post(
    '/entrepreneurs',
    { body: entrepreneurRequest, out: entrepreneur, status: 201 },
    async (ctx, { body }) => read(await addEntrepreneur(ctx, body)),
  )

  routes.get('/entrepreneurs/:id', { out: entrepreneur }, async (_ctx, { id }) => read(id))

  routes.patch(
    '/entrepreneurs/:id',
    { body: entrepreneurChange, out: entrepreneur },
    async (ctx, { body, id }) => {
      await changeEntrepreneur(ctx, id, body)
      return read(id)
    },
  )

  routes.delete('/entrepreneurs/:id', { done: 'Entrepreneur deleted' }, async (ctx, { id }) =>
    deleteEntrepreneur(ctx, id),
  )

  return routes.router
}
