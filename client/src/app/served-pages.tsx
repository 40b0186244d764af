import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { pageHeads } from '@/content/page-heads'

/** A page may export what it opens with, drawn from nothing but its address: no session, no answer of the server. */
type PageModule = { Opening?: ComponentType | null }

const modules = import.meta.glob<PageModule>('../pages/{site,onboarding}/**/*-page.tsx')

/**
 * For the build: each page's head, and the HTML that it opens with, to be read while the app is still loading. What
 * the app draws instead looks the same and stands in the same place.
 */
export const servedPages = await Promise.all(
  pageHeads.map(async (head) => {
    const { Opening } = (await modules[`../pages/${head.module}.tsx`]?.()) ?? {}
    const opening = Opening && (
      <Router ssrPath={head.canonical}>
        <Opening />
      </Router>
    )
    return { ...head, opening: renderToStaticMarkup(opening) }
  }),
)
