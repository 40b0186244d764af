import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mountedCalls } from '@tests/support/portal/mounted-calls'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { z } from '@shared/zod'
import { createApp } from '../app'

type Shape = z.core.JSONSchema.BaseSchema

const app = await startSharedApp()
const calls = mountedCalls(createApp(app))

/** `/a/{b,c}` means two addresses; `/a/{id}` any. */
function addressesIn(path: string): string[] {
  const [choice, inside] = /\{([a-z-]+(?:,[a-z-]+)+)\}/.exec(path) ?? []
  if (!choice || !inside) return [path.replace(/\{\w+\}/g, ':part')]
  return inside.split(',').flatMap((option) => addressesIn(path.replace(choice, option)))
}

it('docs/api.md names every call that there is, and no other', () => {
  const text = readFileSync('docs/api.md', 'utf8')
  const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)/g)].flatMap(
    ([, method = '', path = '']) =>
      addressesIn(path).map((address) => `${method.toLowerCase()} ${address}`),
  )
  const mounted = calls.map(({ name }) => name.replace(/:\w+/g, ':part'))
  expect([...new Set(named)].toSorted()).toEqual(mounted.toSorted())
})

const introduction = `# Fields of every call

Made from the schemas in \`shared/\` by \`server/http/api-docs.api.test.ts\`, run with \`-u\`; what the calls do is in
[api.md](api.md). \`?\` marks what may be left out.
`

it('docs/api-fields.md is what the schemas say', async () => {
  const parts = calls.flatMap(({ name, facts: { body, query } }) => {
    const [method = '', path = ''] = name.split(' ')
    const fields = [body && describe(body, 'body'), query && describe(query, 'query')].join('')
    return fields ? [`## ${method.toUpperCase()} ${path}\n\n${fields}`] : []
  })
  const written = [introduction, ...parts.toSorted()].join('\n')
  await expect(written).toMatchFileSnapshot('../../docs/api-fields.md')
})

/** A line for each field; of a body that may have several shapes, for each of them. */
function describe(schema: z.ZodType, part: string): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shapesOf(json)
    .flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).map(([name, field]) => {
        const mark = required.includes(name) ? '' : '?'
        return `- ${part} \`${name}${mark}\`${typeof field === 'object' ? sayType(field) : ''}\n`
      }),
    )
    .join('')
}

const shapesOf = (json: Shape): Shape[] => {
  const choices = [...(json.allOf ?? []), ...(json.anyOf ?? []), ...(json.oneOf ?? [])]
  return choices.length > 0
    ? choices.flatMap((choice) => (typeof choice === 'object' ? shapesOf(choice) : []))
    : [json]
}

/** ': text, at most 200', or its choices. */
function sayType(field: Shape): string {
  const values = field.const === undefined ? field.enum : [field.const]
  if (values) return `: ${values.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}`
  const limits = [
    field.maxLength !== undefined && `at most ${field.maxLength} characters`,
    field.maxItems !== undefined && `at most ${field.maxItems}`,
    field.minimum !== undefined && `from ${field.minimum}`,
    field.maximum !== undefined && `to ${field.maximum}`,
  ].filter(Boolean)
  const said = [field.type, ...limits].filter(Boolean).join(', ')
  return said && `: ${said}`
}
