import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Machines that test are busy.
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
