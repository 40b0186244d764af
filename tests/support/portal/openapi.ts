import { readdirSync } from 'node:fs'
import type { Express } from 'express'
import { errorBody } from '@shared/errors'
import { z } from '@shared/zod'
import { mountedCalls, type MountedCall } from './mounted-calls'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of every call that an app answers, made from the facts of its routes. */
export async function makeOpenApi(app: Express): Promise<string> {
  const metadata = await nameSchemas()
  const schemas: Json = {}
  const describe = (out: z.ZodType) => {
    const options = { metadata, unrepresentable: 'any' } as const
    const { properties, $defs } = z.toJSONSchema(z.object({ out }), options)
    for (const [name, { id: _, ...schema }] of Object.entries($defs ?? {})) schemas[name] = schema
    return properties?.['out']
  }
  const paths: Record<string, Json> = {}
  const error = { description: 'Refused', content: json(describe(errorBody)) }
  for (const call of mountedCalls(app).toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const [method = '', path = ''] = call.name.split(' ')
    const address = path.replace(/:(\w+)/g, '{$1}')
    const { out, sends = '', status = 200, isList } = call.facts
    const content = out ? json(describe(out)) : { [sends]: {} }
    const success = { description: 'Done', ...(isList && { headers: pageHeaders }), content }
    const responses = { [status]: success, default: error }
    paths[address] = { ...paths[address], [method]: { ...describeInput(address, call), responses } }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Credit Partner Portal', version: '1' },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.keys(schemas)
          .toSorted()
          .map((name) => [name, schemas[name]]),
      ),
    },
  }
  return `${JSON.stringify(document, null, 1).replaceAll('#/$defs/', '#/components/schemas/')}\n`
}

const pageHeaders = {
  'X-Total-Count': { description: 'Rows in all', schema: { type: 'integer' } },
  Link: { description: 'The next page, as rel="next"', schema: { type: 'string' } },
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function describeInput(address: string, { name, facts }: MountedCall): Json {
  const { about, body, takes, query } = facts
  const path = [...address.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: part === 'id' ? { type: 'integer' } : { type: 'string' },
  }))
  const parameters = [...path, ...(query ? describeQuery(query) : [])]
  const content = takes ? { [takes]: {} } : body && json(toJson(body))
  return {
    operationId: name.replace(/\W+/g, '_'),
    ...(about && { description: about }),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
  }
}

function describeQuery(schema: z.ZodType): Json[] {
  const { properties = {}, required = [] } = toJson(schema)
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  return Object.entries(properties).map(([name, field]: [string, unknown]) => ({
    name,
    in: 'query',
    required: isRequired(name),
    schema: field,
  }))
}

function toJson(schema: z.ZodType): Json & { properties?: Json } {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return described
}

/** The objects of `shared/`, by the names that they are exported with. */
async function nameSchemas() {
  const names = z.registry<{ id: string }>()
  const files = readdirSync('shared').flatMap((entry) => /^([\w-]+)\.ts$/.exec(entry)?.[1] ?? [])
  for (const file of files) {
    const exported: Record<string, unknown> = await import(`../../../shared/${file}.ts`)
    for (const [id, schema] of Object.entries(exported))
      if (schema instanceof z.ZodObject && !names.has(schema)) names.add(schema, { id })
  }
  return names
}
