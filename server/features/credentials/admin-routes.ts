import type { Router } from 'express'
import {
  credentialDecision,
  credentialListQuery,
  type ListedCredential,
  type MonitoringCredential,
} from '@shared/credentials'
import type { TakenDecision } from '@shared/decisions'
import type { Confirmation } from '@shared/errors'
import { sortedListQuery } from '@shared/lists'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { decideAndRead } from '../decisions/decide'
import { deleteCredential } from './delete-credential'
import { presentCredential, presentOpenCredential } from './presenter'
import { getCredential, listCredentials } from './queries'
import { openCredentials, revealCredential } from './reveal-credential'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminCredentialRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.get(
    '/credentials',
    withQuery(sortedListQuery, async (query, req, res) => {
      const page = await openCredentials(context, { query, by: getActor(req) })
      const rows = page.rows.map((row) => presentOpenCredential(row, sealer))
      sendPage(req, res, { ...page, rows, query })
    }),
  )

  router.get(
    '/credentials/overview',
    withQuery(credentialListQuery, async (query, req, res) => {
      const page = await listCredentials(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentCredential), query })
    }),
  )

  router.patch(
    '/credentials/:id/status',
    withBody(credentialDecision, async (decision, req, res) => {
      const id = pathId(req)
      const input = { kind: 'credential', id, decision, by: getActor(req), mail } as const
      const { decisionId, ...credential } = await decideAndRead(db, getCredential, input)
      res.json({ ...presentCredential(credential), decisionId } satisfies ListedCredential &
        TakenDecision)
    }),
  )

  router.post('/credentials/:id/reveal', async (req, res) => {
    const row = await revealCredential({ db, credentialId: pathId(req), by: getActor(req) })
    res.json(presentOpenCredential(row, sealer) satisfies MonitoringCredential)
  })

  router.delete('/credentials/:id', async (req, res) => {
    await deleteCredential({ db, credentialId: pathId(req), by: getActor(req) })
    res.json({ message: 'Credentials deleted' } satisfies Confirmation)
  })

  return router
}
