import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { upload } from '@/lib/upload'

/** One upload at a time, with its progress (0 to 1, null when none is under way) and a way to stop it. */
export function useUpload<Answer>() {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)
  // As a mutation, so that a session that has ended is noticed here too.
  const { mutateAsync } = useMutation({
    mutationFn: ({ path, file, signal }: { path: string; file: File; signal: AbortSignal }) =>
      upload<Answer>(path, file, { onProgress: setProgress, signal }),
    onSettled: () => setProgress(null),
  })

  async function send(path: string, file: File): Promise<Answer> {
    const current = new AbortController()
    controller.current = current
    setProgress(0)
    return mutateAsync({ path, file, signal: current.signal })
  }

  return { progress, send, cancel: () => controller.current?.abort() }
}
