import type { Router } from 'express'
import {
  credentialDecision,
  credentialListQuery,
  listedCredential,
  monitoringCredential,
} from '@shared/credentials'
import { takenDecision } from '@shared/decisions'
import { sortedListQuery } from '@shared/lists'
import { mapRows } from '../../db/lists/list-page'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { decideAndRead } from '../decisions/decide'
import { deleteCredential, openCredentials, revealCredential } from './manage-credentials'
import { getCredential, listCredentials, openCredential, presentCredential } from './queries'

export function adminCredentialRoutes(context: Context): Router {
  const routes = createRoutes(context)

  routes.list(
    '/credentials',
    {
      about: 'Passwords in clear; each listing is in the audit trail.',
      query: sortedListQuery,
      out: monitoringCredential,
    },
    async (ctx, query) => {
      const page = await openCredentials(ctx, context, query)
      return { ...page, rows: page.rows.map((row) => openCredential(row, ctx.sealer)) }
    },
  )

  routes.list(
    '/credentials/overview',
    { query: credentialListQuery, out: listedCredential },
    async (_ctx, query) => mapRows(await listCredentials(context, query), presentCredential),
  )

  routes.patch(
    '/credentials/:id/status',
    { body: credentialDecision, out: listedCredential.extend(takenDecision.shape) },
    async (ctx, { body: decision, id }) => {
      const asked = { kind: 'credential', id, decision } as const
      const { decisionId, ...row } = await decideAndRead(ctx, asked, getCredential)
      return { ...presentCredential(row), decisionId }
    },
  )

  routes.post('/credentials/:id/reveal', { out: monitoringCredential }, async (ctx, { id }) =>
    openCredential(await revealCredential(ctx, id), ctx.sealer),
  )

  routes.delete('/credentials/:id', { done: 'Credentials deleted' }, async (ctx, { id }) =>
    deleteCredential(ctx, id),
  )

  return routes.router
}
