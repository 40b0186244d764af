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
import type { ListDatabases } from '../../db/lists/searches'
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
  referredPersonColumns,
  userColumns,
} from './presenter'
import {
  walkCredentials,
  walkFiles,
  walkMessages,
  walkReferrals,
  walkReferredPeople,
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
    list: 'referred-people',
    query: referredPeopleExportQuery,
    walk: walkReferredPeople,
    fileName: 'referred-people',
    columns: referredPersonColumns,
  })
  addExport(router, context, {
    list: 'audit-events',
    query: auditExportQuery,
    walk: walkTrail,
    fileName: 'audit-trail',
    columns: eventColumns,
  })
  return router
}

interface Export<Query, Row> {
  list: ExportedList
  query: z.ZodType<Query>
  walk: (tx: Transaction, query: Query, dbs: ListDatabases) => AsyncIterable<Row[]>
  fileName: string
  columns: CsvColumns<Row>
}

/** Each list is exported alike: what its filter shows, all pages of it. */
function addExport<Query extends ExportFilter, Row>(
  router: Router,
  context: Context,
  { list, query: schema, walk, fileName, columns }: Export<Query, Row>,
): void {
  router.get(
    `/exports/${list}`,
    withQuery(schema, async (query, req, res) => {
      const from = { by: getActor(req), sessionId: req.sessionID }
      await sendCsv(req, res, {
        fileName,
        columns,
        async fill(take) {
          await exportList({
            db: context.db,
            list,
            filter: query,
            walk: (tx) => walk(tx, query, context),
            take,
            ...from,
          })
        },
      })
    }),
  )
}
