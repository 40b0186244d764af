import { errorFrom, HttpError, logged } from './http'

/**
 * Sends one file as multipart field `file`. XMLHttpRequest, because fetch tells nothing of how much
 * has been sent. `onProgress` gets 0 to 1; aborting the signal rejects with an AbortError.
 */
export function upload<T>(
  path: string,
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<T> {
  const { onProgress, signal } = options
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    xhr.withCredentials = true
    xhr.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    xhr.addEventListener('load', () => {
      if (xhr.status >= 200 && xhr.status < 300) {
        const answer: T = JSON.parse(xhr.responseText)
        resolve(answer)
      } else reject(logged(errorFrom(xhr.status, xhr.statusText, xhr.responseText)))
    })
    xhr.addEventListener('error', () => reject(logged(connectionLost())))
    xhr.addEventListener('abort', () => reject(new DOMException('Canceled', 'AbortError')))
    signal.addEventListener('abort', () => xhr.abort())
    const form = new FormData()
    form.append('file', file)
    xhr.send(form)
  })
}

const connectionLost = () =>
  new HttpError(0, 'The connection was lost. Please check it and try again.')

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
