import { expect, it } from 'vitest'
import { damagedFiles } from './damaged-files'
import { outcomeOf } from './outcome'

it('damaged documents are never served as whole, and come back while a copy is sound', async () => {
  expect(await outcomeOf(damagedFiles, 1)).toBe('held')
})
