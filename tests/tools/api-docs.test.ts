import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allCalls } from '@tests/support/portal/api-calls'

/** `/a/{b,c}` means two addresses; `/a/{id}` for any. */
function addressesIn(path: string): string[] {
  const [choice, inside] = /\{([a-z-]+(?:,[a-z-]+)+)\}/.exec(path) ?? []
  if (!choice || !inside) return [path.replace(/\{\w+\}/g, ':part')]
  return inside.split(',').flatMap((option) => addressesIn(path.replace(choice, option)))
}

it('docs/api.md names every call that there is, and no other', () => {
  const text = readFileSync('docs/api.md', 'utf8')
  const named = [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)/g)].flatMap(
    ([, method = '', path = '']) => addressesIn(path).map((address) => `${method} ${address}`),
  )
  const mounted = allCalls.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:\w+/g, ':part')}`,
  )
  expect([...new Set(named)].toSorted()).toEqual(mounted.toSorted())
})
