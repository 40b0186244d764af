import type { Router } from 'express'
import { auditExportQuery } from '@shared/audit'
import { credentialExportQuery } from '@shared/credentials'
import type { ExportedList } from '@shared/exports'
import { fileExportQuery } from '@shared/files'
import { messageExportQuery } from '@shared/messages'
import { userExportQuery } from '@shared/users'
import type { z } from '@shared/zod'
import type { Transaction } from '../../db/client'
import type { CsvColumns } from '../../http/csv'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendCsv } from '../../http/send-csv'
import { withQuery } from '../../http/validate'
import { exportList, type ExportFilter } from './export-list'
import {
  credentialColumns,
  eventColumns,
  fileColumns,
  messageColumns,
  referralColumns,
  userColumns,
} from './presenter'
import {
  walkCredentials,
  walkFiles,
  walkMessages,
  walkReferrals,
  walkTrail,
  walkUsers,
} from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminExportRoutes(context: Context): Router {
  const router = createRouter()
  addExport(router, context, {
    list: 'users',
    query: userExportQuery,
    walk: walkUsers,
    fileName: 'users',
    columns: userColumns,
  })
  addExport(router, context, {
    list: 'files',
    query: fileExportQuery,
    walk: walkFiles,
    fileName: 'reports',
    columns: fileColumns,
  })
  addExport(router, context, {
    list: 'credentials',
    query: credentialExportQuery,
    walk: walkCredentials,
    fileName: 'shared-logins',
    columns: credentialColumns,
  })
  addExport(router, context, {
    list: 'messages',
    query: messageExportQuery,
    walk: walkMessages,
    fileName: 'messages',
    columns: messageColumns,
  })
  addExport(router, context, {
    list: 'referrals',
    query: messageExportQuery,
    walk: walkReferrals,
    fileName: 'referrals',
    columns: referralColumns,
  })
  addExport(router, context, {
    list: 'audit-events',
    query: auditExportQuery,
    walk: (tx, query) => walkTrail(tx, query, context),
    fileName: 'audit-trail',
    columns: eventColumns,
  })
  return router
}

interface Export<Query, Row> {
  list: ExportedList
  query: z.ZodType<Query>
  walk: (tx: Transaction, query: Query) => AsyncIterable<Row[]>
  fileName: string
  columns: CsvColumns<Row>
}

/** Each list is exported alike: what its filter shows, all pages of it. */
function addExport<Query extends ExportFilter, Row>(
  router: Router,
  { db, searches }: Context,
  { list, query: schema, walk, fileName, columns }: Export<Query, Row>,
): void {
  router.get(
    `/exports/${list}`,
    withQuery(schema, async (query, req, res) => {
      const from = { by: getActor(req), sessionId: req.sessionID }
      await sendCsv(req, res, {
        fileName,
        columns,
        fill: (take) =>
          exportList({
            db,
            searches,
            list,
            filter: query,
            walk: (tx) => walk(tx, query),
            take,
            ...from,
          }),
      })
    }),
  )
}
