import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Test machines are busy.
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
// Each test starts like a new tab.
afterEach(() => sessionStorage.clear())
