import { describe, expect, it } from 'vitest'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from '@shared/zod'
import { mountedCalls } from '@tests/support/portal/mounted-calls'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { makeOpenApi } from '@tests/support/portal/openapi'
import { createApp } from '../app'

const app = await startSharedApp()

function leavesOf(name: string, schema: z.core.$ZodType): { name: string; field: z.ZodType }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => leavesOf(`${name} ${key}`, field))
  const inner = insideOf(schema).flatMap((one) => leavesOf(name, one))
  return inner.length === 0 && schema instanceof z.ZodType ? [{ name, field: schema }] : inner
}

/** What is in a schema that has objects in it; nothing for a field. */
function insideOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (!(schema instanceof z.ZodType)) return []
  const { def } = schema
  if (schema instanceof z.ZodUnion) return schema.options.some(hasObject) ? [...schema.options] : []
  const parts = [
    'innerType' in def && def.innerType,
    'element' in def && def.element,
    'in' in def && def.in,
  ].filter((part) => part instanceof z.ZodType)
  return schema instanceof z.ZodArray || parts.some(hasObject) ? parts : []
}

function hasObject(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodObject || insideOf(schema).some(hasObject)
}

/** Each field of each call that takes a text, a number or a moment, by its whole name. */
const fields = mountedCalls(createApp(app)).flatMap(({ name, facts: { body, query } }) =>
  [body, query].flatMap((schema) => (schema ? leavesOf(name, schema) : [])),
)

const anyText = 'any text that someone types'
const takes = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success

describe('what is sent to a call', () => {
  it.each(
    fields.filter(({ field }) => takes(field, '2026-11-20T10:00:00Z') && !takes(field, anyText)),
  )('is a moment that Postgres and calendars know: $name', ({ field }) => {
    for (const text of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '1999-12-31T23:59:59Z',
      '2101-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '2026-02-30T00:00:00Z',
      '2026-11-20T10:00:00+99:99',
      `2026-11-20T10:00:00.${'1'.repeat(500)}Z`,
    ])
      expect([text, takes(field, text)]).toEqual([text, false])
  })

  it.each(
    fields.filter(
      ({ field }) =>
        takes(field, '2026-11-20') && !takes(field, anyText) && !takes(field, '20261120'),
    ),
  )('is a day that Postgres knows: $name', ({ field }) => {
    for (const text of ['0000-01-01', '1999-12-31', '2101-01-01', '9999-12-31', '2026-02-30'])
      expect([text, takes(field, text)]).toEqual([text, false])
  })

  it.each(
    fields.flatMap(({ name, field }) =>
      [Number, String]
        .filter((write) => takes(field, write(600)) && !takes(field, anyText))
        .map((write) => ({ name, field, write })),
    ),
  )('is a number that its column has room for: $name', ({ name, field, write }) => {
    // Sums, and cursors of lists that outgrow int4 or are sorted by something else.
    const isWide = /cursor$|cents$|count$/.test(name)
    for (const number of [2 ** 53, 1e21, Number.NaN, ...(isWide ? [] : [2 ** 31, -1, 1.5])])
      expect([number, takes(field, write(number))]).toEqual([number, false])
  })

  it.each(fields.filter(({ field }) => takes(field, 'a word')))(
    'is a text without line breaks of other systems and control characters: $name',
    ({ name, field }) => {
      // Secrets are kept as they were typed, versions only compared, and programs alone fill in the website.
      if (/password|authToken|version|website/i.test(name)) return
      const pasted =
        'a\u0007 word\u0000,\u000bthen\u000canother\u0085one\u2028and\u2029more\r\nhere'
      const { data, success } = field.safeParse(pasted)
      expect(success).toBe(true)
      if (typeof data === 'string') expect(data).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029]/u)
    },
  )
})

it('docs/openapi.json is what the routes say, and valid', async () => {
  const text = await makeOpenApi(createApp(app))
  expect(await new Validator().validate(text)).toEqual({ valid: true })
  // Written anew with `-u`.
  await expect(text).toMatchFileSnapshot('../../docs/openapi.json')
})
