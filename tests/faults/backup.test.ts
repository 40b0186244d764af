import { expect, it } from 'vitest'
import { backup } from './backup'
import { outcomeOf } from './outcome'

it('what was acknowledged before a backup is there after a restore elsewhere', async () => {
  expect(await outcomeOf(backup, 1)).toBe('held')
})
