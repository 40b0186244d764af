import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'

// Each file starts like a page that has just been loaded: what modules remember is not another's.
vi.resetModules()

// Test machines are busy.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
// What a browser fetches while it is idle is there, so that no test depends on how soon.
beforeAll(async () => (await import('@/lib/later')).loadAllNow())
// Each test starts like a new tab.
afterEach(() => sessionStorage.clear())
