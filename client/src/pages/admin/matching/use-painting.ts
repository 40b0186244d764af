import { useRef, type MouseEvent, type PointerEvent } from 'react'

export type Paint = (
  times: readonly string[],
  isChoosing: boolean,
  before: readonly string[],
) => void

/** Times are chosen one by one, or by a mouse that is dragged over several; a finger scrolls. */
export function usePainting(chosen: readonly string[], onPaint: Paint) {
  const stroke = useRef<{ times: Set<string>; isChoosing: boolean; before: readonly string[] }>(
    null,
  )

  return (at: string) => ({
    onPointerDown: ({ pointerType, button }: PointerEvent) => {
      const isBegun = pointerType !== 'touch' && button === 0
      stroke.current = isBegun
        ? { times: new Set([at]), isChoosing: !chosen.includes(at), before: chosen }
        : null
    },
    onPointerEnter: ({ buttons }: PointerEvent) => {
      const { current } = stroke
      if (buttons !== 1 || !current || current.times.has(at)) return
      current.times.add(at)
      onPaint([...current.times], current.isChoosing, current.before)
    },
    onClick: ({ detail }: MouseEvent) => {
      // Back where it began, the stroke has painted this one already. A key has no count of clicks.
      const isStroke = detail > 0 && (stroke.current?.times.size ?? 0) > 1
      if (!isStroke) onPaint([at], !chosen.includes(at), chosen)
    },
  })
}
