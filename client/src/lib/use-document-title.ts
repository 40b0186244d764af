import { useLayoutEffect } from 'react'
import { brand } from './brand'

/** The page's title in the browser, followed by the portal's name. */
export function useDocumentTitle(title: string): void {
  // Before what parts of the page add.
  useLayoutEffect(() => {
    document.title = title === brand.portalName ? title : `${title} · ${brand.portalName}`
  }, [title])
}
