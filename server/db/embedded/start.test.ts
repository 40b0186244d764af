import { describe } from 'vitest'
import { itKeepsADatabase } from '@tests/support/portal/embedded-postgres'

describe('the embedded Postgres', () => itKeepsADatabase())
