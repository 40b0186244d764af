import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers'
import { Router } from './app/router'
import { noteReferralCode } from './lib/referral-code'
import { reloadWhenStale } from '@/lib/lazy-part'
import './app/styles.css'

reloadWhenStale()
noteReferralCode()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')

// A link of the served page that has the focus hands it to the app's own.
const href = document.activeElement?.getAttribute('href')
if (href)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    root.querySelector<HTMLElement>(`main [href="${href}"]`)?.focus()
  }).observe(root, { childList: true })

// In a transition React renders in slices, so the page answers a tap on a slow phone before all of it is there.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  ),
)
