import type { Page } from 'playwright-core'

/** What a picture of a page on a phone does not show: that it scrolls sideways, or is hard to touch. */
export const findPhoneFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const finger = 44
    const { scrollWidth, clientWidth } = document.documentElement
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, select, [role=tab]'),
    ].map((control) => {
      // Some cover all of what they are in.
      const isStretched =
        getComputedStyle(control, '::after').position === 'absolute' &&
        getComputedStyle(control).position === 'static'
      const reach = isStretched ? (control.offsetParent ?? control) : control
      return { control, box: reach.getBoundingClientRect() }
    })
    const small = controls.filter(({ control, box: { width, height } }) => {
      // A link within a sentence is as high as its line.
      const isInText = control.tagName === 'A' && getComputedStyle(control).display === 'inline'
      return width > 1 && height > 1 && height < finger - 0.5 && !isInText
    })
    return [
      ...(scrollWidth > clientWidth ? [`scrolls sideways, to ${scrollWidth} px`] : []),
      ...small.map(({ control, box }) => {
        const name = control.getAttribute('aria-label') ?? control.textContent
        return `${Math.round(box.height)} px high: ${name.slice(0, 60)}`
      }),
    ]
  })
