import { vi } from 'vitest'

/** Stands at the network edge of uploads: answers each request with `answer`, at once. */
export function stubUpload(answer: { status: number; body: unknown }) {
  const calls: { method: string; path: string; file: File }[] = []

  class FakeXhr extends EventTarget {
    upload = new EventTarget()
    withCredentials = false
    status = 0
    statusText = ''
    responseText = ''
    #method = ''
    #path = ''

    open(method: string, path: string) {
      this.#method = method
      this.#path = path
    }

    send(form: FormData) {
      const file = form.get('file')
      if (file instanceof File) calls.push({ method: this.#method, path: this.#path, file })
      this.status = answer.status
      this.responseText = JSON.stringify(answer.body)
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }

    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }

  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  return calls
}
