import type { Request, Router } from 'express'
import { ownCredential, shareCredentialsRequest, sharedCredentials } from '@shared/credentials'
import type { Context } from '../../http/context'
import { createRoutes, createVisitorRoutes } from '../../http/routes'
import { listCredentialsOfUser, presentOwnCredential } from './queries'
import { correctCredential, shareCredentials, withdrawCredential } from './manage-credentials'

export function credentialRoutes(context: Context): Router {
  const routes = createRoutes(context)
  const ofEveryone = createVisitorRoutes(context)
  const counted = <Result>(req: Request, work: () => Promise<Result>) =>
    context.limits.consumeUnlessRefused(req, ['credentialsHour', 'credentialsDay'], work)

  ofEveryone.post(
    '/credit-credentials',
    { body: shareCredentialsRequest, out: sharedCredentials, status: 201 },
    async (ctx, { body, req }) => ({
      uploadKey: await counted(req, () => shareCredentials(ctx, body)),
    }),
  )

  routes.get('/credit-credentials', { out: ownCredential.array() }, async ({ db, by }) =>
    (await listCredentialsOfUser(db, by.id)).map(presentOwnCredential),
  )

  routes.patch(
    '/credit-credentials/:id',
    { body: shareCredentialsRequest, out: ownCredential },
    async (ctx, { body, req, id }) =>
      presentOwnCredential(await counted(req, () => correctCredential(ctx, id, body))),
  )

  routes.delete('/credit-credentials/:id', { done: 'Login withdrawn' }, async (ctx, { id }) =>
    withdrawCredential(ctx, id),
  )

  return ofEveryone.router.use(routes.router)
}
