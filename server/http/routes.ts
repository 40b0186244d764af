import { type Request, type RequestHandler, type Response, Router } from 'express'
import { confirmation } from '@shared/errors'
import type { ListQuery } from '@shared/lists'
import { z } from '@shared/zod'
import {
  createCtx,
  type Actor,
  type Ctx,
  type EventSource,
  type Portal,
  type Visitor,
} from '../ctx'
import { getActor, getVisitor } from './guards'
import { checkInput, pathId } from './validate'

/** A call has one spelling: neither another case nor a slash at the end leads to it. */
export const createRouter = (): Router => Router({ caseSensitive: true, strict: true })

/** The facts of a call: what it takes and answers. docs/openapi.json is made from them. */
interface Facts<Body, Query, Out> {
  /** Notes for a reader of the documentation, beyond the path and the fields. */
  about?: string
  body?: z.ZodType<Body>
  /** The media type of a body that isn't JSON. */
  takes?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  query?: z.ZodType<Query>
  /** The answer. Only the fields that it names are sent. */
  out?: z.ZodType<Out>
  /** The message of an answer that says no more than that it is done. */
  done?: string
  /** The media type of an answer that the handler sends itself. */
  sends?: string
  /** The status without an error: 200 unless given. */
  status?: number
  /** Guards and limits. */
  before?: RequestHandler[]
}

/** An answer as it may be handed over: JSON writes a date as the text that the schema names. */
export type Answer<Out> = string extends Out
  ? Out | Date
  : Out extends readonly (infer Item)[]
    ? readonly Answer<Item>[]
    : Out extends object
      ? { [Key in keyof Out]: Answer<Out[Key]> }
      : Out

interface Page<Row = { id: number }> {
  /** Without `next`, one more than the page when there is a next one. */
  rows: readonly Row[]
  total: number
  /** How many rows the total of a search that was cut off is about. */
  scannedRows?: number | null
  /** The cursor of the next page; null on the last. */
  next?: string | null
  nearSearch?: string | null
  readAt?: Date
}

/** The input of a call. Each part is checked when it is read, in the order in which they are read. */
class Call<Body, Query> {
  constructor(
    private readonly facts: Facts<Body, Query, unknown>,
    readonly req: Request,
    readonly res: Response,
  ) {}

  /** The path's `:id`. Throws 404 when it can't be one. */
  get id(): number {
    return pathId(this.req)
  }

  get body(): Body {
    if (!this.facts.body) throw new Error('This route names no body.')
    return checkInput(this.facts.body, this.req.body)
  }

  get query(): Query {
    if (!this.facts.query) throw new Error('This route names no query.')
    return checkInput(this.facts.query, this.req.query)
  }
}

type Handle<By extends EventSource, Body, Query, Result> = (
  ctx: Ctx<By>,
  call: Call<Body, Query>,
) => Promise<Result>

interface Routes<By extends EventSource> {
  get: AddRoute<By>
  post: AddRoute<By>
  put: AddRoute<By>
  patch: AddRoute<By>
  delete: AddRoute<By>
  /** A page of a list; `out` is one of its rows. */
  list<Query extends Pick<ListQuery, 'limit'>, Row extends { id: number }>(
    path: string,
    facts: Pick<Facts<unknown, Query, Row>, 'about' | 'before'> & {
      query: z.ZodType<Query>
      out: z.ZodType<Row>
    },
    handle: (
      ctx: Ctx<By>,
      query: Query,
      req: Request,
    ) => Promise<Page<Answer<Row> & { id: number }>>,
  ): void
  router: Router
}

type Answered = { out: z.ZodType } | { done: string } | { sends: string }

type AddRoute<By extends EventSource> = <Body, Query, Out>(
  path: string,
  facts: Facts<Body, Query, Out> & Answered,
  handle: Handle<By, Body, Query, Answer<Out>>,
) => void

/** Routes of people who are logged in: 401 for anyone else. */
export const createRoutes = (portal: Portal): Routes<Actor> => routesOf(portal, getActor)

/** Routes of everyone. */
export const createVisitorRoutes = (portal: Portal): Routes<Visitor> => routesOf(portal, getVisitor)

function routesOf<By extends EventSource>(
  portal: Portal,
  getSender: (req: Request) => By,
): Routes<By> {
  const router = createRouter()
  const adder =
    (method: 'get' | 'post' | 'put' | 'patch' | 'delete'): AddRoute<By> =>
    (path, facts, handle) => {
      const { done, status = 200, before = [] } = facts
      const out = done === undefined ? facts.out : confirmation
      const pick = pickFrom(out)
      const handler = async (req: Request, res: Response) => {
        const result = await handle(createCtx(portal, getSender(req)), new Call(facts, req, res))
        if (out) res.status(status).json(pick(done === undefined ? result : { message: done }))
      }
      router[method](path, ...before, Object.assign(handler, { facts: { ...facts, out, status } }))
    }
  return {
    get: adder('get'),
    post: adder('post'),
    put: adder('put'),
    patch: adder('patch'),
    delete: adder('delete'),
    list(path, { about, before = [], query, out }, handle) {
      const pick = pickFrom(out)
      const facts = { about, query, out: out.array(), isList: true, status: 200 }
      const handler = async (req: Request, res: Response) => {
        const asked = checkInput(query, req.query)
        const page = await handle(createCtx(portal, getSender(req)), asked, req)
        sendPage(req, res, { ...page, query: asked }, pick)
      }
      router.get(path, ...before, Object.assign(handler, { facts }))
    },
    router,
  }
}

/** Answers with one page of a list; the next page's address and the total go in headers. */
function sendPage(
  req: Request,
  res: Response,
  page: Page & { query: Pick<ListQuery, 'limit'> },
  pick: (row: unknown) => unknown,
): void {
  const rows = page.rows.slice(0, page.query.limit)
  const isFull = page.rows.length > rows.length
  const cursor = isFull ? rows.at(-1)?.id : page.next
  res.set('X-Total-Count', String(page.total))
  if (page.readAt) res.set('X-Shown-At', page.readAt.toISOString())
  if (page.scannedRows) res.set('X-Total-Among', String(page.scannedRows))
  if (page.nearSearch) res.set('X-Near-Search', encodeURIComponent(page.nearSearch))
  if (cursor) {
    const next = new URL(req.originalUrl, 'http://localhost')
    next.searchParams.set('cursor', String(cursor))
    res.set('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  res.json(rows.map(pick))
}

type PickValue = (value: unknown) => unknown

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** Made once per route: a schema's own `parse` takes several times as long, and doesn't take dates for their text. */
function pickFrom(schema: unknown): PickValue {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return pickFrom(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const pick = pickFrom(schema.element)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (schema instanceof z.ZodRecord) {
    const pick = pickFrom(schema.valueType)
    return (value) =>
      isFields(value)
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pick(one)]))
        : value
  }
  const fields = fieldsOf(schema)
  if (fields.size === 0) return (value) => value
  return (value) => {
    if (!isFields(value)) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = value[name]
      if (field !== undefined) picked[name] = pick(field)
    }
    return picked
  }
}

/** Every field of an object, of a choice of objects, or of objects that are put together. */
function fieldsOf(schema: unknown): Map<string, PickValue> {
  if (schema instanceof z.ZodObject)
    return new Map(Object.entries(schema.shape).map(([name, field]) => [name, pickFrom(field)]))
  const parts =
    schema instanceof z.ZodUnion
      ? schema.options
      : schema instanceof z.ZodIntersection
        ? [schema.def.left, schema.def.right]
        : []
  return new Map(parts.flatMap((part: unknown) => [...fieldsOf(part)]))
}
