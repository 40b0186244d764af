/** Waits until what has been rendered is on the screen. A page in the background is painted later, and waits for nothing. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
