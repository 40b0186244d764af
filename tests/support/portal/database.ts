import { inject } from 'vitest'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from './postgres'

/** A migrated database of this test's own; drop it at the end. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('postgres'))

/** The same before any migration. */
export const createUnmigratedDatabase = (): Promise<TestDatabase> =>
  createEmptyDatabase(inject('postgres'))
