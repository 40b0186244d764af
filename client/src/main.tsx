import { StrictMode } from 'react'
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

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
)
