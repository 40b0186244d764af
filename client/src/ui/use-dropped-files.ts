import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type RefObject } from 'react'

type Options = { enabled: boolean; onFile: (file: File) => void }

/** Takes a file that is dropped on `ref`, or pasted while the pointer or the focus is inside it. */
export function useDroppedFiles(ref: RefObject<HTMLElement | null>, options: Options) {
  const [dragging, setDragging] = useState(false)
  const hovered = useRef(false)

  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    const file = files?.[0]
    if (!file || !options.enabled) return
    event.preventDefault()
    options.onFile(file)
  })

  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const focused = ref.current?.contains(document.activeElement)
      if (focused || hovered.current) take(event, event.clipboardData?.files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [ref])

  const handlers = {
    onPointerEnter: () => {
      hovered.current = true
    },
    onPointerLeave: () => {
      hovered.current = false
    },
    onDragOver: (event: DragEvent) => {
      // Without this the browser opens the dropped file in place of the page.
      event.preventDefault()
      setDragging(options.enabled)
    },
    onDragLeave: (event: DragEvent) => {
      const into = event.relatedTarget
      if (!(into instanceof Node) || !event.currentTarget.contains(into)) setDragging(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      const file = event.dataTransfer.files[0]
      if (file && options.enabled) options.onFile(file)
    },
  }

  return { dragging, handlers }
}
