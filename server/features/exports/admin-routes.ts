import type { Router } from 'express'
import { auditExportQuery } from '@shared/audit'
import { credentialExportQuery } from '@shared/credentials'
import type { ExportedList } from '@shared/exports'
import { fileExportQuery } from '@shared/files'
import { messageExportQuery } from '@shared/messages'
import { referredPeopleExportQuery } from '@shared/referred-people'
import { userExportQuery } from '@shared/users'
import type { z } from '@shared/zod'
import type { Transaction } from '../../db/client'
import { streamList } from '../../db/lists/stream-list'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { sendCsv, type CsvColumns } from '../../http/send-csv'
import { credentialList } from '../credentials/queries'
import { reviewedFileList } from '../files/queries'
import { messageList, referralList } from '../messages/queries'
import { referredPeopleList } from '../referrals/referred-people-queries'
import { userList } from '../users/queries'
import { exportList, type ExportFilter } from './export-list'
import {
  credentialColumns,
  eventColumns,
  fileColumns,
  messageColumns,
  referralColumns,
  referredPersonColumns,
  userColumns,
} from './presenter'
import { walkTrail } from '../audit/list-trail'

interface Export<Query, Row> {
  query: z.ZodType<Query>
  columns: CsvColumns<Row>
  walk: (tx: Transaction, query: Query) => AsyncIterable<Row[]>
  /** The list's name, unless the pages call it otherwise. */
  fileName?: string
}

/** Mounted on /api/admin, behind the administrator's guard. Each list's export is what its filter shows, all pages of it. */
export function adminExportRoutes(context: Context): Router {
  const routes = createRoutes(context)

  function add<Query extends ExportFilter, Row>(
    list: ExportedList,
    { query, columns, walk, fileName = list }: Export<Query, Row>,
  ): void {
    routes.get(
      `/exports/${list}`,
      { query, sends: 'text/csv' },
      async (ctx, { query: filter, req, res }) =>
        sendCsv(req, res, {
          fileName,
          columns,
          fill: (take) =>
            exportList({ ...ctx, db: context.db }, req.sessionID, {
              list,
              filter,
              walk: (tx) => walk(tx, filter),
              take,
            }),
        }),
    )
  }

  add('users', {
    query: userExportQuery,
    columns: userColumns,
    walk: (tx, query) => streamList(tx, userList, query),
  })
  add('files', {
    query: fileExportQuery,
    columns: fileColumns,
    walk: (tx, query) => streamList(tx, reviewedFileList, query),
    fileName: 'reports',
  })
  // Without their secrets.
  add('credentials', {
    query: credentialExportQuery,
    columns: credentialColumns,
    walk: (tx, query) => streamList(tx, credentialList, query),
    fileName: 'shared-logins',
  })
  add('messages', {
    query: messageExportQuery,
    columns: messageColumns,
    walk: (tx, query) => streamList(tx, messageList, query),
  })
  add('referrals', {
    query: messageExportQuery,
    columns: referralColumns,
    walk: (tx, query) => streamList(tx, referralList, query),
  })
  add('referred-people', {
    query: referredPeopleExportQuery,
    columns: referredPersonColumns,
    walk: (tx, query) => streamList(tx, referredPeopleList, query),
  })
  add('audit-events', {
    query: auditExportQuery,
    columns: eventColumns,
    walk: (tx, query) => walkTrail(tx, query, context),
    fileName: 'audit-trail',
  })
  return routes.router
}
