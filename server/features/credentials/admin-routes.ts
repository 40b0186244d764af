import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { listQuery } from '@shared/lists'
import { reviewDecision } from '@shared/review'
import type { Context } from '../../http/context'
import { currentUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { recordEvent } from '../audit/record-event'
import { deleteCredential } from './delete-credential'
import { presentCredential, presentOpenCredential } from './presenter'
import { listCredentials, listSealedCredentials } from './queries'
import { setCredentialStatus } from './set-credential-status'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminCredentialRoutes(context: Context): Router {
  const { db, sealer } = context
  const router = createRouter()

  router.get(
    '/credentials',
    withQuery(listQuery, async (query, req, res) => {
      const page = await listSealedCredentials(db, query)
      const shown = page.rows.slice(0, query.limit)
      // Written before the answer leaves: nobody reads passwords without a trace.
      await recordEvent(db, {
        action: 'credentials.listed',
        actorId: currentUser(req).id,
        ip: req.ip,
        details: { count: shown.length, ids: shown.map(({ id }) => id).join(', ') },
      })
      const rows = page.rows.map((row) => presentOpenCredential(row, sealer))
      sendPage(req, res, { ...page, rows, query })
    }),
  )

  router.get(
    '/credentials/overview',
    withQuery(listQuery, async (query, req, res) => {
      const page = await listCredentials(db, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentCredential), query })
    }),
  )

  router.patch(
    '/credentials/:id/status',
    withBody(reviewDecision, async (decision, req, res) => {
      const credential = await setCredentialStatus({
        db,
        credentialId: pathId(req),
        decision,
        actorId: currentUser(req).id,
        ip: req.ip,
      })
      res.json(presentCredential(credential))
    }),
  )

  router.delete('/credentials/:id', async (req, res) => {
    const actorId = currentUser(req).id
    await deleteCredential({ db, credentialId: pathId(req), actorId, ip: req.ip })
    res.json({ message: 'Credentials deleted' } satisfies Confirmation)
  })

  return router
}
