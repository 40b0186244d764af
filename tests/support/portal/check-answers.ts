import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { z } from '@shared/zod'

const documentFile = 'docs/openapi.json'
const operation = z.object({
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.unknown().optional() })) }),
  ),
})
const openApi = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })

interface Checked {
  pattern: RegExp
  method: string
  /** Compiled when first needed. */
  validatorOf: (status: string) => ValidateFunction | undefined
}

let checks: Checked[] | undefined

/** Each operation of docs/openapi.json; those without parts that vary first. */
function readChecks(): Checked[] {
  const document = openApi.parse(JSON.parse(readFileSync(documentFile, 'utf8')))
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const paths = Object.entries(document.paths).toSorted(
    ([one], [other]) => one.split('{').length - other.split('{').length,
  )
  return paths.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      method: method.toUpperCase(),
      validatorOf(status) {
        if (!responses[status]?.content['application/json']?.schema) return undefined
        const at = ['paths', path, method, 'responses', status, 'content', 'application/json']
        const reference = `api#/${[...at, 'schema'].map(escapePointer).join('/')}`
        return ajv.getSchema(reference)
      },
    })),
  )
}

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What speaks against an answer; nothing where it is as documented. */
function findProblem(
  [method, url]: [string?, string?],
  status: number,
  body: string,
): string | undefined {
  checks ??= readChecks()
  const { pathname } = new URL(url ?? '', 'http://localhost')
  const found = checks.find((one) => one.method === method && one.pattern.test(pathname))
  const validate = found?.validatorOf(status < 300 ? String(status) : 'default')
  if (!validate || validate(JSON.parse(body))) return undefined
  const [error] = validate.errors ?? []
  return `${method} ${pathname} ${status}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** Answers 500 in place of whatever docs/openapi.json does not describe: a field too many, or too few. */
export const checkAnswers =
  (app: RequestListener): RequestListener =>
  (req, res) => {
    // Routers change the request's address.
    const call: [string?, string?] = [req.method, req.url]
    // Express finds its own under the response's prototype.
    const json = (body: unknown): unknown => {
      const problem = findProblem(call, res.statusCode, JSON.stringify(body))
      if (problem) {
        console.error(`not as in ${documentFile}: ${problem}`)
        res.statusCode = 500
      }
      const sent = problem ? { message: `Not as in ${documentFile}: ${problem}` } : body
      return Reflect.apply(Reflect.get(Object.getPrototypeOf(res), 'json'), res, [sent])
    }
    Object.assign(res, { json })
    app(req, res)
  }
