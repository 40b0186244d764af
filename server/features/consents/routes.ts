import type { Router } from 'express'
import { consentChange, consentKind, consentState, stopRequest } from '@shared/consents'
import type { Portal } from '../../ctx'
import type { Queryable } from '../../db/client'
import { requirePerson } from '../../db/lock-person'
import { notFound } from '../../errors'
import { createRoutes } from '../../http/routes'
import { pathText } from '../../http/validate'
import { listConsents, presentConsents } from './queries'
import { changeConsent, recordStop } from './record-consents'

const read = async (db: Queryable, userId: number) =>
  presentConsents(await listConsents(db, userId))

export function consentRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)
  const out = consentState.omit({ recordedBy: true }).array()

  routes.get('/consents', { out }, async ({ db, by }) => read(db, by.id))

  routes.post(
    '/consents/:kind',
    {
      about:
        'To give one takes the `currentVersion` that was shown: 409 when the text is another by now. Takes effect right away.',
      body: consentChange,
      out,
    },
    async (ctx, { body, req }) => {
      const kind = consentKind.safeParse(pathText(req, 'kind'))
      if (!kind.success) throw notFound()
      await changeConsent(ctx, kind.data, body)
      return read(ctx.db, ctx.by.id)
    },
  )

  return routes.router
}

export function adminConsentRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)
  const out = consentState.array()

  routes.get('/users/:id/consents', { out }, async ({ db }, { id }) => {
    await requirePerson(db, id)
    return read(db, id)
  })

  routes.post('/users/:id/consents/stop', { body: stopRequest, out }, async (ctx, { body, id }) => {
    await recordStop(ctx, id, body)
    return read(ctx.db, id)
  })

  return routes.router
}
