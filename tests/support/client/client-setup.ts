import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { listenToAnnouncer } from './hear'

// Each file starts like a page that has just been loaded: what modules remember is not another's.
vi.resetModules()

// With each of its first 10,000 elements a second, React keeps a call stack for its warnings. That took a
// third of the time of these tests. Without this count, nothing but time is lost.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set() {},
  })

// What is still under way after a test has no server to ask.
globalThis.fetch = () => new Promise(() => undefined)

// Test machines are busy.
configure({ asyncUtilTimeout: 15_000 })
// No one has pressed anything yet.
afterEach(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
// What a browser fetches while it is idle is there, so that no test depends on how soon.
beforeAll(async () => (await import('@/lib/lazy-part')).loadAllParts())
// As in the frame of the app.
let stopKeeping = () => {}
beforeAll(async () => {
  listenToAnnouncer()
  for (const part of [import('@/lib/focus-keeper'), import('@/lib/announcer')]) await part
  stopKeeping = (await import('@/lib/focus')).keepFocus()
  // Whoever uses the page has done something before.
  document.dispatchEvent(new Event('pointermove'))
  await new Promise((resolve) => setTimeout(resolve))
})
afterAll(() => stopKeeping())
afterEach(async () => {
  // First of all: a question that goes with its page is called off, or its act would be under way for good.
  cleanup()
  window.heard = []
  ;(await import('@/lib/store')).resetStores()
})
// Each test starts like a new browser.
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
