import type { Router } from 'express'
import {
  declineByLinkRequest,
  mailChoice,
  mailChoiceChange,
  mailChoiceKind,
  mailChoiceKinds,
  type MailChoiceKind,
} from '@shared/mail-choices'
import { orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { createRoutes, createVisitorRoutes } from '../../http/routes'
import { pathText } from '../../http/validate'
import { declineByLink, changeMailChoice } from './mail-choices'
import { listDeclined } from './queries'

/** The emails that someone wants to get. */
export function mailChoiceRoutes(context: Context): Router {
  const routes = createRoutes(context)
  const visitors = createVisitorRoutes(context)
  const facts = { before: [requireUser], out: mailChoice.array() }

  routes.get('/mail-choices', facts, async ({ db, by }) =>
    presentChoices(await listDeclined(db, by.id)),
  )

  routes.put(
    '/mail-choices/:kind',
    { ...facts, body: mailChoiceChange },
    async (ctx, { body: { isWanted }, req }) => {
      const kind = orNotFound(mailChoiceKind.safeParse(pathText(req, 'kind')).data)
      return presentChoices(await changeMailChoice(ctx, kind, isWanted))
    },
  )

  visitors.post(
    '/mail-choices/decline',
    {
      about: 'No session needed. `email` withdraws the consent to email.',
      before: [context.limits.perIp('resetPerIp')],
      body: declineByLinkRequest,
      done: 'We won’t send you these emails anymore.',
    },
    async (ctx, { body }) => declineByLink(ctx, body),
  )

  routes.router.use(visitors.router)
  return routes.router
}

/** Every kind that can be turned off, in the order in which they are sent. */
const presentChoices = (declined: readonly MailChoiceKind[]) =>
  mailChoiceKinds.map((kind) => ({ kind, isWanted: !declined.includes(kind) }))
