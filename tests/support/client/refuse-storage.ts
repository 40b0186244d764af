import { onTestFinished } from 'vitest'

const refuse = () => {
  throw new DOMException('Denied', 'SecurityError')
}
const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined }

/** For the rest of the test, the browser keeps nothing. */
export function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = globalThis[name]
    Object.defineProperty(globalThis, name, { configurable: true, value: refusing })
    onTestFinished(() => {
      Object.defineProperty(globalThis, name, { configurable: true, value: storage })
    })
  }
}
