import type { Router } from 'express'
import {
  messageListQuery,
  messageStatusChange,
  type ListedMessage,
  type ListedReferral,
  type MessageListQuery,
} from '@shared/messages'
import type { Confirmation } from '@shared/errors'
import { replyRequest } from '@shared/mail'
import type { ListPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import type { Context } from '../../http/context'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { deleteMessage, setMessageStatus, type MessageKind } from './manage-messages'
import {
  getMessage,
  getReferral,
  listMessages,
  listReferrals,
  type MessageRow,
  type ReferralRow,
} from './queries'
import { replyToMessage, replyToReferral, type Reply } from './reply'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminMessageRoutes(context: Context): Router {
  const router = createRouter()
  addInbox(router, context, {
    path: '/messages',
    kind: 'message',
    list: listMessages,
    get: getMessage,
    present: presentMessage,
    reply: replyToMessage,
  })
  addInbox(router, context, {
    path: '/referrals',
    kind: 'referral',
    list: listReferrals,
    get: getReferral,
    present: presentReferral,
    reply: replyToReferral,
  })
  return router
}

interface Inbox<Row> {
  path: string
  kind: MessageKind
  list: (dbs: ListDatabases, query: MessageListQuery) => Promise<ListPage<Row>>
  get: (db: Context['db'], id: number) => Promise<Row | null>
  present: (row: Row) => ListedMessage | ListedReferral
  reply: (reply: Reply) => Promise<Row>
}

/** The two public forms have the same calls each: list, one, status, reply, deletion. */
function addInbox<Row extends { id: number }>(
  router: Router,
  context: Context,
  { path, kind, list, get, present, reply }: Inbox<Row>,
): void {
  const { db, env, sealer } = context
  const mail = { env, sealer }

  async function find(id: number): Promise<Row> {
    const row = await get(db, id)
    if (!row) throw notFound()
    return row
  }

  router.get(
    path,
    withQuery(messageListQuery, async (query, req, res) => {
      const page = await list(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(present), query })
    }),
  )

  router.get(`${path}/:id`, async (req, res) => {
    res.json(present(await find(pathId(req))))
  })

  router.patch(
    `${path}/:id/status`,
    withBody(messageStatusChange, async (change, req, res) => {
      const id = pathId(req)
      await setMessageStatus({ db, kind, id, change, by: getActor(req) })
      res.json(present(await find(id)))
    }),
  )

  router.post(
    `${path}/:id/reply`,
    withBody(replyRequest, async ({ body }, req, res) => {
      const row = await reply({ db, mail, id: pathId(req), body, by: getActor(req) })
      res.status(201).json(present(row))
    }),
  )

  router.delete(`${path}/:id`, async (req, res) => {
    await deleteMessage({ db, kind, id: pathId(req), by: getActor(req) })
    res.json({ message: 'Deleted' } satisfies Confirmation)
  })
}

function presentMessage(row: MessageRow): ListedMessage {
  return {
    kind: 'support',
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
  }
}

function presentReferral(row: ReferralRow): ListedReferral {
  return {
    kind: 'referral',
    id: row.id,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    phone: row.phone,
    referralName: row.referralName,
    referralEmail: row.referralEmail,
    referralPhone: row.referralPhone,
  }
}
