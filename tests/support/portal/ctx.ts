import { createCtx, type EventSource } from '@server/ctx'
import type { Queryable } from '@server/db/client'
import { portalItself } from '@server/features/audit/record-event'
import type { TestApp } from './app'

/** The context of operations: of a job's, unless someone else acts. */
export const ctxOf = (app: TestApp, by: EventSource = portalItself) => createCtx(app, by)

/** The context of a transaction that a test began. */
export const ctxIn = <Db extends Queryable>(app: TestApp, db: Db, by: EventSource = portalItself) =>
  createCtx({ ...app, db }, by)
