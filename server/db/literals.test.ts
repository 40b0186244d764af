import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { hasWord, literalCount } from './literals'
import { users } from './schema/users'

const write = (written: ReturnType<typeof hasWord>) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(written)

it('a word and a count are part of the statement, not parameters', () => {
  expect(write(hasWord(users.status, 'pending'))).toMatchObject({
    sql: `"users"."status" = 'pending'`,
    params: [],
  })
  expect(write(literalCount(51))).toMatchObject({ sql: '51', params: [] })
})

it.each(["pending' or true --", 'Pending', '', 'two words', '-'])('%j is not written', (word) => {
  expect(() => hasWord(users.status, word)).toThrow('Not a word of a fixed list')
})

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('%d is not a count', (count) => {
  expect(() => literalCount(count)).toThrow('Not a count')
})
