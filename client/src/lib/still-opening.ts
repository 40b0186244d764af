import { useEffect } from 'react'

let opening = 0

/** Whether a form was opened that is still loading: what is typed now is meant for it. */
export const isStillOpening = (): boolean => opening > 0

/** Counts as a form that was opened and is not there yet, for as long as that holds. */
export function useStillOpening(isOpening: boolean): void {
  useEffect(() => (isOpening ? countAsOpening() : undefined), [isOpening])
}

/** Until what it returns is called for the first time. */
export function countAsOpening(): () => void {
  opening += 1
  let isOpening = true
  return () => {
    if (isOpening) opening -= 1
    isOpening = false
  }
}
