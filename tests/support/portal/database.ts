import { inject } from 'vitest'
import { ensureFilledTemplate } from './many-rows'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from './postgres'

/** A migrated database of this test's own; drop it at the end. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('postgres'))

/** The same before any migration. */
export const createUnmigratedDatabase = (): Promise<TestDatabase> =>
  createEmptyDatabase(inject('postgres'))

/** With the many rows of `ensureFilledTemplate`, for what depends on their number. */
export async function createFilledDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  return cloneDatabase(postgres, await ensureFilledTemplate(postgres))
}
