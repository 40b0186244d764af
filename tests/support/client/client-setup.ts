import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Machines that test are busy.
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
// Each test is a visit of its own, in a new tab.
afterEach(() => sessionStorage.clear())
