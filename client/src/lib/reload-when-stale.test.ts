import { beforeEach, expect, it, vi } from 'vitest'
import { loadIfPossible, reloadWhenStale } from './reload-when-stale'

const reload = vi.fn()
vi.spyOn(window.location, 'reload').mockImplementation(reload)
reloadWhenStale()

const fail = () => {
  const event = new Event('vite:preloadError', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
})

it('loads the page anew when its files are gone', () => {
  expect(fail()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

it('does not go on reloading', () => {
  fail()
  expect(fail()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

it('stays without a connection: a reload would end at an error page of the browser', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  expect(fail()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it('stays when the page can do without the file: a reload would cost what was typed', async () => {
  const loaded = await loadIfPossible(async () => {
    if (!fail()) throw new Error('gone')
  })
  expect(loaded).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  expect(await loadIfPossible(() => Promise.resolve('there'))).toBe('there')
})
