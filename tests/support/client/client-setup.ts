import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Each file starts like a page that has just been loaded: what modules remember is not another's.
vi.resetModules()

// Test machines are busy.
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
// Each test starts like a new tab.
afterEach(() => sessionStorage.clear())
