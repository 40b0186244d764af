import { useEffect, useEffectEvent } from 'react'

const everyMs = 60_000
const activeMs = 5 * 60_000

let lastActivity = Date.now()
const note = () => {
  lastActivity = Date.now()
}

/**
 * Asks again every minute, while the page is seen and someone has used it in the last minutes. Each call
 * prolongs the session: an unattended window must not keep it alive.
 */
export function useQuietRefresh(refresh: () => void): void {
  const ask = useEffectEvent(refresh)

  useEffect(() => {
    note()
    const timer = setInterval(() => {
      const isAttended = Date.now() - lastActivity < activeMs
      if (isAttended && document.visibilityState === 'visible') ask()
    }, everyMs)
    const events = ['keydown', 'pointerdown', 'pointermove'] as const
    for (const event of events) document.addEventListener(event, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of events) document.removeEventListener(event, note)
    }
  }, [])
}
