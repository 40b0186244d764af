import type { Router } from 'express'
import {
  listedMessage,
  listedReferral,
  messageListQuery,
  messageStatusChange,
  type ListedMessage,
  type ListedReferral,
  type MessageListQuery,
} from '@shared/messages'
import { replyRequest } from '@shared/mail'
import type { z } from '@shared/zod'
import type { Ctx } from '../../ctx'
import { findRow, type List } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import { orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { createRoutes, type Answer } from '../../http/routes'
import {
  deleteMessage,
  setMessageStatus,
  type MessageKind,
  replyToMessage,
  replyToReferral,
} from './manage-messages'
import { messageList, referralList } from './queries'

export function adminMessageRoutes(context: Context): Router {
  const ofMessages = inboxRoutes(context, {
    kind: 'message',
    out: listedMessage,
    list: messageList,
    reply: replyToMessage,
  })
  const ofReferrals = inboxRoutes(context, {
    kind: 'referral',
    out: listedReferral,
    list: referralList,
    reply: replyToReferral,
  })
  return ofMessages.use(ofReferrals)
}

interface Inbox<Listed, Row> {
  kind: MessageKind
  out: z.ZodType<Listed>
  list: List<Pick<MessageListQuery, 'status'>, Row>
  reply: (ctx: Ctx, id: number, body: string) => Promise<Row>
}

/** The two public forms have the same calls each: list, one, status, reply, deletion. */
function inboxRoutes<
  Listed extends ListedMessage | ListedReferral,
  Row extends Answer<Listed> & { id: number },
>(context: Context, { kind, out, list, reply }: Inbox<Listed, Row>): Router {
  const routes = createRoutes(context)
  const path = `/${kind}s`
  const find = async (id: number) => orNotFound(await findRow(context.db, list, id))

  routes.list(path, { query: messageListQuery, out }, async (_ctx, query) =>
    readPage(context, list, query),
  )

  routes.get(`${path}/:id`, { out }, async (_ctx, { id }) => find(id))

  routes.patch(
    `${path}/:id/status`,
    { body: messageStatusChange, out },
    async (ctx, { body, id }) => {
      await setMessageStatus(ctx, kind, id, body)
      return find(id)
    },
  )

  routes.post(
    `${path}/:id/reply`,
    { body: replyRequest, out, status: 201 },
    async (ctx, { body: { body }, id }) => reply(ctx, id, body),
  )

  routes.delete(`${path}/:id`, { done: 'Deleted' }, async (ctx, { id }) =>
    deleteMessage(ctx, kind, id),
  )

  return routes.router
}
