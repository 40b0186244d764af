import { useRef, useState } from 'react'
import { upload } from '@/lib/upload'

/** One upload at a time, with its progress (0 to 1, null when none is under way) and a way to stop it. */
export function useUpload<Answer>() {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)

  async function send(path: string, file: File): Promise<Answer> {
    const current = new AbortController()
    controller.current = current
    setProgress(0)
    try {
      return await upload<Answer>(path, file, { onProgress: setProgress, signal: current.signal })
    } finally {
      setProgress(null)
    }
  }

  return { progress, send, cancel: () => controller.current?.abort() }
}
