import {
  confirmWhenAsked,
  connectionLost,
  endOwedSession,
  errorFrom,
  HttpError,
  logged,
  recordRedirect,
} from './http'
import { extendSessionHint } from './session-hint'
import { trackChange } from './track-changes'

/**
 * Sends one file as multipart field `file`. XMLHttpRequest, because fetch tells nothing of how much
 * has been sent. `onProgress` gets 0 to 1; aborting the signal rejects with an AbortError.
 */
export const upload = <T>(...sent: Parameters<typeof uploadOnce>): Promise<T> =>
  trackChange(
    confirmWhenAsked(() => uploadOnce<T>(...sent)),
    sent[0],
    { method: 'POST' },
  )

async function uploadOnce<T>(
  path: string,
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal; token?: string | undefined },
): Promise<T> {
  const { onProgress, signal, token } = options
  await endOwedSession()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    xhr.withCredentials = true
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    xhr.addEventListener('load', () => {
      recordRedirect(xhr.responseURL)
      extendSessionHint({ status: xhr.status, code: null })
      try {
        if (xhr.status < 200 || xhr.status >= 300) {
          throw errorFrom(xhr.status, xhr.statusText, xhr.responseText)
        }
        const answer: T = JSON.parse(xhr.responseText)
        resolve(answer)
      } catch (error) {
        // An answer without JSON came from something between us and the server.
        reject(logged(error instanceof HttpError ? error : connectionLost()))
      }
    })
    xhr.addEventListener('error', () => reject(logged(connectionLost())))
    xhr.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))
    signal.addEventListener('abort', () => xhr.abort())
    const form = new FormData()
    form.append('file', file)
    xhr.send(form)
  })
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
