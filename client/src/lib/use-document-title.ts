import { useEffect } from 'react'
import { brand } from './brand'

/** The page's title in the browser, followed by the portal's name. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === brand.portalName ? title : `${title} · ${brand.portalName}`
  }, [title])
}
