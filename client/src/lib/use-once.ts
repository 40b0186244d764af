import { useRef } from 'react'
import { HttpError } from './http'

/** Sends what the server keeps under a key once, however often what needs the key fails afterwards. */
export function useOnce<Input>(
  send: (input: Input) => Promise<{ uploadKey: string }>,
  identify: (input: Input) => unknown = (input) => input,
) {
  const sent = useRef<{ identity: unknown; uploadKey: string }>(null)

  async function sendOnce(input: Input): Promise<string> {
    const identity = identify(input)
    if (sent.current && sent.current.identity === identity) return sent.current.uploadKey
    const { uploadKey } = await send(input)
    sent.current = { identity, uploadKey }
    return uploadKey
  }

  function forget() {
    sent.current = null
  }

  /** For the call that needs the key: what the key stood for has to be sent again once the server refuses it. */
  function forgetIfRefused(error: unknown): never {
    if (isKeyRefused(error)) forget()
    throw error
  }

  return { sendOnce, forget, forgetIfRefused }
}

export const isKeyRefused = (error: unknown): boolean =>
  error instanceof HttpError && Boolean(error.data?.errors?.['uploadKey'])
