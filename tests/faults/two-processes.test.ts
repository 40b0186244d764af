import { expect, it } from 'vitest'
import { outcomeOf } from './outcome'
import { twoProcesses } from './two-processes'

it('two processes on one database and folder behave as one portal', async () => {
  expect(await outcomeOf(twoProcesses, 1)).toBe('held')
})
